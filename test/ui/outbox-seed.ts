/**
 * Entries of the outbox that window tests start with, in every state, as rows of the application.
 */
import type { Database } from "../../main/common/database/database";
import type { BulkRow } from "../../preload/contract/bulk";
import type { OutboxEntry } from "../../preload/contract/outbox";
import type { Problem } from "../../preload/model";
import { insert, minutesAgo } from "./seed";

export interface EntrySeed {
  id: number;
  name: string;
  projectName?: string;
  kind?: OutboxEntry["kind"];
  state?: OutboxEntry["state"];
  problem?: Problem;
  fields?: OutboxEntry["fields"];
  sentAt?: number;
  resultId?: string;
  /** Its media by upload id; null for an upload that was deleted. */
  uploads?: readonly (number | null)[];
  hasScript?: boolean;
  /** Of a bulk request: its table, and its rows as they were started. */
  draftId?: number;
  rows?: readonly BulkRow[];
  /** Minutes until the next attempt. */
  waits?: number;
}

/** The request of an entry of the kind "batch". */
const batchRequest = (name: string) => ({
  name,
  script: { kind: "none" },
  video: { kind: "location", location: "season-2/episode-04/S02E04_conform.mov" },
  languageCode: "",
  settings: {},
});

/**
 * Adds entries of the project "home". The application would send one in the state "sending" at its
 * start, so `activateEntries` sets that state afterwards.
 */
export function addEntries(
  application: Database,
  workspaceId: string,
  entries: readonly EntrySeed[],
): void {
  application.transaction(() => {
    for (const entry of entries) {
      const { id, name, kind = "batch", state = "waiting", problem, uploads = [] } = entry;
      insert(application, "outbox", {
        id,
        workspace_id: workspaceId,
        project_id: "home",
        project_name: entry.projectName ?? "The Long Way Home · season 2",
        kind,
        name,
        state: state === "sending" ? "refused" : state,
        target_folder: "",
        body: JSON.stringify(kind === "batch" ? batchRequest(name) : { rows: entry.rows ?? [] }),
        draft_id: entry.draftId ?? null,
        has_script: entry.hasScript ? 1 : 0,
        next_try_at: entry.waits === undefined ? null : minutesAgo(-entry.waits),
        error_code: problem?.code ?? null,
        error_message: problem?.message ?? null,
        fields: JSON.stringify(entry.fields ?? []),
        created_at: minutesAgo(12),
        sent_at: entry.sentAt ?? null,
        result_id: entry.resultId ?? "",
      });
      uploads.forEach((upload, index) =>
        insert(application, "outbox_files", {
          entry: id,
          source_path: `/mnt/edit/ep${id}-${index}.mov`,
          gallery_path: `season-2/ep${id}-${index}.mov`,
          size: 1,
          mtime_ns: "0",
          inode: "0",
          upload,
          is_there: 0,
        }),
      );
    }
  });
}

/** Sets the state of entries that are being sent, after the start. */
export function activateEntries(application: Database, entries: readonly EntrySeed[]): void {
  for (const { id, state } of entries)
    if (state === "sending")
      application.run("UPDATE outbox SET state = 'sending' WHERE id = ?", id);
}

/** An entry in every state. The first one waits for the uploads 7 and 8 of `someUploads`. */
export function someEntries(): EntrySeed[] {
  return [
    { id: 1, name: "Ep 8 · Low Tide", uploads: [7, 8], hasScript: true },
    {
      id: 2,
      name: "Ep 9 · Undertow",
      state: "refused",
      problem: { code: "invalid-input", message: "languageCode is unknown" },
      fields: [{ field: "languageCode", message: "not-a-language" }],
    },
    { id: 3, name: "Season 2, rest", kind: "bulk", state: "sending" },
    {
      id: 4,
      name: "Ep 7 · The Lighthouse",
      state: "sent",
      sentAt: minutesAgo(20),
      resultId: "ep7",
    },
  ];
}
