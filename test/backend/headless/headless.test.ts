/** The terminal commands, each as a separate process. */
import { once } from "node:events";
import { mkdir, readFile, rename, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LocalService } from "../../../main/local-service/server";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { hashOf, writeMediaFile, temporaryFolder } from "../../helpers/backend";
import { eventsNamed, runCommand, type Line } from "../../helpers/commands";
import { createAuthority } from "../../helpers/authority";
import { startConnectProxy } from "../../helpers/connect-proxy";
import { startFaultProxy, type FaultProxy } from "../../helpers/fault-proxy";
import { long } from "../../long";
import { startService } from "../../helpers/new-databases";

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

const source = (...parts: string[]) => path.join(folder.path, "source", ...parts);

/** Runs a command; `onLine` receives each line of stdout. */
const run = (args: string[], env: Record<string, string> = {}, onLine?: (line: Line) => void) =>
  runCommand(service, args, env, onLine);
const upload = (...more: string[]) => [
  "upload",
  source(),
  "--base-url",
  proxy.baseUrl,
  "--state",
  path.join(folder.path, "state"),
  ...more,
];

describe("upload", () => {
  it("uploads a folder to the gallery and lists the skipped files", async () => {
    await writeMediaFile(source(), "a é/big.mov", 20 * mebibyte);
    await writeMediaFile(source(), "b.wav", 1000);
    await writeFile(source("notes.txt"), "x");
    const { code, lines, errors } = await run(upload("--to", "ep 1/", "--json")).ended;
    expect(code).toBe(0);
    expect(
      eventsNamed(lines, "done")
        .map(({ path: at }) => at)
        .sort(),
    ).toEqual(["ep 1/source/a é/big.mov", "ep 1/source/b.wav"]);
    expect(eventsNamed(lines, "skipped")).toEqual([
      { event: "skipped", path: "source/notes.txt", reason: "type" },
    ]);
    expect(eventsNamed(lines, "summary")).toEqual([
      {
        event: "summary",
        done: 2,
        failed: 0,
        skipped: 1,
        existing: 0,
        remaining: 0,
        bytes: 20 * mebibyte + 1000,
        exitCode: 0,
      },
    ]);
    expect(errors).not.toContain(service.clientSecret);
    const stored = path.join(folder.path, "service", "media", "ep 1/source/a é/big.mov");
    expect(await hashOf(stored)).toBe(await hashOf(source("a é/big.mov")));
  });

  it("prints a readable summary, and does not send files again in a second run", async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    expect((await run(upload()).ended).lines).toEqual(["1 in the gallery, 0 failed, 0 skipped"]);
    const puts = () => proxy.requests.filter(({ method }) => method === "PUT").length;
    const before = puts();
    const again = await run(upload("--existing", "replace")).ended;
    expect(again).toMatchObject({ code: 0, lines: ["1 in the gallery, 0 failed, 0 skipped"] });
    expect(puts()).toBe(before);
  });

  describe("a file of the same size and time", () => {
    // A time that `utimes` can restore to the nanosecond.
    const setTime = (file: string, time = 1_600_000_000) => utimes(file, time, time);
    async function write(name: string, byte: number, time?: number): Promise<void> {
      await writeFile(source("new"), Buffer.alloc(1000, byte));
      await setTime(source("new"), time);
      await rename(source("new"), source(name));
    }
    const isStored = async (name: string) =>
      (await hashOf(path.join(folder.path, "service", "media", "source", name))) ===
      (await hashOf(source(name)));
    /** Uploads, and returns the paths that were sent, sorted. */
    async function send(): Promise<unknown[]> {
      const { code, lines } = await run(upload("--json", "--existing", "replace")).ended;
      expect(code).toBe(0);
      const sent = eventsNamed(lines, "done").map(({ path: at }) => at);
      const [summary] = eventsNamed(lines, "summary");
      expect(summary).toMatchObject({ failed: 0, existing: 0 });
      return sent.sort();
    }

    it(
      "is sent again if its content differs, and not if only its inode or times do",
      long,
      async () => {
        await mkdir(source());
        for (const name of ["written.wav", "replaced.wav", "copied.wav"]) await write(name, 1);
        expect(await send()).toHaveLength(3);
        await writeFile(source("written.wav"), Buffer.alloc(1000, 2));
        await setTime(source("written.wav"));
        await write("replaced.wav", 2);
        await write("copied.wav", 1);
        expect(await send()).toEqual(["source/replaced.wav", "source/written.wav"]);
        for (const name of ["written.wav", "replaced.wav"])
          expect(await isStored(name), name).toBe(true);
        expect(await send()).toEqual([]);
      },
    );

    it("is sent again if it is a former version that another one has replaced", long, async () => {
      await mkdir(source());
      await write("a.wav", 1);
      expect(await send()).toEqual(["source/a.wav"]);
      await write("a.wav", 2, 1_700_000_000);
      expect(await send()).toEqual(["source/a.wav"]);
      await write("a.wav", 1);
      expect(await send()).toEqual(["source/a.wav"]);
      expect(await isStored("a.wav")).toBe(true);
    });
  });

  it.skipIf(process.platform === "win32")(
    "uploads through a proxy with a password to a host that only the system trusts",
    long,
    async () => {
      const authority = createAuthority(folder.path);
      const tls = authority.issue("DNS:service.test");
      const address = { host: "127.0.0.1", name: "service.test", tls };
      const remote = await startFaultProxy(() => service.baseUrl, address);
      const connectProxy = await startConnectProxy(() => Number(new URL(remote.baseUrl).port));
      connectProxy.credentials = "mia:a b";
      await writeMediaFile(source(), "a.wav", 1000);
      const env = {
        HTTPS_PROXY: connectProxy.url.replace("//", "//mia:a%20b@"),
        SSL_CERT_FILE: authority.file,
      };
      const { code, lines } = await run(upload("--json", "--base-url", remote.baseUrl), env).ended;
      await connectProxy.close();
      await remote.close();
      expect(eventsNamed(lines, "waiting")).toEqual([]);
      expect(code).toBe(0);
      expect(connectProxy.targets).toContain(new URL(remote.baseUrl).host);
      expect(remote.requests.filter(({ method }) => method === "PUT")).toHaveLength(1);
    },
  );

  const resumes = "resumes after %s where it stopped (Windows has no such signals)";
  const onSignals = it.skipIf(process.platform === "win32");
  onSignals.each(["SIGINT"] as const)(resumes, resumesAfter);
  onSignals.each(["SIGTERM"] as const)(resumes, long, resumesAfter);

  async function resumesAfter(signal: "SIGINT" | "SIGTERM"): Promise<void> {
    await writeMediaFile(source(), "big.mov", 40 * mebibyte);
    const blocked = proxy.injectFault({
      method: "PUT",
      path: /partNumber=3/,
      fault: { kind: "stall", afterBytes: 1 },
      times: 1,
    });
    const first = run(upload("--json"));
    await blocked;
    first.child.kill(signal);
    const paused = await first.ended;
    expect(paused.code).toBe(130);
    expect(eventsNamed(paused.lines, "summary")[0]).toMatchObject({ done: 0, remaining: 1 });
    const second = await run(upload("--json")).ended;
    expect(second.code).toBe(0);
    const parts = proxy.requests
      .filter(({ method, status }) => method === "PUT" && status === 200)
      .map(({ partNumber }) => partNumber);
    expect(parts.filter((number) => number === 1)).toHaveLength(1);
  }

  it("skips paths that exist in the gallery by default", long, async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    await run(upload()).ended;
    const elsewhere = path.join(folder.path, "state 2");
    await writeMediaFile(source(), "a.wav", 2000);
    const args = (...more: string[]) => upload("--json", "--state", elsewhere, ...more);
    const skipped = await run(args()).ended;
    expect(skipped.code).toBe(0);
    expect(eventsNamed(skipped.lines, "existing")).toEqual([
      { event: "existing", path: "source/a.wav", choice: "skip" },
    ]);
    expect((await run(args("--existing", "rename")).ended).code).toBe(0);
    const stored = path.join(folder.path, "service", "media", "source", "a (2).wav");
    expect(await hashOf(stored)).toBe(await hashOf(source("a.wav")));
  });

  it("waits while the gallery cannot be read, and replaces nothing in it", long, async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    await run(upload()).ended;
    const stored = path.join(folder.path, "service", "media", "source", "a.wav");
    const before = await hashOf(stored);
    await writeMediaFile(source(), "a.wav", 2000);
    const response = { kind: "respond", status: 404, body: '{"message":"no route"}' } as const;
    void proxy.injectFault({ method: "GET", path: /media\/files$/, fault: response, times: 1 });
    const args = upload("--json", "--state", path.join(folder.path, "state 2"));
    const { code, lines } = await run(args).ended;
    expect(eventsNamed(lines, "waiting")).toEqual([
      {
        event: "waiting",
        code: "unexpected-answer",
        message: expect.stringContaining("no route") as string,
      },
    ]);
    expect(eventsNamed(lines, "existing")).toHaveLength(1);
    expect(code).toBe(0);
    expect(await hashOf(stored)).toBe(before);
  });

  it("separates the queues of two services in one state folder", long, async () => {
    await writeMediaFile(source(), "big.mov", 20 * mebibyte);
    const stalled = proxy.injectFault({
      method: "PUT",
      path: /partNumber=2/,
      fault: { kind: "stall", afterBytes: 1 },
      times: 1,
    });
    const first = run(upload("--json"));
    await stalled;
    first.child.kill("SIGKILL");
    await first.ended;
    const other = await startService({ dataDir: path.join(folder.path, "other") });
    await writeMediaFile(path.join(folder.path, "more"), "b.wav", 1000);
    const args = ["upload", path.join(folder.path, "more"), "--base-url", other.baseUrl];
    const second = await run([...args, "--state", path.join(folder.path, "state"), "--json"], {
      DUBYARD_CLIENT_ID: other.clientId,
      DUBYARD_CLIENT_SECRET: other.clientSecret,
    }).ended;
    await other.close();
    expect(second.code).toBe(0);
    expect(eventsNamed(second.lines, "done").map(({ path: at }) => at)).toEqual(["more/b.wav"]);
  });

  it("exits with 1 and names the failed file after the others are uploaded", async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    await writeMediaFile(source(), "b.wav", 1000);
    void proxy.injectFault({
      method: "PUT",
      path: /a\.wav/,
      fault: { kind: "respond", status: 400, body: '{"message":"not this one"}' },
      times: Infinity,
    });
    const { code, lines } = await run(upload("--json")).ended;
    expect(code).toBe(1);
    expect(eventsNamed(lines, "failed")).toEqual([
      { event: "failed", path: "source/a.wav", code: "invalid-input", message: "not this one" },
    ]);
    expect(eventsNamed(lines, "done")).toHaveLength(1);
    proxy.clearFaults();
    expect((await run(upload()).ended).code).toBe(0);
  });

  it("exits if the credentials are rejected, and preserves the queue", long, async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    const { code, errors } = await run(upload(), { DUBYARD_CLIENT_SECRET: "wrong" }).ended;
    expect(code).toBe(4);
    expect(errors).toContain("token-refused");
    expect((await run(upload()).ended).code).toBe(0);
  });

  it("a path that does not exist ends it before anything is sent", async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    const { code, lines } = await run(upload(source("missing.wav"), "--json")).ended;
    expect(code).toBe(2);
    expect(lines.map((line) => JSON.parse(line) as Line)).toMatchObject([
      { event: "error", code: "invalid-input", exitCode: 2 },
    ]);
    expect(lines[0]).toContain("missing.wav does not exist");
    expect(proxy.requests).toEqual([]);
  });

  it(
    "a file that could not be sent counts as failed; one that is not meant to be sent does not",
    long,
    async () => {
      await writeMediaFile(source(), "a.wav", 1000);
      await writeFile(source("notes.txt"), "x");
      await writeFile(source(".hidden.wav"), "x");
      expect((await run(upload()).ended).code).toBe(0);
      await writeFile(source("b.mxf"), "x");
      await writeFile(source("c.wav"), "");
      if (process.platform !== "win32") await symlink("/missing/d.wav", source("d.wav"));
      const { code, lines } = await run(upload("--json")).ended;
      const failed = eventsNamed(lines, "failed").map(
        (line) => `${String(line["path"])}: ${String(line["code"])}`,
      );
      const expected = ["source/b.mxf: format", "source/c.wav: empty", "source/d.wav: link"];
      expect(failed).toEqual(process.platform === "win32" ? expected.slice(0, 2) : expected);
      expect(eventsNamed(lines, "failed")[0]?.["message"]).toMatch(
        /convert it to .mp4; accepted: wav/,
      );
      expect(eventsNamed(lines, "summary")).toMatchObject([
        { done: 1, failed: failed.length, skipped: 2, exitCode: 1 },
      ]);
      expect(code).toBe(1);
      // A file that is named itself is meant to be sent.
      const named = await run(["upload", source("notes.txt"), ...upload().slice(2), "--json"])
        .ended;
      expect(eventsNamed(named.lines, "failed")).toMatchObject([
        { path: "notes.txt", code: "type" },
      ]);
      expect(named.code).toBe(1);
    },
  );

  it(
    "two camera cards with the same names: --existing rename sends both once, else the second fails",
    long,
    async () => {
      await writeMediaFile(source(), "card 1/DCIM/1.mov", 1000);
      await writeMediaFile(source(), "card 2/DCIM/1.mov", 2000);
      const cards = (...more: string[]) => [
        "upload",
        source("card 1", "DCIM"),
        source("card 2", "DCIM"),
        ...upload().slice(2),
        "--json",
        ...more,
      ];
      const skipped = await run(cards()).ended;
      expect(eventsNamed(skipped.lines, "failed")).toMatchObject([
        { path: "DCIM/1.mov", code: "duplicate" },
      ]);
      expect(skipped.code).toBe(1);
      const renamed = await run(cards("--existing", "rename")).ended;
      expect(eventsNamed(renamed.lines, "done")).toMatchObject([{ path: "DCIM/1 (2).mov" }]);
      expect(renamed.code).toBe(0);
      const again = await run(cards("--existing", "rename")).ended;
      expect(eventsNamed(again.lines, "summary")).toMatchObject([{ done: 2, exitCode: 0 }]);
      expect(eventsNamed(again.lines, "done")).toEqual([]);
    },
  );

  it("waits while every request is refused, and goes on afterwards", long, async () => {
    await writeMediaFile(source(), "a.wav", 1000);
    const refuse = (match: RegExp, status: number, times: number) =>
      void proxy.injectFault({
        path: match,
        fault: { kind: "respond", status, body: "sign in first" },
        times,
      });
    // While the gallery is read, and for the uploads: also with a new token.
    refuse(/auth/, 403, 1);
    refuse(/upload-url/, 401, 3);
    const { code, lines } = await run(upload("--json")).ended;
    const waiting = eventsNamed(lines, "waiting");
    expect(waiting.map(({ code: why, message }) => `${String(why)}: ${String(message)}`)).toEqual([
      "token-refused: the gallery was not read: sign in first",
      "token-refused: sign in first",
    ]);
    expect(eventsNamed(lines, "summary")).toMatchObject([{ done: 1, failed: 0, exitCode: 0 }]);
    expect(code).toBe(0);
  });

  const isRefused = "%j exits with 2 and reports the reason";
  it.each([
    [["upload", "x", "--nonsense"], /nonsense/],
    [["uplod"], /there is no command "uplod"; did you mean upload/],
  ])(isRefused, refuses);
  it.each([
    [["upload"], /PATH/],
    [["upload", "x"], /--base-url/],
    [["upload", "x", "--base-url", "ftp://x"], /baseUrl/],
    [["upload", "x", "--base-url", "https://x.test", "--existing", "maybe"], /--existing/],
    [["serve"], /--data/],
    [["fly"], /usage/],
    [["help", "uplod"], /did you mean upload/],
    [[], /usage/],
  ])(isRefused, long, refuses);

  async function refuses(args: string[], why: RegExp): Promise<void> {
    const { code, errors, lines } = await run(args).ended;
    expect(code).toBe(2);
    expect(errors).toMatch(why);
    expect(lines).toEqual([]);
  }

  it("an unknown command with --json, also with a value, is an error on stdout", async () => {
    const { code, lines } = await run(["uplod", "x", "--json=true"]).ended;
    expect(code).toBe(2);
    const message = expect.stringContaining('there is no command "uplod"') as string;
    expect(eventsNamed(lines, "error")).toEqual([
      { event: "error", code: "invalid-input", message, exitCode: 2 },
    ]);
  });

  it.each([
    [["--version"], /^dubyard \d+\.\d+\.\d+$/],
    [["--help"], /^usage:/],
    [["help", "verify"], /^usage:\n {2}dubyard verify [^]*All commands: dubyard --help$/],
    [["verify", "--help"], /^usage:\n {2}dubyard verify /],
  ])("%j exits with 0 and responds on stdout", async (args, response) => {
    const { code, errors, lines } = await run(args).ended;
    expect(code).toBe(0);
    expect(lines.join("\n")).toMatch(response);
    expect(errors).toBe("");
  });

  it("rejects a second run on the same state folder", async () => {
    await writeMediaFile(source(), "big.mov", 20 * mebibyte);
    const stallApplied = proxy.injectFault({
      method: "PUT",
      path: /partNumber=2/,
      fault: { kind: "stall", afterBytes: 1 },
      times: 1,
    });
    const first = run(upload());
    await stallApplied;
    const second = await run(upload()).ended;
    expect(second.code).toBe(8);
    expect(second.errors).toMatch(
      new RegExp(`dubyard upload \\(process ${first.child.pid}, since .*folder-in-use`),
    );
    first.child.kill("SIGKILL");
    await first.ended;
    expect((await run(upload()).ended).code).toBe(0);
  });
});

