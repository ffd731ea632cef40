/**
 * Scripts of orders on their way to the script store: read here, their source audio found and, in a copy, named as the
 * gallery has it. The file itself is never changed.
 */
import { createHash } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { ProjectType } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import type { PutScript } from "../../remote/script-store";
import { maxFileBytes } from "../../script-formats/limits";
import type { ScriptRewriter } from "../../script-formats/reader";
import { normalisePath } from "../gallery/gallery-path";
import { isSameStamp, readBounded, stampOf, writeWhole, type FileStamp } from "../../common/files";
import type { ScriptFiles } from "../scripts/script-files";
import { locateAudio, pathOf } from "../scripts/source-audio";
import { invalid, type RequiredMedia } from "./request-media";

/** A script on this computer, and how it is read. */
export interface LocalScript {
  path: string;
  languageCode: string;
  speakerSeparator: string;
}

export interface ScriptUploadsDeps {
  /** Where copies are kept until they are sent. */
  folder: string;
  files: Pick<ScriptFiles, "read">;
  reader: ScriptRewriter;
  putScript: (workspaceId: string, file: string) => Promise<PutScript>;
  putBytes: (workspaceId: string, name: string, bytes: Uint8Array) => Promise<PutScript>;
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  now: () => number;
}

/** Only while the program runs. SECURITY: a URL that opens a script is kept on no disk. */
interface Put extends PutScript {
  stamp: FileStamp;
  /** What its source audio was named when it was put. */
  audio: string;
}

/** How much of its life a URL must have left to be used, in milliseconds: the service fetches it when it comes to it. */
const leastLife = 24 * 3_600_000;

export type ScriptUploads = ReturnType<typeof createScriptUploads>;

