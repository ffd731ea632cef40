/** The original of a batch or a line, as it is stored in the gallery. */
import { readLocation } from "./locations";
import { HttpError } from "../common/http-error";
import type { ObjectStore, WithFile } from "../objects/port";
import type { BatchRows, LineRows } from "../rows/batches/batch-port";
import type { FileRows } from "../rows/file-port";

export interface SourceFile {
  /** See ObjectStore. */
  location: string;
  withFile: WithFile;
  bytes: number;
  contentType: string;
  /** Another value for other bytes. */
  version: string;
  /** Sound track of the video of a batch; see MediaOptions. */
  soundTrack?: number | null;
}

export type SourceRows = Pick<BatchRows, "findBatchSource"> &
  Pick<LineRows, "listLines"> &
  Pick<FileRows, "findFile">;

type Deps = { store: SourceRows; objects: ObjectStore };

export interface SourceFiles {
  /** The video of a batch. @throws HttpError 404 with the reason. */
  ofBatch(batchId: string): Promise<SourceFile>;
  /** The source audio of a line. @throws HttpError 404 with the reason. */
  ofLine(batchId: string, number: number): Promise<SourceFile>;
}

export const createSourceFiles = (deps: Deps): SourceFiles => ({
  ofBatch: (batchId) => findBatchSource(deps, batchId),
  ofLine: (batchId, number) => findLineSource(deps, batchId, number),
});

/** The video of a batch. @throws HttpError 404 with the reason. */
export async function findBatchSource(deps: Deps, batchId: string): Promise<SourceFile> {
  const source = await deps.store.findBatchSource(batchId);
  if (!source) throw new HttpError(404, "batchId: unknown");
  if (source.videoPath === null) throw new HttpError(404, "videoPath: the batch has no video");
  const { soundTrack } = source.settings;
  const file = await findStored(deps, "videoPath", source.videoPath);
  return { ...file, soundTrack: typeof soundTrack === "number" ? soundTrack : null };
}

/** The source audio of a line. @throws HttpError 404 with the reason. */
async function findLineSource(deps: Deps, batchId: string, number: number): Promise<SourceFile> {
  const [line] = await deps.store.listLines(batchId, number - 1, 1);
  if (line?.number !== number) throw new HttpError(404, "line: unknown");
  if (line.sourceAudio === "") throw new HttpError(404, "sourceAudio: the line has none");
  return findStored(deps, "sourceAudio", line.sourceAudio);
}

async function findStored(
  { store, objects }: Deps,
  field: string,
  location: string,
): Promise<SourceFile> {
  const read = readLocation(location);
  if (read.kind === "problem") throw new HttpError(404, `${field}: ${read.message}`);
  if (read.kind === "url")
    throw new HttpError(404, `${field}: the file is at a URL, not in the media gallery`);
  const found = await store.findFile(read.path);
  if (!found || (await objects.sizeAt(found.location)) !== found.size)
    throw new HttpError(404, `${field}: the file is not in the media gallery`);
  const { etag, size, contentType, location: object } = found;
  return {
    location: object,
    withFile: (work, signal) => objects.withFile(object, work, signal),
    bytes: size,
    contentType,
    version: `${etag.replaceAll('"', "")}-${size}`,
  };
}
