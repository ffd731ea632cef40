/** Bulk tables and bulk requests that window tests start with. */
import type { Database } from "../../main/common/database/database";
import type { BulkDraft, BulkRow } from "../../preload/contract/bulk";
import { insert, minutesAgo } from "./seed";
import { workspaceId, type WindowBackend } from "./test-backend";

/** A row by its number, from 1: its video is in the gallery of `seedService`. */
export function someRow(number: number, change: Partial<BulkRow> = {}): BulkRow {
  const episode = String(number).padStart(2, "0");
  return {
    id: number,
    name: `Ep ${number}`,
    video: `season-2/episode-${episode}/S02E${episode}_conform.mov`,
    script: `/home/sam/scripts/S02E${episode}.srt`,
    language: "de-de",
    settings: {},
    ...change,
  };
}

/** A valid script with two lines. */
export const srtScript = [
  "1\n00:00:01,000 --> 00:00:02,500\nAnna: Hallo\n",
  "2\n00:00:03,000 --> 00:00:04,500\nBruno: Guten Tag\n",
].join("\n");

/** The same without names, which are a warning where no row has a speaker separator. */
export const unnamedSrt = srtScript.replace(/^(?:Anna|Bruno): /gm, "");

export type TableSeed = Pick<BulkDraft, "id" | "name"> &
  Partial<Omit<BulkDraft, "rowCount">> & { rows?: readonly BulkRow[] };

export function addTable(application: Database, table: TableSeed): void {
  const { id, name, projectId = "home", settings = {}, columns = [], rows = [] } = table;
  application.transaction(() => {
    insert(application, "bulk_drafts", {
      id,
      workspace_id: workspaceId,
      project_id: projectId,
      name,
      settings: JSON.stringify(settings),
      columns: JSON.stringify(columns),
      target_folder: table.targetFolder ?? "",
      updated_at: table.updatedAt ?? minutesAgo(34),
    });
    rows.forEach(({ id: row, ...body }, place) =>
      insert(application, "bulk_draft_rows", {
        draft: id,
        id: row,
        place,
        body: JSON.stringify(body),
      }),
    );
  });
}

/** Adds the table 1, "Season 2", with four rows unless others are given, and the empty table 2. */
export function seedTables(
  application: Database,
  rows = [1, 2, 3, 4].map((n) => someRow(n)),
): void {
  addTable(application, {
    id: 1,
    name: "Season 2",
    settings: { noOfAlternativeTakes: 1 },
    columns: ["noOfAlternativeTakes"],
    targetFolder: "season-2/",
    rows,
  });
  addTable(application, { id: 2, name: "Trailers for all markets", updatedAt: minutesAgo(4000) });
}

export interface RequestSeed {
  id: string;
  name: string;
  /** The status text of the service. */
  status?: string;
  progress?: number;
  isOver?: boolean;
  sentAt?: number;
  /** The response of the service was lost: its batches are found by their names. */
  isLost?: boolean;
  rows?: readonly { name: string; status: string; message?: string; batchId?: string }[];
}

const outcomeOf = (status: string) =>
  status === "failed" || status === "" ? "failed" : status === "completed" ? "done" : "open";

/** Adds a bulk request of the project "home", with the state of its last sync. */
export function addRequest(application: Database, request: RequestSeed): void {
  const { status = "processing", progress = 62, rows = someRequestRows } = request;
  application.transaction(() => {
    const { lastInsertRowid } = application
      .prepare(
        `INSERT INTO bulk_requests (workspace_id, project_id, request_id, name, settings, columns, target_folder,
           row_count, status, progress, is_over, sent_at, read_at, seen_before)
         VALUES (?, 'home', ?, ?, '{}', '[]', '', ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        workspaceId,
        request.id,
        request.name,
        rows.length,
        status,
        progress,
        request.isOver ? 1 : 0,
        request.sentAt ?? minutesAgo(18),
        minutesAgo(0.5),
        request.isLost ? "[]" : null,
      );
    rows.forEach((row, place) =>
      insert(application, "bulk_request_rows", {
        request: Number(lastInsertRowid),
        place,
        source: JSON.stringify(someRow(place + 1, { name: row.name })),
        batch_id: row.batchId ?? "",
        name: row.name,
        status: row.status,
        message: row.message ?? "",
        outcome: outcomeOf(row.status),
      }),
    );
  });
}

const someRequestRows: NonNullable<RequestSeed["rows"]> = [
  { name: "Ep 1", status: "completed", batchId: "ep3" },
  { name: "Ep 2", status: "completed", batchId: "ep3" },
  { name: "Ep 3", status: "processing", batchId: "ep3" },
  { name: "Ep 4", status: "failed", message: "The script could not be fetched (HTTP 403)" },
  { name: "Ep 5", status: "QUEUED_FOR_INGEST" },
];

/** Adds a bulk request to the service, with its rows by name and the ids of their batches. */
export function addServiceRequest(
  service: Database,
  id: string,
  rows: Readonly<Record<string, string>>,
): void {
  insert(service, "bulk_requests", {
    id,
    project_id: "home",
    script_path: "",
    settings: "{}",
    is_read: 1,
    created_at: minutesAgo(18),
  });
  Object.entries(rows).forEach(([name, batch_id], position) =>
    insert(service, "bulk_rows", {
      request_id: id,
      position,
      row_number: position + 2,
      name,
      batch_id,
    }),
  );
}

/** The stored rows of a table. */
export async function rowsOf(backend: WindowBackend, draftId: number): Promise<BulkRow[]> {
  return (await backend.handlers.bulk.draft({ workspaceId, draftId })).rows;
}

/** Sets up a bucket for scripts. Its key is not stored. */
export function addBucket(application: Database): void {
  insert(application, "script_buckets", {
    workspace_id: workspaceId,
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: "northlight-scripts",
    prefix: "dubyard/",
    access_key_id: "AKIAEXAMPLE",
    is_path_style: 0,
  });
}
