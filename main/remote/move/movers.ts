/**
 * Ensures that one program at a time moves a workspace. The source stores which one, and forgets it
 * two minutes after its last report.
 */
import { createHash, randomUUID } from "node:crypto";
import { readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";
import type { Mover, MoveState } from "../../../preload/local-service/move";
import { withEitherSignal } from "../../common/either-signal";
import { AppError } from "../../common/errors";
import { isProcessRunning } from "../../common/processes/is-running";
import { retryPolicies, withRetry } from "../../common/retry";
import type { MoveCalls } from "../extensions/move";

/** The interval of the reports that the move runs, in milliseconds. */
const runningMs = 30_000;

/**
 * The namespace of process ids: containers of a computer may share its name and adapters, but not
 * the ids of processes.
 */
function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Only Linux has them.
    return "";
  }
}

/** Identifies this computer also by the addresses of its adapters: names are often equal. */
function computerId(): string {
  const adapters = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  const addresses = adapters.filter(({ internal }) => !internal).map(({ mac }) => mac);
  const parts = [hostname(), processNamespace(), ...new Set(addresses)].sort();
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

const id = randomUUID();

/** This process. */
export const thisMover = (): Mover => ({
  id,
  host: hostname(),
  computer: computerId(),
  processId: process.pid,
});

/** Whether a program of this computer has ended without a report. */
const isGone = (mover: Mover, own: Mover) =>
  mover.computer === own.computer &&
  (mover.processId === own.processId || !isProcessRunning(mover.processId));

/** @throws AppError "move-runs" while another program moves the workspace */
export function requireNoOtherMover({ isRunning, mover }: MoveState, own = thisMover()): void {
  if (isRunning !== true || mover?.id === own.id || (mover && isGone(mover, own))) return;
  const where = mover ? `on ${mover.host}` : "with another program";
  throw new AppError(
    "move-runs",
    `the move runs now ${where}: let it end, or stop it there; if it was ended, wait for two minutes`,
  );
}

/**
 * Reports to the source that this program moves the workspace.
 * @throws AppError "move-runs" while another program moves it; others if the report does not arrive
 */
async function claim(source: MoveCalls, own: Mover): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await source.setRunning(true, own);
      return;
    } catch (error) {
      const code = error instanceof AppError ? error.code : null;
      // An older service has no such call: the move runs without a report.
      if (code === "not-found") return;
      if (code !== "invalid-input") throw error;
      const found = await source.state();
      requireNoOtherMover(found, own);
      if (attempt > 1) throw error;
      const { mover } = found;
      if (found.isRunning && mover && mover.id !== own.id) await source.setRunning(false, mover);
    }
}

/**
 * Runs the work of a move while the source knows that this program does it. The signal is also
 * aborted if another program has taken the move over, such as after this computer slept.
 * @throws AppError "move-runs" while another program moves the workspace
 */
export async function whileMoving(
  source: MoveCalls,
  own: Mover,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await withRetry(() => claim(source, own), { policy: retryPolicies.serviceRequest, signal });
  const taken = new AbortController();
  let reported = Promise.resolve();
  const timer = setInterval(() => {
    reported = claim(source, own).catch((error: unknown) => {
      // A service that cannot be reached also fails the calls of the move itself.
      if (error instanceof AppError && error.code === "move-runs") taken.abort(error);
    });
  }, runningMs);
  try {
    await withEitherSignal(signal, taken.signal, work);
  } catch (error) {
    throw taken.signal.aborted ? taken.signal.reason : error;
  } finally {
    clearInterval(timer);
    // The source must receive the last report last.
    await reported;
    // Without it the source forgets this program after two minutes.
    await source.setRunning(false, own).catch(() => undefined);
  }
}
