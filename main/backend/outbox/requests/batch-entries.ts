/**
 * Pending requests for single batches: validation, the files they need, and the request that is
 * sent.
 */
import path from "node:path";
import { originOf } from "../../../../preload/contract/batch-sources";
import type {
  BatchLanguage,
  BatchRequest,
  LanguagesRequest,
} from "../../../../preload/contract/outbox";
import type { ProjectType } from "../../../../preload/model/resources";
import {
  checkBatch,
  scriptStandIn,
  videoStandIn,
  type BatchDraft,
} from "../../../../preload/facts/rules";
import type { Remote } from "../../../remote/remote";
import { formatOf } from "../../../script-formats/read";
import type { Batches } from "../../batches/batches";
import { readTargetFolder } from "../../gallery/gallery-path";
import type { ConfirmFiles } from "../../approvals/confirm-files";
import type { NewOutboxEntry, OutboxRow } from "../store/entry-rows";
import type { OutboxStore } from "../store/outbox-store";
import { withGroup } from "../../lists/batch-group";
import { AppError, invalidFields } from "../../../common/errors";
import { mediaRule, type RequestMedia, type RequiredMedia } from "./request-media";
import type { LocalScript, ScriptUploads } from "./script-uploads";
import type { RequestKind } from "./request-kind";

export interface RequestTarget {
  workspaceId: string;
  projectId: string;
}
/** The project that a request is for. */
export interface TargetProject {
  name: string;
  /** Null for a type that this version does not know; the service validates the request then. */
  type: ProjectType | null;
}

export interface BatchEntriesDeps {
  store: OutboxStore;
  batches: Pick<Batches, "created" | "saveOrigin">;
  media: RequestMedia;
  scriptUploads: ScriptUploads;
  /** The languages that are added once a batch is created; see language-entries.ts. */
  languages: {
    violationsOf: (
      workspaceId: string,
      languages: readonly BatchLanguage[],
    ) => Promise<{ field: string; message: string }[]>;
    addFor: (
      batch: Pick<OutboxRow, "workspaceId" | "projectId" | "projectName">,
      request: LanguagesRequest,
    ) => void;
  };
  confirmFiles: Pick<ConfirmFiles, "outside">;
  remote: (workspaceId: string) => Remote;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** Rules that languages break by the catalogue; none where the catalogue is not cached. */
  unknownLanguages: (
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ) => readonly { field: string; rule: string }[];
  /** The code of a language in the catalogue. */
  languageCode: (workspaceId: string, text: string) => string;
  /** How long after a lost response a batch may still appear, in milliseconds. */
  reconcileMs: number;
}

export type BatchEntries = ReturnType<typeof createBatchEntries>;

/** The rule that a script file breaks by its path; null for none. */
export function scriptRule(file: string): string | null {
  if (!path.isAbsolute(file)) return "not-a-location";
  return formatOf(file, new Uint8Array()) === null ? "not-a-script" : null;
}

