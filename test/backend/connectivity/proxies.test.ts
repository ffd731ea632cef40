/** Connections to a service through a real proxy. */
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { request } from "undici";
import { createConnections } from "../../../main/remote/http-agents";
import { createProxies, firstProxy } from "../../../main/backend/connectivity/proxies";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { createSettingsStore } from "../../../main/backend/settings/store";

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
async function listen(server: Server): Promise<number> {
  opened.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** A service that responds "here", and a proxy that resolves every host name to that service. */
async function startBoth() {
  const service = createServer((_request, response) => response.end("here"));
  const port = await listen(service);
  const proxiedHosts: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (target, socket) => {
    proxiedHosts.push(target.url ?? "");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on("error", () => one.destroy());
  });
  return { port, proxiedHosts, proxy: `http://127.0.0.1:${await listen(proxy)}` };
}

function proxies(systemProxy?: (url: string) => Promise<string>) {
  let changes = 0;
  const settings = createSettingsStore(openDatabase(":memory:", migrations));
  const requireHost = () => Promise.resolve();
  const deps = { settings, systemProxy, requireHost };
  const created = createProxies(deps);
  created.onChange(() => (changes += 1));
  return { created, again: () => createProxies(deps), changes: () => changes };
}

describe("connections", () => {
  it("use the proxy if there is one, and never use it for this computer", async () => {
    const { port, proxiedHosts, proxy } = await startBoth();
    const connections = createConnections({ connections: 8, timeoutMs: 30_000 }, (url) =>
      Promise.resolve(url.includes("service.test") ? proxy : null),
    );
    const get = async (url: string) => {
      const { body } = await request(url, { dispatcher: await connections.dispatcherFor(url) });
      return body.text();
    };
    expect(await get("http://service.test/models")).toBe("here");
    expect(proxiedHosts).toEqual(["service.test:80"]);
    connections.reset();
    expect(await get("http://service.test/models")).toBe("here");
    expect(proxiedHosts).toHaveLength(2);
    expect(await get(`http://127.0.0.1:${port}/service.test`)).toBe("here");
    expect(proxiedHosts).toHaveLength(2);
    await connections.close();
  });
});

describe("the proxy setting", () => {
  const url = "https://service.example/api";

  it("is the system's proxy by default", async () => {
    const { created } = proxies(() => Promise.resolve("PROXY proxy.example:3128; DIRECT"));
    expect(created.handlers.settings()).toEqual({ proxy: "system", proxyUrl: "" });
    expect(await created.proxyFor(url)).toBe("http://proxy.example:3128");
    expect(await proxies().created.proxyFor(url)).toBe(null);
  });

  it.each([
    ["DIRECT", null],
    ["", null],
    ["PROXY a:1", "http://a:1"],
    ["HTTPS a:1;DIRECT", "https://a:1"],
    ["SOCKS4 a:1; SOCKS5 b:2", "socks5://b:2"],
    ["DIRECT; PROXY a:1", null],
    ["nonsense", null],
  ])("system response %j gives %j", (reply, proxy) => {
    expect(firstProxy(reply)).toBe(proxy);
  });

  it("can be a given URL or none, also after a restart; connections are created again", async () => {
    const { created, again, changes } = proxies(() => Promise.resolve("PROXY system:1"));
    await created.handlers.setSettings({ proxy: "manual", proxyUrl: " proxy.example:3128 " });
    expect(changes()).toBe(1);
    expect(await again().proxyFor(url)).toBe("http://proxy.example:3128");
    await created.handlers.setSettings({ proxy: "none", proxyUrl: "http://proxy.example:3128" });
    expect(await again().proxyFor(url)).toBe(null);
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
