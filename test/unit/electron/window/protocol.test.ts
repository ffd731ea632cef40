import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { samplePath, sampleOfPath } from "../../../../preload/facts/voice-samples";
import { respond, contentSecurityPolicy, fileOf } from "../../../../main/electron/window/protocol";

let folder = "";
beforeAll(async () => {
  const top = await mkdtemp(path.join(os.tmpdir(), "dubyard-protocol-"));
  folder = path.join(top, "renderer");
  mkdirSync(path.join(folder, "assets"), { recursive: true });
  writeFileSync(path.join(folder, "index.html"), "<!doctype html>");
  writeFileSync(path.join(folder, "assets/main.js"), "export {}");
  writeFileSync(path.join(folder, "assets/main.js.map"), "{}");
  writeFileSync(path.join(top, "secret.js"), "outside");
});
const sample = new Uint8Array([1, 2, 3]);
const get = (address: string, init?: RequestInit) =>
  respond(new Request(address, init), folder, (pathname) =>
    Promise.resolve(sampleOfPath(pathname)?.voice === "Amélie" ? sample : null),
  );

test("serves samples of voices with their type and the security policy", async () => {
  const found = await get(`app://bundle${samplePath({ workspaceId: "a/b", voice: "Amélie" })}`);
  expect(found.headers.get("content-type")).toBe("audio/wav");
  expect(found.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
  expect(new Uint8Array(await found.arrayBuffer())).toEqual(sample);
  // A media element requests ranges.
  const part = async (range: string) => {
    const response = await get("app://bundle/voice-sample/w/Am%C3%A9lie", { headers: { range } });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };
  expect(await part("bytes=0-")).toEqual([206, "bytes 0-2/3", "\u0001\u0002\u0003"]);
  expect(await part("bytes=1-1")).toEqual([206, "bytes 1-1/3", "\u0002"]);
  expect(await part("bytes=3-9")).toEqual([416, "bytes */3", ""]);
  for (const address of [
    "app://bundle/voice-sample/w/Nobody",
    "app://bundle/voice-sample/w/",
    "app://bundle/voice-sample/w/Am%C3%A9lie/more",
    "app://bundle/voice-sample/w/%E0%A4%A",
    "app://other/voice-sample/w/Am%C3%A9lie",
  ])
    expect((await get(address)).status, address).toBe(404);
});

test("serves the page and its files with their types and the security policy", async () => {
  for (const [address, type] of [
    ["app://bundle/", "text/html; charset=utf-8"],
    ["app://bundle/?query#hash", "text/html; charset=utf-8"],
    ["app://bundle/assets/main.js", "text/javascript; charset=utf-8"],
  ] as const) {
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  }
});

test("responds with 404 to other paths", async () => {
  for (const address of [
    "app://bundle/none.js",
    "app://bundle/assets", // a folder
    "app://bundle/assets/main.js.map", // an unsupported type
    "app://bundle/..%2fsecret.js",
    "app://bundle/%2e%2e/secret.js",
    "app://bundle/assets/..%2f..%2fsecret.js",
    "app://bundle/..%5csecret.js",
    "app://bundle/%00",
    "app://bundle/%E0%A4%A",
    "app://other/index.html",
    "app://bundle.evil/index.html",
    "https://bundle/index.html",
  ])
    expect((await get(address)).status, address).toBe(404);
  expect((await get("app://bundle/", { method: "POST" })).status).toBe(404);
});

test("no URL leads outside of the folder", () => {
  expect(fileOf("app://bundle/a/b.js", "/base")).toBe(path.resolve("/base/a/b.js"));
  for (const tail of ["../x.js", "%2e%2e%2fx.js", "a/%2e%2e/%2e%2e/x.js", "//etc/x.js"]) {
    const file = fileOf(`app://bundle/${tail}`, "/base");
    expect(file === null || file.startsWith(path.resolve("/base") + path.sep), tail).toBe(true);
  }
});

test("passes the range of a request for media on, and the parts of the response back", async () => {
  const requested: unknown[] = [];
  const respondTo = (address: string, init?: RequestInit) =>
    respond(
      new Request(address, init),
      folder,
      () => Promise.resolve(null),
      (pathname, range) => {
        requested.push([pathname, range]);
        if (!pathname.startsWith("/source/")) return Promise.resolve(null);
        return Promise.resolve({
          status: 206,
          headers: { "content-range": "bytes 1-2/9", "content-security-policy": "none" },
          body: new Blob(["ab"]).stream(),
        });
      },
    );
  const headers = { range: "bytes=1-2" };
  const found = await respondTo("app://bundle/source/w/b?x=1", { headers });
  expect([found.status, found.headers.get("content-range"), await found.text()]).toEqual([
    206,
    "bytes 1-2/9",
    "ab",
  ]);
  expect(found.headers.get("content-security-policy")).toBe(contentSecurityPolicy);
  expect(requested).toEqual([["/source/w/b", "bytes=1-2"]]);
  expect((await respondTo("app://other/source/w/b")).status).toBe(404);
  expect((await respondTo("app://bundle/source/w/b", { method: "POST" })).status).toBe(404);
  expect(requested.length).toBe(1);
});

test("media has a type of audio or video, or none that a page could use", async () => {
  const typeOf = async (contentType?: string) => {
    const media = {
      status: 200,
      headers: contentType === undefined ? {} : { "content-type": contentType },
      body: new Blob(["<script>"]).stream(),
    };
    const request = new Request("app://bundle/source/w/b");
    const noSound = () => Promise.resolve(null);
    const { headers } = await respond(request, folder, noSound, () => Promise.resolve(media));
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    return headers.get("content-type");
  };
  expect(await typeOf("video/mp4")).toBe("video/mp4");
  for (const other of ["text/html", "image/svg+xml", "text/javascript", "", undefined])
    expect(await typeOf(other)).toBe("application/octet-stream");
});
