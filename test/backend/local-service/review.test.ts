/**
 * The review of lines: states, decisions, other texts, voices and takes, with an engine that the
 * test controls.
 */
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { maxTextsBytes } from "../../../main/local-service/routes/extensions/review-schemas";
import { maxReviewText, maxTexts } from "../../../preload/facts/review";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { createExternalEngines } from "../../../main/local-service/engine/external/external-engines";
import { commandEngine, grantsFor } from "../../helpers/external-engines";
import { createScriptedEngine, type ScriptedEngine } from "../../helpers/scripted-engine";

interface Line {
  number: number;
  characterId: string;
  state: string;
  target: string;
  revision: number;
  takes: number;
  decision: string | null;
  chosen: { id: number; variant: number; isOutdated: boolean } | null;
  checks: { name: string; severity: string; ignoredBy: string | null }[];
  comments: number;
}
interface LineDetails {
  line: Line;
  takes: { id: number; variant: number; state: string; isChosen: boolean }[];
  history: { by: string; changes: Json }[];
  glossary: { source: Json[]; target: Json[] };
  spokenAs: string | null;
  canShorten: boolean;
}

const languageId = "fr-fr";
const words = ["Bonjour", "Merci beaucoup", "Au revoir", "À demain soir"];

let engine: ScriptedEngine;
let local: RunningLocalService;
let project: string;
let batch: string;
beforeAll(async () => {
  engine = createScriptedEngine();
  local = await startLocalService({ scriptWorkerFile, startEngine: () => Promise.resolve(engine) });
});
afterAll(() => local.remove());
beforeEach(async () => {
  project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
  });
  const rows = words.map((text, index) => `${index + 1},${index % 2 === 0 ? "Ada" : "Bo"},${text}`);
  const content = `ID,Character,Text_FR-FR\n${rows.join("\n")}\n`;
  const scriptPath = await uploadScript(local.client, "script.csv", content);
  batch = String((await createBatch(local.client, project, { scriptPath })).id);
  const characters = bodyOf<{ id: string; name: string }[]>(
    await call("GET", `/projects/${project}/characters`),
  );
  for (const { id, name } of characters)
    bodyOf(
      await call("POST", `/projects/${project}/characters/${id}`, {
        voice: name === "Ada" ? "Amélie" : "Antoine",
      }),
      204,
    );
  await untilMade();
});
const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);
const reviewAt = (query = "") =>
  `/local/batches/${batch}/review?languageId=${languageId}${query === "" ? "" : `&${query}`}`;
const lineAt = (number: number) => `/local/batches/${batch}/lines/${number}/${languageId}`;
const lines = async (query = "") =>
  bodyOf<{ total: number; lines: Line[] }>(await call("GET", reviewAt(query)));
const detailsOf = async (number: number) => bodyOf<LineDetails>(await call("GET", lineAt(number)));
const untilMade = () =>
  expect
    .poll(async () => bodyOf(await call("GET", `/batches/${batch}`)).status, {
      interval: 5,
    })
    .toBe("completed");
async function change(number: number, values: Json): Promise<Line> {
  const { line } = await detailsOf(number);
  return bodyOf<Line>(await call("PUT", lineAt(number), { revision: line.revision, ...values }));
}
/** No text is synthesised until the returned function is called. */
function holdSpeech(): () => void {
  let release = () => undefined as unknown;
  const released = new Promise<void>((resolve) => (release = resolve));
  engine.before = () => released;
  return () => {
    engine.before = () => undefined;
    release();
  };
}
/** All requested takes are made, or failed. */
const untilIdle = () =>
  expect
    .poll(
      async () =>
        bodyOf<{ dubs: { state: string }[] }>(await call("GET", `/local/batches/${batch}/dubs`))
          .dubs[0]?.state,
      {
        interval: 5,
      },
    )
    .toBe("made");
const summaryOf = async () => {
  const { languages } = bodyOf<{ languages: { areChecksDue: boolean }[] }>(
    await call("GET", `/local/batches/${batch}/review/summary`),
  );
  return languages[0] ?? { areChecksDue: true };
};
/** The bytes of the take that a line uses. */
async function soundOf(number: number): Promise<Uint8Array> {
  const { line } = await detailsOf(number);
  const response = await fetchBytes(`/local/takes/${line.chosen?.id}/audio`);
  return new Uint8Array(await response.arrayBuffer());
}
/** Makes all takes again after they were lost with their files. */
async function makeAgain(): Promise<void> {
  await local.exec(`DELETE FROM takes WHERE batch_id = '${batch}'`);
  await rm(path.join(local.dataDir, "takes", batch), { recursive: true });
  bodyOf(await call("POST", `/local/batches/${batch}/dubs/start`, { languageIds: [languageId] }));
  await untilMade();
  await expect.poll(async () => (await lines("filter=ready,approved,rejected")).total).toBe(4);
}
const takesOf = async (number: number) =>
  bodyOf<LineDetails>(await call("GET", `${lineAt(number)}/takes`)).takes;
