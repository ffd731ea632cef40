/**
 * The signals that ask a program to stop in order. SIGHUP and SIGBREAK: its terminal is closed; the
 * second is the one of Windows, where the first is sent too.
 */
const stopSignals: readonly NodeJS.Signals[] =
  process.platform === "win32"
    ? ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]
    : ["SIGINT", "SIGTERM", "SIGHUP"];

/** Calls back at each of the signals. Returns a function that stops listening. */
export function onStopSignal(stop: () => void): () => void {
  for (const signal of stopSignals) process.on(signal, stop);
  return () => {
    for (const signal of stopSignals) process.off(signal, stop);
  };
}
