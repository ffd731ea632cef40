/**
 * Uploads to a bucket when the database fails, and the workspace of a bucket. The bucket is a map,
 * and the rows are real. Takes less than a second.
 */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import { removeBytesWithoutRow } from "../../../main/local-service/bytes-without-row";
import { createDirectUploads } from "../../../main/local-service/media/direct-uploads";
import { createGallery, galleryLock } from "../../../main/local-service/media/gallery";
import { createScriptStore } from "../../../main/local-service/scripts/script-store";
import type { ObjectStore } from "../../../main/local-service/objects/port";
import { claimBucket } from "../../../main/local-service/objects/s3/bucket-owner";
import { createCleanup } from "../../../main/local-service/objects/s3/cleanup";
import { createDirectUploads as createDirectBucket } from "../../../main/local-service/objects/s3/direct-uploads";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import type { ObjectBucket } from "../../../main/remote/s3/object-bucket";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: LocalStore;
let contents: Map<string, string>;
/** The number of copies that were made. */
let copies: number;
/** Called before an object is copied. */
let beforeCopy: () => void;
beforeEach(async () => {
  folder = await temporaryFolder();
  store = openSqliteStore(folder.path);
  contents = new Map();
  copies = 0;
  beforeCopy = () => undefined;
});
afterEach(async () => {
  await store.close();
  await folder.remove();
});

/** As with SSE-KMS, the ETags of an object and of its copy differ. */
const factsOf = (key: string) => {
  const text = contents.get(key);
  const etag = createHash("md5").update(`${key} ${text}`).digest("hex");
  return text === undefined ? null : { size: text.length, etag };
};
const bucket = {
  head: (key: string) => Promise.resolve(factsOf(key)),
  get: (key: string) =>
    Promise.resolve(
      contents.has(key)
        ? { body: Readable.from([Buffer.from(contents.get(key)!)]), facts: factsOf(key) }
        : null,
    ),
  putNew: (key: string, bytes: Uint8Array) => {
    if (!contents.has(key)) contents.set(key, Buffer.from(bytes).toString());
    return Promise.resolve();
  },
  copy: (from: string, to: string, { etag }: { etag?: string } = {}) => {
    beforeCopy();
    if (etag !== undefined && factsOf(from)?.etag !== etag) return Promise.resolve(null);
    copies += 1;
    contents.set(to, contents.get(from)!);
    return Promise.resolve(factsOf(to));
  },
  delete: (keys: readonly string[]) => {
    for (const key of keys) contents.delete(key);
    return Promise.resolve();
  },
  async *list(prefix: string) {
    const keys = [...contents.keys()].filter((key) => key.startsWith(prefix));
    yield await Promise.resolve(keys.map((key) => ({ key, size: 1, modifiedAt: 1 })));
  },
  putUrl: (key: string) => Promise.resolve(key),
} as unknown as ObjectBucket;

const remove = async (locations: readonly string[]) => {
  await bucket.delete(locations.map((at) => `team/${at}`));
  return [];
};
const objects = {
  isNamedByPath: false,
  keepRemovedMs: 0,
  direct: createDirectBucket(bucket, "team/"),
  publish: () => Promise.resolve(),
  remove,
  discardStaged: (staged: string) => remove([staged]),
  sizeAt: (at: string) => Promise.resolve(factsOf(`team/${at}`)?.size ?? null),
  isStaged: (at: string) => Promise.resolve(contents.has(`team/${at}`)),
} as unknown as ObjectStore & { direct: ReturnType<typeof createDirectBucket> };

const openUploads = (rows: LocalStore) => {
  const gallery = createGallery({ store: rows, objects, log: silentLog });
  const deps = { store: rows, objects, gallery, urlLifeSeconds: 60, now: Date.now };
  return { gallery, uploads: createDirectUploads(deps) };
};
const locationOf = async (path: string) => (await store.findFile(path))?.location ?? "";
const begin = () =>
  openUploads(store).uploads.presignFile({ fileName: "a.mp4", contentType: "video/mp4" });

it.each([
  ["before a row is written", "isFoldedTaken", false],
  ["when the first row is written", "beginPublishing", false],
  ["although the first row was written", "beginPublishing", true],
  ["when the file is published", "finishPublishing", false],
  ["although the file was published", "finishPublishing", true],
  ["when removals are listed", "listRemovals", false],
] as const)("loses no file if the database fails %s", async (_when, call, isDone) => {
  const key = await begin();
  contents.set(key, "one");
  const failing: LocalStore = {
    ...store,
    async [call](...values: never[]) {
      if (isDone) await (store[call] as (...all: never[]) => Promise<unknown>)(...values);
      throw new Error("the database has gone");
    },
  };
  await openUploads(failing)
    .uploads.settle()
    .catch(() => undefined);
  const location = await locationOf("a.mp4");
  if (location !== "") expect(contents.get(`team/${location}`)).toBe("one");
  await openUploads(store).uploads.settle();
  expect(contents.get(`team/${await locationOf("a.mp4")}`)).toBe("one");
  // A newer file stays the one after the next start, and nothing else is left.
  contents.set(key, "three");
  const { uploads, gallery } = openUploads(store);
  await uploads.settle();
  await gallery.recover();
  expect(contents.get(`team/${await locationOf("a.mp4")}`)).toBe("three");
  const isUnknown = call === "beginPublishing" && !isDone;
  // After the first row has failed, it is not known whether a row names the object.
  expect(contents.size).toBe(isUnknown ? 2 : 1);
});

