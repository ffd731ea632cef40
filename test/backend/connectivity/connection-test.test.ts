/** The test of a connection, with a real service behind a proxy for faults, and real proxies. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { StepResult } from "../../../preload/model";
import { AppError } from "../../../main/common/errors";
import { testConnection, type ConnectionTestDeps } from "../../../main/remote/connection-test";
import type { Proxy } from "../../../main/remote/http/routes";
import type { LocalService } from "../../../main/local-service/server";
import { createAuthority } from "../../helpers/authority";
import { connectWorkspace, startBackend, temporaryFolder } from "../../helpers/backend";
import { startBlackHole } from "../../helpers/black-hole";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { recordingLog } from "../../helpers/recording-log";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let authority: ReturnType<typeof createAuthority>;
let service: LocalService;
let remote: FaultProxy;
beforeAll(async () => {
  folder = await temporaryFolder();
  authority = createAuthority(folder.path);
  service = await startService({ dataDir: path.join(folder.path, "service") });
  const tls = authority.issue("DNS:service.test,IP:127.0.0.1");
  remote = await startFaultProxy(() => service.baseUrl, { host: "127.0.0.1", tls });
});
afterAll(async () => {
  await remote.close();
  await service.close();
  await folder.remove();
});

interface Options extends Partial<Omit<ConnectionTestDeps, "baseUrl">> {
  baseUrl?: string;
  proxy?: Proxy | null;
  authorities?: string;
  clientSecret?: string;
}

/** Resolves with the results of all steps. */
async function run(options: Options = {}, signal = new AbortController().signal) {
  const { baseUrl = remote.baseUrl, proxy = null, authorities = authority.pem } = options;
  const { clientId, clientSecret } = { ...service, ...options };
  const steps: StepResult[] = [];
  const connection = { baseUrl, clientId, clientSecret, authScheme: "raw" as const };
  await testConnection(
    {
      connection: () => Promise.resolve(connection),
      routes: { of: () => Promise.resolve({ proxy, authorities }), failed: () => undefined },
      storageOrigin: null,
      now: Date.now,
      timeoutMs: 5_000,
      ...options,
      onStep: (step) => {
        steps.push(step);
        options.onStep?.(step);
      },
      baseUrl: () => Promise.resolve(baseUrl),
    },
    signal,
  );
  return steps;
}
/** "tls: certificate" for a failed step, "tls" for a successful one; skipped steps are omitted. */
const outline = (steps: readonly StepResult[]) =>
  steps
    .filter(({ state }) => state !== "skipped")
    .map(({ step, problem }) => (problem ? `${step}: ${problem.code}` : step));

async function startProxy() {
  const proxy = await startConnectProxy(() => Number(new URL(remote.baseUrl).port));
  onTestFinished(proxy.close);
  const url = `https://service.test${new URL(remote.baseUrl).pathname}`;
  return { proxy, through: { url: proxy.url, userName: "", password: "" }, url };
}

it("reports each step with what it found", async () => {
  const steps = await run({ storageOrigin: new URL(remote.baseUrl).origin });
  expect(outline(steps)).toEqual(["tcp", "tls", "service", "clock", "credentials", "storage"]);
  const { host } = new URL(remote.baseUrl);
  const details = Object.fromEntries(steps.map(({ step, detail }) => [step, detail]));
  expect(details["tcp"]).toBe(host);
  expect(details["tls"]).toMatch(/^TLSv1\.3, Test Authority, \d{4}-\d\d-\d\d$/);
  expect(details["service"]).toBe(`${host}, HTTP 401`);
});

it("resolves names, and reports the proxy", async () => {
  const { proxy, through, url } = await startProxy();
  const { port } = new URL(proxy.url);
  const steps = await run({
    baseUrl: url,
    proxy: { ...through, url: `http://localhost:${port}` },
  });
  expect(outline(steps)).toEqual(["dns", "tcp", "proxy", "tls", "service", "clock", "credentials"]);
  expect(steps[0]?.detail).toMatch(/^localhost: .*127\.0\.0\.1/);
  expect(steps[2]?.detail).toBe(`localhost:${port}, HTTP 200`);
});

