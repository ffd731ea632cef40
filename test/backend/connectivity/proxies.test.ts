/** The way to a service through a proxy that is really there. */
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

/** A service that answers "here", and a proxy that knows every name as that service. */
async function startBoth() {
  const service = createServer((_asked, answer) => answer.end("here"));
  const port = await listen(service);
  const asked: string[] = [];
  const proxy = createServer();
  proxy.on("connect", (wanted, socket) => {
    asked.push(wanted.url ?? "");
    const onward = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    for (const one of [onward, socket]) one.on("error", () => one.destroy());
  });
  return { port, asked, proxy: `http://127.0.0.1:${await listen(proxy)}` };
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
  it("go through a proxy where there is one, straight where there is none, and to this computer always", async () => {
    const { port, asked, proxy } = await startBoth();
    const connections = createConnections({ connections: 8, timeoutMs: 30_000 }, (url) =>
      Promise.resolve(url.includes("service.test") ? proxy : null),
    );
    const get = async (url: string) => {
      const { body } = await request(url, { dispatcher: await connections.to(url) });
      return body.text();
    };
    expect(await get("http://service.test/models")).toBe("here");
    expect(asked).toEqual(["service.test:80"]);
    connections.renew();
    expect(await get("http://service.test/models")).toBe("here");
    expect(asked).toHaveLength(2);
    expect(await get(`http://127.0.0.1:${port}/service.test`)).toBe("here");
    expect(asked).toHaveLength(2);
    await connections.close();
  });
});

describe("the proxy", () => {
  const url = "https://service.example/api";

  it("is the system's unless told otherwise", async () => {
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
  ])("of the system's answer %j is %j", (answer, proxy) => {
    expect(firstProxy(answer)).toBe(proxy);
  });

  it("is the user's own, or none, over restarts; connections are created anew", async () => {
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
  ])("is not set to %j", async (proxyUrl, message) => {
    const { created, changes } = proxies();
    const setting = (async () => created.handlers.setSettings({ proxy: "manual", proxyUrl }))();
    await expect(setting).rejects.toMatchObject({ details: [{ field: "proxyUrl", message }] });
    expect(changes()).toBe(0);
    expect(created.handlers.settings()).toMatchObject({ proxy: "system" });
  });
});
