/** What a move of a workspace contains, in pages and as a whole. */
import {
  maxListedObjects,
  type MovedFile,
  type MovedObject,
} from "../../../preload/local-service/move";
import type { MoveCalls } from "../extensions/move";

type Source = Pick<MoveCalls, "readRows" | "listObjects">;

/** The files, scripts and takes of a workspace. */
export interface MoveSize {
  files: number;
  /** Scripts and sounds of takes. */
  objects: number;
  /** Without speech, which has no stored size. */
  bytes: number;
}

/** The rows of the gallery, in pages. */
export async function* filePages(source: Source, signal: AbortSignal): AsyncGenerator<MovedFile[]> {
  let after = "";
  do {
    const { lines, next } = await source.readRows("files", after, signal);
    const files = lines
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const row = JSON.parse(line) as Omit<MovedFile, "contentType"> & { content_type: string };
        return { path: row.path, size: row.size, etag: row.etag, contentType: row.content_type };
      });
    for (let at = 0; at < files.length; at += maxListedObjects)
      yield files.slice(at, at + maxListedObjects);
    after = next;
  } while (after !== "");
}

/** The scripts and sounds of takes, in pages. */
export async function* objectPages(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<MovedObject[]> {
  let after = "";
  for (;;) {
    const objects = await source.listObjects(after, signal);
    if (objects.length === 0) return;
    yield objects;
    after = objects.at(-1)?.location ?? "";
  }
}

/** Reads all pages. Of a workspace that is being changed, the numbers are those of some moment. */
export async function measureMove(source: Source, signal: AbortSignal): Promise<MoveSize> {
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