it("names the step that failed: name, TCP, certificate, credentials", async () => {
  expect(outline(await run({ baseUrl: "https://nothing.invalid" }))).toEqual(["dns: unreachable"]);
  expect(outline(await run({ baseUrl: "http://127.0.0.1:1" }))).toEqual(["tcp: unreachable"]);
  const untrusted = await run({ authorities: "" });
  expect(outline(untrusted)).toEqual(["tcp", "tls: certificate"]);
  expect(untrusted[3]?.problem?.message).toContain("Test Authority");
  const refused = await run({ clientSecret: "wrong secret" });
  expect(outline(refused)).toEqual([
    "tcp",
    "tls",
    "service",
    "clock",
    "credentials: token-refused",
  ]);
  expect(JSON.stringify(refused)).not.toContain("wrong secret");
});

it.each([
  [
    "a web page",
    {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Hotel sign-in</title>",
    },
    /a web page \(“Hotel sign-in”\) instead of the service.*captive portal/,
  ],
  [
    "a redirect",
    { status: 302, headers: { location: "https://portal.example/login?token=abc" } },
    /redirects to https:\/\/portal\.example, .*captive portal/,
  ],
  ["a network that asks for a sign-in", { status: 511 }, /asks for a sign-in/],
])("names %s instead of the credentials", async (_, response, message) => {
  const fault = { kind: "respond", ...response } as const;
  void remote.injectFault({ path: /./, fault, times: Infinity });
  onTestFinished(() => remote.clearFaults());
  const steps = await run();
  expect(outline(steps)).toEqual(["tcp", "tls", "service: unexpected-answer"]);
  const { problem } = steps.find(({ step }) => step === "service") ?? {};
  expect(problem?.message).toMatch(message);
  expect(JSON.stringify(steps)).not.toContain("abc");
});

it("names a proxy that has ended, and one that rejects its credentials", async () => {
  const { proxy, through, url } = await startProxy();
  proxy.credentials = "mia:word";
  const mia = { ...through, userName: "mia", password: "false word" };
  const rejected = await run({ baseUrl: url, proxy: mia });
  expect(outline(rejected)).toEqual(["tcp", "proxy: proxy-credentials"]);
  expect(JSON.stringify(rejected)).not.toContain("false word");
  const { problem } = rejected[2] as StepResult;
  const known = () => Promise.reject(new AppError(problem?.code ?? "internal", "x"));
  const routes = { of: known, failed: () => undefined };
  expect(outline(await run({ baseUrl: url, routes }))).toEqual(["proxy: proxy-credentials"]);
  await proxy.close();
  expect(outline(await run({ baseUrl: url, proxy: through }))).toEqual(["tcp: proxy-failed"]);
});

it("names a service that fails, another clock, and storage that is not reachable", async () => {
  const respond = (status: number, headers = {}) =>
    remote.injectFault({
      path: /models$/,
      fault: { kind: "respond", status, headers },
      times: 1,
    });
  void respond(503);
  const failing = await run({ storageOrigin: "http://127.0.0.1:1" });
  expect(outline(failing)).toEqual([
    "tcp",
    "tls",
    "service: service-error",
    "storage: unreachable",
  ]);
  void respond(401, { date: new Date(Date.now() - 2 * 3600 * 1000).toUTCString() });
  const late = await run();
  expect(outline(late)).toEqual([
    "tcp",
    "tls",
    "service",
    "clock: unexpected-answer",
    "credentials",
  ]);
  expect(late[5]?.detail).toBe("+120 min");
});

it("can be cancelled while the service does not respond", async () => {
  const stop = new AbortController();
  const stalled = remote.injectFault({
    path: /models$/,
    fault: { kind: "stall", afterBytes: 0 },
    times: 1,
  });
  const steps: StepResult[] = [];
  const ended = run({ onStep: (step) => steps.push(step) }, stop.signal);
  await stalled;
  stop.abort(new Error("cancelled"));
  await expect(ended).rejects.toThrow("cancelled");
  expect(outline(steps)).toEqual(["tcp", "tls"]);
});

it.skipIf(process.platform !== "linux")(
  "names a host that does not respond to connection requests",
  async () => {
    const hole = await startBlackHole();
    onTestFinished(hole.close);
    const baseUrl = `https://127.0.0.1:${hole.port}`;
    const storageOrigin = new URL(remote.baseUrl).origin;
    const steps = await run({ baseUrl, timeoutMs: 300, storageOrigin });
    expect(outline(steps)).toEqual(["tcp: timeout", "storage"]);
    expect(steps[1]?.milliseconds).toBeGreaterThanOrEqual(290);
  },
);

