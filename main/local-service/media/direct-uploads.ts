/** Uploads whose bytes clients send to the store: this service signs URLs, and sends no byte. */
import { createHash, randomBytes } from "node:crypto";
import { isTransient } from "../../../preload/facts/errors";
import { AppError } from "../../common/errors";
import { HttpError, invalid } from "../common/http-error";
import type { DirectUploads, ObjectStore } from "../objects/port";
import type { FileRows, RemovalRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import type { UploadRow, UploadRows } from "../rows/upload-port";
import type { Gallery } from "./gallery";
import {
  checkParts,
  uploadNotFound,
  type FileInfo,
  type ListedPart,
  type Uploads,
} from "./uploads";

export interface DirectUploadsDeps {
  store: UploadRows & Locks & Pick<FileRows, "findFile"> & Pick<RemovalRows, "listRemovals">;
  objects: Pick<ObjectStore, "discardStaged"> & { direct: DirectUploads };
  gallery: Gallery;
  urlLifeSeconds: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The layout of an upload of a whole file. Those of uploads in parts are ids of the store. */
const wholeFile = "";
/** The row of an upload was removed while it was completed. */
const goneMeanwhile = uploadNotFound();

export function createDirectUploads(deps: DirectUploadsDeps): Uploads {
  const { store, objects, gallery, urlLifeSeconds, now } = deps;
  const { direct } = objects;
  const newId = () => randomBytes(16).toString("hex");

  function requireSame(
    upload: UploadRow | null,
    { fileName, contentType }: FileInfo,
  ): UploadRow & { layout: string } {
    if (!upload?.layout || upload.path !== fileName) throw uploadNotFound();
    if (upload.contentType !== contentType)
      throw invalid("contentType", `must be ${upload.contentType}, as when the upload began`);
    return { ...upload, layout: upload.layout };
  }

  async function begin({ fileName: path, contentType }: FileInfo) {
    const id = newId();
    const layout = await direct.beginParts(id, contentType);
    await store.addUpload({ id, path, contentType, layout }, now());
    return { id, layout };
  }
  async function continueUpload(id: string | undefined, intent: FileInfo) {
    if (id === undefined) throw invalid("uploadId", "is required for part 2 and later");
    const { layout } = requireSame(await store.findOpenUpload(id), intent);
    await store.touchUpload(id, now());
    return { id, layout };
  }

  /** The object of an upload, whose parts may have been joined before a crash. */
  async function joinParts(
    { id, layout }: UploadRow & { layout: string },
    listed: readonly ListedPart[],
  ) {
    const stored = await direct.listParts(id, layout);
    if (stored) {
      checkParts(listed, stored);
      try {
        return await direct.finishParts(id, layout, stored.slice(0, listed.length));
      } catch (error) {
        // Ceph joins all parts or none; the interface and AWS permit others.
        if (stored.length > listed.length && isRefused(error))
          throw invalid("parts", `the storage service joins all ${stored.length} parts or none`);
        throw error;
      }
    }
    const finished = await direct.findFinished(id);
    if (finished?.etag !== etagOf(listed)) throw uploadNotFound();
    return finished;
  }

  /** A later publication would replace a newer file by this one. */
  async function requireUnpublished(id: string): Promise<void> {
    if (!(await store.isUploadKnown(id))) throw goneMeanwhile;
  }
  /** Whether the object is that of a file, or was until a newer one replaced it. */
  const isPublished = async (path: string, location: string): Promise<boolean> =>
    (await store.findFile(path))?.location === location ||
    (await store.listRemovals(0)).includes(location);

  async function acceptOne(id: string): Promise<void> {
    const upload = await store.findOpenUpload(id);
    if (upload?.layout !== wholeFile) {
      await direct.discard(id, null);
      return;
    }
    const arrived = await direct.takeArrived(id);
    if (!arrived) return;
    const { staged, size, etag, arrivedEtag } = arrived;
    const { path, contentType } = upload;
    const recorded = { is: false };
    try {
      // The row stays until its URL has expired: it can be used again.
      await gallery.publish({ staged, size, etag, path, contentType, uploadId: null }, () => {
        recorded.is = true;
      });
    } catch (error) {
      // Afterwards rows may name the copy, also if the database answered with an error. The file
      // that arrived is still there, and is taken again.
      if (!recorded.is) await objects.discardStaged(staged);
      throw error;
    }
    await direct.release(id, arrivedEtag);
  }

  const settle = () =>
    store.exclusively("incoming", async () => {
      if (!(await store.isLayoutUsed(wholeFile))) return;
      for (const id of await direct.listArrived()) await acceptOne(id);
    });

  return {
    async presignFile({ fileName: path, contentType }) {
      const id = newId();
      await store.addUpload({ id, path, contentType, layout: wholeFile }, now());
      return direct.fileUrl(id, urlLifeSeconds);
    },
    async presignPart(intent) {
      const number = intent.partNumber ?? 1;
      if (number === 1 && intent.uploadId !== undefined)
        throw invalid("uploadId", "must be omitted for part 1");
      const { id, layout } =
        number === 1 ? await begin(intent) : await continueUpload(intent.uploadId, intent);
      const uploadUrl = await direct.partUrl(id, layout, number, urlLifeSeconds);
      return { uploadId: id, uploadUrl };
    },
    // Another service may complete it too: the parts are joined once, and published once.
    complete: (request) =>
      store.exclusivelyInProcess(`upload ${request.uploadId}`, async () => {
        const upload = requireSame(await store.findOpenUpload(request.uploadId), request);
        const { staged, size, etag } = await joinParts(upload, request.parts);
        const { path, contentType, id } = upload;
        const file = { staged, size, etag, path, contentType, uploadId: id };
        await gallery
          .publish(file, () => requireUnpublished(id))
          .catch(async (error: unknown) => {
            if (error !== goneMeanwhile || !(await isPublished(path, staged))) throw error;
          });
      }),
    receive: () =>
      Promise.reject(new HttpError(403, "signature: not an upload URL of this service")),
    settle,
    async sweep(time) {
      await settle();
      for (const { id, layout } of await store.removeUploadsBefore(time))
        await direct.discard(id, layout === wholeFile ? null : layout);
    },
  };
}

const isRefused = (error: unknown) =>
  error instanceof AppError && !isTransient(error.code) && error.code !== "not-found";

/** The ETag of an object of these parts: the MD5 of their MD5s, and their number. */
function etagOf(parts: readonly ListedPart[]): string {
  const hash = createHash("md5");
  for (const { ETag } of parts) hash.update(ETag.replace(/^"(.*)"$/, "$1"), "hex");
  return `${hash.digest("hex")}-${parts.length}`;
}
