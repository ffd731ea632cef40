import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createLog, silentLog } from "../../../main/common/log";
import { environmentRoutes } from "../../../main/remote/http/environment-routes";
import { createAuthority } from "../../helpers/authority";

const url = "https://service.example/api";
const proxyFor = async (env: Record<string, string>, target = url) =>
  (await environmentRoutes(env, {}, silentLog).of(target)).proxy;

describe("the routes of the environment", () => {
  it("use the proxy of the scheme, with its credentials", async () => {
    const env = { HTTPS_PROXY: "http://mia:a%20b@proxy.example:3128", http_proxy: "other:8080" };
    expect(await proxyFor(env)).toEqual({
      url: "http://proxy.example:3128",
      userName: "mia",
      password: "a b",
    });
    expect(await proxyFor(env, "http://service.example")).toMatchObject({
      url: "http://other:8080",
    });
    expect(await proxyFor({ ALL_PROXY: "socks5h://proxy.example" })).toMatchObject({
      url: "socks5://proxy.example",
    });
    expect(await proxyFor({})).toBe(null);
  });

  it.each([
    ["service.example", true],
    [".example", true],
    ["*.example, other", true],
    ["*", true],
    ["service.example:443", false],
    ["vice.example", false],
    ["", false],
  ])("are direct with NO_PROXY=%s: %s", async (noProxy, isDirect) => {
    const proxy = await proxyFor({ HTTPS_PROXY: "http://p.example", NO_PROXY: noProxy });
    expect(proxy === null).toBe(isDirect);
  });

  it("have the proxy that the administrator has set, with the credentials of the same proxy", async () => {
    const forcedFor = async (
      proxy: string,
      env: Record<string, string> = { NO_PROXY: "*" },
      target = url,
    ) => (await environmentRoutes(env, { proxy }, silentLog).of(target)).proxy;
    const managed = "http://proxy.example:3128";
    expect(await forcedFor(managed)).toEqual({ url: managed, userName: "", password: "" });
    expect(await forcedFor(managed, { HTTPS_PROXY: "http://mia:a@proxy.example:3128/" })).toEqual({
      url: managed,
      userName: "mia",
      password: "a",
    });
    const other = { HTTPS_PROXY: "http://mia:a@other.example:3128" };
    expect(await forcedFor(managed, other)).toEqual({ url: managed, userName: "", password: "" });
    expect(await forcedFor(managed, {}, "http://127.0.0.1:8080")).toBe(null);
    expect(await forcedFor("none", other)).toBe(null);
    expect(await forcedFor("system", other)).toMatchObject({ url: "http://other.example:3128" });
  });

  it("trust the authorities of the administrator besides those of the user", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-authorities-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = createAuthority(folder);
    const second = createAuthority(folder, "Second Authority");
    const lines: string[] = [];
    const log = createLog((_level, line) => void lines.push(line));
    const trusted = async (env: Record<string, string>, certificates: string) =>
      (await environmentRoutes(env, { certificates }, log).of(url)).authorities;
    const count = (pem: string) => pem.split("BEGIN CERTIFICATE").length - 1;
    expect(count(await trusted({}, first.file))).toBe(1);
    expect(count(await trusted({ DUBYARD_CA_FILE: second.file }, first.file))).toBe(2);

    expect(await trusted({}, path.join(folder, "missing.pem"))).toBe("");
    expect(lines.join()).toContain("the file of the administrator cannot be used");
  });

  it("are direct for this computer", async () => {
    expect(await proxyFor({ ALL_PROXY: "http://p.example" }, "http://127.0.0.1:8080")).toBe(null);
  });

  it.each([
    [{ HTTPS_PROXY: "http://mia:secret@" }, "HTTPS_PROXY is not a URL"],
    [{ ALL_PROXY: "ftp://mia:secret@proxy" }, "ALL_PROXY must begin with http://"],
    [{ HTTP_PROXY: "http://mia:%zzsecret@proxy" }, "HTTP_PROXY: a"],
    [{ DUBYARD_CA_FILE: "/nowhere/ca.pem" }, "DUBYARD_CA_FILE: /nowhere/ca.pem cannot be read"],
    [{ DUBYARD_CA_FILE: "/dev/zero" }, "DUBYARD_CA_FILE: /dev/zero cannot be read"],
    [{ DUBYARD_CA_FILE: import.meta.filename }, "contains no certificate"],
  ])("reject %j without repeating a password", (env, message) => {
    const read = () => environmentRoutes(env, {}, silentLog);
    expect(read).toThrow(message);
    expect(read).not.toThrow("secret");
  });
});
