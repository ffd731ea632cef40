import { describe, expect, it } from "vitest";
import { environmentRoutes } from "../../../main/headless/environment-routes";

const url = "https://service.example/api";
const proxyFor = async (env: Record<string, string>, target = url) =>
  (await environmentRoutes(env).of(target)).proxy;

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

  it("are direct for this computer", async () => {
    expect(await proxyFor({ ALL_PROXY: "http://p.example" }, "http://127.0.0.1:8080")).toBe(null);
  });

  it.each([
    [{ HTTPS_PROXY: "http://mia:secret@" }, "HTTPS_PROXY is not a URL"],
    [{ ALL_PROXY: "ftp://mia:secret@proxy" }, "ALL_PROXY must begin with http://"],
    [{ HTTP_PROXY: "http://mia:%zzsecret@proxy" }, "HTTP_PROXY: a"],
    [{ DUBYARD_CA_FILE: "/nowhere/ca.pem" }, "DUBYARD_CA_FILE: /nowhere/ca.pem cannot be read"],
    [{ DUBYARD_CA_FILE: import.meta.filename }, "contains no certificate"],
  ])("reject %j without repeating a password", (env, message) => {
    const read = () => environmentRoutes(env);
    expect(read).toThrow(message);
    expect(read).not.toThrow("secret");
  });
});
