/** Uploads: issues URLs, receives bytes, assembles parts (interface §4.1). */
import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { ObjectStore, UploadReceiver } from "../objects/port";
import type { Presign, SignedGrant } from "../common/presign";
import { HttpError, invalid } from "../common/http-error";
import type { PartRow, UploadRow, UploadRows } from "../rows/upload-port";
import type { Locks } from "../rows/lock-port";
import type { Gallery } from "./gallery";
import { minPartBytes } from "../objects/file-rules";

export interface UploadsDeps {
  store: UploadRows & Locks;
  objects: ObjectStore & UploadReceiver;
  gallery: Gallery;
  presign: Presign;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface FileInfo {
  fileName: string;
  contentType: string;
}
export interface ListedPart {
  ETag: string;
  PartNumber: number;
}

export interface Uploads {
  presignFile(intent: FileInfo): Promise<string>;
  /**
   * Part 1 opens an upload and must not name an id; later parts require it. 400 and 404 as in
   * interface §4.1.
   */
  presignPart(
    intent: FileInfo & { partNumber?: number | undefined; uploadId?: string | undefined },
  ): Promise<{ uploadId: string; uploadUrl: string }>;
  /**
   * Assembles the listed parts. 404 for an id that is unknown, completed, expired or of another
   * file.
   */
  complete(request: FileInfo & { uploadId: string; parts: readonly ListedPart[] }): Promise<void>;
  /**
   * Receives the bytes of a PUT; returns the ETag without quotes. 403 for a used multipart URL, 404
   * for a closed upload.
   */
  receive(grant: SignedGrant, body: { stream: Readable; size: number }): Promise<string>;
  /** Publishes whole files that clients sent elsewhere than to this service, before it is read. */
  settle(): Promise<void>;
  /**
   * Deletes multipart uploads without activity since `time`, and the records of used URLs that have
   * expired.
   */
  sweep(time: number): Promise<void>;
}

export const uploadNotFound = () =>
  new HttpError(404, "uploadId: unknown, completed or aborted upload");
const urlUsed = () => new HttpError(403, "nonce: this upload URL has been used");

export function createUploads(deps: UploadsDeps): Uploads {
  const { store, objects, gallery, presign, now } = deps;
  /** Nonces of multipart URLs with an active PUT. */
  const inUse = new Set<string>();

  function isSameFile(upload: UploadRow, fileName: string): boolean {
    return upload.path === fileName;
  }
  function checkContentType(upload: UploadRow, contentType: string): void {
    if (upload.contentType !== contentType)
      throw invalid("contentType", `must be ${upload.contentType}, as when the upload began`);
  }

  /**
   * Opens an upload for part 1, which must not name an id; finds it for later parts (interface
   * §4.1).
   */
  async function uploadFor(
    intent: FileInfo,
    partNumber: number,
    uploadId: string | undefined,
  ): Promise<string> {
    if (partNumber === 1) {
      if (uploadId !== undefined) throw invalid("uploadId", "must be omitted for part 1");
      const id = randomBytes(16).toString("hex");
      const { fileName: path, contentType } = intent;
      await store.addUpload({ id, path, contentType, layout: null }, now());
      return id;
    }
    if (uploadId === undefined) throw invalid("uploadId", "is required for part 2 and later");
    const upload = await store.findOpenUpload(uploadId);
    if (!upload || !isSameFile(upload, intent.fileName)) throw uploadNotFound();
    checkContentType(upload, intent.contentType);
    await store.touchUpload(uploadId, now());
    return uploadId;
  }

  async function receiveFile(grant: SignedGrant, body: { stream: Readable; size: number }) {
    const { staged, size, md5 } = await objects.receive(body);
    const { path, contentType } = grant;
    try {
      const file = { staged, path, contentType, size, etag: md5, uploadId: null };
      await gallery.publish(file);
    } catch (error) {
      await objects.discardStaged(staged);
      throw error;
    }
    return md5;
  }

  async function receivePart(
    grant: SignedGrant,
    part: NonNullable<SignedGrant["part"]>,
    body: { stream: Readable; size: number },
  ) {
    const { uploadId, number } = part;
    const { md5 } = await objects.receivePart({
      ...body,
      uploadId,
      number,
      async begin() {
        const upload = await store.findOpenUpload(uploadId);
        if (!upload) throw uploadNotFound();
        const earlier = await store.findPart(uploadId, number);
        return { layout: upload.layout, earlierPlacement: earlier?.placement ?? null };
      },
      async save({ size, md5: etag, placement, layout }) {
        const row = { number, size, etag, placement };
        const outcome = await store.storePart(uploadId, row, layout, grant, now());
        if (outcome === "upload-closed") throw uploadNotFound();
        if (outcome === "url-used") throw urlUsed();
      },
    });
    return md5;
  }

  async function checkedParts(uploadId: string, listed: readonly ListedPart[]) {
    const stored = await store.listParts(uploadId);
    checkParts(listed, stored);
    return stored.slice(0, listed.length);
  }

  async function assembleFile(upload: UploadRow, listed: readonly ListedPart[]): Promise<void> {
    await store.closeUpload(upload.id, listed.length);
    try {
      await objects.endParts(upload.id);
      // Checked again: a part may have been replaced after the first check.
      const parts = await checkedParts(upload.id, listed);
      const { staged, size } = await objects.assemble(upload.id, parts);
      const { path, contentType } = upload;
      const file = { staged, path, contentType, size, etag: etagOf(parts), uploadId: upload.id };
      await gallery.publish(file);
    } catch (error) {
      await store.reopenUpload(upload.id);
      throw error;
    }
    await objects.discardUpload(upload.id);
  }

  return {
    presignFile: ({ fileName, contentType }) =>
      Promise.resolve(presign.sign({ path: fileName, contentType, part: null })),
    async presignPart(intent) {
      const number = intent.partNumber ?? 1;
      const uploadId = await uploadFor(intent, number, intent.uploadId);
      const { fileName: path, contentType } = intent;
      const uploadUrl = presign.sign({ path, contentType, part: { uploadId, number } });
      return { uploadId, uploadUrl };
    },
    complete: (request) =>
      store.exclusivelyInProcess(`upload ${request.uploadId}`, async () => {
        const upload = await store.findOpenUpload(request.uploadId);
        if (!upload || !isSameFile(upload, request.fileName)) throw uploadNotFound();
        checkContentType(upload, request.contentType);
        await checkedParts(upload.id, request.parts);
        await assembleFile(upload, request.parts);
      }),
    /*
     * Note: Uses of a URL. The interface limits multipart URLs alone to one PUT (§4.1, §8); the URL
     * of a whole file is valid until it expires. The first complete PUT of a part marks its URL as
     * used, in the transaction that stores the part. An incomplete PUT does not use the URL; while
     * a PUT is active, a second one is rejected.
     */
    async receive(grant, body) {
      const { part, nonce } = grant;
      if (!part) return receiveFile(grant, body);
      if (inUse.has(nonce) || (await store.isUrlUsed(nonce))) throw urlUsed();
      // Checked again, since another PUT may have started during the query.
      if (inUse.has(nonce)) throw urlUsed();
      inUse.add(nonce);
      try {
        return await receivePart(grant, part, body);
      } finally {
        inUse.delete(nonce);
      }
    },
    settle: () => Promise.resolve(),
    async sweep(time) {
      for (const { id } of await store.removeUploadsBefore(time)) {
        await objects.endParts(id);
        await objects.discardUpload(id);
      }
      await store.deleteExpiredUrls(now());
    },
  };
}

/**
 * Rules 2 and 3 of interface §4.1: parts 1, 2, 3… with their ETags, all but the last at least 5 MB.
 */
export function checkParts(
  listed: readonly ListedPart[],
  stored: readonly Pick<PartRow, "number" | "size" | "etag">[],
): void {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  listed.forEach(({ ETag, PartNumber }, index) => {
    const field = `parts[${index}]`;
    if (PartNumber !== index + 1)
      throw invalid(
        `${field}.PartNumber`,
        `must be ${index + 1}: parts are listed in the order 1, 2, 3…`,
      );
    const part = byNumber.get(PartNumber);
    if (!part) throw invalid(field, `part ${PartNumber} has not been uploaded`);
    if (ETag.replace(/^"(.*)"$/, "$1").toLowerCase() !== part.etag)
      throw invalid(`${field}.ETag`, `is not the ETag of the stored part ${PartNumber}`);
    if (part.size < minPartBytes && index < listed.length - 1)
      throw invalid(
        field,
        `part ${PartNumber} has ${part.size} bytes; all parts but the last have at least ${minPartBytes}`,
      );
  });
}

/** ETag as of an S3 multipart object: the MD5 of the parts' MD5s, and their number. */
function etagOf(parts: readonly PartRow[]): string {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part.etag, "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}
