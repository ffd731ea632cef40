/** Orders of single batches: the rules they keep, the files they name, and the request that they become. */
import path from "node:path";
import { originOf } from "../../../preload/facts/batch-sources";
import type { BatchRequest } from "../../../preload/contract/outbox";
import type { BatchDraft } from "../../../preload/contract/projects";
import type { Batch } from "../../../preload/model/resources";
import type { ProjectType } from "../../../preload/model/resources";
import { checkBatch, scriptStandIn } from "../../../preload/facts/rules";
import type { Remote } from "../../remote/remote";
import { formatOf } from "../../script-formats/read";
import type { BatchOriginStore } from "../batches/origin-store";
import type { OutboxRow, OutboxStore } from "./store";
import { withGroup } from "../lists/batch-group";
import { AppError } from "../../common/errors";
import { invalid, mediaRule, type RequestMedia, type RequiredMedia } from "./request-media";
import type { LocalScript, ScriptUploads } from "./script-uploads";
import type { RequestKind } from "./request-kind";

/** What is known of the project that an order is for. */
export interface TargetProject {
  name: string;
  /** Null where it is a word that we do not know: the service decides then. */
  type: ProjectType | null;
}

export interface BatchEntriesDeps {
  store: OutboxStore;
  origins: Pick<BatchOriginStore, "put">;
  media: RequestMedia;
  scriptUploads: ScriptUploads;
  remote: (workspaceId: string) => Remote;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** Rules that a language breaks by the catalogue, where it is known. */
  unknownLanguages: (
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ) => readonly { field: string; rule: string }[];
  /** Uploads were queued. */
  onQueued: () => void;
  /** A batch of ours is there. */
  onBatchCreated: (workspaceId: string, batch: Batch | null, projectId: string) => void;
  /** How long after a lost answer a batch may still appear, in milliseconds. */
  reconcileMs: number;
}

export type BatchEntries = ReturnType<typeof createBatchEntries>;

/** What is wrong with a file as a script by its name; null when it may be one. */
export function scriptRule(file: string): string | null {
  if (!path.isAbsolute(file)) return "not-a-location";
  return formatOf(file, new Uint8Array()) === null ? "not-a-script" : null;
}

export function createBatchEntries(deps: BatchEntriesDeps) {
  const { store, scriptUploads } = deps;

  /** The rules of the interface, as if the files were where they will be. */
  function check(workspaceId: string, { type }: TargetProject, order: BatchRequest): void {
    const broken: { field: string; message: string }[] = [];
    const locationOf = (source: BatchRequest["script"], standIn: (path: string) => string) =>
      source.kind === "file"
        ? standIn(source.path)
        : source.kind === "location"
          ? source.location
          : "";
    const draft: BatchDraft = {
      ...order,
      scriptPath: locationOf(order.script, scriptStandIn),
      videoPath: locationOf(order.video, (file) => `video${path.extname(file).toLowerCase()}`),
    };
    if (type !== null)
      for (const { field, rule } of checkBatch({ type }, draft))
        broken.push({ field, message: rule });
    const code = draft.languageCode.trim();
    const named = code === "" ? [] : [{ field: "languageCode", id: code }];
    for (const { field, rule } of deps.unknownLanguages(workspaceId, named))
      broken.push({ field, message: rule });
    const ofScript = order.script.kind === "file" ? scriptRule(order.script.path) : null;
    if (ofScript !== null) broken.push({ field: "scriptPath", message: ofScript });
    const ofVideo = order.video.kind === "file" ? mediaRule(order.video.path) : null;
    if (ofVideo !== null && !broken.some(({ field }) => field === "videoPath"))
      broken.push({ field: "videoPath", message: ofVideo });
    if (broken.length > 0) throw invalid(broken);
  }

  /** Every file of this computer that an order's media are. Rejects with "invalid-input" for a script not to be read. */
  async function requiredMedia(
    workspaceId: string,
    { type }: TargetProject,
    order: BatchRequest,
    folder: string,
  ): Promise<RequiredMedia[]> {
    const files: RequiredMedia[] = [];
    if (order.video.kind === "file") {
      const galleryPath = folder + path.basename(order.video.path);
      files.push({ sourcePath: order.video.path, galleryPath, field: "videoPath" });
    }
    const script = scriptOf(order);
    if (script === null || type === null) return files;
    try {
      const target = { folder, field: "scriptPath" };
      return [...files, ...(await scriptUploads.requiredMedia(workspaceId, type, script, target))];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalid([{ field: "scriptPath", message: error.code }]);
    }
  }

  /** The request, when everything it names is there; null where something is missing. */
  async function toDraft(
    row: OutboxRow,
    { type }: TargetProject,
    order: BatchRequest,
  ): Promise<BatchDraft | null> {
    const files = new Map(
      store.files(row.id).map(({ sourcePath, galleryPath }) => [sourcePath, galleryPath]),
    );
    const inGallery = (sourcePath: string) => files.get(sourcePath) ?? null;
    const { script, video } = order;
    const draft: BatchDraft = {
      name: order.name,
      scriptPath: script.kind === "location" ? script.location : "",
      videoPath: video.kind === "location" ? video.location : "",
      languageCode: order.languageCode,
      settings: order.settings,
    };
    if (video.kind === "file") {
      const galleryPath = inGallery(video.path);
      if (galleryPath === null) return null;
      draft.videoPath = galleryPath;
    }
    const local = scriptOf(order);
    if (local !== null) {
      const place = type ?? "audio-production";
      const one = { ...local, index: 0, field: "scriptPath" };
      const own = [...files.keys()];
      const url = await scriptUploads.put(row.id, row.workspaceId, place, one, inGallery, own);
      if (url === null) return null;
      draft.scriptPath = url;
    }
    return draft;
  }

  const read = (row: OutboxRow) => JSON.parse(store.body(row.id) ?? "{}") as BatchRequest;

  function saveOrigin(row: OutboxRow, batchId: string): void {
    deps.origins.put(row.workspaceId, batchId, originOf(read(row), row.targetFolder));
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: true,
    names: ({ name }) => [name],
    found: (row, batchId) => ({
      resultId: batchId,
      keep: () => saveOrigin(row, batchId),
      after: () => deps.onBatchCreated(row.workspaceId, null, row.projectId),
    }),
    async prepare(row) {
      const { workspaceId, projectId } = row;
      const order = read(row);
      const place = await deps.project(workspaceId, projectId);
      const draft = await toDraft(row, place, order);
      if (draft === null) {
        // Its script names other files than it did when it was taken.
        const files = await requiredMedia(workspaceId, place, order, row.targetFolder);
        const known = await deps.media.look(workspaceId, files);
        await deps.media.keep(row.id, workspaceId, known);
        deps.onQueued();
        return null;
      }
      return {
        async send() {
          const batch = withGroup(await deps.remote(workspaceId).batches.create(projectId, draft));
          return {
            resultId: batch.id,
            keep: () => saveOrigin(row, batch.id),
            after: () => deps.onBatchCreated(workspaceId, batch, projectId),
          };
        },
      };
    },
  };

  return { kind, check, requiredMedia, read };
}

function scriptOf({ script, languageCode, settings }: BatchRequest): LocalScript | null {
  if (script.kind !== "file") return null;
  const speakerSeparator = settings.sourceSpeakerSeparator ?? "";
  return { path: script.path, languageCode, speakerSeparator };
}
