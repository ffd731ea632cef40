/**
 * Downloads of deliveries in the terminal that are broken off, and continued by another run. Costs
 * 100 ms.
 */
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeEach, afterEach, describe, expect, it } from "vitest";
import { AppError } from "../../../main/common/errors";
import { readExportArguments } from "../../../main/headless/delivery/arguments";
import { continueFetch, fetchExport } from "../../../main/headless/delivery/fetch-export";
import type { Output } from "../../../main/headless/output";
import { quoted } from "../../../main/headless/quoted";
import type { ExportCalls } from "../../../main/remote/extensions/exports";
import type {
  ExportEntry,
  ExportFileForm,
  ExportState,
} from "../../../preload/local-service/exports";

const recordName = ".dubyard-delivery.json";
let root = "";
beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), "fetch-export-")));
});
afterEach(() => rmSync(root, { recursive: true }));

/** A service with one delivery; `endsAt`: the connection is lost at this byte of each file. */
function serviceOf(contents: Record<string, string>, stop = new AbortController()) {
  const service = {
    contents,
    state: "made" as ExportState,
    createdAt: 5,
    endsAt: Infinity,
    /** The files that were opened, with the first byte. */
    opened: [] as string[],
    resumed: 0,
    cancelled: [] as string[],
    /** Called between the halves of what is received of a file. */
    between: () => Promise.resolve(),
  };
  const names = () => Object.keys(service.contents).sort();
  const bytesOf = (name: string) => Buffer.from(service.contents[name] ?? "");
  const calls: Partial<ExportCalls> = {
    find: (id) =>
      id === "d"
        ? Promise.resolve({
            delivery: {
              id,
              folder: "Episode_v1",
              state: service.state,
              createdAt: service.createdAt,
              counts: { files: names().length, made: names().length, failed: 0, findings: 0 },
            } as ExportEntry,
            files: [],
          })
        : Promise.reject(new AppError("not-found", "exportId: unknown")),
    files: () =>
      Promise.resolve(
        names().map((name): ExportFileForm => ({
          path: name,
          state: "made",
          bytes: bytesOf(name).length,
          sha256: createHash("sha256").update(bytesOf(name)).digest("hex"),
          problem: "",
          finding: "",
        })),
      ),
    openFile(_id, { position }, from) {
      const name = names()[position] ?? "";
      service.opened.push(`${name} ${from}`);
      async function* chunks() {
        const end = Math.min(service.endsAt, bytesOf(name).length);
        const middle = from + Math.floor((end - from) / 2);
        yield bytesOf(name).subarray(from, middle);
        await service.between();
        yield bytesOf(name).subarray(middle, end);
        if (service.endsAt === Infinity) return;
        stop.abort(new Error("interrupted"));
        throw new AppError("offline", "no connection");
      }
      return Promise.resolve({ from, chunks: chunks(), discard: () => Promise.resolve() });
    },
    cancel: (id) => Promise.resolve(void service.cancelled.push(id)),
    resume: () => Promise.resolve(void ((service.resumed += 1), (service.state = "made"))),
  };
  const lines: string[] = [];
  const events: object[] = [];
  const output = {
    line: (text: string) => lines.push(text),
    progress: () => undefined,
    event: (event: object) => events.push(event),
  } as unknown as Output;
  const baseUrl = "https://a.example/api";
  const context = (signal = new AbortController().signal) => ({ output, signal, baseUrl });
  return { service, calls: calls as ExportCalls, lines, events, context, stop };
}
const folder = () => path.join(root, "Episode_v1");
const here = (name: string) => readFileSync(path.join(folder(), name), "utf8");

/** A download that was broken off in the middle of its first file. */
async function brokenOff(contents = { "a/b.txt": "one two", "c.txt": "three" }) {
  const made = serviceOf({ ...contents });
  made.service.endsAt = 4;
  const ended = fetchExport(made.calls, "d", root, made.context(made.stop.signal));
  await expect(ended).rejects.toThrow("interrupted");
  made.service.endsAt = Infinity;
  made.service.opened = [];
  return made;
}

it("an interrupted download stays, names what continues it, and is continued where it ended", async () => {
  const { calls, context, events, lines, service } = await brokenOff();
  const command = `dubyard export --continue ${folder()} --base-url https://a.example/api`;
  expect(lines).toEqual([`${command} continues the download`]);
  expect(events).toEqual([{ event: "folder", folder: folder() }]);
  expect(here("a/b.txt.part")).toBe("one ");
  const { delivery } = await continueFetch(calls, folder(), context());
  expect([delivery.folder, delivery.state]).toEqual([folder(), "made"]);
  expect(service.opened).toEqual(["a/b.txt 4", "c.txt 0"]);
  expect([here("a/b.txt"), here("c.txt")]).toEqual(["one two", "three"]);
  expect(readdirSync(folder()).sort()).toEqual(["a", "c.txt"]);
  await expect(continueFetch(calls, folder(), context())).rejects.toMatchObject({
    code: "invalid-input",
    message: expect.stringContaining("no download that was broken off") as unknown,
  });
});

