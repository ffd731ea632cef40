/** Connections to a service through real proxies. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../../main/common/log";
import type { Policies } from "../../../main/common/policies";
import { createProxies, parseProxyList } from "../../../main/backend/connectivity/proxies";
import { createSettingsStore } from "../../../main/backend/settings/store";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { createConnections } from "../../../main/remote/http/http-agents";
import { memoryVault } from "../../helpers/backend";
import { startConnectProxy } from "../../helpers/connect-proxy";

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that responds "here", and a proxy that connects every host name to it. */
async function startBoth() {
  const service = createServer((_request, response) => response.end("here"));
  opened.push(service);
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const { port } = service.address() as AddressInfo;
  return { port, startProxy: () => startProxy(port), proxy: await startProxy(port) };
}
async function startProxy(port: number) {
  const proxy = await startConnectProxy(() => port);
  onTestFinished(proxy.close);
  return proxy;
}

function proxies(systemProxy?: (url: string) => Promise<string>, policies: Policies = {}) {
  let changes = 0;
  const settings = createSettingsStore(openDatabase(":memory:", migrations));
  const requireHost = () => Promise.resolve();
  const vault = memoryVault(true);
  const dialogs = { chooseFile: () => Promise.resolve(null) };
  const onChanged = () => undefined;
  const ports = { settings, vault, dialogs, systemProxy, requireHost, policies };
  const deps = { ...ports, onChanged, log: silentLog };
  const created = createProxies(deps);
  created.onChange(() => (changes += 1));
  return { created, vault, settings, again: () => createProxies(deps), changes: () => changes };
}

/**
 * Requests by the routes of the proxies; resolves with the body, or with the code and message of
 * the failure.
 */
function client({ routes }: Pick<ReturnType<typeof createProxies>, "routes">, timeoutMs = 30_000) {
  const connections = createConnections({ connections: 8, timeoutMs }, routes);
  onTestFinished(connections.close);
  const get = async (url = "http://service.test/models") => {
    try {
      const { body } = await connections.request(url, { method: "GET" });
      return await body.text();
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return `${code}: ${message}`;
    }
  };
  return { connections, get };
}
const hostOf = (proxy: { url: string }) => new URL(proxy.url).host;

describe("connections", () => {
  it("use the proxy if there is one, and never use it for this computer", async () => {
    const { port, proxy } = await startBoth();
    const { created } = proxies(() => Promise.resolve(`PROXY ${hostOf(proxy)}`));
    const { get, connections } = client(created);
    expect(await get()).toBe("here");
    expect(proxy.targets).toEqual(["service.test:80"]);
    connections.reset();
    expect(await get()).toBe("here");
    expect(proxy.targets).toHaveLength(2);
    expect(await get(`http://127.0.0.1:${port}/service.test`)).toBe("here");
    expect(proxy.targets).toHaveLength(2);
  });

  it("use the next proxy of the system after one has failed, and the first one again after a change", async () => {
    const { proxy: first, startProxy: start } = await startBoth();
    const second = await start();
    const system = `PROXY ${hostOf(first)}; PROXY ${hostOf(second)}`;
    const { created } = proxies(() => Promise.resolve(system));
    const { get } = client(created);
    first.status = 503;
    expect(await get()).toBe(`proxy-failed: ${hostOf(first)}: HTTP 503`);
    expect(await get()).toBe("here");
    expect(second.targets).toHaveLength(1);
    first.status = 200;
    created.reset();
    expect(await get()).toBe("here");
    expect(first.targets).toHaveLength(2);
  });

  it("fail soon when the proxy does not respond or has ended, and a proxy that was set is not bypassed", async () => {
    const { proxy } = await startBoth();
    const { created } = proxies();
    await created.handlers.setSettings({ proxy: "manual", proxyUrl: proxy.url });
    proxy.status = 0;
    const { get } = client(created, 300);
    expect(await get()).toMatch(/^proxy-failed: 127\.0\.0\.1:\d+: .*Timeout/);
    proxy.status = 200;
    expect(await get()).toBe("here");
    await proxy.close();
    expect(await get()).toMatch(/^proxy-failed: 127\.0\.0\.1:\d+: /);
    expect(await get()).toMatch(/^proxy-failed: .*ECONNREFUSED/);
  });
});

