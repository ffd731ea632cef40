/**
 * Loaded into a process with --require: with the signal SIGUSR2, or the message "throw" of its
 * parent, it throws out of a timer; with THROWS=rejection it rejects a promise that nothing
 * handles.
 */
const { isMainThread } = require("node:worker_threads");

function fail() {
  const error = new Error("thrown by a timer; secret=s3cr3t");
  if (process.env.THROWS === "rejection") void Promise.reject(error);
  else
    setTimeout(() => {
      throw error;
    });
}

if (isMainThread) {
  process.on("SIGUSR2", fail);
  if (process.send) process.on("message", (message) => message === "throw" && fail());
}
