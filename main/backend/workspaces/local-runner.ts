/** Keeps the local service of a workspace running: starts it, and starts it again when it dies. */
import type { LocalServiceAddress, LocalServiceHost, RunningLocalService } from "../ports";
import { AppError, toProblem } from "../../common/errors";
import { backoffDelay } from "../../common/retry";
import type { Log } from "../../common/log";
import type { ConnectionState, Problem } from "../../../preload/model";

export interface LocalRunnerDeps {
  dataDir: string;
  host: LocalServiceHost;
  log: Log;
  onState: (state: ConnectionState, problem: Problem | null) => void;
}

export interface LocalRunner {
  /** The address of the running service; waits for one that is being started. Rejects when it cannot be. */
  address(): Promise<LocalServiceAddress>;
  /** Tries again now. */
  restart(): void;
  /** Starts the service with the newest copy of its damaged or missing database. Rejects when it cannot be. */
  restoreCopy(): Promise<void>;
  /**
   * Stops the service, runs `move`, which gives the data folder from then on, and starts the service there. When
   * `move` rejects, it starts where it was. Rejects with the failure of the move, or of the start after it.
   */
  relocate(move: () => Promise<string>): Promise<void>;
  stop(): Promise<void>;
}

/** Another start ends in the same failure until the user decides. */
const needsDecision: readonly string[] = ["database-damaged", "database-missing"];
/** A service that ran this long was sound: one that dies after that is started again at once. */
const steadyMs = 2_000;

export function createLocalRunner({ host, log, onState, ...deps }: LocalRunnerDeps): LocalRunner {
  let { dataDir } = deps;
  let isMoving = false;
  let running: Promise<RunningLocalService> | null = null;
  let failures = 0;
  let startedAt = 0;
  let timer: NodeJS.Timeout | null = null;
  /** The start to come, while the service is given time. */
  let next: {
    start: Promise<RunningLocalService>;
    follow: (start: Promise<RunningLocalService>) => void;
    giveUp: () => void;
  } | null = null;
  let isStopped = false;
  /** The failure that another start cannot mend: none is made before the user decides. */
  let undecided: AppError | null = null;

  function start(mayRestoreCopy = false): Promise<RunningLocalService> {
    undecided = null;
    if (timer) clearTimeout(timer);
    timer = null;
    onState("starting", null);
    const starting = host.start(dataDir, { onExit: () => onExit(starting), mayRestoreCopy });
    running = starting;
    next?.follow(starting);
    next = null;
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
        if (error instanceof AppError && needsDecision.includes(error.code)) undecided = error;
        else startLater();
      },
    );
    return starting;
  }

  function onExit(which: Promise<RunningLocalService>): void {
    if (isStopped || running !== which) return;
    running = null;
    log.warn("local service: ended unasked");
    onState("unreachable", { code: "unreachable", message: "the local service ended" });
    // The first time at once; a service that dies again and again is given time.
    if (performance.now() - startedAt > steadyMs) failures = 0;
    failures += 1;
    if (failures === 1) start().catch(() => undefined);
    else startLater();
  }

  function startLater(): void {
    if (isStopped || timer) return;
    const wait = Math.min(backoffDelay(failures, 500), 15_000);
    let giveUp: () => void = () => undefined;
    let follow: (start: Promise<RunningLocalService>) => void = () => undefined;
    const coming = new Promise<RunningLocalService>((resolve, reject) => {
      giveUp = () => reject(new AppError("local-service-failed", "the local service was stopped"));
      follow = (started) => void started.then(resolve, reject);
    });
    // A failure is met by whoever waits for it.
    coming.catch(() => undefined);
    next = { start: coming, follow, giveUp };
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
      // While it is given time nobody starts it past that.
      return (await (running ?? next?.start ?? start())).address;
    },
    restart() {
      if (!running && !isMoving) start().catch(() => undefined);
    },
    async restoreCopy() {
      if (!running) await start(true);
    },
    async relocate(move) {
      isMoving = true;
      if (timer) clearTimeout(timer);
      timer = null;
      next?.giveUp();
      next = null;
      const stopping = running;
      // So that its end is not taken for a crash.
      running = null;
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
      if (timer) clearTimeout(timer);
      next?.giveUp();
      const service = await running?.catch(() => null);
      await service?.stop();
    },
  };
}
