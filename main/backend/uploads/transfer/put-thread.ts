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

/** The shortest time between two messages about the progress of a request, in milliseconds. */
const progressIntervalMs = 50;

const { bandwidth, stallMs } = workerData as PutThreadData;
const executor = createPutExecutor({ bandwidth: shareBandwidth(bandwidth), stallMs });
const active = new Map<number, AbortController>();
const post = (message: FromPutThread) => parentPort?.postMessage(message);

async function execute({ id, task }: Extract<ToPutThread, { kind: "execute" }>): Promise<void> {
  const stop = new AbortController();
  active.set(id, stop);
  let bytes = 0;
  let reportedAt = performance.now();
  const onSent = (sent: number) => {
    bytes += sent;
    if (performance.now() - reportedAt < progressIntervalMs) return;
    post({ kind: "sent", id, bytes });
    bytes = 0;
    reportedAt = performance.now();
  };
  try {
    const response = await executor.execute(task, onSent, stop.signal);
    post({ kind: "response", id, bytes, response });
  } catch (error) {
    post({ kind: "failure", id, bytes, failure: toFailure(error) });
  } finally {
    active.delete(id);
  }
}

parentPort?.on("message", (message: ToPutThread) => {
  switch (message.kind) {
    case "execute":
      void execute(message);
      break;
    case "abort":
      active.get(message.id)?.abort();
      break;
    case "refresh":
      executor.refreshConnections();
      break;
  }
});
