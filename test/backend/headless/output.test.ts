/**
 * The output of the terminal commands, as processes: complete for a slow reader, and with the
 * errors in JSON.
 */
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { eventsNamed, runCommand, startCommand } from "../../helpers/commands";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";
import { long } from "../../long";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let proxy: FaultProxy;
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  proxy = await startFaultProxy(() => service.baseUrl);
  await mkdir(source());
});
afterEach(async () => {
  await proxy.close();
  await service.close();
  await folder.remove();
});

const source = (...parts: string[]) => path.join(folder.path, "source", ...parts);
const target = () => ["--base-url", proxy.baseUrl, "--state", path.join(folder.path, "state")];
const lastOf = (lines: readonly string[]): unknown => JSON.parse(lines.at(-1) ?? "null");

it("writes every line for a reader that begins late", async () => {
  const count = 3000;
  const name = (number: number) => `${"a note that is not media ".repeat(4)}${number}.txt`;
  await Promise.all(
    Array.from({ length: count }, (_, number) => writeFile(source(name(number)), "x")),
  );
  const child = startCommand(service, ["upload", source(), ...target(), "--json"]);
  child.stderr.resume();
  // The first line was written, and nobody reads it yet.
  await once(child.stdout, "readable");
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [code] = await once(child, "close");
  const lines = text.trim().split("\n");
  expect(eventsNamed(lines, "skipped")).toHaveLength(count);
  expect(lastOf(lines)).toMatchObject({ event: "summary", skipped: count, exitCode: 0 });
  expect(code).toBe(0);
});

it.skipIf(process.platform === "win32")(
  "`watch` ends quietly when the reader of its lines has ended (Windows reports it at the next write)",
  async () => {
    const args = ["watch", source(), ...target(), "--quiet", "0", "--json"];
    const child = startCommand(service, args);
    let errors = "";
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    await once(child.stdout, "data");
    child.stdout.destroy();
    await writeMediaFile(source(), "a.wav", 1000);
    const [code] = await once(child, "close");
    expect(code).toBe(130);
    expect(errors).not.toMatch(/EPIPE|\n {4}at /);
  },
);

it("reports each retry of a file with its reason and time", long, async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  void proxy.injectFault({
    method: "PUT",
    path: /a\.wav/,
    fault: { kind: "respond", status: 503, body: '{"message":"slow down"}' },
    times: 3,
  });
  const before = Date.now();
  const { code, lines, errors } = await runCommand(service, [
    "upload",
    source(),
    ...target(),
    "--json",
  ]).ended;
  expect(code).toBe(0);
  const [retry] = eventsNamed(lines, "retry");
  expect(retry).toMatchObject({ path: "source/a.wav", code: "service-error", attempt: 1 });
  expect(String(retry?.["message"])).toContain("slow down");
  expect(Date.parse(String(retry?.["nextTryAt"]))).toBeGreaterThanOrEqual(before);
  expect(errors).toMatch(/next try .*: source\/a\.wav: slow down/);
});

it.each([
  ["an argument", ["upload", "--json"], {}, { code: "invalid-input", exitCode: 2 }],
  [
    "a secret",
    ["review", "--list", "--json"],
    { DUBYARD_CLIENT_SECRET: "wrong" },
    { code: "token-refused", exitCode: 4 },
  ],
  [
    "a secret in a run of uploads",
    ["upload", ".", "--json"],
    { DUBYARD_CLIENT_SECRET: "wrong" },
    { code: "token-refused", exitCode: 4 },
  ],
  [
    "an extension that the service does not have",
    ["export", "none", "--languages", "en-us", "--to", ".", "--json"],
    {},
    { code: "not-offered", exitCode: 9 },
  ],
])("the last line names %s that is refused, and the exit code", async (_, args, env, error) => {
  const state = args[0] === "upload" ? target() : target().slice(0, 2);
  const { code, lines, errors } = await runCommand(service, [...args, ...state], env).ended;
  expect(lastOf(lines)).toMatchObject({ event: "error", ...error });
  expect(code).toBe(error.exitCode);
  expect(errors).not.toBe("");
  expect(lines.join("") + errors).not.toContain("wrong");
});

it("the exit code tells that a later run may succeed", async () => {
  const baseUrl = service.baseUrl;
  await service.close();
  const args = ["review", "--list", "--base-url", baseUrl, "--json"];
  const { code, lines } = await runCommand(service, args).ended;
  expect(lastOf(lines)).toMatchObject({ event: "error", code: "unreachable", exitCode: 6 });
  expect(code).toBe(6);
});
