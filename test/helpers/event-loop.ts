/** Measures the delay of the event loop. */
import { monitorEventLoopDelay } from "node:perf_hooks";

async function measureDelay(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  await work();
  delay.disable();
  return delay.percentile(99) / 1e6;
}

/**
 * The 99th percentile of the event loop delay during the work, minus four times the delay of an
 * idle loop, in milliseconds. Other processes on a busy computer increase both.
 */
export async function eventLoopDelayAboveIdle(work: () => Promise<unknown>): Promise<number> {
  const idle = () => new Promise((resolve) => setTimeout(resolve, 300));
  const before = await measureDelay(idle);
  const own = await measureDelay(work);
  const after = await measureDelay(idle);
  return own - 4 * Math.max(before, after);
}