it("names the step that gets no response: proxy, TLS, service, storage", async () => {
  const silent = createServer();
  silent.on("connection", (socket) => onTestFinished(() => void socket.destroy()));
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const { proxy, through, url } = await startProxy();
  proxy.status = 0;
  const timeoutMs = 300;
  expect(outline(await run({ baseUrl: url, proxy: through, timeoutMs }))).toEqual([
    "tcp",
    "proxy: timeout",
  ]);
  const withoutTls = await run({ baseUrl: `https://127.0.0.1:${port}`, timeoutMs });
  expect(outline(withoutTls)).toEqual(["tcp", "tls: timeout"]);
  const baseUrl = `http://127.0.0.1:${port}`;
  expect(outline(await run({ baseUrl, timeoutMs, storageOrigin: baseUrl }))).toEqual([
    "tcp",
    "service: timeout",
    "storage: timeout",
  ]);
});

it("names a proxy that rejects the connection, and a server that is not a dubbing service", async () => {
  const { proxy, through, url } = await startProxy();
  proxy.status = 403;
  const rejected = await run({ baseUrl: url, proxy: through });
  expect(outline(rejected)).toEqual(["tcp", "proxy: proxy-failed"]);
  expect(rejected[2]?.problem?.message).toMatch(/^127\.0\.0\.1:\d+: HTTP 403$/);
  const other = { kind: "respond", status: 404 } as const;
  void remote.injectFault({ path: /./, fault: other, times: 3 });
  expect(outline(await run())).toEqual([
    "tcp",
    "tls",
    "service",
    "clock",
    "credentials: unexpected-answer",
  ]);
  remote.clearFaults();
});

it("reports no secret and no signed URL that the service repeats", async () => {
  const body = JSON.stringify({
    message: `no ${service.clientSecret} at https://bucket.test/a?X-Amz-Signature=abc`,
  });
  void remote.injectFault({
    path: /auth\/token$/,
    fault: { kind: "respond", status: 401, body },
    times: 1,
  });
  const { problem } = (await run()).find(({ step }) => step === "credentials") as StepResult;
  expect(problem).toEqual({
    code: "token-refused",
    message: "no [redacted] at https://bucket.test/a?[redacted]",
  });
});

describe("tests of workspaces", () => {
  it("run one at a time: a start cancels the others; the log contains no secret and no URL", async () => {
    const { log, lines } = recordingLog();
    const plain = await startFaultProxy(() => service.baseUrl);
    const app = startBackend(path.join(folder.path, "profile"), { log });
    onTestFinished(async () => {
      await app.stop();
      await plain.close();
    });
    const { connectionTest } = app.handlers;
    const workspaceId = await connectWorkspace(app, plain.baseUrl, service);
    expect(await connectionTest.get({ workspaceId })).toBe(null);
    const stall = { kind: "stall", afterBytes: 0 } as const;
    const stalled = plain.injectFault({ path: /models$/, fault: stall, times: 1 });
    await connectionTest.start({ workspaceId });
    await stalled;
    // The second of three is cancelled before it sends anything.
    const second = connectionTest.start({ workspaceId });
    await connectionTest.start({ workspaceId });
    await second;
    const ended = await app.waitUntil(async () => {
      const test = await connectionTest.get({ workspaceId });
      return test && !test.isRunning ? test : null;
    }, "the test");
    expect(outline(ended.steps)).toEqual(["tcp", "service", "clock", "credentials"]);
    expect(ended.baseUrl).toBe(plain.baseUrl);
    expect(lines.filter((line) => line.includes("connection test: tcp"))).toHaveLength(2);
    const shown = [...lines, JSON.stringify([app.events, ended])].join("\n");
    expect(lines.join("\n")).toMatch(/connection test: credentials ok/);
    expect(lines.join("\n")).not.toContain(plain.baseUrl);
    expect(shown).not.toContain(service.clientSecret);

    const again = plain.injectFault({ path: /models$/, fault: stall, times: 1 });
    await connectionTest.start({ workspaceId });
    await again;
    await connectionTest.cancel(undefined);
    expect(await connectionTest.get({ workspaceId })).toMatchObject({ isRunning: false });
    expect(lines.join("\n")).not.toMatch(/error connection test/);
  });
});
