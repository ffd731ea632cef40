/** TLS connections to real servers with certificates of their own authority. */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readAuthorities, systemAuthorities } from "../../../main/remote/http/certificates";
import { createConnections } from "../../../main/remote/http/http-agents";
import type { Route } from "../../../main/remote/http/routes";
import { startBackend, temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { createAuthority, type ServerCertificate } from "../../helpers/authority";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let authority: ReturnType<typeof createAuthority>;
let valid: ServerCertificate;
beforeAll(async () => {
  folder = await temporaryFolder();
  authority = createAuthority(folder.path);
  valid = authority.issue("DNS:service.test,IP:127.0.0.1");
});
afterAll(() => folder.remove());

async function startServer(certificate: ServerCertificate): Promise<number> {
  const server = createServer(certificate, (_request, response) => response.end("here"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Resolves with the body, or with the code and message of the failure. */
async function get(url: string, route: Partial<Route>): Promise<string> {
  const all = { proxy: null, authorities: "", ...route };
  const routes = { of: () => Promise.resolve(all), failed: () => undefined };
  const connections = createConnections({ connections: 1, timeoutMs: 10_000 }, routes);
  try {
    return await (await connections.request(url, { method: "GET" })).body.text();
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  } finally {
    await connections.close();
  }
}

describe("a connection", () => {
  it("trusts added authorities, directly and through a proxy; the failure names the host and the reason", async () => {
    const port = await startServer(valid);
    const url = `https://127.0.0.1:${port}/`;
    expect(await get(url, {})).toMatch(
      `certificate: 127.0.0.1:${port}: unable to verify the first certificate (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
    );
    expect(await get(url, { authorities: authority.pem })).toBe("here");
    const proxy = await startConnectProxy(() => port);
    onTestFinished(proxy.close);
    const through = { url: proxy.url, userName: "", password: "" };
    const named = "https://service.test/";
    expect(await get(named, { proxy: through })).toMatch(/^certificate: service\.test: /);
    expect(await get(named, { proxy: through, authorities: authority.pem })).toBe("here");
    expect(proxy.targets).toEqual(["service.test:443", "service.test:443"]);
  });

  it.each([
    ["expired", "IP:127.0.0.1", -1, "CERT_HAS_EXPIRED"],
    ["of another host", "DNS:other.test", 2, "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("rejects a certificate that is %s", async (_what, name, days, reason) => {
    const port = await startServer(authority.issue(name, { days }));
    const result = await get(`https://127.0.0.1:${port}/`, { authorities: authority.pem });
    expect(result).toMatch(/^certificate: 127\.0\.0\.1/);
    expect(result).toContain(reason);
  });
});

it.skipIf(process.platform === "win32" || process.platform === "darwin")(
  "the authorities of the system are those of the named file",
  () => {
    const found = systemAuthorities({ SSL_CERT_FILE: authority.file });
    expect(found).toEqual(expect.arrayContaining([expect.stringContaining("BEGIN CERTIFICATE")]));
  },
);

describe("a file of authorities", () => {
  const now = Date.now();
  const read = (text: string | Buffer, at = now) => readAuthorities(Buffer.from(text), at);

  it("may contain several, also a key, which is not stored, and may be in DER", async () => {
    const other = createAuthority(folder.path, "Other Authority");
    const key = await readFile(authority.keyFile, "utf8");
    const found = read(`# ours\n${authority.pem}${key}${other.pem}`);
    expect(found).toMatchObject({
      authorities: [{ subject: "Test Authority" }, { subject: "Other Authority" }],
    });
    expect(JSON.stringify(found)).not.toContain("PRIVATE");
    const der = Buffer.from(authority.pem.replace(/-----.*-----|\s/g, ""), "base64");
    expect(read(der)).toMatchObject({ authorities: [{ subject: "Test Authority" }] });
  });

  it.each([
    ["text without a certificate", () => "x", "none-found", 0],
    ["an empty file", () => "", "none-found", 0],
    [
      "a damaged second certificate",
      () => `${authority.pem}\n${authority.pem.replace(/\n.{20}/, "\nAAAAAAAAAAAAAAAAAAAA")}`,
      "unreadable",
      2,
    ],
    ["the certificate of a server", () => valid.cert, "not-an-authority", 1],
  ])("is rejected: %s", (_what, content, fault, position) => {
    expect(read(content())).toEqual({ fault, position });
  });

  it("is rejected if all have expired", () => {
    const later = now + 5 * 24 * 3600 * 1000;
    expect(read(authority.pem, later)).toEqual({ fault: "expired", position: 0 });
  });
});

describe("the application", () => {
  it("suspends uploads once for a host that it does not trust, and continues after its authority was added", async () => {
    const service = await startService({ dataDir: path.join(folder.path, "service") });
    onTestFinished(() => service.close());
    const proxy = await startFaultProxy(() => service.baseUrl, { host: "127.0.0.1", tls: valid });
    onTestFinished(() => proxy.close());
    let chosen: string | null = null;
    const dialogs = {
      chooseMedia: () => Promise.resolve([]),
      chooseFolder: () => Promise.resolve(null),
      saveFile: () => Promise.resolve(null),
      chooseFile: () => Promise.resolve(chosen),
    };
    const app = startBackend(path.join(folder.path, "profile"), { dialogs });
    onTestFinished(() => app.stop());
    const { network, workspaces, plans, uploads } = app.handlers;
    const { clientId, clientSecret } = service;
    const given = { name: "A", clientId, clientSecret, authScheme: "raw" as const };
    const connect = async () => workspaces.connect({ ...given, baseUrl: proxy.baseUrl });
    await expect(connect()).rejects.toMatchObject({ code: "certificate" });

    expect(await network.chooseAuthorities(undefined)).toBe(null);
    chosen = path.join(folder.path, "nothing.pem");
    await writeFile(chosen, "nothing");
    const fault = { file: "nothing.pem", fault: "none-found", position: 0 };
    expect(await network.chooseAuthorities(undefined)).toEqual(fault);
    chosen = authority.file;
    expect(await network.chooseAuthorities(undefined)).toMatchObject({ fault: null });
    expect(await network.authorities(undefined)).toMatchObject({
      file: path.basename(authority.file),
      added: [{ subject: "Test Authority" }],
    });
    const { id: workspaceId } = await connect();

    await network.removeAuthorities(undefined);
    const source = path.join(folder.path, "source");
    for (const name of ["a.wav", "b.wav", "c.wav"]) await writeMediaFile(source, name, 1000);
    const plan = await plans.create({ workspaceId, sourcePaths: [source], targetFolder: "" });
    await app.waitUntil(
      async () => ((await plans.get(plan)).state === "ready" ? true : null),
      "the plan",
    );
    await plans.confirm(plan);
    const suspended = await app.waitUntil(
      async () => (await uploads.summary({ workspaceId })).suspension,
      "the suspension",
    );
    expect(suspended.code).toBe("certificate");
    const { counts } = await uploads.summary({ workspaceId });
    expect(counts).toMatchObject({ failed: 0, done: 0 });
    await network.chooseAuthorities(undefined);
    await app.waitUntil(
      async () => ((await uploads.summary({ workspaceId })).counts.done === 3 ? true : null),
      "the uploads",
    );
  });
});
