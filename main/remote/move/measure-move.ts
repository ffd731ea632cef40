/** What a move of a workspace contains, in pages and as a whole. */
import {
  maxListedObjects,
  movedFile,
  type MovedFile,
  type MovedObject,
} from "../../../preload/local-service/move";
import { AppError } from "../../common/errors";
import type { MoveCalls } from "../extensions/move";
import { readForm } from "../extensions/read-form";

type Source = Pick<MoveCalls, "size" | "readRows" | "listObjects">;

/** The files, scripts and takes of a workspace. */
export interface MoveSize {
  files: number;
  /** Scripts and sounds of takes. */
  objects: number;
  /** The bytes of all but speech, which has no stored size. */
  bytes: number;
}

const fileRow = movedFile
  .omit({ contentType: true })
  .extend({ content_type: movedFile.shape.contentType })
  .transform(({ content_type: contentType, ...file }) => ({ ...file, contentType }));

/** @throws AppError for lines that are no rows of files: they are those of another person. */
function readFiles(lines: Buffer): MovedFile[] {
  return lines
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      let row: unknown;
      try {
        row = JSON.parse(line);
      } catch {
        // Reported by the form.
      }
      return readForm(fileRow, row);
    });
}

/** The rows of the gallery, in pages. */
export async function* filePages(source: Source, signal: AbortSignal): AsyncGenerator<MovedFile[]> {
  let after = "";
  do {
    const { lines, next } = await source.readRows("files", after, signal);
    const files = readFiles(lines);
    for (let at = 0; at < files.length; at += maxListedObjects)
      yield files.slice(at, at + maxListedObjects);
    after = next;
  } while (after !== "");
}

/** The scripts and sounds of takes, in pages. */
export async function* objectPages(
  source: Pick<Source, "listObjects">,
  signal: AbortSignal,
): AsyncGenerator<MovedObject[]> {
  let after = "";
  do {
    const { objects, next } = await source.listObjects(after, signal);
    if (objects.length > 0) yield objects;
    if (next === after && next !== "")
      throw new AppError("unexpected-answer", "the source lists the same objects again");
    after = next;
  } while (after !== "");
}

/** Counts what a move contains. If the workspace is being changed, the numbers are approximate. */
export async function measureMove(source: Source, signal: AbortSignal): Promise<MoveSize> {
  try {
    return await source.size(signal);
  } catch (error) {
    // An older service: all pages are read.
    if (!(error instanceof AppError) || error.code !== "not-found") throw error;
  }
  const size: MoveSize = { files: 0, objects: 0, bytes: 0 };
  for await (const files of filePages(source, signal)) {
    size.files += files.length;
    for (const file of files) size.bytes += file.size;
  }
  for await (const objects of objectPages(source, signal)) {
    size.objects += objects.length;
    for (const object of objects) size.bytes += object.size ?? 0;
  }
  return size;
}
