/** The client parses responses by the forms that the local service describes. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readBytes, readForm } from "../../../main/remote/extensions/read-form";
import { announcement } from "../../../preload/local-service/announcement";
import { scriptLine } from "../../../preload/local-service/batches";
import { comparisonLine } from "../../../preload/local-service/clones";
import { dubsStatus } from "../../../preload/local-service/dubs";
import { exportPlan } from "../../../preload/local-service/exports";
import { backupReport } from "../../../preload/local-service/maintenance";
import { isKnownPack, packList } from "../../../preload/local-service/packs";
import {
  lineDetails,
  lineTake,
  linesPage,
  reviewedLine,
  reviewSummaries,
} from "../../../preload/local-service/review";
import { maxLinesOfPage, maxReviewText } from "../../../preload/facts/review";

const line = {
  number: 1,
  identity: 1,
  lineId: "L1",
  characterId: "c-1",
  character: "ANNA",
  characterVoice: null,
  isLanguageVoice: false,
  levelDb: 0,
  source: "First\nsecond",
  target: "See https://example.com/?q=1",
  startMs: null,
  endMs: null,
  emotion: "joy",
  intensity: "",
  state: "ready",
  isOtherSound: false,
  takes: 0,
  chosen: null,
  checks: [],
  comments: 0,
  revision: 0,
  voice: null,
  offsetMs: 0,
  fit: "auto",
  decision: null,
  reason: "",
  decidedBy: "",
};
const wrong = (field: string) =>
  expect.objectContaining({
    code: "unexpected-answer",
    message: `the response has an unexpected format${field === "" ? "" : ` (${field})`}`,
  }) as unknown;

test("the texts of a user are unchanged, and an additional field is ignored", () => {
  expect(readForm(reviewedLine, { ...line, addedLater: 1 })).toEqual(line);
});

test("a missing or wrong field is an error that names it, and never an empty value", () => {
  const { state: _state, ...rest } = line;
  for (const [value, field] of [
    [rest, "state"],
    [{ ...line, takes: "3" }, "takes"],
    [{ ...line, target: "x".repeat(maxReviewText + 1) }, "target"],
    [{ ...line, checks: null }, "checks"],
    [null, ""],
    [[], ""],
    ["<html>", ""],
  ] as const)
    expect(() => readForm(reviewedLine, value)).toThrow(wrong(field));
});

test("texts that a service makes are one line without signed URLs", () => {
  const problem = "failed\u001b[31m\n at https://bucket.example/a.wav?X-Amz-Signature=abc";
  const take = { id: 1, variant: 0, state: "failed", isChosen: false, problem, voice: "Ashley" };
  const measures = { durationMs: null, speed: null, loudness: null, peak: null };
  const read = readForm(lineTake, { ...take, ...measures, checks: [], outdatedBy: null });
  expect(read.problem).toBe("failed [31m at https://bucket.example/a.wav?[redacted]");
  expect(readForm(reviewedLine, { ...line, decidedBy: "A".repeat(5_000) }).decidedBy).toHaveLength(
    2_000,
  );
});

test("a take in a state of a later version is another one", () => {
  const take = { id: 1, variant: 0, state: "archived", isChosen: false, problem: "", voice: "" };
  const measures = { durationMs: null, speed: null, loudness: null, peak: null };
  const later = { ...take, ...measures, checks: [], outdatedBy: "weather" };
  expect(readForm(lineTake, later)).toMatchObject({ state: "other", outdatedBy: null });
});

test("a list or record that is too long is rejected before its items are checked", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_item, index) => index);
  const page = { total: 1, revision: 0, lines: numbers(300_000) };
  expect(() => readForm(linesPage, page)).toThrow(wrong("lines"));
  const whole = { ...page, lines: numbers(maxLinesOfPage).map(() => line) };
  expect(readForm(linesPage, whole).lines).toHaveLength(maxLinesOfPage);
  const plan = { files: numbers(300_000), missing: [] };
  expect(() => readForm(exportPlan, plan)).toThrow(wrong("files"));
  const checks = Object.fromEntries(numbers(10_000).map((number) => [`check-${number}`, "x"]));
  const summary = { languageId: "de", lines: 0, states: {}, checks, areChecksDue: false };
  const languages = [{ ...summary, takesMs: 0, approvedMs: 0 }];
  expect(() => readForm(reviewSummaries, { languages })).toThrow(wrong("languages.0.checks"));
});

test("a word of the glossary is a part of the text", () => {
  const hit = { start: 4, end: 4, pronunciation: "" };
  const details = { line, takes: [], history: [], glossary: { source: [hit], target: [] } };
  expect(() => readForm(lineDetails, details)).toThrow(wrong("glossary.source.0"));
});

test("the report of an earlier service's backup is complete", () => {
  expect(readForm(backupReport, { files: 3, bytes: 10 })).toEqual({
    files: 3,
    bytes: 10,
    isComplete: true,
    problems: [],
    problemCount: 0,
    unverified: 0,
    takesWithoutSound: 0,
  });
});

test("a pack of a later version is named neither as a known kind nor as a known state", () => {
  const names = { languages: [], voices: [], hosts: [], files: [] };
  const texts = { name: "", licence: "", publisher: "", page: "" };
  const numbers = { downloadBytes: 1, installedBytes: 1, share: 0, partialBytes: 0 };
  const pack = { ...names, ...texts, ...numbers, isUsable: true, problem: null };
  const packs = [
    { ...pack, id: "known", kind: "voices", state: "available" },
    { ...pack, id: "kind", kind: "holograms", state: "available" },
    { ...pack, id: "state", kind: "voices", state: "archived" },
  ];
  const known = readForm(packList, { packs }).packs.filter(isKnownPack);
  expect(known.map(({ id }) => id)).toEqual(["known"]);
  expect(() => readForm(packList, { packs: [{ ...pack, id: "" }] })).toThrow(wrong("packs.0.id"));
});

test("a dub in a state of a later version is in another one", () => {
  const counts = { planned: 1, made: 0, failed: 0, outdated: 0, secondsLeft: null, priority: 0 };
  const dub = { batchId: "b", languageId: "de-de", state: "mastering", note: "", ...counts };
  const status = { isPaused: false, takesPerSecond: null, dubs: [dub] };
  expect(readForm(dubsStatus, status).dubs).toMatchObject([{ state: "other", planned: 1 }]);
  expect(() => readForm(dubsStatus, { ...status, dubs: {} })).toThrow(wrong("dubs"));
});

test("the signature of a URL in a script is removed, and a path is unchanged", () => {
  const texts = { lineId: "", characterId: "", character: "", emotion: "", intensity: "" };
  const script = { number: 1, ...texts, startMs: null, endMs: null, texts: {} };
  const audioOf = (sourceAudio: string) => readForm(scriptLine, { ...script, sourceAudio });
  expect(audioOf("https://x.test/a.wav?sig=5ec4e7").sourceAudio).toBe(
    "https://x.test/a.wav?[redacted]",
  );
  expect(audioOf("takes?/a  1.wav").sourceAudio).toBe("takes?/a  1.wav");
});

test("a line of a comparison has a known state and a hash", () => {
  const md5 = "0".repeat(32);
  const compared = { state: "compared", result: "same", md5 };
  expect(readForm(comparisonLine, compared)).toEqual(compared);
  for (const [line, field] of [
    [{ ...compared, state: "stored" }, "state"],
    [{ ...compared, result: "similar" }, "result"],
    [{ ...compared, md5: "x" }, "md5"],
  ] as const)
    expect(() => readForm(comparisonLine, line)).toThrow(wrong(field));
});

test("an announcement may have no capabilities, or others", () => {
  const extensions = ["users", "holograms"];
  const read = (rest: object) => readForm(announcement, { version: 1, extensions, ...rest });
  expect(read({})).toMatchObject({ extensions, capabilities: {} });
  const capabilities = { inference: true, translation: "no", timeTravel: true };
  expect(read({ capabilities }).capabilities).toEqual({ inference: true });
});

test("the client parses no field of an extension by hand", () => {
  const remote = path.resolve(import.meta.dirname, "../../../main/remote");
  // Users, characters and lines of a glossary are resources of the interface.
  const shared = ["readRow", "readRows", "type ListChunks"];
  const files = readdirSync(path.join(remote, "extensions")).map((file) => `extensions/${file}`);
  expect(files.length).toBeGreaterThan(10);
  for (const file of [...files, "scripts.ts"]) {
    const text = readFileSync(path.join(remote, file), "utf8");
    const [, names = ""] = /import \{([^}]*)\} from "..?\/http\/tolerant-parse"/.exec(text) ?? [];
    const imported = names.split(",").map((name) => name.trim());
    expect(
      imported.filter((name) => name !== "" && !shared.includes(name)),
      file,
    ).toEqual([]);
    expect(text, file).not.toMatch(/from "..?\/http\/fields"/);
  }
});

test("bytes whose connection ends are a failure of the connection", async () => {
  const body = (async function* () {
    yield await Promise.resolve(new Uint8Array(1));
    throw Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
  })();
  const http = { stream: () => Promise.resolve(body) } as unknown as Parameters<
    typeof readBytes
  >[0];
  await expect(readBytes(http, "/local/voices/a/sample", 10)).rejects.toMatchObject({
    code: "unreachable",
  });
});
