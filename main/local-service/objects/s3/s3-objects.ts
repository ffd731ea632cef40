/**
 * The bytes of a workspace in an S3-compatible bucket. The key of an object is the prefix of the
 * workspace and the location. Objects of the gallery have opaque keys, and are never replaced.
 */
import { createHash, randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { createFileHasher } from "../../../common/file-hasher";
import type { Log } from "../../../common/log";
import { createObjectBucket, type ObjectBucket } from "../../../remote/s3/object-bucket";
import type { BucketConnection } from "../../../remote/s3/address";
import { createFolder } from "../files";
import { keepRemovedMs } from "../keep-removed";
import { ForbiddenLocation, isLocation } from "../object-path";
import { workName } from "../leftover-files";
import type { DirectUploads, ObjectStore, OpenedObject } from "../port";
import { claimBucket, ownerName } from "./bucket-owner";
import { fetchFile, MissingObject, storeFile } from "./bucket-files";
import { createCleanup } from "./cleanup";
import { createDirectUploads } from "./direct-uploads";
import { createObjectCache } from "./object-cache";
import { createWorkFiles } from "./work-files";

export interface S3ObjectsOptions {
  connection: BucketConnection;
  /** A folder of this process alone, for working files and for copies of objects. */
  workDir: string;
  /** The size of all copies of objects; default: half of the free space. */
  workBytes?: number | undefined;
  /** See `ObjectStore.keepRemovedMs`; default: seven days. */
  keepRemovedMs?: number | undefined;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface S3Objects extends ObjectStore {
  direct: DirectUploads;
  /** See `claimBucket`. */
  claim(id: string): Promise<string>;
  /** Rejects if the bucket does not respond, or refuses to be read. */
  check(signal: AbortSignal): Promise<unknown>;
  close(): Promise<void>;
}

/** Free space that stays, as on the disk of a workspace. */
const reserveBytes = 32 * 1024 ** 2;
/** Beside the working files, none of which begins with a dot. */
const copiesName = ".objects";
/** `list` reads as many pages as there are. */
const allPages = Infinity;

export async function openS3Objects(options: S3ObjectsOptions): Promise<S3Objects> {
  const { connection, workDir, log, now } = options;
  const bucket = createObjectBucket({ connection, now });
  const root = path.resolve(workDir);
  await createFolder(root);
  const work = await createWorkFiles(root);
  const freeBytes = async () => {
    const disk = await statfs(root);
    return Math.max(0, disk.bavail * disk.bsize - reserveBytes);
  };

  /** SECURITY: rows name no object outside of the workspace. @throws ForbiddenLocation */
  function keyOf(location: string): string {
    if (!isLocation(location)) throw new ForbiddenLocation();
    return connection.prefix + location;
  }
  const locationOf = (key: string) => key.slice(connection.prefix.length);
  const newLocation = (folder: string) => `${folder}/${randomBytes(16).toString("hex")}`;

  const cache = await createObjectCache({
    folder: path.join(root, workName, copiesName),
    limitBytes: options.workBytes ?? Math.floor((await freeBytes()) / 2),
    download: (location, file, onSize, signal) =>
      fetchFile(bucket, { file, key: keyOf(location), onSize }, signal),
  });

  const withFiles: ObjectStore["withFiles"] = async (locations, work, signal) => {
    for (const location of locations) keyOf(location);
    return cache.withFiles(locations, work, signal);
  };
  const withFile: ObjectStore["withFile"] = (location, work, signal) =>
    withFiles([location], ([file = ""]) => work(file), signal);

  async function headAt(location: string) {
    return isLocation(location) ? bucket.head(keyOf(location)) : null;
  }
  async function removeObjects(locations: readonly string[]): Promise<string[]> {
    const forbidden = locations.filter((location) => !isLocation(location));
    const allowed = locations.filter(isLocation);
    await bucket.delete(allowed.map(keyOf));
    for (const location of allowed) await cache.forget(location);
    return forbidden;
  }
  async function copyTo(from: string, to: string) {
    const facts = await bucket.copy(keyOf(from), keyOf(to));
    if (!facts) throw new MissingObject();
    await cache.forget(to);
    return facts;
  }

  return {
    ...work,
    ...createCleanup({ bucket, prefix: connection.prefix, remove: removeObjects, log, now }),
    isNamedByPath: false,
    keepRemovedMs: options.keepRemovedMs ?? keepRemovedMs,
    direct: createDirectUploads(bucket, connection.prefix),
    claim: (id) => claimBucket(bucket, connection.prefix, id),
    check: (signal) => bucket.head(connection.prefix + ownerName, signal),
    async receive({ stream, size }) {
      const bytes = await buffer(stream);
      if (bytes.length !== size) throw new Error("more or fewer bytes than announced");
      const staged = newLocation("staging");
      await bucket.put(keyOf(staged), bytes, "application/octet-stream");
      return { staged, size, md5: createHash("md5").update(bytes).digest("hex") };
    },
    async publish(staged, location) {
      if (staged === location) return;
      await copyTo(staged, location);
      await removeObjects([staged]);
    },
    sizeAt: async (location) => (await headAt(location))?.size ?? null,
    async read(location) {
      const found = isLocation(location) ? await bucket.get(keyOf(location), { first: 0 }) : null;
      return found && buffer(found.body);
    },
    async open(location) {
      const facts = await headAt(location);
      return facts && openedObject(bucket, keyOf(location), facts);
    },
    hash: (location, maxBytes, hashOptions) =>
      withFile(
        location,
        async (file) => {
          const hasher = createFileHasher();
          try {
            return await hasher.hash(file, maxBytes, hashOptions);
          } finally {
            hasher.close();
          }
        },
        hashOptions.signal,
      ),
    freeBytes,
    withFile,
    withFiles,
    async putFile(file, location, { bytes, contentType }) {
      const stored = await storeFile(bucket, { file, key: keyOf(location), contentType });
      if (stored.size !== bytes) throw new Error("a stored file has another size than announced");
      await cache.adopt(location, file, bytes);
    },
    readUrl: (location, { seconds, contentType, name }) =>
      bucket.getUrl(keyOf(location), seconds, { contentType, disposition: dispositionOf(name) }),
    async stage(location) {
      const staged = newLocation("media");
      return { staged, size: (await copyTo(location, staged)).size };
    },
    async stageFile(file) {
      const staged = newLocation("media");
      const contentType = "application/octet-stream";
      const { size } = await storeFile(bucket, { file, key: keyOf(staged), contentType });
      return { staged, size };
    },
    isStaged: async (staged) => (await headAt(staged)) !== null,
    async discardStaged(staged) {
      await removeObjects([staged]);
    },
    remove: removeObjects,
    async removeBelow(prefix) {
      if (!prefix.endsWith("/") || !isLocation(prefix.slice(0, -1))) return false;
      for await (const page of bucket.list(connection.prefix + prefix, undefined, allPages))
        await removeObjects(page.map(({ key }) => locationOf(key)));
      return true;
    },
    close: () => bucket.close(),
  };
}

function openedObject(
  bucket: ObjectBucket,
  key: string,
  { size, etag }: { size: number; etag: string },
): OpenedObject {
  const ended = new AbortController();
  async function get(first: number, last: number): Promise<Readable> {
    // Of the version that was opened: its bytes do not change.
    const found = await bucket.get(key, { first, last, etag }, ended.signal);
    if (!found) throw new MissingObject();
    return found.body;
  }
  return {
    size,
    stream(first, last) {
      const target = new PassThrough();
      target.once("close", () => ended.abort(new Error("the reader has gone")));
      if (last < first || size === 0) return target.end();
      // A failure destroys the stream, whose reader gets it.
      get(first, last)
        .then((body) => pipeline(body, target))
        .catch((error: unknown) => target.destroy(error as Error));
      return target;
    },
    async read(first, length) {
      const last = Math.min(size, first + length) - 1;
      return last < first ? Buffer.alloc(0) : buffer(await get(first, last));
    },
    close() {
      ended.abort(new Error("the object was closed"));
      return Promise.resolve();
    },
  };
}

/** SECURITY: the name is in a header; it is percent-encoded. */
const dispositionOf = (name: string | null): string =>
  name === null ? "inline" : `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
