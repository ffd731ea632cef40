/** A thread that executes PUTs (bundled to out/main/put-thread.cjs); see put-threads. */
import { parentPort, workerData } from "node:worker_threads";
import { shareBandwidth } from "./bandwidth";
import { createPutExecutor } from "./put-executor";
import {
  toFailure,
  type FromPutThread,
  type PutThreadData,
  type ToPutThread,
} from "./put-messages";

/** The shortest time between two messages about the progress of all requests, in milliseconds. */
const progressIntervalMs = 50;

const { bandwidth, stallMs } = workerData as PutThreadData;
const executor = createPutExecutor({ bandwidth: shareBandwidth(bandwidth), stallMs });
const active = new Map<number, AbortController>();
/** The bytes of each request that are not reported yet. */
let unreported = new Map<number, number>();
let reportedAt = performance.now();
const post = (message: FromPutThread) => parentPort?.postMessage(message);

function addSent(id: number, bytes: number): void {
  unreported.set(id, (unreported.get(id) ?? 0) + bytes);
  if (performance.now() - reportedAt < progressIntervalMs) return;
  post({ kind: "sent", bytesById: [...unreported] });
  unreported = new Map();
  reportedAt = performance.now();
}

function takeUnreported(id: number): number {
  const bytes = unreported.get(id) ?? 0;
  unreported.delete(id);
  return bytes;
}

async function execute({ id, task }: Extract<ToPutThread, { kind: "execute" }>): Promise<void> {
  const stop = new AbortController();
  active.set(id, stop);
  try {
    const response = await executor.execute(task, (bytes) => addSent(id, bytes), stop.signal);
    post({ kind: "response", id, bytes: takeUnreported(id), response });
  } catch (error) {
    post({ kind: "failure", id, bytes: takeUnreported(id), failure: toFailure(error) });
  } finally {
    active.delete(id);
  }
}

async function identify({
  id,
  sourcePaths,
}: Extract<ToPutThread, { kind: "identify" }>): Promise<void> {
  const inspect = (sourcePath: string) => executor.identity(sourcePath).catch(toFailure);
  post({ kind: "identities", id, results: await Promise.all(sourcePaths.map(inspect)) });
}

parentPort?.on("message", (message: ToPutThread) => {
  switch (message.kind) {
    case "execute":
      void execute(message);
      break;
    case "identify":
      void identify(message);
      break;
    case "abort":
      active.get(message.id)?.abort();
      break;
    case "refresh":
      executor.refreshConnections();
      break;
  }
});
