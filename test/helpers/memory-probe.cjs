/**
 * Preloaded by a process and its threads (NODE_OPTIONS): appends a line to the file in
 * DUBYARD_MEMORY_FILE every few seconds, with the memory in use after a garbage collection. What a
 * process takes from the system says less: it depends on the collector and on the load.
 */
const { appendFileSync, readdirSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");
const { threadId } = require("node:worker_threads");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** After two turns of the event loop, in which finalizers run. */
function afterFinalizers(work) {
  setImmediate(() => setImmediate(() => work()));
}

function measure() {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const descriptors = readdirSync("/proc/self/fd").length;
  const line = JSON.stringify({
    at: Date.now(),
    threadId,
    bytes: heapUsed + external,
    descriptors,
  });
  appendFileSync(process.env.DUBYARD_MEMORY_FILE, `${line}\n`);
}

setInterval(() => {
  collect();
  afterFinalizers(measure);
}, 5_000).unref();
