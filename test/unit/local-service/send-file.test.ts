/** Stored objects as responses. */
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, it, vi } from "vitest";
import { openObject } from "../../../main/local-service/objects/open-object";
import type { OpenedObject } from "../../../main/local-service/objects/port";
import { sendFile, sendObject } from "../../../main/local-service/review/send-file";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-send-"));
  await writeFile(path.join(folder, "a"), "<script>");
});
const whole = { range: undefined, ifNoneMatch: undefined };
/** A store with one object, and its calls. */
function storeWith(url: string | null) {
  const close = vi.fn<() => Promise<void>>();
  const readUrl = vi.fn(() => Promise.resolve(url));
  const open = async (location: string): Promise<OpenedObject | null> => {
    const opened = await openObject(folder, location);
    return opened && { ...opened, close: () => opened.close().then(close) };
  };
  return { open, readUrl, close };
}
const object = (location: string, bytes = 8) => ({
  location,
  bytes,
  contentType: "text/html",
  headers: { etag: '"1"', "cache-control": "private" },
  urlSeconds: 60,
  missing: "its file is missing",
});

it("sends a type that is none of audio or video as bytes, which clients must not interpret", async () => {
  const typeOf = async (contentType: string) => {
    const file = await openObject(folder, "a");
    if (!file) throw new Error("the file is missing");
    const response = sendFile({ file, bytes: 8, contentType, headers: { etag: '"1"' } }, whole);
    expect(await response.text()).toBe("<script>");
    return [response.headers.get("content-type"), response.headers.get("x-content-type-options")];
  };
  expect(await typeOf("audio/wav")).toEqual(["audio/wav", "nosniff"]);
  expect(await typeOf("text/html")).toEqual(["application/octet-stream", "nosniff"]);
});

it("refers to the URL of an object, if its store has one, which is not stored, with a safe type", async () => {
  const store = storeWith("https://bucket.example/a?signed");
  const response = await sendObject(store, object("a"), whole);
  expect(response.status).toBe(307);
  expect(Object.fromEntries(response.headers)).toEqual({
    location: "https://bucket.example/a?signed",
    etag: '"1"',
    "cache-control": "private, no-store",
  });
  expect(store.readUrl).toHaveBeenCalledWith("a", {
    seconds: 60,
    contentType: "application/octet-stream",
    name: null,
  });
  expect(store.close).toHaveBeenCalledTimes(1);
});

it("signs no URL for a version that the client has, and sends the bytes of a store without URLs", async () => {
  const store = storeWith("https://bucket.example/a?signed");
  const known = await sendObject(store, object("a"), { ...whole, ifNoneMatch: '"1"' });
  expect(known.status).toBe(304);
  expect(store.readUrl).not.toHaveBeenCalled();
  const sent = await sendObject(storeWith(null), object("a"), { ...whole, range: "bytes=1-3" });
  expect([sent.status, await sent.text()]).toEqual([206, "scr"]);
});

it.each([
  ["without bytes", object("missing")],
  ["of another size than its row", object("a", 9)],
])("an object %s is 404", async (_name, wanted) => {
  await expect(sendObject(storeWith(null), wanted, whole)).rejects.toMatchObject({
    status: 404,
    message: "its file is missing",
  });
});
