/**
 * Applies the upload hours to the active transfers of services in the network; those of local
 * workspaces are not affected.
 *
 * Note: The end of the hours. When nothing may be sent any more, no further file and no further
 * request starts. Requests that are being sent continue for a minute at most, so that their parts
 * are not sent twice; then they are aborted. Files whose bytes are all at the service are
 * completed. All others are queued again with their parts.
 */
import type { ActiveTransfers } from "./active-transfers";
import type { HoursEffect, HoursState } from "./upload-hours";

export interface HoursControlDeps {
  hours: () => HoursState;
  transfers: Pick<ActiveTransfers, "setHours" | "abortSending">;
  /** Whether the files of a workspace are sent over a network. */
  isRemote: (workspaceId: string) => boolean;
  /** The clock of delays, in milliseconds. */
  steadyNow: () => number;
  /** Wall clock. */
  now: () => number;
}

/** How long requests may continue after the hours, in milliseconds. */
const graceMs = 60_000;
/** Between two checks for transfers that have no request any more, in milliseconds. */
const checkMs = 1_000;

export type HoursControl = ReturnType<typeof createHoursControl>;

export function createHoursControl(deps: HoursControlDeps) {
  const { transfers, isRemote, steadyNow } = deps;
  let { effect, changesAt }: HoursState = { effect: null, changesAt: null };
  /** When the hours ended; null while files may be sent. */
  let closedAt: number | null = null;
  let isStopping = false;
  const isClosed = (workspaceId: string) => closedAt !== null && isRemote(workspaceId);

  return {
    /** Call it before uploads are started. Returns whether the effect changed. */
    apply(): boolean {
      const before = JSON.stringify(effect);
      ({ effect, changesAt } = deps.hours());
      const isChanged = JSON.stringify(effect) !== before;
      closedAt = effect?.kind === "closed" ? (closedAt ?? steadyNow()) : null;
      if (isChanged) transfers.setHours({ isClosed, limit: effect?.limit ?? 0 });
      const isOver = closedAt !== null && steadyNow() >= closedAt + graceMs;
      isStopping = closedAt !== null && transfers.abortSending(isClosed, isOver) > 0;
      return isChanged;
    },
    /** Whether files of this workspace may not be sent now. */
    isClosed,
    effectOn: (workspaceId: string): HoursEffect => (isRemote(workspaceId) ? effect : null),
    /**
     * When `apply` is to be called again at the latest, by the clock of delays; Infinity for never.
     */
    nextAt(): number {
      const change = changesAt === null ? Infinity : steadyNow() + changesAt - deps.now();
      return isStopping ? Math.min(change, steadyNow() + checkMs) : change;
    },
  };
}