it("takes a file once, also if its copy has another ETag, and one that is replaced meanwhile", async () => {
  const key = await begin();
  const { uploads } = openUploads(store);
  contents.set(key, "one");
  await uploads.settle();
  await uploads.settle();
  expect(copies).toBe(1);
  contents.set(key, "three");
  beforeCopy = () => contents.set(key, "fifteen");
  await uploads.settle();
  expect(copies).toBe(1);
  await uploads.settle();
  expect(contents.get(`team/${await locationOf("a.mp4")}`)).toBe("fifteen");
  expect([...contents.keys()]).toHaveLength(1);
});

it("the bytes of a script stay if its row may be stored", async () => {
  const failing = {
    ...store,
    async addScript(script: Parameters<LocalStore["addScript"]>[0]) {
      await store.addScript(script);
      throw new Error("the answer was lost");
    },
  };
  const scriptObjects = {
    ...objects,
    receive: () => Promise.resolve({ staged: "staging/1", size: 1, md5: "" }),
    publish: (_staged: string, location: string) =>
      Promise.resolve(void contents.set(`team/${location}`, "1")),
  };
  const scripts = createScriptStore({ store: failing, objects: scriptObjects, now: Date.now });
  await expect(scripts.put("a.csv", Buffer.from("1"))).rejects.toThrow("lost");
  const [script] = await store.listScripts();
  expect(contents.has(`team/${script!.location}`)).toBe(true);
});

it("an upload that another service completed does not replace a newer file, and files are opened meanwhile", async () => {
  const fields = { path: "a.mp4", contentType: "video/mp4" };
  await store.addUpload({ id: "1", layout: "parts", ...fields }, 1);
  const part = createHash("md5").update("one").digest();
  const etag = `${createHash("md5").update(part).digest("hex")}-1`;
  const parts = [{ PartNumber: 1, ETag: part.toString("hex") }];
  const request = { fileName: "a.mp4", contentType: "video/mp4", uploadId: "1", parts };
  const kept = { ...objects, keepRemovedMs: 1_000, open: () => Promise.resolve({ size: 3 }) };
  const openService = (beforeEnd: () => Promise<void>) => {
    const direct = {
      ...objects.direct,
      listParts: () => Promise.resolve(null),
      async findFinished() {
        await beforeEnd();
        return { staged: "media/one", size: 3, etag };
      },
    };
    // Each of several services has locks of its own process.
    const own = {
      ...store,
      exclusivelyInProcess: <T>(_: string, work: () => Promise<T>) => work(),
    };
    const gallery = createGallery({ store, objects: kept as never, log: silentLog });
    const deps = {
      store: own,
      objects: { ...kept, direct },
      gallery,
      urlLifeSeconds: 60,
      now: Date.now,
    };
    return { gallery, uploads: createDirectUploads(deps) };
  };
  const first = openService(() => Promise.resolve());
  const second = openService(async () => {
    await first.uploads.complete(request);
    const newer = { staged: "media/two", size: 3, etag: "2", ...fields, uploadId: null };
    await first.gallery.publish(newer);
  });
  await second.uploads.complete(request);
  expect(await locationOf("a.mp4")).toBe("media/two");
  await store.exclusively(galleryLock, async () => {
    expect((await first.gallery.open("a.mp4"))?.row.location).toBe("media/two");
  });
});

it("a removed script stays at its place for a dump, and one that was never known is set aside", async () => {
  await store.addScript({ id: "a", name: "a", size: 1, location: "scripts/a", createdAt: 1 });
  await store.removeScript("a");
  for (const name of ["a", "b"]) contents.set(`team/scripts/${name}`, name);
  const deps = { bucket, prefix: "team/", remove, log: silentLog, now: Date.now };
  await removeBytesWithoutRow(store, { ...objects, ...createCleanup(deps) });
  const [first = "", ...others] = [...contents.keys()].sort((a, b) => a.length - b.length);
  expect(first).toBe("team/scripts/a");
  expect(others).toEqual([expect.stringMatching(/^team\/set-aside\/.*\/scripts\/b$/)]);
});

it("a bucket and prefix belong to the first workspace", async () => {
  expect(await claimBucket(bucket, "team/", "local-1")).toBe("local-1");
  expect(await claimBucket(bucket, "team/", "local-2")).toBe("local-1");
  expect(await claimBucket(bucket, "team/", "local-1")).toBe("local-1");
  expect(await claimBucket(bucket, "other/", "local-2")).toBe("local-2");
  contents.set("team/workspace.json", "x");
  await expect(claimBucket(bucket, "team/", "local-1")).rejects.toThrow("names no workspace");
});
