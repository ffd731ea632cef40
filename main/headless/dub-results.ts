/** The files that `dubyard dub` writes: their names, and the copies. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, lstat, open, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../common/errors";
import { createFileHasher } from "../common/file-hasher";
import { forEachLimit } from "../common/for-each-limit";
import { resultsFolder } from "../local-service/common/results-folder";
import { programName, takeName } from "../local-service/dubbing/names";
import { fold } from "../local-service/media/locations";
import type { Media } from "../remote/media";
import type { DubArguments } from "./dub-arguments";
import type { DubBatch } from "./dub-batch";
import type { PrivateService } from "./dub-service";
import { invalid } from "./parse-arguments";
import { renameFile } from "../common/rename";
import { makeFolders } from "../common/make-folders";

type GalleryFiles = Pick<Media, "files"> & Pick<PrivateService, "fileOf">;

const maxConcurrentCopies = 4;
const chunkBytes = 1024 ** 2;
/** File systems without hard links (exFAT, some network shares). */
const noLinkCodes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL", "EMLINK"];

/** "ES-ES": the folder of a language, below the folder of the results. */
const folderOf = (languageId: string) => languageId.toUpperCase();

/**
 * The existing files that the results would replace, by their path below the folder of the results.
 * The extension of a video is not known before its file is read, so that every extension counts.
 * Names are compared without case.
 */
export async function existingResults(
  { to, languages, takes, video }: Pick<DubArguments, "to" | "languages" | "takes" | "video">,
  { name, lines }: Pick<DubBatch, "name" | "lines">,
): Promise<string[]> {
  const existing: string[] = [];
  for (const languageId of languages) {
    const folder = folderOf(languageId);
    const found = new Map<string, string>();
    for (const below of [folder, `${folder}/takes`])
      for (const one of await namesIn(path.join(to, below)))
        found.set(fold(`${below}/${one}`), `${below}/${one}`);
    if (found.size === 0) continue;
    for (const line of lines)
      for (
        let variant = 0;
        variant < takes && line.languageIds.includes(languageId);
        variant += 1
      ) {
        const file = found.get(fold(`${folder}/${takeName(line, variant)}`));
        if (file !== undefined) existing.push(file);
      }
    if (video === null) continue;
    const program = fold(`${folder}/${programName({ batchName: name, languageId }, "")}`);
    for (const [folded, file] of found)
      if (folded.slice(0, folded.lastIndexOf(".") + 1) === program) existing.push(file);
  }
  return existing;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return [];
    throw invalid(`--to: ${folder} cannot be read (${code})`);
  }
}

/**
 * Copies the results of these languages from the gallery of the service; returns their paths below
 * `to`, in order. A file that was created there meanwhile is not replaced: unless its content is
 * the same, the function rejects.
 */
export async function copyResults(
  service: GalleryFiles,
  { to, languages }: { to: string; languages: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const paths = await resultPaths(service, languages, signal);
  const failures: unknown[] = [];
  // It rejects after the copies in progress have ended and their incomplete files are removed.
  await forEachLimit(maxConcurrentCopies, paths, async ({ galleryPath, relative }) => {
    if (failures.length > 0 || signal.aborted) return;
    const target = path.join(to, ...relative.split("/"));
    try {
      await copyNew(await service.fileOf(galleryPath), target, signal);
    } catch (error) {
      failures.push(fromFileError(error, target));
    }
  });
  signal.throwIfAborted();
  if (failures.length > 0) throw failures[0];
  return paths.map(({ relative }) => relative).sort();
}

/**
 * "Dubs/Project/Batch/ES-ES/takes/0001_ANNA.wav" is "ES-ES/takes/0001_ANNA.wav" below the folder of
 * the results.
 */
async function resultPaths(
  service: GalleryFiles,
  languages: readonly string[],
  signal: AbortSignal,
) {
  const folders = new Set(languages.map(folderOf));
  const paths: { galleryPath: string; relative: string }[] = [];
  for await (const chunk of service.files(signal))
    for (const galleryPath of chunk) {
      const [top, , , folder = "", ...rest] = galleryPath.split("/");
      if (top === resultsFolder && folders.has(folder))
        paths.push({ galleryPath, relative: [folder, ...rest].join("/") });
    }
  return paths;
}

async function copyNew(source: string, target: string, signal: AbortSignal): Promise<void> {
  await makeFolders(path.dirname(target));
  const part = `${target}.${randomBytes(4).toString("hex")}.part`;
  const handle = await open(part, "wx");
  try {
    try {
      await writeFile(handle, createReadStream(source, { highWaterMark: chunkBytes }), { signal });
    } finally {
      await handle.close();
    }
    await renameNew(part, target);
  } catch (error) {
    const isSame =
      systemCode(error) === "EEXIST" && (await haveSameContent(source, target, signal));
    if (!isSame) throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Rejects with "EEXIST" if the target exists. A hard link is used because a rename would replace
 * the target.
 */
async function renameNew(part: string, target: string): Promise<void> {
  try {
    await link(part, target);
  } catch (error) {
    if (!noLinkCodes.includes(systemCode(error))) throw error;
    const isFree = await lstat(target).then(
      () => false,
      (missing: unknown) => systemCode(missing) === "ENOENT",
    );
    if (!isFree) throw Object.assign(new Error("the file exists"), { code: "EEXIST" });
    await renameFile(part, target);
  }
}

async function haveSameContent(a: string, b: string, signal: AbortSignal): Promise<boolean> {
  const hasher = createFileHasher();
  try {
    const [one, other] = [await lstat(a), await lstat(b)];
    if (!other.isFile() || one.size !== other.size) return false;
    const hashOf = (file: string) => hasher.hash(file, one.size, { signal });
    return (await hashOf(a)).sha256 === (await hashOf(b)).sha256;
  } finally {
    hasher.close();
  }
}

function fromFileError(error: unknown, target: string): unknown {
  const code = systemCode(error);
  if (error instanceof AppError || code === "") return error;
  if (code === "EEXIST") return invalid(`${target} exists, with another content`);
  const isFull = code === "ENOSPC" || code === "EDQUOT";
  const message = `${target} cannot be written (${code})`;
  return new AppError(isFull ? "disk-full" : "file-unwritable", message, { cause: error });
}
