import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
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
const get = (address: string, init?: RequestInit) => respond(new Request(address, init), folder);

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