const fetchBytes = (at: string, headers: Record<string, string> = {}) =>
  fetch(local.client.baseUrl + at, {
    headers: { authorization: local.client.token, ...headers },
  });
const makeTakes = async (values: Json) =>
  bodyOf(await call("POST", `/local/batches/${batch}/takes`, { languageId, ...values }), 201);

describe("lines", () => {
  it("have states, which a filter selects and a summary counts", async () => {
    await change(1, { decision: "approved", by: "Rosa" });
    await change(2, { decision: "rejected", reason: "too slow" });
    expect((await lines()).lines.map(({ state }) => state)).toEqual([
      "approved",
      "rejected",
      "ready",
      "ready",
    ]);
    expect((await lines("filter=ready&limit=1&page=2")).lines).toMatchObject([{ number: 4 }]);
    expect(await lines("search=beaucoup")).toMatchObject({ total: 1, lines: [{ number: 2 }] });
    expect(await lines("search=%25")).toMatchObject({ total: 0 });
    const summaries = async (query = "") =>
      bodyOf<{ languages: Json[] }>(
        await call("GET", `/local/batches/${batch}/review/summary${query}`),
      ).languages;
    // The checks may have begun before the takes were made.
    await expect.poll(summaries).toEqual([
      {
        languageId,
        lines: 4,
        states: { approved: 1, rejected: 1, ready: 2 },
        checks: {},
        areChecksDue: false,
        takesMs: 40,
        approvedMs: 10,
      },
    ]);
    expect(await summaries(`?languageId=${languageId}`)).toEqual(await summaries());
    expect(await summaries("?languageId=de-de")).toEqual([]);
  });

  it("have findings, which filters and a summary name, and a person can ignore", async () => {
    const found = async () =>
      (await lines()).lines.map(({ checks }) => checks.map(({ name }) => name));
    await expect.poll(found).toEqual([[], [], [], []]);
    expect((await lines("filter=without-warnings")).total).toBe(4);
    await change(2, { target: "Bonjour à tous, merci", by: "Rosa" });
    await expect.poll(found).toEqual([[], ["missing"], [], []]);
    expect(await lines("filter=missing,overlap")).toMatchObject({ lines: [{ number: 2 }] });
    expect(await lines("filter=without-warnings")).toMatchObject({ total: 3 });

    const at = `${lineAt(2)}/checks`;
    const missing = { check: "missing" };
    const refused = await call("PUT", at, { ...missing, isIgnored: true, by: " " });
    expect(refused.status).toBe(400);
    const ignored = bodyOf<Line>(
      await call("PUT", at, { ...missing, isIgnored: true, by: "Rosa" }),
    );
    expect(ignored.checks).toMatchObject([{ name: "missing", ignoredBy: "Rosa" }]);
    expect(await lines("filter=missing")).toMatchObject({ total: 0 });
    expect(await lines("filter=without-warnings")).toMatchObject({ total: 4 });
    const { languages } = bodyOf<{ languages: Json[] }>(
      await call("GET", `/local/batches/${batch}/review/summary`),
    );
    expect(languages).toMatchObject([{ checks: {} }]);

    // Another text counts again.
    await change(2, { target: "Bonsoir à tous" });
    expect(await lines("filter=missing")).toMatchObject({ total: 1 });
    expect(
      bodyOf<Line>(await call("PUT", at, { ...missing, isIgnored: false })).checks,
    ).toMatchObject([{ ignoredBy: null }]);
    expect(
      (await call("PUT", `${lineAt(99)}/checks`, { ...missing, isIgnored: true, by: "R" })).status,
    ).toBe(404);
  });

  it("are approved together only without warnings about their present values", async () => {
    // The same sound for two characters is a warning.
    await change(4, { target: words[0] ?? "" });
    await makeTakes({ lines: [4] });
    await untilMade();
    // The findings are not awaited: those of former values must not be used.
    const filter = "ready,without-warnings";
    const body = { languageId, filter, change: { decision: "approved" } };
    const { lines: outcomes } = bodyOf<{ lines: { number: number }[] }>(
      await call("POST", `/local/batches/${batch}/review/apply`, body),
    );
    expect(outcomes.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect((await detailsOf(4)).line.checks).toMatchObject([
      { name: "duplicate", severity: "warning", subject: "1" },
    ]);
  });

  it("get other texts together, with an outcome for each", async () => {
    const found = await lines();
    const revisionOf = (number: number) => found.lines[number - 1]?.revision ?? -1;
    const texts = [
      { number: 1, revision: revisionOf(1), target: "Salut" },
      { number: 2, revision: revisionOf(2) + 1, target: "Merci" },
      { number: 3, revision: revisionOf(3), target: " " },
      { number: 4, revision: revisionOf(4), target: words[3] ?? "" },
      { number: 99, revision: 0, target: "Rien" },
    ];
    const at = `/local/batches/${batch}/review/texts`;
    const body = { languageId, by: "Rosa" };
    expect(bodyOf(await call("POST", at, { ...body, texts }))).toEqual({
      lines: [
        { number: 1, problem: null, revision: revisionOf(1) + 1 },
        { number: 2, problem: "revision: the line was changed meanwhile", revision: null },
        { number: 3, problem: "target: must not be empty", revision: null },
        { number: 4, problem: null, revision: revisionOf(4) },
        { number: 99, problem: "unknown line or language", revision: null },
      ],
    });
    expect((await lines()).lines.map(({ state }) => state)).toEqual([
      "stale",
      "ready",
      "ready",
      "ready",
    ]);
  });

  it("are changed by a request within its limits; another one is rejected with the name of the field", async () => {
    const at = `/local/batches/${batch}/review/texts`;
    const text = (number: number, target = "Salut") => ({ number, revision: 0, target });
    const many = (count: number, target?: string) =>
      Array.from({ length: count }, (_, index) => text(index + 1, target));
    const send = async (texts: unknown[]) => {
      const response = await call("POST", at, { languageId, texts });
      return [response.status, bodyOf<{ message?: string }>(response, response.status).message];
    };
    const long = "a".repeat(maxReviewText);
    // More than the default limit of a body.
    expect(await send(many(maxTexts, long))).toEqual([200, undefined]);
    expect(await send(many(maxTexts + 1))).toEqual([400, "texts: must be at most 500"]);
    expect(await send([text(1), text(2, `${long}a`)])).toEqual([
      400,
      "texts[1].target: must be at most 32767 characters",
    ]);
    expect(await send([text(1), text(1)])).toEqual([400, "texts: must name each line only once"]);
    expect(await send(many(2, "a".repeat(maxTextsBytes / 2)))).toEqual([
      413,
      "body: must be at most 16777216 bytes",
    ]);
  });

  it("are counted by project and language, with the first batch to review", async () => {
    await change(1, { decision: "approved" });
    const { languages } = bodyOf<{ languages: Json[] }>(await call("GET", "/local/progress"));
    const own = languages.find(({ next }) => (next as Json | null)?.batchId === batch);
    expect(own).toMatchObject({
      languageId,
      lines: 4,
      states: { approved: 1, ready: 3 },
      takesMs: 40,
      approvedMs: 10,
    });
  });

  it("are changed only with their present revision, and their history names each change", async () => {
    await change(1, { decision: "approved", by: "Rosa" });
    const conflict = await call("PUT", lineAt(1), { revision: 0, decision: null });
    expect(conflict.status).toBe(409);
    expect((await detailsOf(1)).line).toMatchObject({ decision: "approved", revision: 1 });
    await change(1, { offsetMs: -120, by: "Ben" });
    expect((await detailsOf(1)).history).toMatchObject([
      { by: "Ben", changes: { offsetMs: [0, -120] } },
      { by: "Rosa", changes: { decision: [null, "approved"] } },
    ]);
  });

  it("name the words of the glossary in their texts, in the form NFC", async () => {
    await change(2, { target: "Merci, a\u0300 demain et merci !" });
    const fields = { languageId, phonemization: "", phonemizationLanguageId: "" };
    for (const [word, pronounceAs, caseSensitive] of [
      ["Merci", "mersi", true],
      ["\u00e0 demain", "ademin", false],
      ["main", "no whole word", false],
    ] as const)
      bodyOf(
        await call("POST", `/local/projects/${project}/glossary`, {
          ...fields,
          word,
          pronounceAs,
          caseSensitive,
          pronunciationLanguageId: languageId,
        }),
        201,
      );
    expect((await detailsOf(2)).glossary).toEqual({
      source: [],
      target: [
        { start: 0, end: 5, pronunciation: "mersi" },
        { start: 7, end: 15, pronunciation: "ademin" },
      ],
    });
  });

  it("lose their approval with another placement or text, and get it back with the former one", async () => {
    await change(1, { decision: "approved" });
    expect(await change(1, { offsetMs: 40 })).toMatchObject({ state: "ready" });
    expect(await change(1, { offsetMs: 0 })).toMatchObject({ state: "approved" });
    // A decision is about the level too.
    expect(await change(1, { levelDb: -2.5 })).toMatchObject({ state: "ready", levelDb: -2.5 });
    expect(await change(1, { levelDb: 0 })).toMatchObject({ state: "approved" });
    expect(await change(1, { levelDb: 3.5, decision: "approved" })).toMatchObject({
      state: "approved",
    });
    expect(await change(1, { levelDb: 0, decision: "approved" })).toMatchObject({
      state: "approved",
    });
    expect(await change(1, { target: "Bonsoir" })).toMatchObject({ state: "stale", takes: 0 });
    expect(await change(1, { target: "Bonjour" })).toMatchObject({ state: "approved", takes: 1 });
  });

  it("are approved with the sound that was heard only: a take that is made again with other bytes is undecided", async () => {
    await change(1, { decision: "approved", by: "Rosa" });
    await change(2, { decision: "rejected", reason: "too slow", by: "Rosa" });
    const heard = await soundOf(1);
    const delivery = { languages: [languageId], parts: ["cues"], preset: "online" };
    const unapproved = async () =>
      bodyOf<{ missing: { unapproved: number[] }[] }>(
        await call("POST", `/local/batches/${batch}/exports/plan`, delivery),
      ).missing[0]?.unapproved;
    const progress = async () =>
      bodyOf<{ languages: Json[] }>(await call("GET", "/local/progress")).languages.find(
        ({ projectId }) => projectId === project,
      );
    engine.level = 1;
    try {
      await makeAgain();
    } finally {
      engine.level = 0;
    }
    expect(await soundOf(1)).not.toEqual(heard);
    // The decision is still known, with its name, and applies nowhere.
    expect((await lines()).lines).toMatchObject([
      { state: "ready", decision: "approved", decidedBy: "Rosa", isOtherSound: true },
      { state: "ready", decision: "rejected", isOtherSound: true },
      { state: "ready", isOtherSound: false },
      { state: "ready", isOtherSound: false },
    ]);
    expect(await lines("filter=approved")).toMatchObject({ total: 0 });
    expect(await lines("filter=not-approved")).toMatchObject({ total: 4 });
    expect(await summaryOf()).toMatchObject({ states: { ready: 4 }, approvedMs: 0 });
    await expect.poll(progress).toMatchObject({ states: { ready: 4 }, approvedMs: 0 });
    expect(await unapproved()).toEqual([1, 2, 3, 4]);

    // The former bytes are the sound that was approved.
    await makeAgain();
    expect(await soundOf(1)).toEqual(heard);
    expect((await lines()).lines.map(({ state }) => state)).toEqual([
      "approved",
      "rejected",
      "ready",
      "ready",
    ]);
    expect(await unapproved()).toEqual([2, 3, 4]);
  });

  it("name in their history a decision about another sound, and keep the name of the person who decided", async () => {
    await change(1, { decision: "approved", by: "Rosa" });
    engine.level = 1;
    try {
      await makeAgain();
    } finally {
      engine.level = 0;
    }
    await change(1, { decision: "approved", by: "Mia" });
    await change(1, { offsetMs: 40, by: "Bo" });
    await change(1, { offsetMs: 0, by: "Bo" });
    const { line, history } = await detailsOf(1);
    expect(line).toMatchObject({ state: "approved", decidedBy: "Mia" });
    expect(history.map(({ by, changes }) => [by, changes["decision"] ?? null])).toEqual([
      ["Bo", null],
      ["Bo", null],
      ["Mia", [null, "approved"]],
      ["Rosa", [null, "approved"]],
    ]);
  });

  it("get a new take of another text, in the gallery too", async () => {
    await change(3, { target: "Adieu" });
    expect(await makeTakes({ filter: "stale" })).toEqual({ queued: 1, skipped: 0 });
    await untilMade();
    expect(engine.spoken).toContain("Adieu");
    const { line, takes } = await detailsOf(3);
    expect(line).toMatchObject({ state: "ready", target: "Adieu" });
    expect(takes.map(({ state, isChosen }) => [state, isChosen])).toEqual([
      ["made", true],
      ["outdated", false],
    ]);
  });

  it("get further takes; the newest one is chosen, and an earlier one can be", async () => {
    expect(await makeTakes({ lines: [2, 99], count: 2 })).toEqual({ queued: 2, skipped: 1 });
    await untilMade();
    const { line, takes } = await detailsOf(2);
    expect(line).toMatchObject({ takes: 3, chosen: { variant: 1 } });
    const first = takes.find(({ variant }) => variant === 0);
    expect(await change(2, { takeId: first?.id, decision: "approved" })).toMatchObject({
      state: "approved",
      chosen: { variant: 0 },
    });
    const other = (await detailsOf(1)).takes[0];
    const { revision } = (await detailsOf(2)).line;
    const refused = await call("PUT", lineAt(2), { revision, takeId: other?.id });
    expect(refused).toMatchObject({ status: 409 });
  });

  it("can have a voice and a speed of their own", async () => {
    expect(await change(1, { voice: "Antoine" })).toMatchObject({ state: "stale" });
    await makeTakes({ lines: [1] });
    await untilMade();
    expect((await detailsOf(1)).takes[0]).toMatchObject({ voice: "Antoine", state: "made" });
    const invalid = { voice: "Nobody", fit: 9, offsetMs: 1e9, target: " " };
    for (const [name, value] of Object.entries(invalid)) {
      const { revision } = (await detailsOf(1)).line;
      const refused = await call("PUT", lineAt(1), { revision, [name]: value });
      expect([refused.status, bodyOf(refused, 400).message]).toEqual([
        400,
        expect.stringContaining(name) as string,
      ]);
    }
  });

  it("have another length at once, of the same speech; their approval returns with the former one", async () => {
    await change(1, { decision: "approved" });
    const spoken = engine.spoken.length;
    await change(1, { fit: 1.12 });
    await untilMade();
    expect((await detailsOf(1)).line).toMatchObject({ state: "ready", takes: 1 });
    expect(await change(1, { fit: "auto" })).toMatchObject({ state: "approved", takes: 1 });
    expect(engine.spoken.length).toBe(spoken);
    // A line without a present take gets none by another length.
    await change(1, { target: "Bonsoir" });
    expect(await change(1, { fit: 1.2 })).toMatchObject({ state: "stale" });
    await untilIdle();
    expect((await detailsOf(1)).line).toMatchObject({ state: "stale", takes: 0 });
  });

  it("become outdated by another voice: their number is known before", async () => {
    const effectOf = async (number: number, query: string) =>
      bodyOf(await call("GET", `${lineAt(number)}/voice-effect?${query}`));
    // Ada speaks the lines 1 and 3.
    expect(await effectOf(1, "scope=character&voice=Antoine")).toEqual({ lines: 2, batches: 1 });
    const own = `scope=character&voice=${encodeURIComponent("Amélie")}`;
    expect(await effectOf(1, own)).toEqual({ lines: 0, batches: 0 });
    expect(await effectOf(1, "scope=line&voice=Antoine")).toEqual({ lines: 1, batches: 1 });
    await change(3, { voice: "Antoine" });
    expect(await effectOf(1, "scope=character&voice=Antoine")).toEqual({ lines: 1, batches: 1 });
    // Without a take nothing becomes outdated.
    expect(await effectOf(3, "scope=line&voice=Antoine")).toEqual({ lines: 0, batches: 0 });
    const unknown = await call("GET", `${lineAt(77)}/voice-effect?scope=line&voice=Antoine`);
    expect(unknown.status).toBe(404);
    // A voice in this language only is that of its lines.
    const { line } = await detailsOf(1);
    expect(line).toMatchObject({ characterVoice: "Amélie", isLanguageVoice: false });
    const at = `/local/projects/${project}/characters/${line.characterId}/voices/${languageId}`;
    bodyOf(await call("PUT", at, { voice: "Camille" }), 204);
    expect((await detailsOf(1)).line).toMatchObject({
      characterVoice: "Camille",
      isLanguageVoice: true,
    });
    expect(await effectOf(1, "scope=character&voice=Camille")).toEqual({ lines: 0, batches: 0 });
    await expect.poll(async () => (await detailsOf(1)).line.state).toBe("stale");
    expect((await detailsOf(1)).takes).toMatchObject([{ outdatedBy: "voice" }]);
  });

  it("are changed together, with an outcome for each", async () => {
    await change(4, { target: "Demain" });
    const at = `/local/batches/${batch}/review/apply`;
    const approved = bodyOf<{ lines: Json[] }>(
      await call("POST", at, {
        languageId,
        filter: "",
        change: { decision: "approved", by: "Rosa" },
      }),
    );
    expect(approved.lines).toMatchObject([
      ...[1, 2, 3].map((number) => ({ number, identity: number, revision: 1, problem: null })),
      { number: 4, identity: 4, problem: "decision: the take is outdated; make it again" },
    ]);
    expect(await lines("filter=approved")).toMatchObject({ total: 3 });
    expect((await call("POST", at, { languageId, change: {} })).status).toBe(400);
    // A line that is named twice is changed once.
    const twice = { languageId, lines: [1, 1], change: { decision: null } };
    expect(bodyOf(await call("POST", at, twice))).toEqual({
      lines: [{ number: 1, identity: 1, revision: 2, problem: null }],
    });
    expect((await detailsOf(1)).line).toMatchObject({ state: "ready", revision: 2 });
  });

  it("use an outdated take until another one is made; it shows why it is outdated, and cannot be approved", async () => {
    const { chosen } = (await detailsOf(1)).line;
    await change(1, { target: "Bonsoir" });
    const { line, takes } = await detailsOf(1);
    expect(line).toMatchObject({ state: "stale", chosen: { id: chosen?.id, isOutdated: true } });
    expect(takes).toMatchObject([{ isChosen: true, state: "outdated", outdatedBy: "text" }]);
    const { revision } = line;
    const refused = await call("PUT", lineAt(1), { revision, decision: "approved" });
    expect(refused).toMatchObject({ status: 409 });
    await change(1, { target: "Bonjour", voice: "Antoine" });
    expect((await detailsOf(1)).takes).toMatchObject([{ outdatedBy: "voice" }]);
  });

  it("are decided by the take that was heard, if it is still the one they use or can be", async () => {
    const heard = (await detailsOf(1)).line.chosen?.id;
    expect(await change(1, { takeId: heard, decision: "approved" })).toMatchObject({
      state: "approved",
      chosen: { id: heard },
    });
    // The choice of the take that is used is no change.
    expect((await detailsOf(1)).history).toMatchObject([
      { changes: { decision: [null, "approved"] } },
    ]);
    await change(1, { voice: "Antoine" });
    await makeTakes({ lines: [1] });
    await untilMade();
    const { revision } = (await detailsOf(1)).line;
    const refused = await call("PUT", lineAt(1), {
      revision,
      takeId: heard,
      decision: "approved",
    });
    expect(refused).toMatchObject({ status: 409 });
    expect((await detailsOf(1)).line).toMatchObject({ state: "ready" });
  });

  it("that changed since a revision are listed; all are to be read for an unknown one", async () => {
    const changesSince = async (since: number) =>
      bodyOf<{ revision: number; isReset: boolean; lines: Line[] }>(
        await call(
          "GET",
          `/local/batches/${batch}/review/changes?languageId=${languageId}&since=${since}`,
        ),
      );
    await expect.poll(async () => (await summaryOf()).areChecksDue).toBe(false);
    const { revision } = bodyOf<{ revision: number }>(await call("GET", reviewAt("limit=1")));
    expect(await changesSince(revision)).toEqual({ revision, isReset: false, lines: [] });
    await change(2, { offsetMs: 40 });
    await call("POST", `/local/batches/${batch}/comments`, {
      languageId,
      number: 3,
      text: "Louder",
    });
    const found = await changesSince(revision);
    expect(found.lines.map(({ number }) => number)).toEqual([2, 3]);
    expect(found.revision).toBeGreaterThan(revision);
    for (const since of [0, found.revision + 1_000_000])
      expect(await changesSince(since)).toMatchObject({ isReset: true, lines: [] });
    expect(
      (await call("GET", `/local/batches/${batch}/review/changes?languageId=fr-fr`)).status,
    ).toBe(400);
  });

  it("are selected by names of filters; an unknown name is rejected with the known ones", async () => {
    await change(1, { decision: "approved" });
    await change(2, { target: "Merci" });
    const numbers = async (filter: string) =>
      (await lines(`filter=${filter}`)).lines.map(({ number }) => number);
    expect(await numbers("open")).toEqual([2, 3, 4]);
    expect(await numbers("not-approved")).toEqual([2, 3, 4]);
    expect(await numbers("approved,stale")).toEqual([1, 2]);
    const { characterId } = (await lines()).lines[1] as unknown as { characterId: string };
    expect((await lines(`characterId=${characterId}`)).lines.map(({ number }) => number)).toEqual([
      2, 4,
    ]);
    const unknown = await call("GET", reviewAt("filter=nice"));
    expect([unknown.status, bodyOf(unknown, 400).message]).toEqual([
      400,
      expect.stringContaining("filter: must be names") as string,
    ]);
    expect((await call("GET", reviewAt("page=1&offset=1"))).status).toBe(400);
  });

  it("keep their review after a restart", async () => {
    await change(1, { decision: "approved", offsetMs: 80 });
    await local.restart();
    expect((await detailsOf(1)).line).toMatchObject({ state: "approved", offsetMs: 80 });
  });
});

describe("takes", () => {
  it("that are requested in addition are chosen when they are made; until then the former one is used", async () => {
    await makeTakes({ lines: [2] });
    await untilMade();
    await change(2, { takeId: (await detailsOf(2)).takes.at(-1)?.id });
    const release = holdSpeech();
    try {
      await makeTakes({ lines: [2], by: "Rosa" });
      expect((await detailsOf(2)).line).toMatchObject({
        state: "generating",
        chosen: { variant: 0 },
      });
    } finally {
      release();
    }
    await untilMade();
    const { line, history } = await detailsOf(2);
    expect(line).toMatchObject({ state: "ready", chosen: { variant: 2 } });
    expect(history[0]).toMatchObject({ by: "Rosa", changes: { chosenVariant: [0, 2] } });
  });

  it("of a line that are requested are made before those of a whole dub", async () => {
    const spoken = engine.spoken.length;
    const releases: (() => void)[] = [];
    engine.before = () => new Promise((resolve) => releases.push(resolve));
    try {
      for (const number of [1, 2, 3, 4]) await change(number, { target: `Texte ${number}` });
      bodyOf(await call("POST", `/local/batches/${batch}/dubs/start`, {}));
      // Two takes are made at the same time.
      await expect.poll(() => engine.waiting).toBe(2);
      await makeTakes({ lines: [4] });
      // One of them goes on being made, so that the others follow one after another.
      engine.before = () => undefined;
      releases[0]?.();
      await expect.poll(() => engine.spoken.length - spoken).toBe(3);
    } finally {
      engine.before = () => undefined;
      for (const release of releases) release();
    }
    await untilMade();
    expect(engine.spoken.slice(spoken + 1, spoken + 3)).toEqual(["Texte 4", "Texte 3"]);
  });

  it("that are not made yet can be stopped", async () => {
    const files = (await readdir(path.join(local.dataDir, "takes", batch, languageId))).filter(
      (name) => !name.includes("-speech-"),
    );
    const release = holdSpeech();
    try {
      await change(1, { target: "Bonsoir" });
      await change(2, { target: "Merci" });
      await makeTakes({ lines: [1, 2] });
      const stop = { languageId, lines: [1, 2] };
      bodyOf(await call("POST", `/local/batches/${batch}/takes/stop`, stop), 204);
    } finally {
      release();
    }
    await untilIdle();
    expect((await lines("filter=stale")).lines.map(({ number }) => number)).toEqual([1, 2]);
    // What was being made leaves no file without a row, except speech for the next attempt.
    const names = await readdir(path.join(local.dataDir, "takes", batch, languageId));
    expect(names.filter((name) => !name.includes("-speech-"))).toEqual(files);
  });

  it("that failed and were requested in addition can be discarded, and others not", async () => {
    engine.fails = true;
    try {
      await makeTakes({ lines: [1] });
      await untilIdle();
    } finally {
      engine.fails = false;
    }
    const { line, takes } = await detailsOf(1);
    expect(line).toMatchObject({ state: "failed", takes: 1, chosen: { variant: 0 } });
    const [failed, made] = takes;
    expect((await call("DELETE", `/local/takes/${made?.id}`)).status).toBe(409);
    bodyOf(await call("DELETE", `/local/takes/${failed?.id}`), 204);
    await untilMade();
    expect((await detailsOf(1)).line).toMatchObject({ state: "ready" });
  });

  it("that are outdated are cleaned up beyond the newest 20, but not the approved one; with their files", async () => {
    const first = (await detailsOf(1)).line.chosen?.id;
    await change(1, { decision: "approved" });
    for (let index = 0; index < 23; index += 1) {
      await change(1, { target: `Texte ${index}` });
      await makeTakes({ lines: [1] });
      await untilMade();
    }
    const before = (await takesOf(1)).map(({ id }) => id);
    expect(before).toHaveLength(24);
    const clean = await call("POST", `/local/batches/${batch}/takes/clean`, { languageId });
    expect(bodyOf(clean)).toMatchObject({ takes: 2 });
    const after = (await takesOf(1)).map(({ id }) => id);
    expect(after).toHaveLength(22);
    expect(after).toContain(first);
    const removed = before.filter((id) => !after.includes(id));
    expect(removed).not.toContain(first);
    for (const id of removed)
      expect((await call("GET", `/local/takes/${id}/audio`)).status).toBe(404);
    expect(await readdir(path.join(local.dataDir, "takes", batch, languageId))).toHaveLength(
      // With the speech of each.
      2 * (22 + 3),
    );
  });

  it("are sent whole or in ranges, with their peaks", async () => {
    const id = (await lines()).lines[0]?.chosen?.id ?? 0;
    const at = `/local/takes/${id}/audio`;
    const whole = await fetchBytes(at);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get("content-type"), bytes.length]).toEqual([
      200,
      "audio/wav",
      44 + 320,
    ]);
    const rangeOf = async (range: string) => {
      const response = await fetchBytes(at, { range });
      const part = new Uint8Array(await response.arrayBuffer());
      return [response.status, response.headers.get("content-range"), part] as const;
    };
    expect(await rangeOf("bytes=10-19")).toEqual([206, "bytes 10-19/364", bytes.slice(10, 20)]);
    expect(await rangeOf("bytes=-4")).toEqual([206, "bytes 360-363/364", bytes.slice(-4)]);
    expect((await rangeOf("bytes=364-")).slice(0, 2)).toEqual([416, "bytes */364"]);
    const etag = whole.headers.get("etag") ?? "";
    expect((await fetchBytes(at, { "if-none-match": etag })).status).toBe(304);
    const peaks = await fetchBytes(`/local/takes/${id}/peaks`);
    expect([...new Int8Array(await peaks.arrayBuffer())]).toEqual([0, 0]);
    expect(peaks.headers.get("peaks-total")).toBe("1");
    const later = await fetchBytes(`/local/takes/${id}/peaks?level=4096&from=1&count=5`);
    expect((await later.arrayBuffer()).byteLength).toBe(0);
    expect((await fetchBytes(`/local/takes/${id}/peaks?level=7`)).status).toBe(400);
    expect((await call("GET", "/local/takes/999/audio")).status).toBe(404);
  });
});

