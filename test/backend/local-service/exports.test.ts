/** Exports: plan, gate, files, resume and cancel, with the engine of this computer. */
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { startEngine } from "../../helpers/engine";
import {
  createDubbedBatch,
  dubbedLanguage as languageId,
  findExport,
  hashesBelow,
  planOf,
  soundParts,
  startExport,
  untilEnded,
} from "../../helpers/exports";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { readOtio, readReaper, sumOf } from "../../helpers/session-readers";
import { long } from "../../long";

const request = { languages: [languageId], parts: soundParts, preset: "online" };
const anyway = { ...request, includeUnapproved: true };

let local: RunningLocalService;
/** One for all tests: each export leaves it as it is. */
let batch = "";
let target: Awaited<ReturnType<typeof temporaryFolder>>;
let wholeTarget: typeof target;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile, startEngine });
  wholeTarget = await temporaryFolder();
});
afterAll(async () => {
  await local.remove();
  await wholeTarget.remove();
});
beforeEach(async () => {
  target = await temporaryFolder();
  if (batch === "") batch = await createDubbedBatch(local.client);
}, 60_000);
afterEach(() => target.remove());

const start = (more: object = {}) =>
  startExport(local.client, batch, { ...anyway, folder: target.path, ...more });
const ended = (started: Awaited<ReturnType<typeof start>>) =>
  untilEnded(() => local.client, started);
/** A delivery of all parts, made once: each test leaves its files as they are. */
let whole: ReturnType<typeof makeWhole> | null = null;
async function makeWhole() {
  const started = await start({ folder: wholeTarget.path });
  return { started, done: await ended(started) };
}
const wholeDelivery = () => (whole ??= makeWhole());
/** The samples of a delivered file of 24 bit, which all have the values of 16 bit. */
async function samplesOf(file: string): Promise<Int16Array> {
  const bytes = await readFile(file);
  const at = bytes.indexOf("data", 0, "latin1") + 8;
  const length = bytes.readUInt32LE(at - 4) / 3;
  return Int16Array.from({ length }, (_none, index) => bytes.readIntLE(at + index * 3, 3) >> 8);
}

describe("the plan", () => {
  it("lists files, sizes and what is missing, and writes nothing", async () => {
    const { files, missing } = await planOf(local.client, batch, request);
    expect(await filesBelow(target.path)).toEqual([]);
    expect(missing).toEqual([
      {
        languageId,
        withoutText: [],
        withoutTake: [],
        unapproved: [1, 2, 3, 4],
        errors: [],
        counts: { withoutText: 0, withoutTake: 0, unapproved: 4, errors: 0 },
      },
    ]);
    const { done } = await wholeDelivery();
    expect(done.files.map((file) => file.path)).toEqual(files.map((file) => file.path));
    for (const [index, { path: name, bytes }] of files.entries())
      if (bytes !== null) expect(done.files[index]?.bytes, name).toBe(bytes);
  });

  it("is refused for an unknown language, part or batch, with the name of the field", async () => {
    const call = async (more: object, at = batch) => {
      const { status, text } = await local.client.post(`/local/batches/${at}/exports/plan`, {
        ...request,
        ...more,
      });
      return [status, text];
    };
    expect(await call({ languages: ["fr-fr"] })).toEqual([
      409,
      expect.stringContaining("languages"),
    ]);
    expect(await call({ parts: ["x"] })).toEqual([400, expect.stringContaining("parts")]);
    expect(await call({}, "unknown")).toEqual([404, expect.stringContaining("batchId")]);
  });
});

