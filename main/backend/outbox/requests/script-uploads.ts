/**
 * Uploads scripts of pending requests to the script store. Where a script names local source audio,
 * a copy is uploaded in which the audio has its gallery path; for a hosted service, a copy in a
 * format that it knows. The file itself is never changed.
 */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseKinds, withKinds } from "../../../../preload/facts/line-kinds";
import { factsOfType } from "../../../../preload/facts/project-types";
import type { ProjectType } from "../../../../preload/model/resources";
import { AppError, invalidFields } from "../../../common/errors";
import type { PutScript } from "../../../remote/script-store";
import { maxFileBytes } from "../../../script-formats/limits";
import { formatOf } from "../../../script-formats/format";
import type { ReadOptions } from "../../../script-formats/model";
import type { ScriptRewriter } from "../../../script-formats/process/reader";
import { normalisePath } from "../../gallery/gallery-path";
import {
  isSameStamp,
  readBounded,
  stampOf,
  writeWhole,
  type FileStamp,
} from "../../../common/files";
import type { ScriptChoices } from "../../scripts/script-choices";
import type { ScriptFiles } from "../../scripts/script-files";
import { sourceAudioProblem } from "../../../../preload/facts/source-audio";
import { cellOfAudio } from "../../scripts/script-report";
import { locateAudio, pathOf } from "../../scripts/source-audio";
import type { RequiredMedia } from "./request-media";

/** A script on this computer, and the options to read it. */
export interface LocalScript {
  path: string;
  languageCode: string;
  speakerSeparator: string;
  /** Which kinds of text are lines, as in `formatKinds`; absent for the defaults. */
  lineKinds?: string | undefined;
}

export interface ScriptUploadsDeps {
  /** The folder of copies; an entry's copies are deleted once it is sent. */
  folder: string;
  files: Pick<ScriptFiles, "read">;
  choices: Pick<ScriptChoices, "of" | "version">;
  reader: ScriptRewriter;
  putScript: (workspaceId: string, file: string) => Promise<PutScript>;
  putBytes: (workspaceId: string, name: string, bytes: Uint8Array) => Promise<PutScript>;
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  /** Whether a workspace is of our own service, which reads every format. */
  isLocal: (workspaceId: string) => boolean;
  now: () => number;
}

/**
 * An uploaded script, in memory only. SECURITY: a URL that opens a script is never written to disk.
 */
interface UploadedScript extends PutScript {
  stamp: FileStamp;
  /** Of the choices of the user by which it was read. */
  choices: number;
  /** JSON: the source audio and its gallery paths at the time of the upload. */
  audio: string;
}

interface UploadTarget {
  entryId: number;
  workspaceId: string;
  projectType: ProjectType;
}

interface Copy {
  name: string;
  bytes: Uint8Array;
}

/**
 * The validity a URL must have left to be sent, in milliseconds: the service may fetch the script
 * hours later.
 */
const minValidityMs = 24 * 3_600_000;

export type ScriptUploads = ReturnType<typeof createScriptUploads>;

