/**
 * `dubyard engines` and `packs` for the folder of a workspace, in this process: about 3 s. Those
 * for a database are in `test/postgres`.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lockFolder } from "../../../main/common/database/lock";
import { nodePrograms } from "../../../main/common/processes/programs";
import { engines } from "../../../main/headless/engines";
import { packs } from "../../../main/headless/packs";
import type { PackDescription } from "../../../main/local-service/engine/packs/catalogue";
import type { ListedEngine } from "../../../main/local-service/engines/external-configuration";
import { temporaryFolder } from "../../helpers/backend";
import type { Line } from "../../helpers/commands";
import { startLocalService } from "../../helpers/local-service";
import { archiveWith, startPackServer, type PackServer } from "../../helpers/packs";
import { bundlesFolder } from "../../helpers/programs";
import { createScriptedEngine } from "../../helpers/scripted-engine";
import { createExternalEngines } from "../../../main/local-service/engine/external/external-engines";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let output: string[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
  for (const name of ["stdout", "stderr"] as const)
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      if (name === "stdout") output.push(String(text));
      return true;
    });
  vi.stubEnv("DUBYARD_ENGINE", "own");
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await folder.remove();
});

const deps = {
  bundles: bundlesFolder,
  programs: nodePrograms(bundlesFolder),
  policies: () => ({}),
};
/** Runs a command with --json; resolves with its exit code, and its events without the summary. */
async function run(command: typeof engines, argv: string[], own = deps) {
  output = [];
  const code = await command([...argv, "--json"], own);
  const events = output
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  expect(events.at(-1)).toMatchObject({ exitCode: code });
  return { code, events, last: events.at(-1) };
}

const settings = (name: string, more: object = {}) => ({
  name: "Studio voices",
  connection: { kind: "http", baseUrl: "http://127.0.0.1:9/v1", model: "a" },
  task: {
    kind: "speech",
    voices: [{ name, gender: "female", languages: ["es-es"], engineVoice: "ana" }],
  },
  deadlineSeconds: 60,
  ...more,
});

