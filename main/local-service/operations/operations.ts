/** What a service offers to those who run it: health, readiness and metrics. */
import type { ActivityTracker } from "../../common/activity-tracker";
import type { Log } from "../../common/log";
import { activityKinds } from "../../../preload/facts/activity";
import type { EngineSetRows, WorkerRows } from "../rows/engine-set-port";
import type { OperationsRows } from "../rows/operations-port";
import { formatMetrics, type Metric } from "./format-metrics";
import { createHeartbeat, type Heartbeat } from "./heartbeat";
import { createReadiness, type Readiness, type ReadinessDeps } from "./readiness";
import { createRequestMeter, type RequestMeter } from "./request-meter";

export interface Operations {
  /** Whether the event loop is not blocked. */
  isHealthy(): boolean;
  readiness: Readiness;
  meter: Pick<RequestMeter, "begin" | "setRoute">;
  /** The metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
  close(): void;
}

export interface OperationsDeps {
  rows: OperationsRows & Pick<WorkerRows, "listWorkers"> & Pick<EngineSetRows, "readSharedState">;
  /** The engine sets of several services on one database; null for a single service. */
  shared: { ownSet: () => string | null; mayWork: () => boolean } | null;
  schemaVersion: number;
  /** The folder and the files that have to be writable. */
  writable: readonly string[];
  isDiskFull: () => boolean;
  clock: ReadinessDeps["clock"];
  checkObjects: ReadinessDeps["checkObjects"];
  activity: Pick<ActivityTracker, "current">;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
  heartbeat?: Heartbeat;
}

/** A process whose event loop was blocked for this long is not healthy, in milliseconds. */
const blockedMs = 5000;

export function createOperations(deps: OperationsDeps): Operations {
  const { rows, shared, isDiskFull, activity, now, heartbeat = createHeartbeat() } = deps;
  const readiness = createReadiness(deps);
  const meter = createRequestMeter();

  async function workMetrics(): Promise<Metric[]> {
    const due = await rows.countDueWork();
    const running = activity.current();
    return [
      {
        name: "dubyard_work_due",
        help: "Background work that waits or is in progress, by kind.",
        type: "gauge",
        samples: due.map(({ kind, count: value }) => ({ labels: { kind }, value })),
      },
      {
        name: "dubyard_work_oldest_seconds",
        help: "Age of the oldest due work, by kind; absent if there is none, or it has no time.",
        type: "gauge",
        samples: due.flatMap(({ kind, since }) =>
          since === null ? [] : [{ labels: { kind }, value: Math.max(0, now() - since) / 1000 }],
        ),
      },
      {
        name: "dubyard_work_running",
        help: "Work that is running in this process, by kind.",
        type: "gauge",
        samples: activityKinds.map((kind) => ({ labels: { kind }, value: running[kind] ?? 0 })),
      },
    ];
  }

  /** The metrics of the processes of several services on one database. */
  async function workerMetrics(): Promise<Metric[]> {
    if (!shared) return [];
    const counts = new Map<string, { labels: Record<string, string>; value: number }>();
    const { engineSet: pinned } = await rows.readSharedState();
    for (const { role, engineSet } of await rows.listWorkers()) {
      const set = engineSet === "" ? "none" : engineSet === pinned ? "pinned" : "other";
      const counted = counts.get(`${role} ${set}`) ?? {
        labels: { role, engine_set: set },
        value: 0,
      };
      counted.value += 1;
      counts.set(`${role} ${set}`, counted);
    }
    const isPinned: Metric = {
      name: "dubyard_engine_set_pinned",
      help: "1 if this process has the pinned engine set, 0 if it takes no work of its engine.",
      type: "gauge",
      samples: [{ value: shared.mayWork() ? 1 : 0 }],
    };
    return [
      {
        name: "dubyard_processes",
        help: "Processes on the database, by role and by whether their engine set is pinned.",
        type: "gauge",
        samples: [...counts.values()],
      },
      ...(shared.ownSet() === null ? [] : [isPinned]),
    ];
  }

  async function stateMetrics(): Promise<Metric[]> {
    const isReady = (await readiness.check()) === null;
    const gauge = (name: string, help: string, value: number): Metric => ({
      name,
      help,
      type: "gauge",
      samples: [{ value }],
    });
    return [
      gauge("dubyard_ready", "1 if the service is ready, as /readyz.", isReady ? 1 : 0),
      gauge("dubyard_disk_full", "1 while changes are refused.", isDiskFull() ? 1 : 0),
      gauge(
        "dubyard_event_loop_delay_seconds",
        "How late the newest timer of the process was.",
        heartbeat.delayMs() / 1000,
      ),
    ];
  }

  return {
    isHealthy: () => heartbeat.delayMs() < blockedMs,
    readiness,
    meter,
    metrics: async () =>
      formatMetrics([
        ...(await stateMetrics()),
        ...(await workMetrics()),
        ...(await workerMetrics()),
        ...meter.metrics(),
        ...processMetrics(),
      ]),
    close: heartbeat.stop,
  };
}

/** The process of the service, without the programs that it starts. */
function processMetrics(): Metric[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const of = (type: "gauge" | "counter") => (name: string, help: string, value: number) => ({
    name,
    help,
    type,
    samples: [{ value }],
  });
  const gauge = of("gauge");
  return [
    gauge("process_resident_memory_bytes", "Resident memory.", rss),
    gauge("nodejs_heap_size_used_bytes", "Used heap of JavaScript.", heapUsed),
    gauge("nodejs_heap_size_total_bytes", "Reserved heap of JavaScript.", heapTotal),
    gauge("nodejs_external_memory_bytes", "Memory of objects outside of the heap.", external),
    gauge(
      "process_start_time_seconds",
      "Start of the process, in seconds since 1970.",
      performance.timeOrigin / 1000,
    ),
    of("counter")(
      "process_cpu_seconds_total",
      "Processor time of the process.",
      (user + system) / 1_000_000,
    ),
  ];
}
