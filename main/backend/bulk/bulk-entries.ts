/** Bulk requests on their way: the scripts of their rows put in the store, their workbook written, and sent. */
import path from "node:path";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings, ProjectType } from "../../../preload/model/resources";
import type { Remote } from "../../remote/remote";
import { inParallel } from "../../common/for-each-limit";
import { writeBulk } from "../../script-formats/bulk-write";
import type { BulkRequestStore } from "./request-store";
import type { OutboxRow, OutboxStore } from "../outbox/store";
import type { TargetProject } from "../outbox/batch-entries";
import { fieldsOf } from "../outbox/failures";
import { invalid, type RequestMedia, type RequiredMedia } from "../outbox/request-media";
import type { LocalScript, ScriptUploads } from "../outbox/script-uploads";
import type { Delivery, RequestKind } from "../outbox/request-kind";
import { cellsOf, isLocal, separatorOf, videoPlace } from "./grid";

/** What a bulk request asks for: the rows as they were when it was started. */
export interface BulkRequest {
  rows: BulkRow[];
  settings: BatchSettings;
  columns: string[];
}

export interface BulkEntriesDeps {
  store: OutboxStore;
  requests: BulkRequestStore;
  media: RequestMedia;
  scriptUploads: ScriptUploads;
  remote: (workspaceId: string) => Remote;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  onQueued: () => void;
  /** A request of ours has begun. */
  onStarted: (workspaceId: string, projectId: string) => void;
  now: () => number;
  /** How long after a lost answer its batches may still appear, in milliseconds. */
  reconcileMs: number;
}

const scriptsAtOnce = 3;
/** Cells at fault that are told of one request. */
export const maxFaults = 1_000;

export type BulkEntries = ReturnType<typeof createBulkEntries>;

export function createBulkEntries(deps: BulkEntriesDeps) {
  const { store, scriptUploads } = deps;
  const read = (entryId: number) => JSON.parse(store.body(entryId) ?? "{}") as BulkRequest;

  /** Every file of this computer that the media of a request are. Rejects as the reading of a script does. */
  async function requiredMedia(
    workspaceId: string,
    type: ProjectType | null,
    order: BulkRequest,
    folder: string,
  ): Promise<RequiredMedia[]> {
    const files: RequiredMedia[] = [];
    for (const row of order.rows) {
      if (isLocal(row.video)) {
        const galleryPath = videoPlace(folder, row.video);
        files.push({ sourcePath: row.video.trim(), galleryPath, field: cellOf(row, "video") });
      }
      if (type !== "line-dubbing" || !isLocal(row.script)) continue;
      const target = { folder, field: cellOf(row, "script") };
      files.push(
        ...(await scriptUploads.requiredMedia(workspaceId, type, scriptOf(row, order), target)),
      );
    }
    return files;
  }

  /** The rows of the workbook; null where a file is not there yet. Rejects with all cells that are at fault. */
  async function toCells(entry: OutboxRow, type: ProjectType, order: BulkRequest) {
    const files = new Map(
      store.files(entry.id).map(({ sourcePath, galleryPath }) => [sourcePath, galleryPath]),
    );
    const inGallery = (sourcePath: string) => files.get(sourcePath) ?? null;
    const own = [...files.keys()];
    const rows: string[][] = [];
    const missing: BulkRow[] = [];
    const refused: { field: string; message: string }[] = [];
    const put = (index: number, row: BulkRow) =>
      scriptUploads.upload(
        entry.id,
        entry.workspaceId,
        type,
        { ...scriptOf(row, order), index, field: cellOf(row, "script") },
        inGallery,
        own,
      );
    await inParallel(scriptsAtOnce, order.rows.entries(), async ([index, row]) => {
      try {
        const video = isLocal(row.video) ? inGallery(row.video.trim()) : row.video;
        const script = isLocal(row.script) ? await put(index, row) : row.script;
        if (video === null || script === null) missing.push(row);
        else rows[index] = cellsOf(row, { video, script });
      } catch (error) {
        const fields = fieldsOf(error);
        // What is of no cell.
        if (fields.length === 0) throw error;
        refused.push(...fields);
        if (refused.length >= maxFaults) throw invalid(refused);
      }
    });
    if (refused.length > 0) throw invalid(refused);
    return missing.length === 0 ? rows : null;
  }

  /** What is kept of a request that has begun, so that it is followed. */
  function begun(
    entry: OutboxRow,
    order: BulkRequest,
    requestId: string,
    seenBefore: readonly string[] | null,
  ): Pick<Delivery, "persist" | "onPersisted"> {
    const { workspaceId, projectId, name, targetFolder } = entry;
    const sentAt = entry.attemptedAt ?? deps.now();
    const place = { workspaceId, projectId, requestId, name, targetFolder };
    return {
      persist: () => deps.requests.add({ ...order, ...place, sentAt, seenBefore }),
      onPersisted: () => deps.onStarted(workspaceId, projectId),
    };
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: false,
    names: (row) => read(row.id).rows.map(({ name }) => name),
    async prepare(entry) {
      const { id, workspaceId, projectId, name, targetFolder } = entry;
      const order = read(entry.id);
      const { type } = await deps.project(workspaceId, projectId);
      const rows = await toCells(entry, type ?? "audio-production", order);
      if (rows === null) {
        const files = await requiredMedia(workspaceId, type, order, targetFolder);
        await deps.media.assign(id, workspaceId, await deps.media.identify(workspaceId, files));
        deps.onQueued();
        return null;
      }
      const file = `${fileName(name)}.xlsx`;
      const url = await scriptUploads.uploadTemplate(id, workspaceId, file, await writeBulk(rows));
      return {
        async send() {
          const { bulk } = deps.remote(workspaceId);
          const requestId = await bulk.start(projectId, url, order.settings);
          return { resultId: requestId, ...begun(entry, order, requestId, null) };
        },
      };
    },
    recovered(entry, _batchId, seenBefore) {
      // Its batches come; which request they are of is not told, so that it is known by a name of our own.
      const requestId = `lost-${entry.id}`;
      const message = "the answer was lost; its batches are in the project";
      return {
        resultId: requestId,
        problem: { code: "unconfirmed", message },
        ...begun(entry, read(entry.id), requestId, seenBefore),
      };
    },
  };
  return { kind, requiredMedia, read };
}

export const cellOf = (row: BulkRow, cell: string) => `rows[${row.id}].${cell}`;

function scriptOf(row: BulkRow, order: BulkRequest): LocalScript {
  return {
    path: row.script.trim(),
    languageCode: row.language.trim(),
    speakerSeparator: separatorOf(row, order.settings),
  };
}

/** A name as a file of any system can have it. */
function fileName(name: string): string {
  const plain = path
    .basename(name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_"))
    .replace(/^\.+|(?<![. ])[. ]+$/g, "");
  return plain.slice(0, 80) || "bulk";
}