describe("comments", () => {
  it("are added to lines, resolved and deleted", async () => {
    const at = `/local/batches/${batch}/comments`;
    const takeId = (await detailsOf(2)).line.chosen?.id;
    const values = { languageId, number: 2, takeId, atMs: 300, text: "Too loud", by: "Rosa" };
    const { id } = bodyOf(await call("POST", at, values), 201);
    expect(bodyOf(await call("GET", at))).toMatchObject({ comments: [{ ...values, id }] });
    expect(await lines("filter=commented")).toMatchObject({ total: 1, lines: [{ comments: 1 }] });
    const one = `/local/comments/${String(id)}`;
    const listed = async (query: string) =>
      bodyOf<{ comments: Json[] }>(await call("GET", `${at}?${query}`)).comments.length;
    expect(await listed("number=2")).toBe(1);
    expect(await listed("number=1")).toBe(0);
    expect(await listed("limit=1&page=2")).toBe(0);
    // A text is changed only from the text that its author saw.
    const louder = { text: "Louder", before: "Too loud" };
    bodyOf(await call("PUT", one, louder), 204);
    expect((await call("PUT", one, louder)).status).toBe(409);
    bodyOf(await call("PUT", one, { text: "Too loud", before: "Louder" }), 204);
    bodyOf(await call("PUT", one, { isResolved: true }), 204);
    expect(await lines("filter=commented")).toMatchObject({ total: 0 });
    bodyOf(await call("DELETE", one), 204);
    expect((await call("DELETE", one)).status).toBe(404);
    expect((await call("POST", at, { ...values, number: 77 })).status).toBe(404);
    expect((await call("POST", at, { ...values, text: " " })).status).toBe(400);
    // A take of another line.
    expect((await call("POST", at, { ...values, number: 1 })).status).toBe(404);
  });

  it("have spans of the line, replies, and who resolved them when", async () => {
    const at = `/local/batches/${batch}/comments`;
    const listed = async () => bodyOf<{ comments: Json[] }>(await call("GET", at)).comments;
    const post = (body: Json) => call("POST", at, { languageId, number: 2, by: "Rosa", ...body });
    const first = bodyOf(await post({ text: "Too loud", atMs: 300, endMs: 900 }), 201);
    const one = `/local/comments/${String(first.id)}`;
    const reply = bodyOf(await post({ text: "Here?", by: "Ben", replyTo: first.id }), 201);
    expect(await listed()).toMatchObject([
      { id: reply.id, replyTo: first.id, atMs: null },
      { id: first.id, atMs: 300, endMs: 900, replyTo: null, stateBy: "", stateAt: null },
    ]);
    // A reply is no open comment of its own.
    expect(await lines("filter=commented")).toMatchObject({ total: 1, lines: [{ comments: 1 }] });
    bodyOf(await call("PUT", one, { isResolved: true, by: "Ben" }), 204);
    bodyOf(await call("PUT", one, { isResolved: true, by: "Rosa" }), 204);
    const resolved = (await listed())[1];
    expect(resolved).toMatchObject({ isResolved: true, stateBy: "Ben" });
    expect(resolved?.stateAt).toBeGreaterThanOrEqual(Number(first.createdAt));
    expect(await lines("filter=commented")).toMatchObject({ total: 0 });
    bodyOf(await call("PUT", one, { isResolved: false, by: "Rosa" }), 204);
    // A span that is moved keeps its length.
    bodyOf(await call("PUT", one, { atMs: 500 }), 204);
    expect((await listed())[1]).toMatchObject({ stateBy: "Rosa", atMs: 500, endMs: 1_100 });
    const ofReply = `/local/comments/${String(reply.id)}`;
    bodyOf(await call("PUT", ofReply, { text: "Here!", before: "Here?" }), 204);
    const refused: [Promise<{ status: number }>, number][] = [
      [post({ text: "x", endMs: 900 }), 400],
      [post({ text: "x", atMs: 900, endMs: 900 }), 400],
      [post({ text: "x", replyTo: first.id, atMs: 10 }), 400],
      [post({ text: "x", replyTo: reply.id }), 404],
      [post({ text: "x", replyTo: first.id, number: 1 }), 404],
      [call("PUT", ofReply, { isResolved: true }), 400],
      [call("PUT", one, { endMs: 500 }), 400],
    ];
    for (const [request, status] of refused) expect((await request).status).toBe(status);
    bodyOf(await call("DELETE", one), 204);
    expect(await listed()).toEqual([]);
  });
});

