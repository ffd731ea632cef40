/**
 * Uploads one file. Every step is on disk before the next begins: the process can end at any time,
 * and the upload continues from the stored state.
 */
import { AppError } from "../../../common/errors";
import type { UploadSettings } from "../../../../preload/model";
import type { Clones } from "../../../remote/extensions/clones";
import type { Media, MediaFile } from "../../../remote/media";
import type { Timing } from "../../timing";
import type { UploadRow } from "../store/upload-rows";
import type { Evidence, StartedUpload } from "../store/transfer-store";
import type { UploadStore } from "../store/upload-store";
import type { GalleryCheck } from "../gallery-check";
import { cloneFile } from "./clone";
import { contentMd5OfParts } from "./content-md5";
import { maxUnclearCompletes, maxUnconfirmedSends } from "../failure-policies";
import type { FileAccess } from "./disk";
import { createHedging } from "./hedging";
import { choosePartSize, countParts, partRange, singlePutLimit } from "./parts";
import { isConflict, isExpired, type Put } from "./put-range";
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

interface TransferListeners {
  /**
   * Called with the bytes that the system accepted; negative for bytes that have to be sent again.
   */
  onMoved: (bytes: number) => void;
  /** The state of the row in the store changed. */
  onChanged: () => void;
  /**
   * A part of this many bytes is at the service, and its ETag is stored. They count as moved no
   * longer.
   */
  onConfirmed: (bytes: number) => void;
  /** The storage is overloaded or does not respond. */
  onOverload: () => void;
  /** The storage accepted a request. */
  onAccepted: () => void;
  /** The complete file is at the service; its row is not "done" yet. */
  onSent: () => void;
}

/** URLs of parts that are requested before the parts start. */
const maxSignedAhead = 8;

/**
 * Resolves with the row when the file is in the gallery and the row is "done", or with null when it
 * was skipped because its path is taken. Rejects with an AppError, whose code decides what the
 * queue does, or with the reason of the signal.
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
  const sent: Sent = clone
    ? { partCount: 0, contentMd5: "", evidence: "answer" }
    : row.size <= singlePutLimit
      ? await sendWhole(started, source, deps, signal)
      : await sendParts(row, source, deps, signal);
  // Another file may be sent while the result of this one is written.
  listeners.onSent();
  await store.finish({ id: row.id, ...sent }, deps.now());
  listeners.onChanged();
}

/**
 * What was sent: the number of stored parts, 0 for a single PUT, its MD5 as of content-md5.ts, and
 * what says that the gallery has it.
 */
type Sent = Pick<UploadRow, "partCount" | "contentMd5"> & { evidence: Evidence };

