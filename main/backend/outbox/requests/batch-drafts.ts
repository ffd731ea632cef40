/** What a pending request for a batch needs and sends. */
import path from "node:path";
import type { BatchRequest } from "../../../../preload/contract/outbox";
import type { BatchDraft } from "../../../../preload/facts/rules";
import type { OutboxRow } from "../store/entry-rows";
import type { OutboxStore } from "../store/outbox-store";
import { AppError, invalidFields } from "../../../common/errors";
import type { RequiredMedia } from "./media-identity";
import type { ScriptUploads } from "./script-uploads";
import type { LocalScript } from "./local-script";
import type { TargetProject } from "./batch-rules";

export interface BatchDraftsDeps {
  store: Pick<OutboxStore, "files">;
  scriptUploads: Pick<ScriptUploads, "requiredMedia" | "upload">;
  /** The code of a language in the catalogue. */
  languageCode: (workspaceId: string, text: string) => string;
}

export function createBatchDrafts(deps: BatchDraftsDeps) {
  const { store, scriptUploads } = deps;

  /**
   * The local files that a request needs in the gallery. Rejects with "invalid-input" for an
   * unreadable script.
   */
  async function requiredMedia(
    workspaceId: string,
    { type }: TargetProject,
    request: BatchRequest,
    folder: string,
  ): Promise<RequiredMedia[]> {
    const files: RequiredMedia[] = [];
    if (request.video.kind === "file") {
      const galleryPath = folder + path.basename(request.video.path);
      files.push({ sourcePath: request.video.path, galleryPath, field: "videoPath" });
    }
    const script = scriptOf(request);
    if (script === null || type === null) return files;
    try {
      const target = { folder, field: "scriptPath" };
      return [...files, ...(await scriptUploads.requiredMedia(workspaceId, type, script, target))];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw invalidFields([{ field: "scriptPath", message: error.code }]);
    }
  }

  /** The batch to send, with its script uploaded; null where a file is not in the gallery yet. */
  async function toDraft(
    row: OutboxRow,
    { type }: TargetProject,
    request: BatchRequest,
  ): Promise<BatchDraft | null> {
    const files = new Map(
      store.files(row.id).map(({ sourcePath, galleryPath }) => [sourcePath, galleryPath]),
    );
    const inGallery = (sourcePath: string) => files.get(sourcePath) ?? null;
    const { script, video } = request;
    const draft: BatchDraft = {
      name: request.name,
      scriptPath: script.kind === "location" ? script.location : "",
      videoPath: video.kind === "location" ? video.location : "",
      languageCode: deps.languageCode(row.workspaceId, request.languageCode),
      settings: request.settings,
    };
    if (video.kind === "file") {
      const galleryPath = inGallery(video.path);
      if (galleryPath === null) return null;
      draft.videoPath = galleryPath;
    }
    const local = scriptOf(request);
    if (local !== null) {
      const projectType = type ?? "audio-production";
      const one = { ...local, index: 0, field: "scriptPath" };
      const own = [...files.keys()];
      const url = await scriptUploads.upload(
        row.id,
        row.workspaceId,
        projectType,
        one,
        inGallery,
        own,
      );
      if (url === null) return null;
      draft.scriptPath = url;
    }
    return draft;
  }

  return { requiredMedia, toDraft };
}

function scriptOf({ script, languageCode, settings }: BatchRequest): LocalScript | null {
  if (script.kind !== "file") return null;
  const speakerSeparator = settings.sourceSpeakerSeparator ?? "";
  const { path, lineKinds } = script;
  return { path, languageCode, speakerSeparator, lineKinds };
}
