/**
 * Pending bulk requests: uploads the scripts of their rows, writes and uploads the template, and
 * sends the request.
 */
import path from "node:path";
import { factsOfType } from "../../../preload/facts/project-types";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { BatchSettings, ProjectType } from "../../../preload/model/resources";
import type { Remote } from "../../remote/remote";
import { invalidFields } from "../../common/errors";
import { forEachLimit } from "../../common/for-each-limit";
import { writeBulk } from "../../script-formats/bulk-write";
import type { BulkRequestStore } from "./request-store";
import type { OutboxRow } from "../outbox/store/entry-rows";
import type { OutboxStore } from "../outbox/store/outbox-store";
import type { TargetProject } from "../outbox/requests/batch-rules";
import { fieldsOf } from "../outbox/sending/failures";
import type { RequestMedia } from "../outbox/requests/request-media";
import type { RequiredMedia } from "../outbox/requests/media-identity";
import type { ScriptUploads } from "../outbox/requests/script-uploads";
import type { LocalScript } from "../outbox/requests/local-script";
import type { Delivery, RequestKind } from "../outbox/requests/request-kind";
import { cellsOf, isLocal, separatorOf, videoGalleryPath } from "./draft-rows";

/** The body of a bulk request: the rows as they were when it was started. */
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
  /** The code of a language in the catalogue. */
  languageCode: (workspaceId: string, text: string) => string;
  /** Called after the service has received a request. */
  onStarted: (workspaceId: string, projectId: string) => void;
  now: () => number;
  /** How long after a lost response its batches may still appear, in milliseconds. */
  reconcileMs: number;
}

const scriptsAtOnce = 3;
/** Rejected cells reported of one request. */
export const maxRejectedCells = 1_000;

export type BulkEntries = ReturnType<typeof createBulkEntries>;

export function createBulkEntries(deps: BulkEntriesDeps) {
  const { store, scriptUploads } = deps;
  const read = (entryId: number) => JSON.parse(store.body(entryId) ?? "{}") as BulkRequest;

  /** The local files that a request needs in the gallery. Rejects when a script cannot be read. */
  async function requiredMedia(
    workspaceId: string,
    type: ProjectType | null,
    request: BulkRequest,
    folder: string,
  ): Promise<RequiredMedia[]> {
    const files: RequiredMedia[] = [];
    for (const row of request.rows) {
      if (isLocal(row.video)) {
        const galleryPath = videoGalleryPath(folder, row.video);
        files.push({ sourcePath: row.video.trim(), galleryPath, field: cellOf(row, "video") });
      }
      if (type === null || factsOfType(type).sourceAudio === "none" || !isLocal(row.script))
        continue;
      const target = { folder, field: cellOf(row, "script") };
      files.push(
        ...(await scriptUploads.requiredMedia(workspaceId, type, scriptOf(row, request), target)),
      );
    }
    return files;
  }

  /**
   * The rows of the template; null where a file is not in the gallery yet. Rejects with all
   * rejected cells.
   */
  async function toCells(entry: OutboxRow, type: ProjectType, request: BulkRequest) {
    const files = new Map(
      store.files(entry.id).map(({ sourcePath, galleryPath }) => [sourcePath, galleryPath]),
    );
    const inGallery = (sourcePath: string) => files.get(sourcePath) ?? null;
    const own = [...files.keys()];
    const rows: string[][] = [];
    const missing: BulkRow[] = [];
    const rejected: { field: string; message: string }[] = [];
    const uploadScript = (index: number, row: BulkRow) =>
      scriptUploads.upload(
        entry.id,
        entry.workspaceId,
        type,
        { ...scriptOf(row, request), index, field: cellOf(row, "script") },
        inGallery,
        own,
      );
    await forEachLimit(scriptsAtOnce, request.rows.entries(), async ([index, row]) => {
      try {
        const video = isLocal(row.video) ? inGallery(row.video.trim()) : row.video;
        const script = isLocal(row.script) ? await uploadScript(index, row) : row.script;
        if (video === null || script === null) missing.push(row);
        else {
          const language = deps.languageCode(entry.workspaceId, row.language);
          rows[index] = cellsOf(row, { video, script, language });
        }
      } catch (error) {
        const fields = fieldsOf(error);
        // Not an error of a cell.
        if (fields.length === 0) throw error;
        rejected.push(...fields);
        if (rejected.length >= maxRejectedCells) throw invalidFields(rejected);
      }
    });
    if (rejected.length > 0) throw invalidFields(rejected);
    return missing.length === 0 ? rows : null;
  }

  /** Stores a request that the service has received, so that it is polled. */
  function started(
    entry: OutboxRow,
    request: BulkRequest,
    requestId: string,
    seenBefore: readonly string[] | null,
  ): Pick<Delivery, "persist" | "onPersisted"> {
    const { workspaceId, projectId, name, targetFolder } = entry;
    const sentAt = entry.attemptedAt ?? deps.now();
    const base = { workspaceId, projectId, requestId, name, targetFolder };
    return {
      persist: () => deps.requests.add({ ...request, ...base, sentAt, seenBefore }),
      onPersisted: () => deps.onStarted(workspaceId, projectId),
    };
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: false,
    names: (row) => read(row.id).rows.map(({ name }) => name),
    async prepare(entry) {
      const { id, workspaceId, projectId, name, targetFolder } = entry;
      const request = read(entry.id);
      const { type } = await deps.project(workspaceId, projectId);
      const rows = await toCells(entry, type ?? "audio-production", request);
      if (rows === null) {
        const files = await requiredMedia(workspaceId, type, request, targetFolder);
        await deps.media.assign(id, workspaceId, await deps.media.identify(workspaceId, files));
        return null;
      }
      const file = `${fileName(name)}.xlsx`;
      const url = await scriptUploads.uploadTemplate(id, workspaceId, file, await writeBulk(rows));
      return {
        async send() {
          const { bulk } = deps.remote(workspaceId);
          const requestId = await bulk.start(projectId, url, request.settings);
          return { resultId: requestId, ...started(entry, request, requestId, null) };
        },
      };
    },
    recovered(entry, _batchId, seenBefore) {
      // The service's id of the request is unknown, so the stored request gets a local one.
      const requestId = `lost-${entry.id}`;
      const message = "the response was lost; its batches are in the project";
      return {
        resultId: requestId,
        problem: { code: "unconfirmed", message },
        ...started(entry, read(entry.id), requestId, seenBefore),
      };
    },
  };
  return { kind, requiredMedia, read };
}

export const cellOf = (row: BulkRow, cell: string) => `rows[${row.id}].${cell}`;

function scriptOf(row: BulkRow, request: BulkRequest): LocalScript {
  return {
    path: row.script.trim(),
    languageCode: row.language.trim(),
    speakerSeparator: separatorOf(row, request.settings),
  };
}

/** A name as a file name that is valid on every system. */
function fileName(name: string): string {
  const plain = path
    .basename(name.replace(/[\p{Cc}<>:"/\\|?*]/gu, "_"))
    .replace(/^\.+|(?<![. ])[. ]+$/g, "");
  return plain.slice(0, 80) || "bulk";
}