export function createScriptUploads(deps: ScriptUploadsDeps) {
  const puts = new Map<number, Map<string, Put>>();
  const made = new Map<number, PutScript & { hash: string }>();
  const isLasting = ({ expiresAt }: PutScript) =>
    expiresAt === null || expiresAt - deps.now() > leastLife;
  /** Until it resolves the folder is not to be written to. */
  let isCleared: Promise<unknown> = Promise.resolve();
  const folderOf = (entryId: number) => path.join(deps.folder, String(entryId));

  /**
   * What the source audio of a script is called, and the files of this computer that it is: those that `own` knows,
   * also where they are gone by now, and those that are there. `outside`: files not below the script's folder.
   */
  async function localAudio(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript,
    own: readonly string[],
  ): Promise<{ local: Map<string, string>; outside: Set<string>; missing: string | null }> {
    const local = new Map<string, string>();
    const outside = new Set<string>();
    if (projectType !== "line-dubbing") return { local, outside, missing: null };
    const { script: found } = await deps.files.read({ ...script, projectType });
    if (found.lines.length === 0 && found.problems.some(({ severity }) => severity === "error"))
      return { local, outside, missing: "file-unreadable" };
    const references = new Set(found.lines.flatMap(({ sourceAudio }) => sourceAudio ?? []));
    const folder = path.dirname(script.path);
    const known = new Map(own.map((file) => [file.normalize("NFC"), file]));
    for (const reference of references) {
      const file = known.size === 0 ? null : pathOf(reference, folder, process.platform);
      const kept = file === null ? undefined : known.get(file.normalize("NFC"));
      if (kept !== undefined) local.set(reference, kept);
    }
    const others = new Set([...references].filter((reference) => !local.has(reference)));
    const places = await locateAudio(others, folder, {
      isInGallery: (galleryPath) => deps.isInGallery(workspaceId, galleryPath),
    });
    let missing: string | null = null;
    for (const [reference, place] of places) {
      if (place.kind === "local") {
        local.set(reference, place.path);
        if (place.isOutside) outside.add(place.path);
      } else if (place.kind === "missing") missing ??= place.code;
    }
    return { local, outside, missing };
  }

  /** A script as it is now. Rejects with "invalid-input" where it cannot be read. */
  async function look(
    workspaceId: string,
    projectType: ProjectType,
    script: LocalScript & { field: string },
    own: readonly string[],
  ) {
    try {
      const stamp = await stampOf(script.path);
      return { stamp, ...(await localAudio(workspaceId, projectType, script, own)) };
    } catch (error) {
      const isOfFile = error instanceof AppError && error.code.startsWith("file-");
      throw isOfFile ? refused(script, error.code) : error;
    }
  }

  /** The file to put: the script itself, or a copy whose source audio is in the gallery. */
  async function fileToPut(
    entryId: number,
    index: number,
    script: LocalScript & { field: string },
    audio: ReadonlyMap<string, string>,
  ): Promise<string> {
    if (audio.size === 0) return script.path;
    const name = path.basename(script.path);
    const { bytes } = await readBounded(script.path, maxFileBytes);
    const copy = bytes && (await deps.reader.rewriteAudio(bytes, name, audio));
    if (!copy?.bytes) throw refused(script, bytes ? "file-unreadable" : "too-large");
    const folder = path.join(folderOf(entryId), String(index));
    await isCleared;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, name);
    await writeWhole(file, copy.bytes);
    return file;
  }

  return {
    /** The media that a script names. Rejects as the reading of the file does. */
    async requiredMedia(
      workspaceId: string,
      projectType: ProjectType,
      script: LocalScript,
      target: { folder: string; field: string },
    ): Promise<RequiredMedia[]> {
      // What is missing now may be there when it goes: it is refused then.
      const { local, outside } = await localAudio(workspaceId, projectType, script, []);
      return [...local.values()].map((sourcePath) => ({
        sourcePath,
        ...(outside.has(sourcePath) ? { outsideOf: script.path } : {}),
        galleryPath: target.folder + belowOf(path.dirname(script.path), sourcePath),
        field: target.field,
      }));
    },
    /**
     * Puts a script in the store, unless it is there as it is now under a URL that lasts. `inGallery` gives the path
     * of a file of this computer in the gallery, or null where it is not there: then nothing is put, and null is told.
     * `own` are the files of this computer that the entry has. Rejects with "invalid-input" for a script that is not
     * there, is not to be read, or names what is nowhere: as it is it would go out with names of this computer.
     */
    async put(
      entryId: number,
      workspaceId: string,
      projectType: ProjectType,
      script: LocalScript & { index: number; field: string },
      inGallery: (sourcePath: string) => string | null,
      own: readonly string[],
    ): Promise<string | null> {
      const { stamp, local, missing } = await look(workspaceId, projectType, script, own);
      if (missing !== null) throw refused(script, missing);
      const audio = new Map<string, string>();
      for (const [reference, sourcePath] of local) {
        const galleryPath = inGallery(sourcePath);
        if (galleryPath === null) return null;
        audio.set(reference, galleryPath);
      }
      const names = JSON.stringify([...audio]);
      const known = puts.get(entryId)?.get(script.path);
      const isGood =
        known !== undefined &&
        isSameStamp(known.stamp, stamp) &&
        known.audio === names &&
        isLasting(known);
      if (isGood) return known.url;
      const file = await fileToPut(entryId, script.index, script, audio);
      const put = await deps.putScript(workspaceId, file);
      const ofEntry = puts.get(entryId) ?? new Map<string, Put>();
      puts.set(entryId, ofEntry.set(script.path, { ...put, stamp, audio: names }));
      return put.url;
    },
    /**
     * Puts what was made for an entry: the template of a bulk request. SECURITY: its rows hold the URLs of scripts, so
     * it is written to no disk.
     */
    async putMade(entryId: number, workspaceId: string, name: string, bytes: Uint8Array) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const known = made.get(entryId);
      if (known?.hash === hash && isLasting(known)) return known.url;
      const put = await deps.putBytes(workspaceId, name, bytes);
      made.set(entryId, { ...put, hash });
      return put.url;
    },
    /** Whether a script of an entry is in the store as far as this run of the program knows. */
    isPut: (entryId: number) => puts.has(entryId),
    /** Deletes what an earlier run of the program left: which of it was put is known no more. */
    clear(): Promise<void> {
      const cleared = rm(deps.folder, { recursive: true, force: true });
      isCleared = cleared.catch(() => undefined);
      return cleared;
    },
    /** Forgets the copies and URLs of entries. */
    async forget(entryIds: readonly number[]): Promise<void> {
      for (const id of entryIds) {
        puts.delete(id);
        made.delete(id);
        await rm(folderOf(id), { recursive: true, force: true });
      }
    },
  };
}

const refused = ({ field }: { field: string }, message: string) => invalid([{ field, message }]);

/** A file below a folder by its way from there; one that lies elsewhere by its name. */
function belowOf(folder: string, file: string): string {
  const way = path.relative(folder, file);
  const isBelow = way !== "" && !way.startsWith("..") && !path.isAbsolute(way);
  return normalisePath(isBelow ? way.split(path.sep).join("/") : path.basename(file));
}
