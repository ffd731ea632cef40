/** Follows a run of ffmpeg by the output of `-progress`, and limits its time. */
import type { FfmpegJob } from "./ffmpeg";
import type { MediaOptions } from "../ports";
import { jobTimeoutMs, stallMs } from "./limits";
import { mediaError } from "./problems";

export interface JobMonitor {
  /** Text of `-progress`: lines of the form key=value. */
  receive(text: string): void;
  /** The end of the last frame written, in milliseconds. */
  endMs(): number;
  stop(): void;
}

/** Longer text without a line end is not of `-progress`. */
const maxLineLength = 1_000;

/**
 * Calls `onExceeded` once when the run takes too long, and with the reason of the signal when it is
 * aborted.
 */
export function monitorJob(
  { durationMs, timeoutMs = jobTimeoutMs(durationMs) }: Pick<FfmpegJob, "durationMs" | "timeoutMs">,
  { signal, onProgress }: MediaOptions,
  onExceeded: (reason: Error) => void,
): JobMonitor {
  let rest = "";
  let endMs = 0;
  let size = "";
  const exceed = () => onExceeded(mediaError("too-slow"));
  const abort = () => onExceeded(signal.reason as Error);
  const total = setTimeout(exceed, timeoutMs);
  const stall = setTimeout(exceed, stallMs);
  signal.addEventListener("abort", abort, { once: true });

  function receiveLine(line: string): void {
    const [key, value = ""] = line.split("=", 2);
    if (key === "out_time_us") {
      const ms = Math.round(Number(value) / 1000);
      if (!(ms > endMs)) return;
      endMs = ms;
      stall.refresh();
      onProgress?.(Math.min(1, endMs / durationMs));
    } else if (key === "total_size" && value !== size) {
      size = value;
      stall.refresh();
    }
  }

  return {
    receive(text) {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-maxLineLength);
      for (const line of lines) receiveLine(line.trim());
    },
    endMs: () => endMs,
    stop() {
      clearTimeout(total);
      clearTimeout(stall);
      signal.removeEventListener("abort", abort);
    },
  };
}
