/**
 * One file from disk to the gallery. Every step is on disk before the next begins, so that it can end at any
 * moment and go on later from what is kept.
 */
import { open, stat, type FileHandle } from "node:fs/promises";
import { backoffDelay, pause } from "../backoff";
import { AppError } from "../errors";
import type { Media, MediaFile } from "../remote/media";
import type { FileIdentity, UploadRow } from "../store/upload-rows";
import type { UploadStore } from "../store/uploads";
import { identityOf } from "./intake";
import type { Lanes } from "./lanes";
import { choosePartSize, countParts, partRange, singlePutLimit } from "./parts";
import { fromReadError, type Put } from "./put";
import { createSignedUrls } from "./signed-urls";

export interface TransferDeps {
  store: UploadStore;
  media: Media;
  put: Put;
  lanes: Lanes;
  /** Bytes a part; 0 chooses by file size. Holds for uploads that begin from now on. */
  partSize: () => number;
  /** PUTs of one file at the same time. */
  parallelParts: () => number;
  /** Milliseconds a pre-signed URL is used after it was asked for. */
  urlMaxAgeMs: number;
  /** First step of the wait between tries of a part, in milliseconds. */
  backoffMs: number;
  now: () => number;
  /** Bytes that the system took, and with a negative number those that have to be sent again. */
  onMoved: (bytes: number) => void;
  /** The row in the store changed its state. */
  onChanged: () => void;
  /** A part is at the service and its ETag on disk. */
  onConfirmed: () => void;
}

const triesOfPart = 3;
/** Failures that may be over in a moment, for which a part is sent again at once or soon. */
const passing: readonly string[] = ["unreachable", "timeout", "service-error"];

/**
 * Carries an upload to its end: resolves when the file is in the gallery and the row says so. Rejects with an
 * AppError that says what the queue should make of it, or with the signal's reason.
 */
export async function transfer(
  row: UploadRow,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  await checkIdentity(row);
  if (row.size <= singlePutLimit) await sendWhole(row, deps, signal);
  else await sendParts(row, deps, signal);
  store.done(row.id, deps.now());
  deps.onChanged();
}

function mediaFile(row: UploadRow): MediaFile {
  return { fileName: row.galleryPath, contentType: row.contentType };
}

async function openSource(row: UploadRow): Promise<FileHandle> {
  try {
    return await open(row.sourcePath, "r");
  } catch (error) {
    throw fromReadError(error);
  }
}

/** By path, not by handle: a file that was saved anew under its name is another file. */
async function checkIdentity(row: UploadRow): Promise<void> {
  const found = await readIdentity(row.sourcePath);
  if (found.size !== row.size || found.mtimeNs !== row.mtimeNs || found.inode !== row.inode) {
    throw new AppError("file-changed", "the file is not what it was when it was queued");
  }
}

/** What the file is now. Rejects with "file-missing" or "file-unreadable". */
export async function readIdentity(sourcePath: string): Promise<FileIdentity> {
  try {
    return identityOf(await stat(sourcePath, { bigint: true }));
  } catch (error) {
    throw fromReadError(error);
  }
}

/** A file of one PUT. A lost answer is no matter: the same path sent again replaces it with the same bytes. */
async function sendWhole(row: UploadRow, deps: TransferDeps, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  deps.store.setState(row.id, "uploading");
  deps.onChanged();
  const file = await openSource(row);
  try {
    const range = { offset: 0, size: row.size };
    await sendRange(row, deps, signal, file, range, () =>
      deps.media.uploadUrl(mediaFile(row), signal),
    );
  } finally {
    await file.close();
  }
}

async function sendParts(row: UploadRow, deps: TransferDeps, signal: AbortSignal): Promise<void> {
  const { store } = deps;
  const file = await openSource(row);
  let upload: Multipart;
  try {
    signal.throwIfAborted();
    store.setState(row.id, "uploading");
    deps.onChanged();
    // Without a finished part there is nothing to go on with; see "Part one goes first".
    upload =
      row.uploadId !== null && row.doneParts > 0
        ? { uploadId: row.uploadId, partSize: row.partSize, partCount: row.partCount }
        : await begin(row, deps, signal, file);
    await sendRemaining(row, upload, deps, signal, file);
  } finally {
    await file.close();
  }
  await complete(row, upload, deps, signal);
}

interface Multipart {
  uploadId: string;
  partSize: number;
  partCount: number;
}

/**
 * Begins a multipart upload by sending its first part.
 *
 * Note: Part one goes first. The interface (§4.1) gives a URL for part 1 only together with a new upload id, so
 * part 1 cannot be signed again within its upload. It is therefore confirmed before any other part is sent, and a
 * failed first part costs itself alone: the next try has a new id, and what is left behind holds no data.
 */
async function begin(
  row: UploadRow,
  deps: TransferDeps,
  signal: AbortSignal,
  file: FileHandle,
): Promise<Multipart> {
  const partSize = choosePartSize(row.size, deps.partSize());
  const partCount = countParts(row.size, partSize);
  let uploadId = "";
  const range = partRange(row.size, partSize, 1);
  const etag = await sendRange(row, deps, signal, file, range, async () => {
    const signed = await deps.media.presignPart(
      mediaFile(row),
      { partNumber: 1, uploadId: null },
      signal,
    );
    uploadId = signed.uploadId;
    // Before its first byte is sent, so that no data is ever at the service under an id we have lost.
    deps.store.begin(row.id, uploadId, partSize, partCount);
    return signed.uploadUrl;
  });
  deps.store.partDone(row.id, { number: 1, etag, size: range.size });
  deps.onConfirmed();
  return { uploadId, partSize, partCount };
}

