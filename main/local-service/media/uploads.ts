/** Uploads: URLs given out, bytes taken, parts put together (interface §4.1). */
import { createHash, randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import type { ObjectStore } from "../objects/port";
import type { Presign, SignedGrant } from "../presign";
import { HttpProblem, invalid } from "../problem";
import type { LocalStore, PartRow, UploadRow } from "../rows/port";
import type { Gallery } from "./gallery";
import { minPartBytes } from "./rules";

export interface UploadsDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  presign: Presign;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface FileIntent {
  fileName: string;
  contentType: string;
}
export interface ListedPart {
  ETag: string;
  PartNumber: number;
}

export interface Uploads {
  presignFile(intent: FileIntent): string;
  /** Part 1 opens an upload and takes no id; later parts need it. 400 and 404 as the interface says. */
  presignPart(
    intent: FileIntent & { partNumber?: number | undefined; uploadId?: string | undefined },
  ): Promise<{ uploadId: string; uploadUrl: string }>;
  /** Puts the listed parts together. 404 for an id that is unknown, completed, swept or of another file. */
  complete(request: FileIntent & { uploadId: string; parts: readonly ListedPart[] }): Promise<void>;
  /** Takes the bytes of a PUT; gives the ETag without quotes. 403 for a spent multipart URL, 404 for an upload that is closed. */
  receive(grant: SignedGrant, body: { stream: Readable; size: number }): Promise<string>;
  /** Forgets uploads without a sign of life since `moment`, and URLs that have expired. */
  sweep(moment: number): Promise<void>;
}

const uploadGone = () =>
  new HttpProblem(404, "uploadId: no such upload, or it is completed or aborted");
const urlUsed = () => new HttpProblem(403, "nonce: this upload URL has been used");

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

  /** Opens an upload for part 1, which must come without an id; finds it for later parts (interface §4.1). */
  async function uploadFor(
    intent: FileIntent,
    partNumber: number,
    uploadId: string | undefined,
  ): Promise<string> {
    if (partNumber === 1) {
      if (uploadId !== undefined) throw invalid("uploadId", "must be omitted for part 1");
      const id = randomBytes(16).toString("hex");
      await store.addUpload({ id, path: intent.fileName, contentType: intent.contentType }, now());
      return id;
    }
    if (uploadId === undefined) throw invalid("uploadId", "is required for part 2 and later");
    const upload = await store.findOpenUpload(uploadId);
    if (!upload || !isSameFile(upload, intent.fileName)) throw uploadGone();
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
        if (!upload) throw uploadGone();
        const earlier = await store.findPart(uploadId, number);
        return { layout: upload.layout, earlierPlacement: earlier?.placement ?? null };
      },
      async keep({ size, md5: etag, placement, layout }) {
        const row = { number, size, etag, placement };
        const outcome = await store.keepPart(uploadId, row, layout, grant, now());
        if (outcome === "gone") throw uploadGone();
        if (outcome === "spent") throw urlUsed();
      },
    });
    return md5;
  }

  async function checkedParts(uploadId: string, listed: readonly ListedPart[]) {
    const kept = await store.listParts(uploadId);
    checkParts(listed, kept);
    return kept.slice(0, listed.length);
  }

  async function putTogether(upload: UploadRow, listed: readonly ListedPart[]): Promise<void> {
    await store.closeUpload(upload.id, listed.length);
    try {
      await objects.endParts(upload.id);
      // Once more: a part may have been sent again while the first look was taken.
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
      presign.sign({ path: fileName, contentType, part: null }),
    async presignPart(intent) {
      const number = intent.partNumber ?? 1;
      const uploadId = await uploadFor(intent, number, intent.uploadId);
      const { fileName: path, contentType } = intent;
      const uploadUrl = presign.sign({ path, contentType, part: { uploadId, number } });
      return { uploadId, uploadUrl };
    },
    complete: (request) =>
      store.exclusively(`upload ${request.uploadId}`, async () => {
        const upload = await store.findOpenUpload(request.uploadId);
        if (!upload || !isSameFile(upload, request.fileName)) throw uploadGone();
        checkContentType(upload, request.contentType);
        await checkedParts(upload.id, request.parts);
        await putTogether(upload, request.parts);
      }),
    /*
     * Note: Uses of a URL. The interface limits multipart URLs alone to one PUT (§4.1, §8); the URL of a whole file
     * is valid until it expires. The first complete PUT of a part spends its URL, in the transaction that stores the
     * part. An incomplete PUT leaves the URL as it was; while one is active, another is refused.
     */
    async receive(grant, body) {
      const { part, nonce } = grant;
      if (!part) return receiveFile(grant, body);
      if (inUse.has(nonce) || (await store.isUrlSpent(nonce))) throw urlUsed();
      // Again, since another PUT may have begun during the query.
      if (inUse.has(nonce)) throw urlUsed();
      inUse.add(nonce);
      try {
        return await receivePart(grant, part, body);
      } finally {
        inUse.delete(nonce);
      }
    },
    async sweep(moment) {
      for (const id of await store.removeUploadsBefore(moment)) {
        await objects.endParts(id);
        await objects.discardUpload(id);
      }
      await store.forgetSpentUrls(now());
    },
  };
}

/** Rules 2 and 3 of the interface: parts 1, 2, 3… with their ETags, all but the last at least 5 MB. */
function checkParts(listed: readonly ListedPart[], kept: readonly PartRow[]): void {
  const byNumber = new Map(kept.map((part) => [part.number, part]));
  listed.forEach(({ ETag, PartNumber }, index) => {
    const field = `parts[${index}]`;
    if (PartNumber !== index + 1)
      throw invalid(`${field}.PartNumber`, `must be ${index + 1}: parts are listed 1, 2, 3…`);
    const part = byNumber.get(PartNumber);
    if (!part) throw invalid(field, `part ${PartNumber} has not been uploaded`);
    if (ETag.replace(/^"(.*)"$/, "$1").toLowerCase() !== part.etag)
      throw invalid(`${field}.ETag`, `is not that of the bytes kept for part ${PartNumber}`);
    if (part.size < minPartBytes && index < listed.length - 1)
      throw invalid(
        field,
        `part ${PartNumber} has ${part.size} bytes; all parts but the last have at least ${minPartBytes}`,
      );
  });
}

/** Like that of an S3 multipart object: the MD5 of the parts' MD5s, and their count. */
function etagOf(parts: readonly PartRow[]): string {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part.etag, "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}
