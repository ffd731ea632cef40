/**
 * `node --require loop-delay.cjs PROGRAM`: measures the event loop delay of the program's main
 * thread. Writes its 99th percentile and its maximum, in milliseconds, as JSON to the file
 * LOOP_DELAY_FILE when the program ends.
 */
const { writeFileSync } = require("node:fs");
const { monitorEventLoopDelay } = require("node:perf_hooks");
const { isMainThread } = require("node:worker_threads");

if (isMainThread) {
  const resolution = 1;
  const histogram = monitorEventLoopDelay({ resolution });
  // Loading the program is not measured.
  setTimeout(() => histogram.enable(), 500).unref();
  process.on("exit", () => {
    // The timer itself ends after `resolution` milliseconds.
    const delay = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    writeFileSync(
      process.env.LOOP_DELAY_FILE,
      JSON.stringify({ p99: delay(histogram.percentile(99)), max: delay(histogram.max) }),
    );
  });
}
