/** Sends one range of a file until the storage confirms it, with a fresh URL each time. */
import type { FileHandle } from "node:fs/promises";
import { isTransient } from "../../../preload/facts/errors";
import type { ErrorCode } from "../../../preload/model";
import { backoffDelay, pause } from "../../common/retry";
import { AppError } from "../../common/errors";
import type { Lanes } from "./slots";
import { isDigestRefusal, type Put, type PutResult } from "./put-range";
import type { ByteRange, SourceFile } from "./source-file";

export interface SendRangeDeps {
  put: Put;
  lanes: Lanes;
  /** First step of the wait between tries of a part, in milliseconds. */
  backoffMs: number;
  /** Bytes that the system took, and with a negative number those that have to be sent again. */
  onMoved: (bytes: number) => void;
}

export interface RangeRequest {
  contentType: string;
  file: FileHandle;
  source: SourceFile;
  range: ByteRange;
  /** Gives a URL for one PUT. */
  sign: () => Promise<string>;
}

export type ConfirmedRange = Pick<PutResult, "etag" | "md5"> & {
  /** The ETag is the MD5 of what was sent. */
  isVerified: boolean;
};

const triesOfPart = 3;
/** Whether a part is sent again at once or soon. The queue waits after "rate-limited", for all files. */
const mayPass = (code: ErrorCode) => isTransient(code) && code !== "rate-limited";

/**
 * What a range is sent with after its ETag was 32 hexadecimal digits, but not its MD5.
 *
 * Note: ETags that are not MD5. Such an ETag means damaged bytes, or storage whose ETags are something else (encryption
 * that no header announces). The bytes are sent with a wrong Content-MD5 first: storage that refuses it checks this
 * header. Then they are sent with the right one: when that is accepted the storage has confirmed them as whole, and an
 * ETag that differs even so is not an MD5. It is kept as the part's identifier, and ETags of this host are not compared
 * any more until one is an MD5 again. Storage that accepts a wrong Content-MD5 proves nothing: a second ETag that
 * differs then counts as damage. Where the URL's signature excludes the header (403), the range is sent once more
 * without it. Content-MD5 is not sent with every part, because it needs a pass over the bytes before the first is sent.
 */
type Proof = "none" | "wrong-md5" | "right-md5" | "again";

/** Rejects with an AppError when trying again here is no use. */
export async function sendRange(
  request: RangeRequest,
  deps: SendRangeDeps,
  signal: AbortSignal,
): Promise<ConfirmedRange> {
  const { contentType, file, source, range } = request;
  let tries = 0;
  let urlRefusals = 0;
  let mismatches = 0;
  let proof: Proof = "none";
  let md5 = "";
  for (;;) {
    const lane = await deps.lanes.acquire(signal);
    let moved = 0;
    let url: string | null = null;
    try {
      const revision = await source.check(signal);
      url = await request.sign();
      const sent = await deps.put.send({
        url,
        contentType,
        file,
        range,
        lane,
        signal,
        contentMd5:
          proof === "wrong-md5" ? otherThan(md5) : proof === "right-md5" ? md5 : undefined,
        onSent(bytes) {
          moved += bytes;
          deps.onMoved(bytes);
        },
      });
      // The revision is another one when the file's ctime changed while the range was read.
      if ((await source.check(signal)) !== revision) await source.compare(range, sent.md5, signal);
      // From here on the row counts them.
      deps.onMoved(-moved);
      if (sent.match !== "differs") return confirmed(sent);
      if (proof === "right-md5") {
        deps.put.expectOpaqueEtags(url);
        return confirmed(sent);
      }
      if (proof !== "none") throw damaged(sent);
      md5 = sent.md5;
      proof = "wrong-md5";
      mismatches += 1;
    } catch (error) {
      deps.onMoved(-moved);
      // Signing has tries of its own behind it.
      if (signal.aborted || !(error instanceof AppError) || url === null) throw error;
      if (proof === "wrong-md5" && isDigestRefusal(error)) proof = "right-md5";
      else if (proof === "wrong-md5" && error.code === "url-refused") proof = "again";
      else if (error.code === "url-refused") {
        // A URL may be refused for its age; a second fresh one that is refused is refused for another reason.
        urlRefusals += 1;
        if (urlRefusals >= 2) throw error;
      } else if (error.code === "etag-mismatch") {
        mismatches += 1;
        if (mismatches >= 2) throw error;
      } else {
        tries += 1;
        const isOver = tries >= triesOfPart || error.retryAfterMs !== undefined;
        if (!mayPass(error.code) || isOver) throw error;
      }
    } finally {
      lane.release();
    }
    if (tries > 0) await pause(backoffDelay(tries, deps.backoffMs), signal);
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