it("engines are stored in a folder, listed with their fingerprints, replaced and removed", async () => {
  const external = () => ({ ...createScriptedEngine(), external: createExternalEngines() });
  const local = await startLocalService({ startEngine: () => Promise.resolve(external()) });
  const data = ["--data", local.dataDir];
  const write = async (name: string, content: unknown) => {
    const file = path.join(folder.path, name);
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  try {
    const file = await write("a.json", settings("Ana"));
    const add = (given: string, ...more: string[]) =>
      run(engines, ["add", given, ...more, ...data]);
    // The service that runs would not see the change.
    expect(await add(file, "--id", "studio")).toMatchObject({ code: 8 });
    await local.close();
    const { code, events } = await add(file, "--id", "studio");
    const fingerprint = events[0]?.["fingerprint"];
    expect([code, events[0]]).toEqual([
      0,
      { event: "external-engine", id: "studio", fingerprint, isReplaced: false },
    ]);
    const refused = async (content: unknown, message: string, ...more: string[]) => {
      const wrong = await write("wrong.json", content);
      expect(await add(wrong, ...more)).toMatchObject({
        code: 2,
        last: { code: "invalid-input", message: expect.stringContaining(message) as unknown },
      });
    };
    await refused("{", "wrong.json: ");
    await refused([], "wrong.json: ");
    await refused(settings("Eva", { deadlineSeconds: 0 }), "deadlineSeconds: ");
    await refused(settings("Ana"), "task.voices[0].name: voice-exists");
    await refused(settings("Ashley"), "task.voices[0].name: voice-exists");
    await refused(settings("Eva"), "--id must have", "--id", "a/b");
    const relative = { kind: "command", file: "speak", args: [] };
    await refused(settings("Eva", { connection: relative }), "must be an absolute path");
    const allowed = { ...deps, policies: () => ({ engines: [] }) };
    expect(await run(engines, ["add", file, ...data], allowed)).toMatchObject({
      last: { code: "forbidden-by-policy" },
    });

    const other = await add(await write("b.json", settings("Ana María")), "--id", "studio");
    expect(other.events[0]).toMatchObject({ isReplaced: true });
    expect(other.events[0]?.["fingerprint"]).not.toBe(fingerprint);
    const listed = await run(engines, ["list", ...data]);
    expect(listed.events).toMatchObject([
      { event: "external-engine", id: "studio", fingerprint: other.events[0]?.["fingerprint"] },
      { event: "summary" },
    ]);
    await local.restart();
    const { json } = await local.client.get("/local/external-engines");
    const stored = (json as { engines: (ListedEngine & { fingerprint: string })[] }).engines;
    expect(stored).toMatchObject([
      { id: "studio", fingerprint: listed.events[0]?.["fingerprint"] },
    ]);

    // Nothing is added to a workspace that is being moved away.
    expect((await local.client.post("/local/move", { role: "source", other: "x" })).status).toBe(
      200,
    );
    await local.close();
    expect(await add(file)).toMatchObject({ code: 1, last: { code: "request-refused" } });
    await local.restart();
    await local.client.call("DELETE", "/local/move");
    await local.close();
    expect(await run(engines, ["remove", "studoi", ...data])).toMatchObject({
      code: 5,
      last: { message: expect.stringContaining("did you mean studio?") as unknown },
    });
    expect(await run(engines, ["remove", "studio", ...data])).toMatchObject({ code: 0 });
    expect((await run(engines, ["list", ...data])).events).toHaveLength(1);
    expect(await run(engines, ["use", "abc", ...data])).toMatchObject({ code: 2 });
    expect(await run(engines, ["lists", ...data])).toMatchObject({ code: 2 });
    expect(await run(engines, ["list", "--data", folder.path])).toMatchObject({ code: 2 });
  } finally {
    await local.remove();
  }
});

it("packs are installed from their publisher or a file, listed and removed", async () => {
  const server: PackServer = await startPackServer();
  try {
    const bytes = await archiveWith();
    const describe = (id: string): PackDescription =>
      server.describe({ id, bytes, format: "tar.gz" });
    const wrong = describe("wrong");
    server.files.set("/wrong.tar.gz", Buffer.alloc(bytes.length));
    const catalogue = path.join(folder.path, "catalogue.json");
    await writeFile(catalogue, JSON.stringify([describe("good"), describe("second"), wrong]));
    vi.stubEnv("DUBYARD_PACK_CATALOGUE", catalogue);
    const at = ["--data", folder.path];
    const states = async () => {
      const { events } = await run(packs, ["list", ...at]);
      return events
        .filter(({ event }) => event === "pack")
        .map(({ id, state }) => `${String(id)} ${String(state)}`);
    };
    const usable = {
      ...deps,
      programs: { ...deps.programs, programs: new Set(["neural"] as const) },
    };
    const install = (...argv: string[]) => run(packs, ["install", ...argv, ...at], usable);

    expect(
      await run(packs, ["install", "good", ...at], {
        ...deps,
        programs: { ...deps.programs, programs: new Set<never>() },
      }),
    ).toMatchObject({ code: 9 });
    expect(await install("good")).toMatchObject({ code: 0 });
    const marker = path.join(folder.path, "packs/good/pack.json");
    expect(JSON.parse(await readFile(marker, "utf8"))).toMatchObject({
      description: { id: "good" },
    });
    const again = await install("good");
    expect([again.code, again.events[0]?.["isChanged"]]).toEqual([0, false]);
    const file = path.join(folder.path, "second.tar.gz");
    await writeFile(file, bytes);
    expect(await install("second", "--from", file)).toMatchObject({ code: 0 });
    expect(server.requests.filter((one) => one.includes("second"))).toEqual([]);
    expect(await install("wrong")).toMatchObject({ code: 1 });
    expect(await install("wrong", "--from", catalogue)).toMatchObject({ code: 2 });
    expect(await install("goood")).toMatchObject({ code: 5 });
    expect(await install("good", "--from", `${file}-missing`)).toMatchObject({ code: 2 });
    expect(await states()).toEqual(["good installed", "second installed", "wrong available"]);
    const other = await lockFolder(path.join(folder.path, "packs/.work/good"));
    expect(await run(packs, ["remove", "good", ...at])).toMatchObject({ code: 8 });
    other.release();
    expect(await run(packs, ["remove", "good", "second", ...at])).toMatchObject({ code: 0 });
    expect(await run(packs, ["remove", "good", ...at])).toMatchObject({ code: 0 });
    expect(await states()).toEqual(["good available", "second available", "wrong available"]);
    await mkdir(path.join(folder.path, "other"));
    for (const argv of [["list"], ["install", ...at], ["list", "--data", `${file}-missing`]])
      expect(await run(packs, argv, usable)).toMatchObject({ code: 2 });
    const forbidden = { ...usable, policies: () => ({ engines: [] }) };
    expect(await run(packs, ["install", "good", ...at], forbidden)).toMatchObject({
      last: { code: "forbidden-by-policy" },
    });
  } finally {
    await server.close();
  }
});