export function createScriptUploads(deps: ScriptUploadsDeps) {
  /** By entry, then by the path of the script. */
  const uploaded = new Map<number, Map<string, UploadedScript>>();
  /** Bulk templates by entry. */
  const templates = new Map<number, PutScript & { hash: string }>();
  const isValid = ({ expiresAt }: PutScript) =>
    expiresAt === null || expiresAt - deps.now() > minValidityMs;
  /** Resolves when leftovers are deleted; the folder must not be written to before. */
  let isCleared: Promise<unknown> = Promise.resolve();
  const folderOf = (entryId: number) => path.join(deps.folder, String(entryId));

  /**
   * The local files of a script's source audio, by the text in the script: those of the entry
   * (`own`), also where they no longer exist, and those that exist. `outside`: files not below the
   * script's folder. `missing`: the problem of the first reference that was not found, or of a
   * script that cannot be read.
   */
  async function localAudio(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript,
    own: readonly string[],
  ): Promise<{ local: Map<string, string>; outside: Set<string>; missing: string | null }> {
    const local = new Map<string, string>();
    const outside = new Set<string>();
    if (factsOfType(projectType).sourceAudio === "none") return { local, outside, missing: null };
    const { script: found } = await deps.files.read({ ...script, projectType });
    if (found.lines.length === 0 && found.problems.some(({ severity }) => severity === "error"))
      return { local, outside, missing: "file-unreadable" };
    const references = new Set(found.lines.flatMap(({ sourceAudio }) => sourceAudio ?? []));
    const folder = path.dirname(script.path);
    const known = new Map(own.map((file) => [file.normalize("NFC"), file]));
    for (const reference of references) {
      const file = known.size === 0 ? null : pathOf(reference, folder, process.platform);
      const ownFile = file === null ? undefined : known.get(file.normalize("NFC"));
      if (ownFile !== undefined) local.set(reference, ownFile);
    }
    const others = new Set([...references].filter((reference) => !local.has(reference)));
    const locations = await locateAudio(others, folder, {
      isInGallery: (galleryPath) => deps.isInGallery(workspaceId, galleryPath),
    });
    let missing: string | null = null;
    for (const [reference, location] of locations) {
      if (location.kind === "local") {
        local.set(reference, location.path);
        if (location.isOutside) outside.add(location.path);
      } else if (location.kind === "missing")
        missing ??= sourceAudioProblem(
          location.code,
          cellOfAudio(found, reference),
          path.basename(reference),
        );
    }
    return { local, outside, missing };
  }

  /**
   * Reads a script's stamp and source audio. Rejects with "invalid-input" where it cannot be read.
   */
  async function readScript(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript & { field: string },
    own: readonly string[],
  ) {
    return withField(script, async () => {
      const stamp = await stampOf(script.path);
      if (stamp.size > maxFileBytes) throw invalidScript(script, "too-large");
      return { stamp, ...(await localAudio(workspaceId, projectType, script, own)) };
    });
  }

  /**
   * The file to upload: the script itself, or a copy whose source audio has gallery paths, in a
   * format that the service knows.
   */
  async function fileToUpload(
    { entryId, workspaceId, projectType }: UploadTarget,
    script: LocalScript & { index: number; field: string },
    audio: ReadonlyMap<string, string>,
  ): Promise<string> {
    const isLocal = deps.isLocal(workspaceId);
    const hasChoices = Object.keys(deps.choices.of(script.path)).length > 0;
    if (isLocal && audio.size === 0 && !hasChoices) return script.path;
    const { bytes } = await withField(script, () => readBounded(script.path, maxFileBytes));
    if (bytes === null) throw invalidScript(script, "too-large");
    // The cells of an .ods are not replaced: its lines are written as a workbook.
    const isOds = formatOf(path.basename(script.path), bytes) === "ods";
    const isKept = isLocal && !isOds && !hasChoices;
    const target = { purpose: projectType, isForOwnService: isLocal };
    const copy =
      (isKept ? null : await convert(script, target, bytes, audio)) ??
      (audio.size === 0 ? null : await withAudio(script, bytes, audio));
    return copy === null ? script.path : writeCopy(entryId, script.index, copy);
  }

  /** The script in a format that every service knows; null if it is in one. */
  async function convert(
    script: LocalScript & { field: string },
    target: Pick<ReadOptions, "purpose" | "isForOwnService">,
    bytes: Uint8Array,
    audio: ReadonlyMap<string, string>,
  ): Promise<Copy | null> {
    const { languageCode, speakerSeparator, lineKinds = "" } = script;
    const kinds = parseKinds(lineKinds) ?? {};
    const choices = deps.choices.of(script.path);
    const options = { ...target, languageCode, speakerSeparator, kinds, ...choices };
    const { base: name, name: stem } = path.parse(script.path);
    const converted = await deps.reader.convertScript(bytes, name, options, audio);
    if (converted.refusal !== null) throw invalidScript(script, converted.refusal);
    if (converted.bytes === null) return null;
    return { name: `${stem}.${converted.extension}`, bytes: converted.bytes };
  }

  async function withAudio(
    script: LocalScript & { field: string },
    bytes: Uint8Array,
    audio: ReadonlyMap<string, string>,
  ): Promise<Copy> {
    const name = path.basename(script.path);
    const copy = await deps.reader.rewriteAudio(bytes, name, audio);
    if (copy.bytes === null) throw invalidScript(script, "file-unreadable");
    return { name, bytes: copy.bytes };
  }

  async function writeCopy(entryId: number, index: number, { name, bytes }: Copy) {
    const folder = path.join(folderOf(entryId), String(index));
    await isCleared;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    await writeWhole(file, bytes);
    return file;
  }

  return {
    /** The local source audio that a script names. Rejects when the script cannot be read. */
    async requiredMedia(
      workspaceId: string,
      projectType: ProjectType,
      script: LocalScript,
      target: { folder: string; field: string },
    ): Promise<RequiredMedia[]> {
      // Audio that is missing now may exist when the request is sent; `upload` checks it again.
      const { local, outside } = await localAudio(workspaceId, projectType, script, []);
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
      const { stamp, local, missing } = await readScript(workspaceId, projectType, script, own);
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
      const file = await fileToUpload({ entryId, workspaceId, projectType }, script, audio);
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
    /**
     * Deletes copies that an earlier run of the program left: it is unknown which of them were
     * uploaded.
     */
    clear(): Promise<void> {
      const cleared = rm(deps.folder, { recursive: true, force: true });
      isCleared = cleared.catch(() => undefined);
      return cleared;
    },
    /** Deletes the copies of entries and discards their URLs. */
    async discard(entryIds: readonly number[]): Promise<void> {
      for (const id of entryIds) {
        uploaded.delete(id);
        templates.delete(id);
        await rm(folderOf(id), { recursive: true, force: true });
      }
    },
  };
}

const invalidScript = ({ field }: { field: string }, message: string) =>
  invalidFields([{ field, message }]);

/**
 * Runs `work` on a script's file. An error of the file rejects as "invalid-input" with the field of
 * the script.
 */
async function withField<T>(script: { field: string }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfFile = error instanceof AppError && error.code.startsWith("file-");
    throw isOfFile ? invalidScript(script, error.code) : error;
  }
}

/** A file's path relative to a folder that contains it; of any other file the name alone. */
function relativePath(folder: string, file: string): string {
  const relative = path.relative(folder, file);
  const isBelow = relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
  return normalisePath(isBelow ? relative.split(path.sep).join("/") : path.basename(file));
}