it("a delivery whose folder cannot be made is cancelled at the service", async () => {
  const { calls, context, events, lines, service } = serviceOf({ "c.txt": "three" });
  const missing = path.join(root, "missing");
  await expect(fetchExport(calls, "d", missing, context())).rejects.toThrow();
  expect([service.cancelled, events, lines]).toEqual([["d"], [], []]);
});

it("what is typed in a shell is quoted", () => {
  const typed = ["/a/ä-1.b", "/a b", "/a $b's"].map((one) => quoted(one, "linux"));
  expect(typed).toEqual(["/a/ä-1.b", '"/a b"', String.raw`'/a $b'\''s'`]);
  expect(quoted(String.raw`C:\a $b`, "win32")).toBe(String.raw`"C:\a $b"`);
});

describe("a continued download", () => {
  it("receives no file again that is there, and replaces no other one", async () => {
    const { calls, context, lines, service } = await brokenOff();
    lines.length = 0;
    writeFileSync(path.join(folder(), "a/b.txt"), "one two");
    writeFileSync(path.join(folder(), "c.txt"), "mine");
    await expect(continueFetch(calls, folder(), context())).rejects.toMatchObject({
      code: "path-taken",
      message: expect.stringContaining("c.txt") as unknown,
    });
    expect([service.opened, here("c.txt"), lines]).toEqual([[], "mine", []]);
    rmSync(path.join(folder(), "c.txt"));
    await continueFetch(calls, folder(), context());
    expect([service.opened, here("c.txt")]).toEqual([["c.txt 0"], "three"]);
  });

  it("is not damaged by another run that continues it at the same time", async () => {
    const { calls, context, service } = await brokenOff();
    service.between = async () => {
      service.between = () => Promise.resolve();
      await continueFetch(calls, folder(), context());
    };
    await continueFetch(calls, folder(), context());
    expect([here("a/b.txt"), here("c.txt")]).toEqual(["one two", "three"]);
    expect(readdirSync(folder()).sort()).toEqual(["a", "c.txt"]);
  });

  it("finds its files by their names and hashes, not by their positions", async () => {
    const { calls, context, service } = await brokenOff();
    service.contents = { "0_first.txt": "new", ...service.contents };
    await continueFetch(calls, folder(), context());
    expect([here("0_first.txt"), here("a/b.txt")]).toEqual(["new", "one two"]);
    expect(service.opened).toEqual(["0_first.txt 0", "a/b.txt 4", "c.txt 0"]);
  });

  it("of a file that was made again with other bytes receives it whole", async () => {
    const { calls, context, service } = await brokenOff();
    service.contents["a/b.txt"] = "others!";
    await continueFetch(calls, folder(), context());
    expect(here("a/b.txt")).toBe("others!");
    expect(service.opened.slice(0, 2)).toEqual(["a/b.txt 4", "a/b.txt 0"]);
  });

  it("that has expired is made again; another delivery of this id, or none, is named", async () => {
    const { calls, context, service } = await brokenOff();
    service.createdAt += 1;
    const other = continueFetch(calls, folder(), context());
    await expect(other).rejects.toMatchObject({ code: "invalid-input" });
    service.createdAt -= 1;
    const text = here(recordName);
    writeFileSync(path.join(folder(), recordName), text.replace('"d"', '"e"'));
    const none = continueFetch(calls, folder(), context());
    await expect(none).rejects.toMatchObject({ code: "not-found" });
    writeFileSync(path.join(folder(), recordName), text);
    service.state = "expired";
    await continueFetch(calls, folder(), context());
    expect([service.resumed, here("c.txt")]).toEqual([1, "three"]);
  });

  it.each([["no JSON"], ["{}"], ["x".repeat(20_000)]])(
    "with the record %.10s is refused",
    async (text) => {
      const { calls, context } = await brokenOff();
      writeFileSync(path.join(folder(), recordName), text);
      await expect(continueFetch(calls, folder(), context())).rejects.toMatchObject({
        code: "invalid-input",
        message: expect.stringContaining("no valid record") as unknown,
      });
      rmSync(path.join(folder(), recordName));
      mkdirSync(path.join(folder(), recordName));
      await expect(continueFetch(calls, folder(), context())).rejects.toThrow("no valid record");
    },
  );
});

it.each([
  [["--continue", "missing"], "is not a folder"],
  [["--continue"], "--continue"],
  [["batch", "--continue", "."], "too many arguments"],
  [["--continue", ".", "--to", "."], "--to"],
  [["--to", ".", "--", "--continue"], "--languages"],
])("%j is refused with the reason", (argv, reason) => {
  const env = { DUBYARD_CLIENT_ID: "id", DUBYARD_CLIENT_SECRET: "word" };
  const read = () => readExportArguments(["--base-url", "https://a.example/api", ...argv], env, {});
  expect(read).toThrow(reason);
});
