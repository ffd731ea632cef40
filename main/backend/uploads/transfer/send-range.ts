/** Sends one range of a file until the storage confirms it, with a fresh URL each time. */
import { isTransient, kindOf } from "../../../../preload/facts/errors";
import type { ErrorCode } from "../../../../preload/model";
import { backoffDelay, pause } from "../../../common/retry";
import { AppError } from "../../../common/errors";
import { partAttempts } from "../failure-policies";
import type { Slots } from "./slots";
import { isDigestRefusal, isExpiredUrl, type Put, type PutResult } from "./put-range";
import type { ByteRange } from "./disk";
import type { SourceFile } from "./source-file";

export interface SendRangeDeps {
  put: Put;
  slots: Slots;
  /** The id of the row whose file is sent. */
  owner: number;
  /** First delay between attempts of a part, in milliseconds. */
  backoffMs: number;
  /**
   * Called with the bytes that the system accepted; negative for bytes that have to be sent again.
   * Their sum is the size of the range when it is confirmed, and 0 after a failure.
   */
  onMoved: (bytes: number) => void;
  /**
   * All bytes of the range were sent, but nothing confirmed them. Throws if that happened too
   * often.
   */
  onUnconfirmed: (error: AppError) => void;
  /** An attempt failed because the storage is overloaded or does not respond. */
  onOverload: () => void;
  /** The storage accepted the range. */
  onAccepted: () => void;
}

export interface RangeRequest {
  contentType: string;
  sourcePath: string;
  source: SourceFile;
  range: ByteRange;
  /** Whether a response without an ETag confirms nothing: "complete" needs that of every part. */
  needsEtag: boolean;
  /** Requests a URL for one PUT. */
  sign: () => Promise<string>;
}

export type ConfirmedRange = Pick<PutResult, "etag" | "md5"> & {
  /** The ETag is the MD5 of what was sent. */
  isVerified: boolean;
};

/**
 * Before a range is read, a check of this age is sufficient: the file is checked again after that.
 */
const maxCheckAgeMs = 1_000;
/** Whether a part is sent again soon. After "rate-limited" the queue waits, for all files. */
const isRetriedHere = (code: ErrorCode) => isTransient(code) && code !== "rate-limited";

/** Whether the storage may have the bytes, or have discarded them: not if it refuses them. */
const isUnconfirmed = ({ code }: AppError) =>
  kindOf(code) === "transient" || code === "unreachable";

/**
 * How a range is sent again after its ETag had 32 hexadecimal digits, but was not its MD5.
 *
 * Note: ETags that are not MD5. Such an ETag means damaged bytes, or storage whose ETags are not
 * checksums (encryption that no header announces). The bytes are sent with a wrong Content-MD5
 * first: storage that refuses it checks this header. Then they are sent with the right one: when
 * that is accepted the storage has confirmed them as whole, and an ETag that still differs is not
 * an MD5. It is stored as the part's identifier, and ETags of this host are not compared any more
 * until one is an MD5 again. Storage that accepts a wrong Content-MD5 proves nothing: a second ETag
 * that differs then counts as damage. Where the URL's signature excludes the header (403), the
 * range is sent once more without it. Content-MD5 is not sent with every part, because it needs a
 * pass over the bytes before the first is sent.
 */
type Proof = "none" | "wrong-md5" | "right-md5" | "again";

/** Rejects with an AppError when another attempt of this range would not help. */
export async function sendRange(
  request: RangeRequest,
  deps: SendRangeDeps,
  signal: AbortSignal,
): Promise<ConfirmedRange> {
  const { contentType, sourcePath, source, range } = request;
  let attempts = 0;
  let urlRefusals = 0;
  let mismatches = 0;
  let proof: Proof = "none";
  let md5 = "";
  for (;;) {
    const slot = await deps.slots.acquire(deps.owner, signal);
    let moved = 0;
    let url: string | null = null;
    try {
      const revision = await source.check(signal, { maxAgeMs: maxCheckAgeMs });
      url = await request.sign();
      const sent = await deps.put.send({
        url,
        contentType,
        sourcePath,
        range,
        signal,
        contentMd5:
          proof === "wrong-md5" ? otherThan(md5) : proof === "right-md5" ? md5 : undefined,
        onSent(bytes) {
          moved += bytes;
          deps.onMoved(bytes);
        },
      });
      if (sent.etag === "" && request.needsEtag)
        throw new AppError("etag-mismatch", "the response has no ETag");
      // The revision differs when the ctime of the file changed while the range was read.
      const { found } = sent;
      if ((await source.check(signal, { found })) !== revision)
        await source.compare(range, sent.md5, signal);
      if (sent.match === "differs" && proof === "right-md5") deps.put.expectOpaqueEtags(url);
      if (sent.match !== "differs" || proof === "right-md5") {
        deps.onMoved(range.size - moved);
        deps.onAccepted();
        return confirmed(sent);
      }
      deps.onMoved(-moved);
      moved = 0;
      if (proof !== "none") throw damaged(sent);
      md5 = sent.md5;
      proof = "wrong-md5";
      mismatches += 1;
    } catch (error) {
      deps.onMoved(-moved);
      if (error instanceof AppError && isTransient(error.code)) deps.onOverload();
      // Signing is retried by the client of the service.
      if (signal.aborted || !(error instanceof AppError) || url === null) throw error;
      if (moved >= range.size && isUnconfirmed(error)) deps.onUnconfirmed(error);
      if (proof === "wrong-md5" && isDigestRefusal(error)) proof = "right-md5";
      else if (proof === "wrong-md5" && error.code === "url-refused") proof = "again";
      else if (isExpiredUrl(error)) {
        // The service may renew the credentials with which it signs only after some seconds.
        attempts += 1;
        if (attempts >= partAttempts.urlExpired) throw error;
      } else if (error.code === "url-refused") {
        // The first refusal may be due to the age of the URL; that of a second, fresh URL is not.
        urlRefusals += 1;
        if (urlRefusals >= partAttempts.urlRefused) throw error;
      } else if (error.code === "etag-mismatch") {
        mismatches += 1;
        if (mismatches >= partAttempts.etagMismatch) throw error;
      } else {
        attempts += 1;
        const isOver = attempts >= partAttempts.transient || error.retryAfterMs !== undefined;
        if (!isRetriedHere(error.code) || isOver) throw error;
      }
    } finally {
      slot.release();
    }
    if (attempts > 0) await pause(backoffDelay(attempts, deps.backoffMs), signal);
  }
}

const confirmed = ({ etag, md5, match }: PutResult): ConfirmedRange => ({
  etag,
  md5,
  isVerified: match === "md5",
});

const damaged = ({ etag, md5 }: PutResult) =>
  new AppError("etag-mismatch", `the service received other bytes (ETag ${etag}, sent ${md5})`);

/** The MD5 of other bytes. */
function otherThan(md5: string): string {
  const bytes = Buffer.from(md5, "hex");
  bytes.writeUInt8(bytes.readUInt8(0) ^ 0xff, 0);
  return bytes.toString("hex");
}