const rangeDeps = (owner: number, deps: TransferDeps): SendRangeDeps => ({
  put: deps.put,
  slots: deps.slots,
  owner,
  backoffMs: deps.timing.backoffMs,
  onMoved: deps.listeners.onMoved,
  onOverload: deps.listeners.onOverload,
  onAccepted: deps.listeners.onAccepted,
  onUnconfirmed(error) {
    if (deps.store.countResend(owner, "unconfirmed") < maxUnconfirmedSends) return;
    const message = `sent ${maxUnconfirmedSends} times, but nothing confirms it: ${error.message}`;
    throw new AppError("unconfirmed", message, { cause: error });
  },
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
 * Sends a file as one PUT. If its response is lost, sending it again replaces the file with the
 * same bytes.
 */
async function sendWhole(
  { row, stored }: StartedUpload,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<Sent> {
  const range = { offset: 0, size: row.size };
  // While other files are sent.
  const sign = signAhead(() => deps.media.uploadUrl(mediaFile(row), signal), {
    maxAgeMs: deps.timing.urlMaxAgeMs,
    now: deps.now,
  });
  await stored;
  const { isVerified, md5 } = await sendRange(
    { ...sourceOf(row), source, range, needsEtag: false, sign },
    rangeDeps(row.id, deps),
    signal,
  );
  if (!isVerified) deps.store.setUnverified(row.id);
  return { partCount: 0, contentMd5: md5, evidence: isVerified ? "answer" : "none" };
}

/** Sends a file in parts. */
async function sendParts(
  row: UploadRow,
  source: SourceFile,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<Sent> {
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
  const evidence = await complete(row, upload, deps, signal);
  if (evidence === "none") deps.store.setUnverified(row.id);
  const md5s = deps.store.parts(row.id).map(({ md5 }) => md5);
  return {
    partCount: upload.partCount,
    contentMd5: contentMd5OfParts(md5s, upload.partSize),
    evidence,
  };
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
 * Note: Part one goes first. The interface (§4.1) gives a URL for part 1 only together with a new
 * upload id, so part 1 cannot be signed again within its upload. It is therefore confirmed before
 * any other part is sent, and the failure of the first part costs only that part: the next attempt
 * has a new id, and the former upload has no data.
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
    // Before its first byte is sent: the service never has data under an upload id that is not
    // stored here. What was written before is stored too.
    await deps.store.beginMultipart(row.id, uploadId, partSize, partCount);
    // While the first part is sent.
    urls = urlsOf(row, uploadId, deps, signal);
    urls.prepare(partNumbers(partCount).slice(1));
    return signed.uploadUrl;
  };
  const request = { ...sourceOf(row), source, range, needsEtag: true, sign };
  const sent = await sendRange(request, rangeDeps(row.id, deps), signal);
  deps.store.addPart(row.id, { number: 1, size: range.size, ...sent });
  deps.listeners.onConfirmed(range.size);
  urls ??= urlsOf(row, uploadId, deps, signal);
  return { uploadId, partSize, partCount, urls };
}

/**
 * Sends the parts that are not confirmed yet, several at a time. After the first failure no further
 * part starts.
 */
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
      const request = { ...sourceOf(row), source, range, needsEtag: true, sign };
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

/**
 * Assembles the parts. Resolves with what says that the file is in the gallery.
 *
 * Note: Answers to complete. Only the promised answer is one. If another one is successful, or none
 * arrived, the gallery shows whether a new path is there. It cannot show that of a file that
 * replaces another: "complete" is sent again, and a 404 (§4.1: not found, or completed already)
 * means then that the first one was executed. If no answer at all arrived before the 404, that may
 * also be an upload that the service deleted: the file is sent again, but only once.
 */
async function complete(
  row: UploadRow,
  upload: Multipart,
  deps: TransferDeps,
  signal: AbortSignal,
): Promise<Evidence> {
  const { store, media } = deps;
  const sent = store.parts(row.id);
  const isWhole =
    sent.length === upload.partCount && sent.reduce((sum, { size }) => sum + size, 0) === row.size;
  // A service may accept a list with gaps and assemble a shorter file.
  if (!isWhole) throw new AppError("upload-lost", "not every part is known to be at the service");
  const before = store.get(row.id)?.completeAttempts ?? 0;
  const parts = sent.map(({ number, etag }) => ({ partNumber: number, etag }));
  for (let unclear = 0; unclear < maxUnclearAnswers; unclear += 1) {
    signal.throwIfAborted();
    await store.beginComplete(row.id);
    deps.listeners.onChanged();
    const answer = await media
      .complete(mediaFile(row), { uploadId: upload.uploadId, parts }, signal)
      .catch((error: unknown) => notFoundOrThrow(error));
    if (answer === "completed") return "answer";
    if (row.replaces === 0) {
      if (answer === "unclear" || before > 0 || unclear > 0)
        if (await isListed(row, media, signal)) return "list";
    } else if (answer === "unclear") continue;
    else if (unclear > 0 || (before > 0 && store.countResend(row.id, "complete-lost") > 1))
      // A path that is not listed has no file at all, neither this one nor a former one.
      if (await isListed(row, media, signal)) return "none";
    if (answer !== "unclear") throw new AppError("upload-lost", answer.message, { cause: answer });
    break;
  }
  const message = "the service did not confirm that the file is complete";
  const max = row.replaces === 0 ? maxUnclearCompletes.new : maxUnclearCompletes.replacing;
  const isLast = store.countResend(row.id, "complete-unclear") >= max;
  throw new AppError(isLast ? "unconfirmed" : "unexpected-answer", message);
}

/** Successful answers to "complete" that do not say so, before the next one waits for a backoff. */
const maxUnclearAnswers = 3;

/** Resolves with the error if the service does not have the upload (any more). */
function notFoundOrThrow(error: unknown): AppError {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "not-found") return error;
  if (error.code !== "invalid-input") throw error;
  // The service passes on what its storage responded.
  const isTemporary = isConflict(error.message) || isExpired(error.message);
  const code = isTemporary ? "service-error" : "complete-refused";
  throw new AppError(code, error.message, { cause: error });
}

async function isListed(row: UploadRow, media: Media, signal: AbortSignal): Promise<boolean> {
  for await (const paths of media.files(signal)) {
    if (paths.includes(row.galleryPath)) return true;
  }
  return false;
}
