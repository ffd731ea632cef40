/**
 * Uploads whose bytes go to the bucket. A whole file arrives under `incoming/`, for which clients
 * have a URL, and is copied to a key for which nobody has one. Parts are joined at such a key.
 */
import { randomBytes } from "node:crypto";
import type { ObjectBucket } from "../../../remote/s3/object-bucket";
import type { PartUpload } from "../../../remote/s3/part-uploads";
import type { ArrivedObject, DirectUploads } from "../port";

const incoming = "incoming/";
const uploadId = /^[0-9a-f]{32}$/;

export function createDirectUploads(bucket: ObjectBucket, prefix: string): DirectUploads {
  const incomingKey = (id: string) => `${prefix}${incoming}${id}`;
  const joined = (id: string) => `media/${id}`;
  const uploadOf = (id: string, layout: string): PartUpload => ({
    key: prefix + joined(id),
    uploadId: layout,
  });
  const arrived = (
    staged: string,
    { size, etag }: { size: number; etag: string },
  ): ArrivedObject => ({
    staged,
    size,
    etag,
  });

  return {
    fileUrl: (id, seconds) => bucket.putUrl(incomingKey(id), seconds),
    async listArrived() {
      const found: { id: string; at: number }[] = [];
      for await (const page of bucket.list(prefix + incoming, undefined, Infinity))
        for (const { key, modifiedAt } of page) {
          const id = key.slice(prefix.length + incoming.length);
          if (uploadId.test(id)) found.push({ id, at: modifiedAt ?? 0 });
        }
      return found.sort((a, b) => a.at - b.at).map(({ id }) => id);
    },
    async takeArrived(id) {
      const before = await bucket.head(incomingKey(id));
      if (!before) return null;
      const staged = `media/${randomBytes(16).toString("hex")}`;
      const copied = await bucket.copy(incomingKey(id), prefix + staged, { etag: before.etag });
      // Another PUT has replaced it meanwhile: that one is taken next.
      if (!copied) return null;
      return { ...arrived(staged, copied), arrivedEtag: before.etag };
    },
    /*
     * Note: S3 has no deletion under a condition that all services know. A PUT that ends between
     * these two requests is lost: a few milliseconds, for a client that sends two files to the
     * same URL. The ETag of the copy is not compared, because it differs with SSE-KMS.
     */
    async release(id, arrivedEtag) {
      const now = await bucket.head(incomingKey(id));
      if (now?.etag === arrivedEtag) await bucket.delete([incomingKey(id)]);
    },
    beginParts: async (id, contentType) =>
      (await bucket.beginParts(prefix + joined(id), contentType)).uploadId,
    partUrl: (id, layout, number, seconds) => bucket.partUrl(uploadOf(id, layout), number, seconds),
    listParts: (id, layout) => bucket.listParts(uploadOf(id, layout)),
    finishParts: async (id, layout, parts) =>
      arrived(joined(id), await bucket.finishParts(uploadOf(id, layout), parts)),
    async findFinished(id) {
      const facts = await bucket.head(prefix + joined(id));
      return facts && arrived(joined(id), facts);
    },
    async discard(id, layout) {
      if (layout === null) await bucket.delete([incomingKey(id)]);
      else await bucket.abortParts(uploadOf(id, layout));
    },
  };
}
