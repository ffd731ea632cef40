/**
 * `dubyard test-connection` as a process, with a real service, and proxies for connections and
 * faults.
 */
import path from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { createAuthority } from "../../helpers/authority";
import { temporaryFolder } from "../../helpers/backend";
import { eventsNamed, runCommand } from "../../helpers/commands";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
});
afterAll(async () => {
  await service.close();
  await folder.remove();
});

const start = (baseUrl: string, more: string[] = [], env: Record<string, string> = {}) =>
  runCommand(service, ["test-connection", "--base-url", baseUrl, ...more], env);

it("uses the proxy, its credentials and the CA file of the environment; the code names the failed step", async () => {
  const authority = createAuthority(folder.path);
  const tls = authority.issue("DNS:service.test");
  const address = { host: "127.0.0.1", name: "service.test", tls };
  const remote = await startFaultProxy(() => service.baseUrl, address);
  onTestFinished(remote.close);
  const proxy = await startConnectProxy(() => Number(new URL(remote.baseUrl).port));
  onTestFinished(proxy.close);
  proxy.credentials = "mia:pass @ word";
  const through = (password: string) => proxy.url.replace("//", `//mia:${password}@`);
  const env = { HTTPS_PROXY: through("pass%20%40%20word"), DUBYARD_CA_FILE: authority.file };
  const storage = `${new URL(remote.baseUrl).origin}/a.wav?X-Amz-Signature=abc`;

  const good = await start(remote.baseUrl, ["--json", "--storage", storage], env).ended;
  expect(good.code).toBe(0);
  const steps = eventsNamed(good.lines, "step");
  expect(steps.map(({ step, state }) => `${String(step)} ${String(state)}`)).toEqual([
    "dns skipped",
    "tcp ok",
    "proxy ok",
    "tls ok",
    "service ok",
    "clock ok",
    "credentials ok",
    "storage ok",
  ]);
  expect(eventsNamed(good.lines, "summary")).toEqual([
    { event: "summary", failed: [], exitCode: 0 },
  ]);

  const results = await Promise.all([
    start(remote.baseUrl, [], { ...env, HTTPS_PROXY: through("old") }).ended,
    start(remote.baseUrl, [], { ...env, DUBYARD_CA_FILE: "" }).ended,
    start(remote.baseUrl, ["--storage", "http://127.0.0.1:1"], {
      ...env,
      DUBYARD_CLIENT_SECRET: "wrong secret",
    }).ended,
  ]);
  expect(results.map(({ code, lines }) => ({ code, lines }))).toEqual([
    { code: 12, lines: ["failed: proxy"] },
    { code: 13, lines: ["failed: tls"] },
    { code: 16, lines: ["failed: credentials, storage"] },
  ]);
  const [rejected] = results;
  expect(rejected.errors).toMatch(
    /failed: proxy: .* rejects the user name and password \(proxy-credentials, \d+ ms\)/,
  );
  expect(rejected.errors).toContain("skipped: credentials\n");
  const shown = JSON.stringify([good, ...results]);
  for (const secret of ["pass", "X-Amz", "wrong secret", service.clientSecret])
    expect(shown.replaceAll("the user name and password", "")).not.toContain(secret);
});

it.skipIf(process.platform === "win32")(
  "exits with 130 after SIGINT (Windows has no such signal)",
  async () => {
    const remote = await startFaultProxy(() => service.baseUrl);
    onTestFinished(remote.close);
    const stall = { kind: "stall", afterBytes: 0 } as const;
    const stalled = remote.injectFault({ path: /models$/, fault: stall, times: 1 });
    const { child, ended } = start(remote.baseUrl);
    await stalled;
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ code: 130, lines: [] });
  },
);
