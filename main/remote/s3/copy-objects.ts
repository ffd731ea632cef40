/** Copies of objects in a bucket, which are not read. */
import { refuseStorageBody } from "../http/success-answers";
import { encode } from "./address";
import { statusOf, withoutQuotes, type Etag, type ObjectFacts } from "./object-facts";
import type { PartUpload, PartUploadDeps, PartUploads, SentPart } from "./part-uploads";
import { textIn } from "./responses";

/**
 * Copies an object; resolves with null if it is missing, or has another ETag than `etag`. A service
 * that does not know this condition copies what is there.
 */
export type CopyObject = (
  from: string,
  to: string,
  options?: { etag?: Etag | undefined; signal?: AbortSignal | undefined },
) => Promise<ObjectFacts | null>;

export interface CopyDeps extends Pick<PartUploadDeps, "send" | "head" | "requireFacts"> {
  /** The name of the bucket. */
  bucket: string;
  parts: PartUploads;
}

/** S3 copies no larger object in one request. */
const maxCopyBytes = 5 * 1024 ** 3;
const copiedPartBytes = 1024 ** 3;

export function createCopies({ bucket, send, head, requireFacts, parts }: CopyDeps): CopyObject {
  const source = (key: string) => `/${encode(bucket)}/${key.split("/").map(encode).join("/")}`;

  /** The headers of a copy; without an ETag of any version. */
  const copyHeaders = (from: string, etag = "") => ({
    "x-amz-copy-source": source(from),
    ...(etag === "" ? {} : { "x-amz-copy-source-if-match": `"${etag}"` }),
  });

  async function copyWhole(from: string, to: string, etag?: Etag, signal?: AbortSignal) {
    const headers = copyHeaders(from, etag);
    const answer = await send({ method: "PUT", key: to, headers, action: "copy", signal });
    refuseStorageBody("bucket", undefined, answer);
    return requireFacts(to, signal);
  }

  async function copyParts(
    from: string,
    upload: PartUpload,
    { size, etag }: ObjectFacts,
    signal?: AbortSignal,
  ): Promise<SentPart[]> {
    const copied: SentPart[] = [];
    for (let first = 0; first < size; first += copiedPartBytes) {
      const last = Math.min(size, first + copiedPartBytes) - 1;
      const number = copied.length + 1;
      const answer = await send({
        method: "PUT",
        key: upload.key,
        query: { partNumber: String(number), uploadId: upload.uploadId },
        headers: {
          // All parts are of one version.
          ...copyHeaders(from, etag),
          "x-amz-copy-source-range": `bytes=${first}-${last}`,
        },
        action: "copy",
        signal,
      });
      refuseStorageBody("bucket", undefined, answer);
      copied.push({ number, etag: withoutQuotes(textIn(answer, "ETag")) });
    }
    return copied;
  }

  return async function copy(from, to, { etag, signal } = {}) {
    const found = await head(from, signal);
    if (!found || (etag !== undefined && found.etag !== etag)) return null;
    try {
      return found.size > maxCopyBytes
        ? await parts.inParts(
            to,
            "application/octet-stream",
            (upload) => copyParts(from, upload, found, signal),
            signal,
          )
        : await copyWhole(from, to, etag, signal);
    } catch (error) {
      if (etag !== undefined && statusOf(error) === 412) return null;
      throw error;
    }
  };
}
