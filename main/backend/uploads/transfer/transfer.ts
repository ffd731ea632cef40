/**
 * Uploads one file. Every step is on disk before the next begins: the process can end at any time, and the upload
 * continues from the stored state.
 */
import { AppError } from "../../../common/errors";
import type { UploadSettings } from "../../../../preload/model";
import type { Clones } from "../../../remote/extensions/clones";
import type { Media, MediaFile } from "../../../remote/media";
import type { Timing } from "../../timing";
import type { UploadRow } from "../upload-rows";
import type { StartedUpload, UploadStore } from "../store";
import type { GalleryCheck } from "../gallery-check";
import { cloneFile } from "./clone";
import type { FileAccess } from "./disk";
import { createHedging } from "./hedging";
import { choosePartSize, countParts, partRange, singlePutLimit } from "./parts";
import type { Put } from "./put-range";
import { sendRange, type SendRangeDeps } from "./send-range";
import { createSignedUrls, signAhead, type SignedUrls } from "./signed-urls";
import type { Slots } from "./slots";
import { createSourceFile, type SourceFile } from "./source-file";

export interface TransferDeps {
  store: UploadStore;
  media: Media;
  /** Null where files are always sent. */
  clones: Clones | null;
  galleryCheck: Pick<GalleryCheck, "resolvePath">;
  files: FileAccess;
  put: Put;
  slots: Slots;
  /** Read when a transfer begins: later changes apply to transfers that begin later. */
  settings: () => Pick<UploadSettings, "maxConnections" | "partSize">;
  timing: Pick<Timing, "backoffMs" | "lateMs" | "urlMaxAgeMs">;
  now: () => number;
  listeners: TransferListeners;
}

export interface TransferListeners {
  /** Called with the bytes that the system accepted; negative for bytes that have to be sent again. */
  onMoved: (bytes: number) => void;
  /** The state of the row in the store changed. */
  onChanged: () => void;
  /** A part of this many bytes is at the service, and its ETag is stored. They count as moved no longer. */
  onConfirmed: (bytes: number) => void;
  /** The storage is overloaded or does not respond. */
  onOverload: () => void;
  /** The complete file is at the service; its row is not "done" yet. */
  onSent: () => void;
}

/** URLs of parts that are requested before the parts start. */
const maxSignedAhead = 8;

/**
 * Resolves with the row when the file is in the gallery and the row is "done", or with null when it was skipped because
 * its path is taken. Rejects with an AppError, whose code decides what the queue does, or with the reason of the signal.
 */
