/**
 * What is left of one command, and another command with the same state folder: each a separate
 * process.
 */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { eventsNamed, runCommand } from "../../helpers/commands";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";
import { long } from "../../long";

const mebibyte = 1024 ** 2;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let proxy: FaultProxy;
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  proxy = await startFaultProxy(() => service.baseUrl);
});
afterEach(async () => {
  await proxy.close();
  await service.close();
  await folder.remove();
});

const source = (...parts: string[]) => path.join(folder.path, ...parts);
const target = () => [
  "--base-url",
  proxy.baseUrl,
  "--state",
  path.join(folder.path, "state"),
  "--json",
];
const run = (...args: string[]) => runCommand(service, [...args, ...target()]).ended;
const pathsOf = (lines: readonly string[], event: string) =>
  eventsNamed(lines, event).map(({ path: at }) => at);
const puts = () =>
  proxy.requests
    .filter(({ method, status }) => method === "PUT" && status === 200)
    .map(({ partNumber }) => partNumber);

/**
 * Uploads a file or folder of 20 MiB, until its second part is being sent: then the process is
 * killed.
 */
async function interruptUpload(given: string, file: string): Promise<void> {
  await writeMediaFile(source("wrong"), file, 20 * mebibyte);
  const stalled = proxy.injectFault({
    method: "PUT",
    path: /partNumber=2/,
    fault: { kind: "stall", afterBytes: 1 },
    times: 1,
  });
  const first = runCommand(service, ["upload", source(given), ...target()]);
  await stalled;
  first.child.kill("SIGKILL");
  await first.ended;
}

it(
  "a run sends only what its arguments name; the rest of another run is listed, resumed and dropped",
  { timeout: 120_000 },
  async () => {
    await interruptUpload("wrong", "private.mov");
    await writeMediaFile(source("right"), "take.wav", 1000);
    const second = await run("upload", source("right"));
    expect(pathsOf(second.lines, "done")).toEqual(["right/take.wav"]);
    expect(eventsNamed(second.lines, "others")).toMatchObject([{ files: 1 }]);
    expect(eventsNamed(second.lines, "summary")).toMatchObject([
      { done: 1, failed: 0, remaining: 0, bytes: 1000, exitCode: 0 },
    ]);

    const listed = await run("uploads", "list");
    expect(listed.code).toBe(0);
    expect(eventsNamed(listed.lines, "upload")).toMatchObject([
      { path: "wrong/private.mov", state: "waiting", bytes: 20 * mebibyte },
    ]);
    expect((await run("uploads", "list", source("right"))).code).toBe(5);
    expect((await run("uploads", "drop")).code).toBe(2);

    const before = puts().length;
    const resumed = await run("uploads", "resume", source("wrong"));
    expect(pathsOf(resumed.lines, "done")).toEqual(["wrong/private.mov"]);
    expect(resumed.code).toBe(0);
    // The part that was stored is not sent again.
    const parts = puts().slice(before);
    expect(parts).toContain(2);
    expect(parts).not.toContain(1);
    expect(eventsNamed((await run("uploads", "list")).lines, "upload")).toEqual([]);
  },
);

it(
  "a file that another run has sent, and no list has confirmed, does not end a run before its files are sent",
  { ...long, timeout: 120_000 },
  async () => {
    await writeMediaFile(source("wrong"), "first.wav", 1000);
    await interruptUpload("wrong", "private.mov");
    await writeMediaFile(source("right"), "take.wav", 1000);
    const second = await run("upload", source("right"));
    expect(pathsOf(second.lines, "done")).toEqual(["right/take.wav"]);
    expect(eventsNamed(second.lines, "summary")).toMatchObject([{ done: 1, remaining: 0 }]);
    expect(second.code).toBe(0);
  },
);

