/**
 * The extension "media-files": the bytes of the gallery's files, with ranges, and of no other file.
 */
import { mkdir, readdir, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  bytesOf,
  mebibyte,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";

let local: RunningLocalService;
beforeAll(async () => {
  local = await startLocalService();
});
afterAll(() => local.remove());

const fetchFile = (name: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
  fetch(`${local.client.baseUrl}/local/files/${encodeURIComponent(name)}`, {
    headers: { authorization: local.client.token, ...headers },
    signal: signal ?? null,
  });
const bytesIn = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const stored = (...names: string[]) => path.join(local.dataDir, "media", ...names);
const missing = [404, { message: "path: the file is not in the media gallery" }];
const resultOf = async (name: string) => {
  const response = await fetchFile(name);
  const body: unknown = await response.json().catch(() => null);
  return [response.status, body];
};

it("a file is sent whole or in ranges, and not again while it is the same", async () => {
  const bytes = bytesOf(5_000);
  await local.client.upload("season 1/é & ü%41.mp4", bytes);
  const name = "season 1/é & ü%41.mp4";
  const whole = await fetchFile(name.normalize("NFD"));
  expect([whole.status, whole.headers.get("content-type"), whole.headers.get("content-length")])
    // As it was uploaded.
    .toEqual([200, "video/mp4", "5000"]);
  expect(await bytesIn(whole)).toEqual(bytes);
  const parts: [string, string, number, number][] = [
    ["bytes=4990-", "bytes 4990-4999/5000", 4990, 5000],
    ["bytes=0-0", "bytes 0-0/5000", 0, 1],
    ["bytes=-10", "bytes 4990-4999/5000", 4990, 5000],
    ["bytes=100-99999", "bytes 100-4999/5000", 100, 5000],
  ];
  for (const [range, contentRange, from, to] of parts) {
    const part = await fetchFile(name, { range });
    expect([range, part.status, part.headers.get("content-range")]).toEqual([
      range,
      206,
      contentRange,
    ]);
    expect(await bytesIn(part)).toEqual(bytes.slice(from, to));
  }
  for (const range of ["bytes=5000-", "bytes=9-8", "bytes=-0"]) {
    const refused = await fetchFile(name, { range });
    expect([range, refused.status, refused.headers.get("content-range")]).toEqual([
      range,
      416,
      "bytes */5000",
    ]);
  }
  const etag = whole.headers.get("etag") ?? "";
  expect((await fetchFile(name, { "if-none-match": etag })).status).toBe(304);
  await local.client.upload(name, bytesOf(5_000, 2));
  const other = await fetchFile(name, { "if-none-match": etag });
  expect([other.status, await bytesIn(other)]).toEqual([200, bytesOf(5_000, 2)]);
});

it("files with names that the disk cannot store, and empty ones, are sent", async () => {
  const bytes = bytesOf(100);
  for (const name of ["Scene 1: intro?.wav", "CON.wav", "a.wav", "a.wav/b.wav"]) {
    await local.client.upload(name, bytes, "audio/wav");
    expect(await bytesIn(await fetchFile(name))).toEqual(bytes);
  }
  await local.client.upload("empty.wav", new Uint8Array(), "audio/wav");
  const empty = await fetchFile("empty.wav");
  expect([empty.status, empty.headers.get("content-length"), await empty.text()]).toEqual([
    200,
    "0",
    "",
  ]);
});

it("no other file is sent", async () => {
  await local.client.upload("folder/clip.mp4", bytesOf(10));
  const files = (await readdir(local.dataDir)).filter((name) => name.includes("."));
  expect(files.length).toBeGreaterThan(0);
  const names = [
    ...files.flatMap((name) => [name, `../${name}`, `folder/../../${name}`, `..\\${name}`]),
    path.join(local.dataDir, files[0]!),
    "/etc/hostname",
    "media/folder/clip.mp4",
    "folder",
    "folder/",
    "folder/clip.mp4/",
    "/folder/clip.mp4",
    "folder//clip.mp4",
    "folder/clip.mp4\u0000",
    "FOLDER/clip.mp4",
    " ",
    "%2e%2e",
    "x".repeat(4000),
  ];
  for (const name of names) expect([name, ...(await resultOf(name))]).toEqual([name, ...missing]);
  const at = `${local.client.baseUrl}/local/files/`;
  const headers = { authorization: local.client.token };
  // Not encoded: the path has several segments.
  expect((await fetch(`${at}folder/clip.mp4`, { headers })).status).toBe(404);
  expect((await fetch(`${at}${encodeURIComponent("folder/clip.mp4")}`)).status).toBe(401);
});

it("links and other changes below the folder of the media are not followed", async () => {
  const outside = path.join(local.dataDir, "..", `${path.basename(local.dataDir)}-outside`);
  await mkdir(outside);
  await writeFile(path.join(outside, "clip.mp4"), bytesOf(10));
  try {
    for (const name of ["file", "folder", "short", "absent", "kind"])
      await local.client.upload(`${name}/clip.mp4`, bytesOf(10));
    expect((await resultOf("file/clip.mp4"))[0]).toBe(200);
    await rm(stored("file", "clip.mp4"));
    await symlink(path.join(outside, "clip.mp4"), stored("file", "clip.mp4"));
    await rename(stored("folder"), path.join(outside, "folder"));
    await symlink(path.join(outside, "folder"), stored("folder"));
    await writeFile(stored("short", "clip.mp4"), bytesOf(9));
    await rm(stored("absent"), { recursive: true });
    await rm(stored("kind", "clip.mp4"));
    await mkdir(stored("kind", "clip.mp4"));
    for (const name of ["file", "folder", "short", "absent", "kind"])
      expect([name, ...(await resultOf(`${name}/clip.mp4`))]).toEqual([name, ...missing]);
  } finally {
    await rm(outside, { recursive: true });
  }
});

it("a file that is replaced and deleted meanwhile is sent to its end; no file stays open", async () => {
  const bytes = bytesOf(8 * mebibyte);
  await local.client.upload("big.mp4", bytes);
  const response = await fetchFile("big.mp4");
  const ended = new AbortController();
  const aborted = await fetchFile("big.mp4", {}, ended.signal);
  await local.client.upload("big.mp4", bytesOf(10));
  bodyOf(await local.client.post("/media/files/delete", { paths: ["big.mp4"] }), 204);
  expect(Buffer.compare(await bytesIn(response), bytes)).toBe(0);
  ended.abort();
  await expect(aborted.arrayBuffer()).rejects.toThrow();
  if (process.platform !== "linux") return;
  const openFiles = async () => {
    const links = (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`));
    const targets = await Promise.all(links.map((link) => link.catch(() => "")));
    return targets.filter((target) => target.startsWith(stored()));
  };
  await expect.poll(openFiles).toEqual([]);
});