export async function transfer(
  queued: UploadRow,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<UploadRow | null> {
  const { store } = deps;
  const source = createSourceFile(queued, store, deps.files);
  await source.check(signal);
  const started = await deps.galleryCheck.resolvePath(queued, signal);
  if (started === null) return null;
  try {
    signal.throwIfAborted();
    await sendStarted(started, source, deps, signal);
    return started.row;
  } finally {
    // A failure of the transfer is stored after its start.
    await started.stored.catch(() => undefined);
  }
}

/** Sends a file that is not in the gallery, and sets its row to "done". */
async function sendStarted(
  started: StartedUpload,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<void> {
  const { row, stored } = started;
  const { store, clones, slots, listeners } = deps;
  setUploading(row, deps);
  const cloning = { clones, slots, onMoved: listeners.onMoved };
  if (clones !== null) await stored;
  const clone = await cloneFile(row, source, cloning, signal);
  if (clone !== null && !clone.isShared) store.setCopied(row.id);
  const partCount = clone
    ? 0
    : row.size <= singlePutLimit
      ? await sendWhole(started, source, deps, signal)
      : await sendParts(row, source, deps, signal);
  // Another file may be sent while the result of this one is written.
  listeners.onSent();
  await store.finish({ id: row.id, partCount }, deps.now());
  listeners.onChanged();
}

const rangeDeps = (owner: number, deps: TransferDeps): SendRangeDeps => ({
  put: deps.put,
  slots: deps.slots,
  owner,
  backoffMs: deps.timing.backoffMs,
  onMoved: deps.listeners.onMoved,
  onOverload: deps.listeners.onOverload,
});

function mediaFile(row: UploadRow): MediaFile {
  return { fileName: row.galleryPath, contentType: row.contentType };
}

const sourceOf = ({ contentType, sourcePath }: UploadRow) => ({ contentType, sourcePath });

function setUploading(row: UploadRow, { store, listeners }: TransferDeps): void {
  if (row.state !== "uploading") store.setState(row.id, "uploading");
  listeners.onChanged();
}

/**
 * Sends a file as one PUT. If its response is lost, sending it again replaces the file with the same bytes. Resolves
 * with the number of stored parts: 0.
 */
async function sendWhole(
  { row, stored }: StartedUpload,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<number> {
  const range = { offset: 0, size: row.size };
  // While other files are sent.
  const sign = signAhead(() => deps.media.uploadUrl(mediaFile(row), signal), {
    maxAgeMs: deps.timing.urlMaxAgeMs,
    now: deps.now,
  });
  await stored;
  const { isVerified } = await sendRange(
    { ...sourceOf(row), source, range, sign },
    rangeDeps(row.id, deps),
    signal,
  );
  if (!isVerified) deps.store.setUnverified(row.id);
  return 0;
}

/** Sends a file in parts. Resolves with their number. */
async function sendParts(
  row: UploadRow,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<number> {
  // Without a finished part the upload cannot be continued; see "Part one goes first".
  const upload: Multipart =
    row.uploadId !== null && row.doneParts > 0
      ? {
          uploadId: row.uploadId,
          partSize: row.partSize,
          partCount: row.partCount,
          urls: urlsOf(row, row.uploadId, deps, signal),
        }
      : await begin(row, source, deps, signal);
  await sendRemaining(row, upload, source, deps, signal);
  await source.check(signal);
  await complete(row, upload, deps, signal);
  return upload.partCount;
}

interface Multipart {
  uploadId: string;
  partSize: number;
  partCount: number;
  urls: SignedUrls;
}

const urlsOf = (row: UploadRow, uploadId: string, deps: TransferDeps, signal: AbortSignal) =>
  createSignedUrls({
    media: deps.media,
    file: mediaFile(row),
    uploadId,
    ahead: Math.min(deps.settings().maxConnections, maxSignedAhead),
    maxAgeMs: deps.timing.urlMaxAgeMs,
    now: deps.now,
    signal,
  });

const partNumbers = (partCount: number) =>
  Array.from({ length: partCount }, (_, index) => index + 1);

/**
 * Begins a multipart upload by sending its first part.
 *
 * Note: Part one goes first. The interface (§4.1) gives a URL for part 1 only together with a new upload id, so
 * part 1 cannot be signed again within its upload. It is therefore confirmed before any other part is sent, and the
 * failure of the first part costs only that part: the next attempt has a new id, and the former upload has no data.
 */
async function begin(
  row: UploadRow,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<Multipart> {
  const partSize = choosePartSize(row.size, deps.settings().partSize);
  const partCount = countParts(row.size, partSize);
  let uploadId = "";
  let urls: SignedUrls | null = null;
  const range = partRange(row.size, partSize, 1);
  const sign = async () => {
    const signed = await deps.media.presignPart(
      mediaFile(row),
      { partNumber: 1, uploadId: null },
      signal,
    );
    uploadId = signed.uploadId;
    // Before its first byte is sent: the service never has data under an upload id that is not stored here. What was
    // written before is stored too.
    await deps.store.beginMultipart(row.id, uploadId, partSize, partCount);
    // While the first part is sent.
    urls = urlsOf(row, uploadId, deps, signal);
    urls.prepare(partNumbers(partCount).slice(1));
    return signed.uploadUrl;
  };
  const request = { ...sourceOf(row), source, range, sign };
  const sent = await sendRange(request, rangeDeps(row.id, deps), signal);
  deps.store.addPart(row.id, { number: 1, size: range.size, ...sent });
  deps.listeners.onConfirmed(range.size);
  urls ??= urlsOf(row, uploadId, deps, signal);
  return { uploadId, partSize, partCount, urls };
}

/** Sends the parts that are not confirmed yet, several at a time. After the first failure no further part starts. */
async function sendRemaining(
  row: UploadRow,
  upload: Multipart,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<void> {
  const confirmed = new Set(deps.store.parts(row.id).map((part) => part.number));
  const remaining = partNumbers(upload.partCount).filter((number) => !confirmed.has(number));
  const failures: unknown[] = [];
  const hedged = createHedging({
    put: deps.put,
    slots: deps.slots,
    owner: row.id,
    lateMs: deps.timing.lateMs,
    isAtEnd: () => remaining.length === 0 && failures.length === 0,
    onOverload: deps.listeners.onOverload,
  });
  async function work(): Promise<void> {
    while (failures.length === 0) {
      const number = remaining.shift();
      if (number === undefined) return;
      const range = partRange(row.size, upload.partSize, number);
      const sign = () => upload.urls.take(number, remaining);
      const request = { ...sourceOf(row), source, range, sign };
      const partDeps = { ...rangeDeps(row.id, deps), put: hedged(sign) };
      const sent = await sendRange(request, partDeps, signal);
      deps.store.addPart(row.id, { number, size: range.size, ...sent });
      deps.listeners.onConfirmed(range.size);
    }
  }
  const workers = Array.from(
    { length: Math.min(deps.settings().maxConnections, remaining.length) },
    () => work().catch((error: unknown) => failures.push(error)),
  );
  await Promise.all(workers);
  if (failures.length > 0) throw failures[0];
}

async function complete(
  row: UploadRow,
  upload: Multipart,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<void> {
  const { store, media } = deps;
  const sent = store.parts(row.id);
  const isWhole =
    sent.length === upload.partCount && sent.reduce((sum, { size }) => sum + size, 0) === row.size;
  // A service may accept a list with gaps and assemble a shorter file.
  if (!isWhole) throw new AppError("upload-lost", "not every part is known to be at the service");
  const before = store.get(row.id)?.completeAttempts ?? 0;
  signal.throwIfAborted();
  await store.beginComplete(row.id);
  deps.listeners.onChanged();
  const parts = sent.map(({ number, etag }) => ({ partNumber: number, etag }));
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
 * Note: A lost response to complete. The interface responds with 404 both for an upload that was deleted and for one that an
 * earlier "complete" finished. If one was sent before, the gallery shows which it is, unless the path was taken
 * already: then the file is sent again, which replaces it with the same bytes.
 */
async function wasCompleted(row: UploadRow, media: Media, signal: AbortSignal): Promise<boolean> {
  if (row.replaces === 1) return false;
  for await (const paths of media.files(signal)) {
    if (paths.includes(row.galleryPath)) return true;
  }
  return false;
}
