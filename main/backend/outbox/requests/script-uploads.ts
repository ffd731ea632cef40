/**
 * Uploads scripts of pending requests to the script store. Where a script names local source audio,
 * a copy is uploaded in which the audio has its gallery path; for a hosted service, a copy in a
 * format that it knows. The file itself is never changed.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { withKinds } from "../../../../preload/facts/line-kinds";
import type { ProjectType } from "../../../../preload/model/resources";
import type { PutScript } from "../../../remote/script-store";
import { normalisePath } from "../../gallery/gallery-path";
import { isSameStamp, type FileStamp } from "../../../common/files";
import type { RequiredMedia } from "./media-identity";
import { invalidScript, withField, type LocalScript } from "./local-script";
import { createScriptAudio, type ScriptAudioDeps } from "./script-audio";
import { createScriptCopies, type ScriptCopiesDeps } from "./script-copies";
import type { ScriptChoices } from "../../scripts/script-choices";

export interface ScriptUploadsDeps extends ScriptAudioDeps, ScriptCopiesDeps {
  choices: Pick<ScriptChoices, "of" | "version">;
  putScript: (workspaceId: string, file: string) => Promise<PutScript>;
  putBytes: (workspaceId: string, name: string, bytes: Uint8Array) => Promise<PutScript>;
  now: () => number;
}

/**
 * An uploaded script, in memory only. SECURITY: a URL that opens a script is never written to disk.
 */
interface UploadedScript extends PutScript {
  stamp: FileStamp;
  /** The version of the choices by which the script was read. */
  choices: number;
  /** JSON: the source audio and its gallery paths at the time of the upload. */
  audio: string;
}

/**
 * The validity a URL must have left to be sent, in milliseconds: the service may fetch the script
 * hours later.
 */
const minValidityMs = 24 * 3_600_000;

export type ScriptUploads = ReturnType<typeof createScriptUploads>;

export function createScriptUploads(deps: ScriptUploadsDeps) {
  const audioOf = createScriptAudio(deps);
  const copies = createScriptCopies(deps);
  /** Uploaded scripts by entry, then by path. */
  const uploaded = new Map<number, Map<string, UploadedScript>>();
  /** Bulk templates by entry. */
  const templates = new Map<number, PutScript & { hash: string }>();
  const isValid = ({ expiresAt }: PutScript) =>
    expiresAt === null || expiresAt - deps.now() > minValidityMs;
  return {
    /** The local source audio that a script names. Rejects when the script cannot be read. */
    async requiredMedia(
      workspaceId: string,
      projectType: ProjectType,
      script: LocalScript,
      target: { folder: string; field: string },
    ): Promise<RequiredMedia[]> {
      // Audio that is missing now may exist when the request is sent; `upload` checks it again.
      const { local, outside } = await audioOf.localAudio(workspaceId, projectType, script, []);
      return [...local.values()].map((sourcePath) => ({
        sourcePath,
        ...(outside.has(sourcePath) ? { outsideOf: script.path } : {}),
        galleryPath: target.folder + relativePath(path.dirname(script.path), sourcePath),
        field: target.field,
      }));
    },
    /**
     * Uploads a script unless this version of it was uploaded under a URL that is still valid.
     * Resolves to the URL, or to null where `inGallery` has no gallery path for one of its audio
     * files: nothing is uploaded then. `own` are the local files of the entry. Rejects with
     * "invalid-input" and the field for a script that is missing, unreadable, empty, too large or
     * being written, or that names audio that was not found: it would otherwise contain paths of
     * this computer.
     */
    async upload(
      entryId: number,
      workspaceId: string,
      projectType: ProjectType,
      script: LocalScript & { index: number; field: string },
      inGallery: (sourcePath: string) => string | null,
      own: readonly string[],
    ): Promise<string | null> {
      const { stamp, local, missing } = await audioOf.readScript(
        workspaceId,
        projectType,
        script,
        own,
      );
      if (missing !== null) throw invalidScript(script, missing);
      const audio = new Map<string, string>();
      for (const [reference, sourcePath] of local) {
        const galleryPath = inGallery(sourcePath);
        if (galleryPath === null) return null;
        audio.set(reference, galleryPath);
      }
      const names = JSON.stringify([...audio]);
      const known = uploaded.get(entryId)?.get(script.path);
      const isCurrent =
        known !== undefined &&
        isSameStamp(known.stamp, stamp) &&
        known.audio === names &&
        known.choices === deps.choices.version() &&
        isValid(known);
      if (isCurrent) return withKinds(known.url, script.lineKinds ?? "");
      const choices = deps.choices.version();
      const file = await copies.fileToUpload({ entryId, workspaceId, projectType }, script, audio);
      // The file may have been changed or deleted since `readScript`.
      const put = await withField(script, () => deps.putScript(workspaceId, file));
      const ofEntry = uploaded.get(entryId) ?? new Map<string, UploadedScript>();
      uploaded.set(entryId, ofEntry.set(script.path, { ...put, stamp, choices, audio: names }));
      return withKinds(put.url, script.lineKinds ?? "");
    },
    /**
     * Uploads the template of a bulk request. SECURITY: its rows contain URLs that open scripts, so
     * it is never written to disk.
     */
    async uploadTemplate(entryId: number, workspaceId: string, name: string, bytes: Uint8Array) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const known = templates.get(entryId);
      if (known?.hash === hash && isValid(known)) return known.url;
      const put = await deps.putBytes(workspaceId, name, bytes);
      templates.set(entryId, { ...put, hash });
      return put.url;
    },
    /** Whether a script of an entry was uploaded since the program started. */
    isUploaded: (entryId: number) => uploaded.has(entryId),
    clear: copies.clear,
    /** Deletes the copies of entries and discards their URLs. */
    async discard(entryIds: readonly number[]): Promise<void> {
      for (const id of entryIds) {
        uploaded.delete(id);
        templates.delete(id);
        await copies.discard(id);
      }
    },
  };
}

/** A file's path relative to a folder that contains it; of any other file the name alone. */
function relativePath(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  const isBelow = relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
  return normalisePath(isBelow ? relative.split(path.sep).join("/") : path.basename(file));
}
