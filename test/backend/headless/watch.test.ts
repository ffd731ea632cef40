/** `dubyard watch` as a process. */
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { createAuthority } from "../../helpers/authority";
import { hashOf, temporaryFolder, writeMediaFile } from "../../helpers/backend";
import { eventsNamed, runCommand, type Line } from "../../helpers/commands";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { startService } from "../../helpers/new-databases";
import { long } from "../../long";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
});
afterEach(async () => {
  await service.close();
  await folder.remove();
});

const source = (...parts: string[]) => path.join(folder.path, "source", ...parts);
const stored = (name: string) => path.join(folder.path, "service", "media", name);
const watchArgs = (...more: string[]) => [
  "watch",
  source(),
  "--base-url",
  service.baseUrl,
  "--state",
  path.join(folder.path, "state"),
  "--to",
  "in",
  "--quiet",
  "0",
  ...more,
];
const run = (args: string[], env: Record<string, string> = {}, onLine?: (line: Line) => void) =>
  runCommand(service, args, env, onLine);
const done = (lines: string[]) => eventsNamed(lines, "done").map(({ path: at }) => at);

it("--once uploads what is present and ends; a second run uploads what has changed", async () => {
  await writeMediaFile(source(), "ep 1/a.wav", 1000);
  await writeMediaFile(source(), "old/b.wav", 1000);
  await writeMediaFile(source(), "c.mov.part", 1000);
  await writeFile(source("notes.txt"), "x");
  const args = watchArgs("--once", "--json", "--include", "*.wav", "--exclude", "old/");
  const first = await run(args).ended;
  expect(first.code).toBe(0);
  expect(done(first.lines)).toEqual(["in/ep 1/a.wav"]);
  expect(eventsNamed(first.lines, "summary")).toEqual([
    {
      event: "summary",
      done: 1,
      bytes: 1000,
      existing: 0,
      failed: 0,
      skipped: 0,
      remaining: 0,
      exitCode: 0,
    },
  ]);
  expect(first.errors).not.toContain(service.clientSecret);
  const second = await run(args).ended;
  expect(second.code).toBe(0);
  expect(done(second.lines)).toEqual([]);
  await writeMediaFile(source(), "ep 1/a.wav", 2000);
  expect(done((await run(args).ended).lines)).toEqual(["in/ep 1/a.wav"]);
  expect(await hashOf(stored("in/ep 1/a.wav"))).toBe(await hashOf(source("ep 1/a.wav")));
});

it(
  "--once counts what could not be sent as failed, also a folder of which nothing is known",
  long,
  async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    await writeFile(source("b.wav"), "");
    await writeFile(source("c.mxf"), "x");
    await mkdir(path.join(folder.path, "outside"));
    await symlink(path.join(folder.path, "outside"), source("more"));
    const args = watchArgs("--once", "--json", "--include", "*.wav");
    const { code, lines } = await run(args).ended;
    expect(done(lines)).toEqual(["in/a.wav"]);
    // The pattern excludes c.mxf.
    expect(eventsNamed(lines, "failed")).toMatchObject([
      { path: "b.wav", code: "empty" },
      { path: "more", code: "link" },
    ]);
    expect(eventsNamed(lines, "summary")).toMatchObject([{ done: 1, failed: 2, exitCode: 1 }]);
    expect(code).toBe(1);
    const tolerant = await run([...args, "--skipped-ok"]).ended;
    expect(eventsNamed(tolerant.lines, "failed")).toEqual([]);
    expect(eventsNamed(tolerant.lines, "skipped")).toMatchObject([
      { path: "b.wav", reason: "empty" },
      { path: "more", reason: "link" },
    ]);
    expect(tolerant.code).toBe(0);
  },
);

it("--once waits for the quiet time", async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  const { code, lines } = await run([...watchArgs("--once", "--json"), "--quiet", "0.05"]).ended;
  expect(code).toBe(0);
  expect(done(lines)).toEqual(["in/a.wav"]);
});

it("sends nothing outside of the hours, and says until when", async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  // Not today and not tomorrow.
  const day = new Date(Date.now() + 3 * 24 * 60 * 60_000).toLocaleDateString("en", {
    weekday: "short",
  });
  const args = watchArgs("--json", "--hours", `${day} 00:00-00:00`);
  const running = run(args, {}, ({ event, code }) => {
    if (event === "waiting" && code === "outside-hours") running.child.kill("SIGINT");
  });
  const { code, lines } = await running.ended;
  // Windows has no such signal: the process ends without a code.
  expect(code).toBe(process.platform === "win32" ? null : 130);
  expect(done(lines)).toEqual([]);
});

it("skips files of others in the gallery", long, async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  await run(watchArgs("--once")).ended;
  const before = await hashOf(stored("in/a.wav"));
  await writeMediaFile(source(), "a.wav", 2000);
  const elsewhere = ["--state", path.join(folder.path, "state 2")];
  const { code, lines } = await run(watchArgs("--once", "--json", ...elsewhere)).ended;
  expect(code).toBe(0);
  expect(eventsNamed(lines, "existing")).toEqual([
    { event: "existing", path: "in/a.wav", choice: "skip" },
  ]);
  expect(await hashOf(stored("in/a.wav"))).toBe(before);
});

it.skipIf(process.platform === "win32")(
  "uploads new files until it is interrupted (Windows has no such signal)",
  async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    const running = run(watchArgs("--json"), {}, ({ event, path: at }) => {
      if (event === "done" && at === "in/a.wav")
        // Complete when it appears: its size does not grow.
        void writeMediaFile(folder.path, "b.wav", 1000).then(() =>
          rename(path.join(folder.path, "b.wav"), source("b.wav")),
        );
      if (event === "done" && at === "in/b.wav") running.child.kill("SIGINT");
    });
    const { code, lines } = await running.ended;
    expect(code).toBe(130);
    expect(done(lines)).toEqual(["in/a.wav", "in/b.wav"]);
    expect(eventsNamed(lines, "watching")).toEqual([{ event: "watching", folder: source() }]);
  },
);

