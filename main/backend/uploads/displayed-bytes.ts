/** The bytes that the window displays of unfinished uploads. */
import type { UploadStore } from "./store/upload-store";
import { unfinishedBytes } from "./progress";
import type { FileIdentity, UploadRow } from "./store/upload-rows";
import { unfinishedStates } from "./store/upload-selection";

/** The bytes of an active file. */
interface SentBytes {
  size: number;
  /** Bytes of the parts that are stored as confirmed by the service. */
  confirmed: number;
  /** Other bytes that the system has accepted. */
  inFlight: number;
}

/**
 * The largest number of bytes of an unfinished upload that was reached, and the state of the file
 * that was sent.
 */
interface Displayed {
  bytes: number;
  workspaceId: string;
  version: string;
}

export function createDisplayedBytes(store: Pick<UploadStore, "identitiesOf">) {
  // Note: Displayed bytes. After a failure bytes in flight, parts, or the whole file are sent
  // again. The displayed bytes of an upload do not decrease meanwhile, nor when it waits for its
  // next attempt; the remaining time is computed from the bytes that have to be sent. They begin
  // again when the file changed, and after a start of the process.
  const displayed = new Map<number, Displayed>();

  function display(id: number, { size, confirmed, inFlight }: SentBytes): number {
    const shown = displayed.get(id);
    const bytes = Math.max(confirmed + inFlight, shown?.bytes ?? 0);
    if (shown) shown.bytes = bytes;
    return unfinishedBytes(size, bytes);
  }

  /** Bytes that are displayed for unfinished uploads of a workspace beyond those of their rows. */
  function beyondRows(workspaceId: string, isActive: (id: number) => boolean): number {
    const ids = [...displayed].flatMap(([id, one]) => (one.workspaceId === workspaceId ? id : []));
    if (ids.length === 0) return 0;
    const rows = new Map(store.identitiesOf(ids).map((row) => [row.id, row]));
    let sum = 0;
    for (const id of ids) {
      const row = rows.get(id);
      const shown = displayed.get(id);
      const isUnfinished =
        row && versionOf(row) === shown?.version && unfinishedStates.includes(row.state);
      if (isUnfinished) sum += Math.max(0, shown.bytes - row.sentBytes);
      else if (!isActive(id)) displayed.delete(id);
    }
    return sum;
  }

  return {
    /** An upload is active from now on. */
    begin(row: UploadRow): void {
      const { id, workspaceId, sentBytes } = row;
      const version = versionOf(row);
      if (displayed.get(id)?.version !== version)
        displayed.set(id, { workspaceId, version, bytes: sentBytes });
    },
    display,
    beyondRows,
    /** The bytes of an upload to display; `file` while it is active. */
    ofRow(row: UploadRow, file: SentBytes | undefined): number {
      if (row.state === "done") return row.sentBytes;
      const shown = displayed.get(row.id);
      const known = shown?.version === versionOf(row) ? shown.bytes : 0;
      return unfinishedBytes(
        row.size,
        Math.max(row.sentBytes, file ? display(row.id, file) : known),
      );
    },
  };
}

/** Changes when the file is queued again in another state, which is sent from its beginning. */
const versionOf = ({ size, mtimeNs }: FileIdentity) => `${size} ${mtimeNs}`;
