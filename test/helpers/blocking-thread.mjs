/**
 * A thread of walks in which a walk of "hung" blocks for ever, as a drive that does not respond.
 */
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ sourcePaths, port }) => {
  if (sourcePaths.includes("hung")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  port.once("message", () => port.postMessage({ kind: "end", found: [] }));
});