it("serve prints its address first, and stops on SIGTERM", async () => {
  const first = run(["serve", "--data", path.join(folder.path, "served")], {}, () => undefined);
  const [line] = (await once(createInterface({ input: first.child.stdout }), "line")) as [string];
  expect(Object.keys(JSON.parse(line) as object)).toEqual(["baseUrl", "clientId", "clientSecret"]);
  first.child.kill("SIGTERM");
  expect((await first.ended).code).toBe(0);
});

it.skipIf(process.platform !== "linux")(
  "lists a gallery of a million paths in less than 300 MB (measured with Linux /proc)",
  { ...long, timeout: 600_000 },
  async () => {
    await service.close();
    const store = openSqliteStore(path.join(folder.path, "service"));
    await store.addFiles(
      (function* () {
        for (let index = 0; index < 1_000_000; index += 1) {
          const name = `season ${index % 100}/episode ${index % 1000}/line ${index}.wav`;
          const row = { path: name, location: `media/${name}`, folded: null, size: 1, etag: "e" };
          yield { ...row, contentType: "audio/wav" };
        }
      })(),
    );
    await store.close();
    service = await startService({ dataDir: path.join(folder.path, "service") });
    await writeMediaFile(source(), "a.wav", 1000);
    // Without the proxy, which buffers whole responses.
    const args = upload("--json").map((arg) => (arg === proxy.baseUrl ? service.baseUrl : arg));
    let maximum = 0;
    const reading = run(args, {}, ({ event }) => {
      if (event !== "done") return;
      void readFile(`/proc/${reading.child.pid}/status`, "utf8").then((status) => {
        maximum = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
      });
    });
    const { code } = await reading.ended;
    expect(code).toBe(0);
    expect(maximum).toBeGreaterThan(0);
    expect(maximum).toBeLessThan(300 * mebibyte);
  },
);