/** Sends the parts that are not confirmed yet, several at a time. The first failure ends all, after those under way. */
async function sendRemaining(
  row: UploadRow,
  upload: Multipart,
  deps: TransferDeps,
  signal: AbortSignal,
  file: FileHandle,
): Promise<void> {
  const confirmed = new Set(deps.store.parts(row.id).map((part) => part.number));
  const remaining: number[] = [];
  for (let number = 1; number <= upload.partCount; number += 1) {
    if (!confirmed.has(number)) remaining.push(number);
  }
  const urls = createSignedUrls({
    media: deps.media,
    file: mediaFile(row),
    uploadId: upload.uploadId,
    ahead: deps.parallelParts(),
    maxAgeMs: deps.urlMaxAgeMs,
    now: deps.now,
    signal,
  });
  const failures: unknown[] = [];
  async function work(): Promise<void> {
    while (failures.length === 0) {
      const number = remaining.shift();
      if (number === undefined) return;
      const range = partRange(row.size, upload.partSize, number);
      const sign = () => urls.take(number, remaining);
      const etag = await sendRange(row, deps, signal, file, range, sign);
      deps.store.partDone(row.id, { number, etag, size: range.size });
      deps.onConfirmed();
    }
  }
  const workers = Array.from({ length: Math.min(deps.parallelParts(), remaining.length) }, () =>
    work().catch((error: unknown) => failures.push(error)),
  );
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

/** Sends one range until it is confirmed, with a fresh URL each time. Rejects when trying again here is no use. */
async function sendRange(
  row: UploadRow,
  deps: TransferDeps,
  signal: AbortSignal,
  file: FileHandle,
  range: { offset: number; size: number },
  sign: () => Promise<string>,
): Promise<string> {
  let tries = 0;
  let urlRefusals = 0;
  let mismatches = 0;
  for (;;) {
    const lane = await deps.lanes.acquire(signal);
    let moved = 0;
    let url: string | null = null;
    try {
      await checkIdentity(row);
      url = await sign();
      const etag = await deps.put.send({
        url,
        contentType: row.contentType,
        file,
        range,
        lane,
        signal,
        onSent(bytes) {
          moved += bytes;
          deps.onMoved(bytes);
        },
      });
      await checkIdentity(row);
      // From here on the row counts them.
      deps.onMoved(-moved);
      return etag;
    } catch (error) {
      deps.onMoved(-moved);
      // Signing has tries of its own behind it.
      if (signal.aborted || !(error instanceof AppError) || url === null) throw error;
      if (error.code === "url-refused") {
        // A URL may be refused for its age; a second fresh one that is refused is refused for another reason.
        urlRefusals += 1;
        if (urlRefusals >= 2) throw error;
      } else if (error.code === "etag-mismatch") {
        mismatches += 1;
        if (mismatches >= 2) throw error;
      } else {
        tries += 1;
        const isOver = tries >= triesOfPart || error.retryAfterMs !== undefined;
        if (!passing.includes(error.code) || isOver) throw error;
      }
    } finally {
      lane.release();
    }
    if (tries > 0) await pause(backoffDelay(tries, deps.backoffMs), signal);
  }
}

async function complete(
  row: UploadRow,
  upload: Multipart,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, media } = deps;
  await checkIdentity(row);
  const kept = store.parts(row.id);
  const isWhole =
    kept.length === upload.partCount && kept.reduce((sum, { size }) => sum + size, 0) === row.size;
  // A list with gaps might be taken, and would make a shorter file.
  if (!isWhole) throw new AppError("upload-lost", "not every part is known to be at the service");
  const before = store.get(row.id)?.completeAttempts ?? 0;
  signal.throwIfAborted();
  store.completing(row.id);
  deps.onChanged();
  const parts = kept.map(({ number, etag }) => ({ partNumber: number, etag }));
  try {
    await media.complete(mediaFile(row), { uploadId: upload.uploadId, parts }, signal);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "invalid-input") {
      throw new AppError("complete-refused", error.message, { cause: error });
    }
    if (error.code !== "not-found") throw error;
    if (before > 0 && (await wasCompleted(row, media, signal))) return;
    throw new AppError("upload-lost", error.message, { cause: error });
  }
}

/**
 * Note: A lost answer to complete. The interface answers 404 both for an upload that is gone and for one that an
 * earlier "complete" finished. Where one had been sent before, the gallery tells them apart, unless the path was
 * there already: then the file is sent again, which replaces it with the same bytes and harms nothing.
 */
async function wasCompleted(row: UploadRow, media: Media, signal: AbortSignal): Promise<boolean> {
  if (row.replaces === 1) return false;
  for await (const paths of media.files(signal)) {
    if (paths.includes(row.galleryPath)) return true;
  }
  return false;
}