describe("an export", () => {
  it("needs approvals unless it is to be delivered anyway", async () => {
    const body = { ...request, parts: ["cues"], folder: target.path };
    const { status, text } = await local.client.post(`/local/batches/${batch}/exports`, body);
    expect([status, text]).toEqual([409, expect.stringContaining("includeUnapproved")]);
    const approval = {
      languageId,
      lines: [1, 2, 3, 4],
      change: { decision: "approved", by: "Mia" },
    };
    bodyOf(await local.client.post(`/local/batches/${batch}/review/apply`, approval));
    expect((await ended(await start({ parts: ["cues"], includeUnapproved: false }))).state).toBe(
      "made",
    );
    const cues = (await filesBelow(target.path)).find((file) =>
      file.endsWith("cues/Episode_1_en-US.csv"),
    );
    expect(await readFile(path.join(target.path, cues!), "utf8")).toContain("approved,Mia");
    const clear = { ...approval, change: { decision: null } };
    bodyOf(await local.client.post(`/local/batches/${batch}/review/apply`, clear));
  });

  it(
    "has the same bytes a second time, beside the first one, apart from the version",
    long,
    async () => {
      const { started: first } = await wholeDelivery();
      const second = await start({ folder: wholeTarget.path });
      await ended(second);
      expect([first.folder, second.folder].map((folder) => path.basename(folder))).toEqual([
        "Episode_1_v1",
        "Episode_1_v2",
      ]);
      const files = await filesBelow(first.folder);
      expect(await filesBelow(second.folder)).toEqual(files);
      expect(files).toHaveLength(30);
      const manifestSum = /^[0-9a-f]{64}(?= {2}manifest\.json$)/m;
      for (const name of files) {
        let [one, two] = await Promise.all(
          [first, second].map(({ folder }) => readFile(path.join(folder, name), "latin1")),
        );
        if (name === "manifest.json") two = two?.replace('"version": 2', '"version": 1');
        if (name === "SHA256SUMS")
          [one, two] = [one, two].map((text) => text?.replace(manifestSum, ""));
        expect(one === two, name).toBe(true);
      }
    },
  );

  it("has sessions that leave no difference to the stem, and stems of one length", async () => {
    const { started, done } = await wholeDelivery();
    const { folder } = started;
    expect(done).toMatchObject({ state: "made", problem: "" });
    const language = path.join(folder, "en-US");
    const text = (name: string) => readFile(path.join(language, name), "utf8");
    const { sounds } = readReaper(await text("Episode_1_en-US.rpp"));
    expect(sounds).toHaveLength(4);
    const files = new Map<string, Int16Array>();
    for (const { file } of sounds) files.set(file, await samplesOf(path.join(language, file)));
    const sum = sumOf(sounds, (file) => files.get(file)!);
    const timeline = readOtio(await text("Episode_1_en-US.otio"));
    const sumOfTimeline = sumOf(timeline, (file) => files.get(file)!);
    expect(Buffer.from(sumOfTimeline.buffer).equals(Buffer.from(sum.buffer))).toBe(true);
    const stem = await samplesOf(path.join(language, "stems/Episode_1_en-US_DX_10.wav"));
    const expected = new Int16Array(stem.length);
    expected.set(sum);
    expect(Buffer.from(stem.buffer).equals(Buffer.from(expected.buffer))).toBe(true);
    const lengths = (await filesBelow(path.join(language, "stems"))).map(
      async (name) => (await samplesOf(path.join(language, "stems", name))).length,
    );
    expect(await Promise.all(lengths)).toEqual([stem.length, stem.length, stem.length]);
  });

  it.each(["session", "timeline"])(
    "of the part %s alone has the files it references",
    async (part) => {
      const started = await start({ parts: [part] });
      await ended(started);
      const files = await filesBelow(path.join(started.folder, "en-US"));
      const sounds = files.filter((file) => file.endsWith(".wav"));
      expect(sounds).toHaveLength(4);
      const [session = ""] = files.filter((file) => /\.(rpp|otio)$/.test(file));
      const text = await readFile(path.join(started.folder, "en-US", session), "utf8");
      const { sounds: played } = part === "session" ? readReaper(text) : { sounds: readOtio(text) };
      expect(played.map(({ file }) => file).sort()).toEqual(sounds);
    },
  );

  it("has a manifest and sums of all files, with what was delivered anyway", async () => {
    const { started } = await wholeDelivery();
    const { SHA256SUMS: _own, ...hashes } = await hashesBelow(started.folder);
    const sums = (await readFile(path.join(started.folder, "SHA256SUMS"), "utf8"))
      .trim()
      .split("\n");
    expect(Object.fromEntries(sums.map((row) => row.split("  ").reverse()))).toEqual(hashes);
    const manifest = JSON.parse(
      await readFile(path.join(started.folder, "manifest.json"), "utf8"),
    ) as { languages: { unapproved: number[] }[]; isDeliveredAnyway: boolean; batch: string };
    expect(manifest).toMatchObject({ isDeliveredAnyway: true, batch: "Épisode: 1" });
    expect(manifest.languages[0]?.unapproved).toEqual([1, 2, 3, 4]);
    // The last line of the script is in italics, at the top of the picture.
    const [subtitles = ""] = Object.keys(hashes).filter((name) => name.endsWith(".srt"));
    const srt = await readFile(path.join(started.folder, subtitles), "utf8");
    expect(srt).toContain("{\\an8}<i>Ask the captain, he remembers everything.</i>");
    expect(srt.match(/<i>/g)).toHaveLength(1);
  });

  it("makes again what was changed or removed when it is resumed", async () => {
    const { started } = await wholeDelivery();
    const before = await hashesBelow(started.folder);
    const [first = "", second = ""] = Object.keys(before).filter((name) => name.includes("takes/"));
    await rm(path.join(started.folder, first));
    await writeFile(path.join(started.folder, second), "changed");
    bodyOf(await local.client.post(`/local/exports/${started.exportId}/resume`, {}), 204);
    expect((await ended(started)).state).toBe("made");
    expect(await hashesBelow(started.folder)).toEqual(before);
  });

  it("follows no link that replaced one of its folders, and fails with the files in it", async () => {
    const started = await start({ parts: ["takes"] });
    await ended(started);
    const takes = path.join(started.folder, "en-US", "takes");
    const outside = path.join(target.path, "outside");
    await mkdir(outside);
    await rm(takes, { recursive: true });
    await symlink(outside, takes);
    bodyOf(await local.client.post(`/local/exports/${started.exportId}/resume`, {}), 204);
    const { state, problem } = await ended(started);
    expect([state, problem]).toEqual([
      "failed",
      expect.stringMatching(/takes\/.*: a folder of the delivery is a link \(4 of 6 files\)/),
    ]);
    expect(await filesBelow(outside)).toEqual([]);
    // The failed export is cancelled: a file of the same name outside stays.
    const taken = path.basename(problem.split(":")[0] ?? "");
    await writeFile(path.join(outside, taken), "mine");
    bodyOf(await local.client.post(`/local/exports/${started.exportId}/cancel`, {}), 204);
    expect(await filesBelow(outside)).toEqual([taken]);
  });

  it("removes its own files when it is cancelled, and no others", async () => {
    const started = await start();
    await writeFile(path.join(started.folder, "mine.txt"), "");
    const cancelled = await local.client.post(`/local/exports/${started.exportId}/cancel`, {});
    // It may have been made meanwhile.
    if (cancelled.status === 409) return;
    expect(cancelled.status).toBe(204);
    expect(await filesBelow(started.folder)).toEqual(["mine.txt"]);
    expect((await findExport(local.client, started)).state).toBe("cancelled");
    const resumed = await local.client.post(`/local/exports/${started.exportId}/resume`, {});
    expect(resumed.status).toBe(409);
  });

  it.each([
    ["relative", () => "folder", "absolute"],
    ["missing", () => path.join(target.path, "missing"), "does not exist"],
    ["the data folder", () => path.join(local.dataDir, "media"), "data folder"],
  ])("needs a folder that is not %s", async (_name, folder, message) => {
    await mkdir(path.join(local.dataDir, "media"), { recursive: true });
    const body = { ...anyway, folder: folder() };
    const { status, text } = await local.client.post(`/local/batches/${batch}/exports`, body);
    expect(status).toBe(400);
    expect(text).toContain("folder");
    expect(text).toContain(message);
  });
});
