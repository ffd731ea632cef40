/** Runs a command and measures it: duration, CPU time and memory of its process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export interface Figures {
  seconds: number;
  /** CPU time of the process, user and system; 0 where the system has no /proc. */
  cpuSeconds: number;
  peakMebibytes: number;
}

/** Of /proc/PID/stat: clock ticks per second on Linux. */
const ticksPerSecond = 100;
const sampleMs = 20;

/** Runs the whole command, from its start to its end. Rejects if its exit code is not 0. */
export async function measure(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Figures> {
  const startedAt = performance.now();
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let cpuSeconds = 0;
  let peakMebibytes = 0;
  const sample = setInterval(() => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, "utf8");
      // The fields after the name of the program, which may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      cpuSeconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      peakMebibytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? peakMebibytes * 1024) / 1024;
    } catch {
      // The process has just ended, or this system has no /proc.
    }
  }, sampleMs);
  try {
    const [code] = (await once(child, "exit")) as [number];
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, cpuSeconds, peakMebibytes: Math.round(peakMebibytes) };
  } finally {
    clearInterval(sample);
  }
}

/** The figures of the run with the median duration. */
export function median<F extends Figures>(runs: readonly F[]): F {
  const sorted = [...runs].sort((a, b) => a.seconds - b.seconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("nothing was measured");
  return middle;
}
