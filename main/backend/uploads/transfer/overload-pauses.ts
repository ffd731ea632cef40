/**
 * Pauses between the requests of a workspace whose storage rejects all of them. Fewer parallel
 * requests are not enough then: each is rejected at once, and while its file waits for its next
 * attempt another file takes its place, so the storage would get as many requests as there are
 * files.
 */

const overloadPauseRules = {
  /** The number of failures since the last success that begins a pause: single ones begin none. */
  afterFailures: 3,
  /**
   * The first pause as a fraction of the first backoff of a part. It doubles with each failure
   * after a pause.
   */
  first: 0.1,
  /** The longest pause, as a multiple of the same: soon after an overload the uploads go on. */
  longest: 2,
} as const;

export interface OverloadPausesOptions {
  /** The first backoff of a part, in milliseconds. */
  backoffMs: number;
  /** A pause ended: requests of the workspace may start again. */
  onEnded: () => void;
}

interface WorkspaceState {
  /** Failures since the last success, without those of requests that ended during a pause. */
  failures: number;
  /** The timer of the pause; null if there is none. */
  timer: NodeJS.Timeout | null;
}

export function createOverloadPauses({ backoffMs, onEnded }: OverloadPausesOptions) {
  const rules = overloadPauseRules;
  const states = new Map<string, WorkspaceState>();

  return {
    /** Whether no request of the workspace may start now. */
    isPaused: (workspaceId: string): boolean => (states.get(workspaceId)?.timer ?? null) !== null,
    /** A request failed because the storage is overloaded or does not respond. */
    failed(workspaceId: string): void {
      const state = states.get(workspaceId) ?? { failures: 0, timer: null };
      states.set(workspaceId, state);
      // The request had begun before the pause.
      if (state.timer) return;
      state.failures += 1;
      const doublings = state.failures - rules.afterFailures;
      if (doublings < 0) return;
      const factor = Math.min(rules.longest, rules.first * 2 ** doublings);
      state.timer = setTimeout(() => {
        state.timer = null;
        onEnded();
      }, factor * backoffMs);
    },
    /** The storage accepted a request: it is not overloaded. */
    succeeded(workspaceId: string): void {
      const state = states.get(workspaceId);
      if (!state) return;
      states.delete(workspaceId);
      if (!state.timer) return;
      clearTimeout(state.timer);
      onEnded();
    },
    /** Ends all pauses without a call of `onEnded`. */
    close(): void {
      for (const { timer } of states.values()) if (timer) clearTimeout(timer);
      states.clear();
    },
  };
}
