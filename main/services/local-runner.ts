/** Keeps the local service of a workspace running: starts it, and starts it again when it dies. */
import type { LocalServiceAddress, LocalServiceHost, RunningLocalService } from "../ports";
import { AppError, toProblem } from "../errors";
import { backoffDelay } from "../backoff";
import type { Log } from "../log";
import type { ConnectionState, Problem } from "../../preload/model";

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
  stop(): Promise<void>;
}

/** A service that ran this long was sound. */
const steadyMs = 30_000;

export function createLocalRunner({ dataDir, host, log, onState }: LocalRunnerDeps): LocalRunner {
  let running: Promise<RunningLocalService> | null = null;
  let failures = 0;
  let startedAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function start(): Promise<RunningLocalService> {
    if (timer) clearTimeout(timer);
    timer = null;
    onState("starting", null);
    const starting = host.start(dataDir, { onExit: () => onExit(starting) });
    running = starting;
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
        startLater();
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
    timer = setTimeout(
      () => {
        timer = null;
        start().catch(() => undefined);
      },
      Math.min(backoffDelay(failures, 500), 15_000),
    );
  }

  return {
    async address() {
      // While it is given time nobody starts it past that.
      if (timer) throw new AppError("local-service-failed", "the local service is being restarted");
      return (await (running ?? start())).address;
    },
    restart() {
      if (!running) start().catch(() => undefined);
    },
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      const service = await running?.catch(() => null);
      await service?.stop();
    },
  };
}