it(
  "the command that named them continues them, and drop forgets them",
  { ...long, timeout: 120_000 },
  async () => {
    await interruptUpload("wrong", "private.mov");
    await mkdir(source("right"));
    expect((await run("upload", source("right"))).code).toBe(0);
    const again = await run("upload", source("wrong"));
    expect(pathsOf(again.lines, "done")).toEqual(["wrong/private.mov"]);
    expect(eventsNamed(again.lines, "others")).toEqual([]);

    await writeMediaFile(source("wrong"), "more.wav", 1000);
    void proxy.injectFault({
      method: "PUT",
      path: /./,
      fault: { kind: "respond", status: 400 },
      times: 1,
    });
    expect((await run("upload", source("wrong"))).code).toBe(1);
    expect(eventsNamed((await run("uploads", "list")).lines, "upload")).toMatchObject([
      { path: "wrong/more.wav", state: "failed" },
    ]);
    // A failed upload of another command is neither retried nor counted.
    const other = await run("upload", source("right"));
    expect(eventsNamed(other.lines, "summary")).toMatchObject([{ failed: 0, exitCode: 0 }]);
    const dropped = await run("uploads", "drop", "--all");
    expect(pathsOf(dropped.lines, "dropped")).toEqual(["wrong/more.wav"]);
    expect(eventsNamed((await run("uploads", "list")).lines, "summary")).toMatchObject([
      { files: 0 },
    ]);
  },
);

it(
  "a file that was deleted meanwhile is named once, and does not fail every later run",
  { ...long, timeout: 120_000 },
  async () => {
    await interruptUpload("wrong", "private.mov");
    await rm(source("wrong/private.mov"));
    await writeMediaFile(source("wrong"), "a.wav", 1000);
    const { code, lines } = await run("upload", source("wrong"));
    expect(pathsOf(lines, "dropped")).toEqual(["wrong/private.mov"]);
    expect(pathsOf(lines, "done")).toEqual(["wrong/a.wav"]);
    expect(code).toBe(0);
    const again = await run("upload", source("wrong"));
    expect(pathsOf(again.lines, "dropped")).toEqual([]);
    expect(again.code).toBe(0);
  },
);

it(
  "two single files with one name: the second command is no conflict, and the first one replaces nothing later",
  { ...long, timeout: 120_000 },
  async () => {
    await interruptUpload("wrong/take.mov", "take.mov");
    await writeMediaFile(source("right"), "take.mov", 1000);
    const second = await run("upload", source("right", "take.mov"));
    expect(pathsOf(second.lines, "done")).toEqual(["take.mov"]);
    // It was queued with "skip".
    const resumed = await run("uploads", "resume", "--all");
    expect(pathsOf(resumed.lines, "done")).toEqual([]);
    expect(pathsOf(resumed.lines, "existing")).toEqual(["take.mov"]);
    expect(resumed.code).toBe(0);
  },
);

it("watch sends what is left of its folder only", { ...long, timeout: 120_000 }, async () => {
  await interruptUpload("wrong", "private.mov");
  await writeMediaFile(source("watched"), "a.wav", 1000);
  const { code, lines } = await run("watch", source("watched"), "--once", "--quiet", "0");
  expect(pathsOf(lines, "done")).toEqual(["a.wav"]);
  expect(eventsNamed(lines, "others")).toMatchObject([{ files: 1 }]);
  expect(eventsNamed(lines, "summary")).toMatchObject([{ remaining: 0, exitCode: 0 }]);
  expect(code).toBe(0);
});

it("list finds what is left of watch in its default state folder", long, async () => {
  await writeMediaFile(source("watched"), "a.mov", 20 * mebibyte);
  // The folders for application state of Linux, Windows and macOS.
  const state = { XDG_STATE_HOME: folder.path, LOCALAPPDATA: folder.path, HOME: folder.path };
  const reached = ["--base-url", proxy.baseUrl, "--json"];
  const stalled = proxy.injectFault({
    method: "PUT",
    path: /partNumber=2/,
    fault: { kind: "stall", afterBytes: 1 },
    times: 1,
  });
  const args = ["watch", source("watched"), "--quiet", "0", ...reached];
  const watching = runCommand(service, args, state);
  await stalled;
  watching.child.kill("SIGKILL");
  await watching.ended;
  const { code, lines } = await runCommand(service, ["uploads", "list", ...reached], state).ended;
  expect(code).toBe(0);
  const [upload] = eventsNamed(lines, "upload");
  expect(upload).toMatchObject({ path: "a.mov", bytes: 20 * mebibyte });
  expect(path.relative(folder.path, String(upload?.["stateDir"]))).toMatch(/dubyard.watch.\w{16}$/);
});