it.skipIf(process.platform === "win32")(
  "waits while a portal answers: with its certificate, then with a refusal (Windows has no such signal)",
  long,
  async () => {
    const authority = createAuthority(folder.path);
    const own = authority.issue("IP:127.0.0.1");
    const portal = createAuthority(folder.path, "Portal").issue("IP:127.0.0.1");
    const proxy = await startFaultProxy(() => service.baseUrl, { host: "127.0.0.1", tls: own });
    onTestFinished(proxy.close);
    await writeMediaFile(source(), "a.wav", 1000);
    const seen: string[] = [];
    const args = watchArgs("--json", "--base-url", proxy.baseUrl);
    const env = { DUBYARD_CA_FILE: authority.file };
    const running = run(args, env, ({ event, path: at, code }) => {
      if (event === "done") seen.push(`done ${String(at)}`);
      if (event === "waiting") seen.push(`waiting ${String(code)}`);
      if (event === "done" && at === "in/a.wav") {
        proxy.changeCertificate(portal);
        void writeMediaFile(source(), "b.wav", 1000);
      }
      if (event === "waiting" && code === "certificate") {
        const fault = { kind: "respond", status: 403, body: "sign in first" } as const;
        void proxy.injectFault({ path: /./, fault, times: Infinity });
        proxy.changeCertificate(own);
      }
      if (event === "waiting" && code === "token-refused") proxy.clearFaults();
      if (event === "done" && at === "in/b.wav") running.child.kill("SIGINT");
    });
    onTestFinished(() => void running.child.kill("SIGKILL"));
    const { code, lines } = await running.ended;
    expect(code).toBe(130);
    expect(seen).toEqual([
      "done in/a.wav",
      "waiting certificate",
      "waiting token-refused",
      "done in/b.wav",
    ]);
    expect(eventsNamed(lines, "failed")).toEqual([]);
    expect(eventsNamed(lines, "summary")).toMatchObject([{ done: 2, failed: 0, remaining: 0 }]);
  },
);

it.skipIf(process.platform === "win32")(
  "lists the gallery after an upload, because an answer may be wrong (Windows has no such signal)",
  async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    const proxy = await startFaultProxy(() => service.baseUrl);
    onTestFinished(proxy.close);
    const running = run(watchArgs("--json", "--base-url", proxy.baseUrl), {}, ({ event }) => {
      if (event !== "done") return;
      const listed = proxy.injectFault({
        method: "GET",
        path: /\/media\/files/,
        fault: { kind: "headers", headers: {} },
        times: 1,
      });
      void listed.then(() => running.child.kill("SIGINT"));
    });
    expect((await running.ended).code).toBe(130);
  },
);

it.skipIf(process.platform === "win32")(
  "says once that the system's limit of watched folders is used up (Windows has no such signal)",
  async () => {
    await writeMediaFile(source(), "a/a.wav", 1000);
    await writeMediaFile(source(), "b/b.wav", 1000);
    // The process of the command starts with a system that refuses every watch, as inotify does at
    // its limit.
    const refusal = path.join(folder.path, "no-watches.cjs");
    await writeFile(
      refusal,
      `require("node:fs").watch = () => {
         throw Object.assign(new Error("System limit for number of file watchers reached"), { code: "ENOSPC" });
       };`,
    );
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(refusal)}` };
    const running = run(watchArgs("--json"), env, ({ event }) => {
      if (event === "polling") running.child.kill("SIGINT");
    });
    const { code, lines } = await running.ended;
    expect(code).toBe(130);
    expect(eventsNamed(lines, "polling")).toEqual([
      { event: "polling", folder: source(), reason: "system-limit", seconds: 20 },
    ]);
  },
);

it("--once exits with 2 if the folder does not exist", async () => {
  const { code, lines } = await run(watchArgs("--once", "--json")).ended;
  expect(code).toBe(2);
  expect(eventsNamed(lines, "waiting")).toMatchObject([{ code: "file-missing" }]);
});

it("exits with 4 if the credentials are rejected", long, async () => {
  await writeMediaFile(source(), "a.wav", 1000);
  const wrong = { DUBYARD_CLIENT_SECRET: "wrong" };
  const { code, errors } = await run(watchArgs(), wrong).ended;
  expect(code).toBe(4);
  expect(errors).toContain("token-refused");
  expect((await run(watchArgs("--once")).ended).code).toBe(0);
});

const isRefused = "%j exits with 2 and reports the reason";
it.each([
  [["watch"], /DIR/],
  [["watch", "x", "--base-url", "https://x.test", "--quiet", "soon"], /--quiet/],
])(isRefused, refuses);
it.each([
  [["watch", "a", "b"], /DIR/],
  [["watch", "x"], /--base-url/],
  [["watch", "x", "--base-url", "https://x.test", "--quiet", "-1"], /quiet/],
])(isRefused, long, refuses);

async function refuses(args: string[], why: RegExp): Promise<void> {
  const { code, errors } = await run(args).ended;
  expect(code).toBe(2);
  expect(errors).toMatch(why);
}

it("exits with 2 for an invalid pattern, and names it", async () => {
  await mkdir(source());
  const { code, errors } = await run(watchArgs("--include", "*a*b*c*d")).ended;
  expect(code).toBe(2);
  expect(errors).toContain("include[0]");
});