describe("a proxy with a user name and password", () => {
  it("is named until valid ones are set; rejected ones are sent once", async () => {
    const { proxy } = await startBoth();
    proxy.credentials = "mia:new: wörd";
    const { created, changes } = proxies(() => Promise.resolve(`PROXY ${hostOf(proxy)}`));
    const { proxyCredentials, setProxyCredentials } = created.handlers;
    const { get } = client(created);
    const none = { proxy: null, userName: "", hasPassword: false, isRequired: false };
    expect(await proxyCredentials()).toEqual(none);
    const required = `proxy-credentials: ${hostOf(proxy)} requires a user name and password`;
    expect([await get(), await get()]).toEqual([required, required]);
    expect(proxy.targets).toHaveLength(1);
    const ofProxy = { ...none, proxy: proxy.url };
    expect(await proxyCredentials()).toEqual({ ...ofProxy, isRequired: true });

    const mia = { proxy: proxy.url, userName: "mia" };
    await setProxyCredentials({ ...mia, password: "old" });
    const rejected = `proxy-credentials: ${hostOf(proxy)} rejects the user name and password`;
    expect([await get(), await get()]).toEqual([rejected, rejected]);
    expect(proxy.targets).toHaveLength(2);
    await setProxyCredentials({ ...mia, password: "new: wörd" });
    expect(await get()).toBe("here");
    expect(await proxyCredentials()).toEqual({
      ...ofProxy,
      userName: "mia",
      hasPassword: true,
      isRequired: false,
    });
    expect(changes()).toBe(2);
  });

  it("is rejected by name if it requires another scheme", async () => {
    const { proxy } = await startBoth();
    proxy.credentials = "x";
    proxy.offered = ["Negotiate", "NTLM"];
    const { created } = proxies(() => Promise.resolve(`PROXY ${hostOf(proxy)}`));
    expect(await client(created).get()).toBe(
      `proxy-credentials: ${hostOf(proxy)} requires Negotiate, NTLM; only Basic is supported`,
    );
  });

  it("gets them also after a restart; the password is in the vault only, and no other proxy gets it", async () => {
    const { proxy, startProxy: start } = await startBoth();
    proxy.credentials = "mia:secret word";
    const other = await start();
    other.credentials = proxy.credentials;
    let current = proxy;
    const { created, again, vault, settings } = proxies(() =>
      Promise.resolve(`PROXY ${hostOf(current)}`),
    );
    await client(created).get();
    await created.handlers.setProxyCredentials({
      proxy: proxy.url,
      userName: "mia",
      password: "secret word",
    });
    expect(await client(again()).get()).toBe("here");
    expect([...vault.secrets.values()]).toEqual(["secret word"]);
    expect(JSON.stringify(settings.get("proxyCredentials"))).not.toContain("secret");
    current = other;
    expect(await client(again()).get()).toContain("requires a user name and password");

    const { setProxyCredentials } = again().handlers;
    await setProxyCredentials({ proxy: proxy.url, userName: "", password: "" });
    expect(vault.secrets.size).toBe(0);
  });

  it.each([
    [{ userName: "mia", password: "" }, "password", "required"],
    [{ userName: "mia:x", password: "y" }, "userName", "colon"],
  ])("rejects %j", async (given, field, message) => {
    const { created } = proxies();
    await created.handlers.setSettings({ proxy: "manual", proxyUrl: "http://proxy.example" });
    const set = (proxy: string) =>
      (async () => created.handlers.setProxyCredentials({ proxy, ...given }))();
    await expect(set("http://proxy.example")).rejects.toMatchObject({
      details: [{ field, message }],
    });
    await expect(set("http://other.example")).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("the proxy setting", () => {
  const proxyOf = async ({ routes }: ReturnType<typeof createProxies>) =>
    (await routes.of("https://service.example/api")).proxy?.url ?? null;

  it("is the system's proxy by default", async () => {
    const { created } = proxies(() => Promise.resolve("PROXY proxy.example:3128; DIRECT"));
    expect(created.handlers.settings()).toEqual({ proxy: "system", proxyUrl: "" });
    expect(await proxyOf(created)).toBe("http://proxy.example:3128");
    expect(await proxyOf(proxies().created)).toBe(null);
  });

  it.each([
    ["DIRECT", [null]],
    ["", [null]],
    ["PROXY a:1", ["http://a:1"]],
    ["HTTPS a:1;DIRECT", ["https://a:1", null]],
    ["SOCKS4 a:1; SOCKS5 b:2", ["socks5://b:2"]],
    ["DIRECT; PROXY a:1", [null, "http://a:1"]],
    ["nonsense", [null]],
  ])("system response %j gives %j", (reply, list) => {
    expect(parseProxyList(reply)).toEqual(list);
  });

  it("is an error if the system has only proxies that are not supported", () => {
    expect(() => parseProxyList("SOCKS4 a:1")).toThrow("SOCKS4 are not supported");
  });

  it("can be a given URL or none, also after a restart; connections are created again", async () => {
    const { created, again, changes } = proxies(() => Promise.resolve("PROXY system:1"));
    await created.handlers.setSettings({ proxy: "manual", proxyUrl: " proxy.example:3128 " });
    expect(changes()).toBe(1);
    expect(await proxyOf(again())).toBe("http://proxy.example:3128");
    await created.handlers.setSettings({ proxy: "none", proxyUrl: "http://proxy.example:3128" });
    expect(await proxyOf(again())).toBe(null);
  });

  it.each([
    ["", "required"],
    ["http://user:word@proxy.example", "user-in-url"],
    ["ftp://proxy.example", "not-http"],
    ["http://", "not-a-url"],
  ])("rejects %j", async (proxyUrl, message) => {
    const { created, changes } = proxies();
    const setting = (async () => created.handlers.setSettings({ proxy: "manual", proxyUrl }))();
    await expect(setting).rejects.toMatchObject({ details: [{ field: "proxyUrl", message }] });
    expect(changes()).toBe(0);
    expect(created.handlers.settings()).toMatchObject({ proxy: "system" });
  });
});