it("a line says how its text is spoken", async () => {
  const spokenAs = async (target: string) => {
    await change(1, { target });
    return (await detailsOf(1)).spokenAs;
  };
  expect(await spokenAs("À demain.")).toBeNull();
  expect(await spokenAs("[rires] Ça coûte 1 234,50 €.")).toBe("Ça coûte 1234 euros 50.");
  expect(await spokenAs("♪ ♪")).toBe("");
});

it.skipIf(process.platform === "win32")(
  "a line has a shorter text proposed where an external engine makes one",
  async () => {
    const at = `${lineAt(1)}/shortened-text`;
    expect(await detailsOf(1)).toMatchObject({ canShorten: false });
    expect((await call("POST", at, { text: "Bonjour" })).status).toBe(409);
    const external = createExternalEngines();
    const shortens = commandEngine("/bin/sh", ["-c", `printf '%s' "$1"`, "sh", "{characters}"], {
      task: { kind: "shortening", languages: [languageId] },
    });
    external.configure([shortens]);
    external.grant(grantsFor([shortens]));
    engine.external = external;
    try {
      expect(await detailsOf(1)).toMatchObject({ canShorten: true });
      // Four fifths of the characters, as its take is not too long.
      expect(bodyOf(await call("POST", at, { text: "Bonjour à tous" }))).toEqual({
        text: "11",
        problem: "",
      });
      expect(bodyOf(await call("POST", at, { text: "a" }))).toEqual({
        text: null,
        problem: "Test command: the engine returned no shorter text",
      });
      expect((await detailsOf(1)).line).toMatchObject({ target: "Bonjour" });
      expect((await call("POST", at, { text: "" })).status).toBe(400);
    } finally {
      engine.external = null;
      await external.speech.close();
    }
  },
);
