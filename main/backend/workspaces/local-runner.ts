/**
 * Runs the local service of a workspace: starts it, and restarts it when its process ends
 * unexpectedly.
 */
import type { Activity } from "../../../preload/facts/activity";
import { needsDecision } from "../../../preload/facts/errors";
import type { ExternalGrants } from "../../common/external-grants";
import type { Routes } from "../../remote/http/routes";
import type {
  LocalServiceAddress,
  LocalServiceHost,
  RecoveryConsent,
  RunningLocalService,
} from "../ports";
import { AppError, toProblem } from "../../common/errors";
import { backoffDelay } from "../../common/retry";
import type { Log } from "../../common/log";
import type { ConnectionState, Problem } from "../../../preload/model";

export interface LocalRunnerDeps {
  dataDir: string;
  host: LocalServiceHost;
  /** The external engines that the service may use. */
  externalGrants: () => Promise<ExternalGrants>;
  routes: Routes;
  log: Log;
  onState: (state: ConnectionState, problem: Problem | null) => void;
  /** Called with a limitation of the running service; null if there is none. */
  onNotice: (notice: Problem | null) => void;
  /** Called with the kinds of work that the service is doing. */
  onActivity: (activity: Activity) => void;
}

export interface LocalRunner {
  /**
   * The address of the running service; waits for an active start. Rejects when the service cannot
   * be started.
   */
  address(): Promise<LocalServiceAddress>;
  /** Starts the service now if it does not run. */
  restart(): void;
  /** Sends the present grants of external engines to the service, if it runs. */
  updateExternalGrants(): Promise<void>;
  /**
   * Starts the service with the newest copy of its damaged or missing database, or with invalid
   * rows. Rejects when that fails, also if the other consent is needed.
   */
  recover(consent: RecoveryConsent): Promise<void>;
  /**
   * Stops the service, runs `move`, which resolves with the new data folder, and starts the service
   * there. When `move` rejects, the service starts in the former folder. Rejects with the failure
   * of the move, or of the start after it.
   */
  relocate(move: () => Promise<string>): Promise<void>;
  stop(): Promise<void>;
}

const diskFull: Problem = {
  code: "disk-full",
  message: "the disk of the workspace is full",
};
/** A service that ran this long is restarted without delay, in milliseconds. */
const stableMs = 2_000;

export function createLocalRunner({
  host,
  log,
  onState,
  onNotice,
  onActivity,
  ...deps
}: LocalRunnerDeps): LocalRunner {
  let { dataDir } = deps;
  let isMoving = false;
  let running: Promise<RunningLocalService> | null = null;
  let failures = 0;
  let startedAt = 0;
  let timer: NodeJS.Timeout | null = null;
  /** The scheduled start, while a restart is delayed. */
  let scheduled: {
    start: Promise<RunningLocalService>;
    follow: (start: Promise<RunningLocalService>) => void;
    cancel: () => void;
  } | null = null;
  let isStopped = false;
  /** A failure that another start cannot repair: no start is made before the user decides. */
  let undecided: AppError | null = null;

  function start(consent?: RecoveryConsent): Promise<RunningLocalService> {
    undecided = null;
    if (timer) clearTimeout(timer);
    timer = null;
    onState("starting", null);
    onNotice(null);
    const folder = dataDir;
    const starting: Promise<RunningLocalService> = deps.externalGrants().then((externalGrants) =>
      host.start(folder, {
        onExit: () => onExit(starting),
        onDiskFull: (isFull) => onNotice(isFull ? diskFull : null),
        onActivity: (activity) => running === starting && onActivity(activity),
        consent,
        externalGrants,
        routes: deps.routes,
      }),
    );
    running = starting;
    scheduled?.follow(starting);
    scheduled = null;
    starting.then(
      () => {
        startedAt = performance.now();
        onState("online", null);
      },
      (error: unknown) => {
        if (running === starting) running = null;
        failures += 1;
        log.warn("local service: not started", toProblem(error).message);
        onState("unreachable", toProblem(error));
        if (error instanceof AppError && needsDecision(error.code)) undecided = error;
        else startLater();
      },
    );
    return starting;
  }

  function onExit(which: Promise<RunningLocalService>): void {
    if (isStopped || running !== which) return;
    running = null;
    onActivity({});
    log.warn("local service: ended unexpectedly");
    onState("unreachable", { code: "unreachable", message: "the local service ended" });
    // The first restart is immediate; repeated ones are delayed.
    if (performance.now() - startedAt > stableMs) failures = 0;
    failures += 1;
    if (failures === 1) start().catch(() => undefined);
    else startLater();
  }

  function startLater(): void {
    if (isStopped || timer) return;
    const wait = Math.min(backoffDelay(failures, 500), 15_000);
    let cancel: () => void = () => undefined;
    let follow: (start: Promise<RunningLocalService>) => void = () => undefined;
    const delayed = new Promise<RunningLocalService>((resolve, reject) => {
      cancel = () => reject(new AppError("local-service-failed", "the local service was stopped"));
      follow = (started) => void started.then(resolve, reject);
    });
    // A failure is handled where the start is awaited; this prevents an unhandled rejection.
    delayed.catch(() => undefined);
    scheduled = { start: delayed, follow, cancel };
    timer = setTimeout(() => {
      timer = null;
      start().catch(() => undefined);
    }, wait);
  }

  return {
    async address() {
      if (undecided) throw undecided;
      if (isMoving)
        throw new AppError("local-service-failed", "the workspace's folder is being moved");
      // A delayed restart is not bypassed.
      return (await (running ?? scheduled?.start ?? start())).address;
    },
    restart() {
      if (!running && !isMoving) start().catch(() => undefined);
    },
    async updateExternalGrants() {
      const service = await running?.catch(() => null);
      await service?.grantExternal(await deps.externalGrants());
    },
    async recover(consent) {
      if (!running) await start(consent);
    },
    async relocate(move) {
      isMoving = true;
      if (timer) clearTimeout(timer);
      timer = null;
      scheduled?.cancel();
      scheduled = null;
      const stopping = running;
      // So that the end of the process is not handled as a crash.
      running = null;
      onActivity({});
      try {
        await (await stopping?.catch(() => null))?.stop();
        onState("starting", null);
        dataDir = await move();
      } catch (error) {
        isMoving = false;
        if (!isStopped) start().catch(() => undefined);
        throw error;
      }
      isMoving = false;
      if (!isStopped) await start();
    },
    async stop() {
      isStopped = true;
      onActivity({});
      if (timer) clearTimeout(timer);
      scheduled?.cancel();
      const service = await running?.catch(() => null);
      await service?.stop();
    },
  };
}
