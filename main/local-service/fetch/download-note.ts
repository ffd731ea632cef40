import type { DownloadState } from "./download";

export type DownloadSubject = "video" | "source audio" | "script";

/**
 * What the message of a batch says about a download. SECURITY: a URL may contain a signature; only
 * its host is named.
 */
export function downloadNote(
  { subject, host }: { subject: DownloadSubject; host: string },
  state: DownloadState,
  now: number,
): string {
  switch (state.kind) {
    case "queued":
      return `Waiting for the ${subject} at ${host}: other downloads are in progress`;
    case "receiving": {
      const received = Math.floor(state.bytes / 1_000_000);
      const of = state.total === null ? "" : ` of ${Math.ceil(state.total / 1_000_000)}`;
      return `Downloading the ${subject} from ${host}: ${received}${of} MB`;
    }
    case "waiting": {
      const prefix = `${host} `;
      const { reason, until } = state;
      const shown = reason.startsWith(prefix) ? `it ${reason.slice(prefix.length)}` : reason;
      return `Waiting for the ${subject} at ${host}: ${shown}; next attempt in ${waitOf(until - now)}`;
    }
  }
}

function waitOf(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}
