/** What determines how often the changed lines of a language are read. */
export interface PollState {
  /** Whether takes are made or checked: lines change often. */
  isMaking: boolean;
  /** Whether this window has requested the takes. */
  isRequested: boolean;
  /** Whether other persons may be at the lines. */
  isShared: boolean;
}

const requestedMs = 500;
const sharedMs = 3_000;
const hiddenMs = 30_000;

/**
 * The time between two calls, in milliseconds; null for no calls. Of the windows of a team, only
 * those whose user requested the takes read often, so that the load does not grow with the team.
 */
export function pollInterval(
  { isMaking, isRequested, isShared }: PollState,
  isHidden: boolean,
): number | null {
  if (isMaking && (isRequested || !isShared)) return requestedMs;
  if (!isShared) return null;
  return isHidden ? hiddenMs : sharedMs;
}