export function createBatchEntries(deps: BatchEntriesDeps) {
  const { store, scriptUploads } = deps;

  /**
   * Validates a request by the rules of the interface, with stand-ins for local files. Throws
   * "invalid-input" with the fields.
   */
  async function validate(
    workspaceId: string,
    { type }: TargetProject,
    request: BatchRequest,
  ): Promise<void> {
    const violations: { field: string; message: string }[] = [];
    const locationOf = (source: BatchRequest["script"], standIn: (path: string) => string) =>
      source.kind === "file"
        ? standIn(source.path)
        : source.kind === "location"
          ? source.location
          : "";
    const draft: BatchDraft = {
      ...request,
      scriptPath: locationOf(request.script, scriptStandIn),
      videoPath: locationOf(request.video, videoStandIn),
    };
    if (type !== null)
      for (const { field, rule } of checkBatch({ type }, draft))
        violations.push({ field, message: rule });
    const code = draft.languageCode.trim();
    const named = code === "" ? [] : [{ field: "languageCode", id: code }];
    for (const { field, rule } of deps.unknownLanguages(workspaceId, named))
      violations.push({ field, message: rule });
    const ofScript = request.script.kind === "file" ? scriptRule(request.script.path) : null;
    if (ofScript !== null) violations.push({ field: "scriptPath", message: ofScript });
    const ofVideo = request.video.kind === "file" ? mediaRule(request.video.path) : null;
    if (ofVideo !== null && !violations.some(({ field }) => field === "videoPath"))
      violations.push({ field: "videoPath", message: ofVideo });
    violations.push(...(await deps.languages.violationsOf(workspaceId, request.targets ?? [])));
    if (violations.length > 0) throw invalidFields(violations);
  }

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

  const read = (row: OutboxRow) => JSON.parse(store.body(row.id) ?? "{}") as BatchRequest;

  function saveOrigin(row: OutboxRow, batchId: string): void {
    deps.batches.saveOrigin(row.workspaceId, batchId, originOf(read(row), row.targetFolder));
  }

  /** Stores what follows from a created batch; its other languages are sent next. */
  function persist(row: OutboxRow, batchId: string): void {
    saveOrigin(row, batchId);
    const { name, targets = [] } = read(row);
    if (targets.length > 0)
      deps.languages.addFor(row, { batchId, batchName: name, languages: targets });
  }

  const kind: RequestKind = {
    reconcileMs: deps.reconcileMs,
    isResent: true,
    names: ({ name }) => [name],
    recovered: (row, batchId) => ({
      resultId: batchId,
      persist: () => persist(row, batchId),
      onPersisted: () => deps.batches.created(row.workspaceId, row.projectId, null),
    }),
    async prepare(row) {
      const { workspaceId, projectId } = row;
      const request = read(row);
      const project = await deps.project(workspaceId, projectId);
      const draft = await toDraft(row, project, request);
      if (draft === null) {
        // The script names other files than when the entry was added.
        const files = await requiredMedia(workspaceId, project, request, row.targetFolder);
        const known = await deps.media.identify(workspaceId, files);
        await deps.media.assign(row.id, workspaceId, known);
        return null;
      }
      return {
        async send() {
          const batch = withGroup(await deps.remote(workspaceId).batches.create(projectId, draft));
          return {
            resultId: batch.id,
            persist: () => persist(row, batch.id),
            onPersisted: () => deps.batches.created(workspaceId, projectId, batch),
          };
        },
      };
    },
  };

  return {
    kind,
    read,
    /**
     * Checks a request. Resolves to its entry and the files that it needs in the gallery. Rejects
     * with "invalid-input" and the fields, and with "not-confirmed" where the user does not confirm
     * its files.
     */
    async check(
      { workspaceId, projectId }: RequestTarget,
      request: BatchRequest,
      targetFolder: string,
    ): Promise<{ entry: NewOutboxEntry; files: RequiredMedia[] }> {
      const folder = readTargetFolder(targetFolder);
      const project = await deps.project(workspaceId, projectId);
      await validate(workspaceId, project, request);
      const files = await requiredMedia(workspaceId, project, request, folder);
      await deps.confirmFiles.outside(files);
      const entry: NewOutboxEntry = {
        workspaceId,
        projectId,
        projectName: project.name,
        kind: "batch",
        name: request.name.normalize("NFC").trim(),
        targetFolder: folder,
        body: JSON.stringify(request),
        hasScript: request.script.kind === "file",
        draftId: null,
      };
      return { entry, files };
    },
  };
}

function scriptOf({ script, languageCode, settings }: BatchRequest): LocalScript | null {
  if (script.kind !== "file") return null;
  const speakerSeparator = settings.sourceSpeakerSeparator ?? "";
  const { path, lineKinds } = script;
  return { path, languageCode, speakerSeparator, lineKinds };
}
