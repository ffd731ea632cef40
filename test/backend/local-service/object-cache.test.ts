/** Copies of objects of a bucket, which share a limited space. Takes less than a second. */
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  createObjectCache,
  type ObjectCache,
} from "../../../main/local-service/objects/s3/object-cache";

let base: string;
let cache: ObjectCache;
/** The locations that were downloaded, in order. */
let downloads: string[];
/** Awaited before the bytes of a location arrive. */
let before: (location: string, signal: AbortSignal) => Promise<void> | void;
const never = new AbortController().signal;
const folder = () => path.join(base, "copies");

beforeEach(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), "dubyard-cache-"));
  downloads = [];
  before = () => undefined;
  cache = await createObjectCache({
    folder: folder(),
    limitBytes: 25,
    async download(location, file, onSize, signal) {
      downloads.push(location);
      await before(location, signal);
      if (location.startsWith("missing"))
        throw Object.assign(new Error("gone"), { code: "ENOENT" });
      await onSize(10);
      await writeFile(file, location.padEnd(10));
    },
  });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const read = (locations: readonly string[], signal = never) =>
  cache.withFiles(
    locations,
    (files) => Promise.all(files.map(async (file) => (await readFile(file, "utf8")).trim())),
    signal,
  );

it("an object is downloaded once, also for two uses at the same time", async () => {
  expect(await Promise.all([read(["a", "a"]), read(["a"])])).toEqual([["a", "a"], ["a"]]);
  expect(await read(["a"])).toEqual(["a"]);
  expect(downloads).toEqual(["a"]);
});

it("the least recently used copy goes first, and one that is in use stays", async () => {
  await read(["a"]);
  await read(["b"]);
  await read(["a"]);
  await read(["c"]);
  expect(await readdir(folder())).toHaveLength(2);
  await read(["a"]);
  expect(downloads).toEqual(["a", "b", "c"]);
  await cache.withFiles(
    ["a"],
    async ([file = ""]) => {
      await read(["b"]);
      await read(["d"]);
      expect((await readFile(file, "utf8")).trim()).toBe("a");
    },
    never,
  );
  expect(downloads).toEqual(["a", "b", "c", "b", "d"]);
});

it("objects that do not fit together fail as on a full disk, and leave the others", async () => {
  await read(["a"]);
  await expect(read(["a", "b", "c"])).rejects.toMatchObject({
    code: "ENOSPC",
    message: expect.stringContaining("--work-bytes") as string,
  });
  expect(await read(["b", "c"])).toEqual(["b", "c"]);
});

it("a download that fails leaves nothing, and is repeated by the next use", async () => {
  await expect(read(["missing"])).rejects.toMatchObject({ code: "ENOENT" });
  await expect(read(["missing"])).rejects.toMatchObject({ code: "ENOENT" });
  expect(downloads).toEqual(["missing", "missing"]);
  expect(await readdir(folder())).toEqual([]);
});

it("a use that is aborted does not end the download of another one; the last one does", async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const first = new AbortController();
  before = () => arrived;
  const reads = [read(["a"], first.signal), read(["a"])] as const;
  first.abort(new Error("not needed"));
  await expect(reads[0]).rejects.toThrow("not needed");
  arrive();
  expect(await reads[1]).toEqual(["a"]);
  before = (_location, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason as Error)),
    );
  const second = new AbortController();
  const alone = read(["b"], second.signal);
  second.abort(new Error("not needed"));
  await expect(alone).rejects.toThrow("not needed");
  before = () => undefined;
  expect(await read(["b"])).toEqual(["b"]);
  expect(downloads).toEqual(["a", "b", "b"]);
});

it("a download that ends although its last use was aborted leaves no file", async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  before = () => arrived;
  const use = new AbortController();
  const aborted = read(["a"], use.signal);
  use.abort(new Error("not needed"));
  await expect(aborted).rejects.toThrow("not needed");
  arrive();
  expect(await read(["b"])).toEqual(["b"]);
  await expect.poll(() => readdir(folder())).toHaveLength(1);
  // The space is free again.
  expect(await read(["b", "c"])).toEqual(["b", "c"]);
});

it("a stored file is used although a download of the former object begins at the same time", async () => {
  const file = path.join(base, "made");
  await writeFile(file, "made      ");
  const stored = cache.adopt("a", file, 10);
  const former = read(["a"]);
  await stored;
  expect(await former).toEqual(["a"]);
  expect(await read(["a"])).toEqual(["made"]);
  await expect.poll(() => readdir(folder())).toHaveLength(1);
});

it("a stored file is its own copy; a removed object has none, after its use has ended", async () => {
  const file = path.join(base, "made");
  await writeFile(file, "made      ");
  await cache.adopt("a", file, 10);
  expect(existsSync(file)).toBe(false);
  await cache.withFiles(
    ["a"],
    async ([copy = ""]) => {
      await cache.forget("a");
      expect((await readFile(copy, "utf8")).trim()).toBe("made");
    },
    never,
  );
  expect(downloads).toEqual([]);
  expect(await readdir(folder())).toEqual([]);
  const large = path.join(base, "large");
  await writeFile(large, "");
  await cache.adopt("large", large, 26);
  expect(existsSync(large)).toBe(false);
});
