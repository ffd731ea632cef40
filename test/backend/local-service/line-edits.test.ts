/** Lines are edited: their times, characters, source texts and expressions. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { createScriptedEngine } from "../../helpers/scripted-engine";

interface Line {
  number: number;
  identity: number;
  lineId: string;
  state: string;
  character: string;
  source: string;
  target: string;
  startMs: number | null;
  endMs: number | null;
  emotion: string;
  intensity: string;
  revision: number;
  takes: number;
  comments: number;
  checks: unknown[];
  decision: string | null;
  chosen: { id: number; isOutdated: boolean } | null;
}

const french = "fr-fr";
const german = "de-de";
const script = `ID,Character,Text_FR-FR,Text_DE-DE
L1,Ada,Bonjour à tous,Guten Tag allerseits
L2,Bo,Merci beaucoup,Vielen Dank
L3,Ada,Au revoir,Auf Wiedersehen
L4,Bo,À demain soir,Bis morgen Abend
`;

let local: RunningLocalService;
let project: string;
let batch: string;
beforeAll(async () => {
  const engine = createScriptedEngine();
  local = await startLocalService({ scriptWorkerFile, startEngine: () => Promise.resolve(engine) });
});
afterAll(() => local.remove());
beforeEach(async () => {
  project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [french, german],
  });
  const scriptPath = await uploadScript(local.client, "script.csv", script);
  batch = String((await createBatch(local.client, project, { scriptPath })).id);
  for (const { id, name } of await characters())
    await giveVoice(id, name === "Ada" ? "Amélie" : "Antoine");
  await untilMade();
});

const call = (method: string, at: string, body?: unknown) => local.client.call(method, at, body);
const characters = async () =>
  bodyOf<{ id: string; name: string }[]>(await call("GET", `/projects/${project}/characters`));
const giveVoice = async (id: string, voice: string) =>
  bodyOf(await call("POST", `/projects/${project}/characters/${id}`, { voice }), 204);
const untilMade = () =>
  expect
    .poll(async () => bodyOf(await call("GET", `/batches/${batch}`)).status, {
      interval: 5,
    })
    .toBe("completed");
const lineAt = (number: number, languageId = french) =>
  `/local/batches/${batch}/lines/${number}/${languageId}`;
const detailsOf = async (number: number, languageId = french) =>
  bodyOf<{
    line: Line;
    takes: { id: number; state: string }[];
    history: { by: string; changes: Json }[];
  }>(await call("GET", lineAt(number, languageId)));
const lineOf = async (number: number, languageId = french) =>
  (await detailsOf(number, languageId)).line;
const put = async (number: number, values: Json, languageId = french) => {
  const { revision } = await lineOf(number, languageId);
  return call("PUT", lineAt(number, languageId), { revision, by: "Rosa", ...values });
};
const change = async (number: number, values: Json, languageId = french) =>
  bodyOf<Line>(await put(number, values, languageId));

describe("The values that all languages share", () => {
  it("moves a line with its takes, and makes them outdated when its length is another one", async () => {
    await change(2, { startMs: 4_000, endMs: 6_000 });
    bodyOf(await call("POST", `/local/batches/${batch}/dubs/start`, {}));
    await untilMade();
    const { chosen } = await change(2, { decision: "approved" });
    // Moved: the take is the same one, and stays approved.
    const moved = await change(2, { startMs: 4_040, endMs: 6_040 });
    expect(moved).toMatchObject({ startMs: 4_040, endMs: 6_040, state: "approved", chosen });
    expect(await lineOf(2, german)).toMatchObject({ startMs: 4_040, endMs: 6_040, state: "ready" });
    const shortened = await change(2, { endMs: 5_000 });
    expect(shortened).toMatchObject({ state: "stale", takes: 0 });
    await expect.poll(async () => (await lineOf(2, german)).state).toBe("stale");
    // With the former length, the former take and its approval are back.
    const restored = await change(2, { endMs: 6_040 });
    expect(restored).toMatchObject({ state: "approved", chosen });
    const { history } = await detailsOf(2);
    expect(history[0]).toMatchObject({ by: "Rosa", changes: { endMs: [5_000, 6_040] } });
    expect((await detailsOf(2, german)).history[0]?.changes).toEqual({ endMs: [5_000, 6_040] });
  });

  it("refuses values that are none, and changes nothing", async () => {
    const before = await lineOf(1);
    const refused = [
      { startMs: 5_000 },
      { startMs: 5_000, endMs: 5_000 },
      { startMs: 5_000, endMs: null },
      { startMs: -1, endMs: 5_000 },
      { startMs: 0, endMs: 1e15 },
      { startMs: 0.5, endMs: 10 },
      { character: "  " },
      { emotion: "a\nb" },
      { startMs: 0, endMs: 1_000, decision: "approved" },
      { number: 3 },
    ];
    for (const values of refused) expect((await put(1, values)).status).toBe(400);
    const { checks: _findings, ...after } = await lineOf(1);
    expect(before).toMatchObject(after);
  });

  it("gives a line another character, an existing or a new one, whose voice its takes need", async () => {
    expect(await change(1, { character: "bo" })).toMatchObject({ character: "Bo", state: "stale" });
    const added = await change(3, { character: "Cleo" });
    expect(added).toMatchObject({ character: "Cleo", state: "stale" });
    expect((await characters()).map(({ name }) => name).sort()).toEqual(["Ada", "Bo", "Cleo"]);
    // The new character has no voice, and the batch has no other line of Ada.
    const found = bodyOf<{ status: string; charactersCount?: number }>(
      await call("GET", `/batches/${batch}`),
    );
    expect(found.status).toBe("casting");
    const cleo = (await characters()).find(({ name }) => name === "Cleo");
    await giveVoice(cleo?.id ?? "", "Amélie");
    await expect.poll(async () => (await lineOf(3)).state).toMatch(/ready|stale|generating/);
    const restored = await change(3, { character: "Ada" });
    expect(restored).toMatchObject({ character: "Ada", state: "ready" });
    const changes = (await detailsOf(3)).history.map((entry) => entry.changes);
    expect(changes).toEqual([{ character: ["Cleo", "Ada"] }, { character: ["Ada", "Cleo"] }]);
  });

  it("makes takes of an emotion and an intensity outdated, and restores those of the former ones", async () => {
    const changed = await change(4, { emotion: "joy", intensity: "high" });
    expect(changed).toMatchObject({ emotion: "joy", intensity: "high", state: "stale" });
    expect(await change(4, { emotion: "", intensity: "" })).toMatchObject({ state: "ready" });
  });

  it("refuses a change of a line that another window has changed, in any language", async () => {
    const [one, other] = await Promise.all([lineOf(1), lineOf(1, german)]);
    const results = await Promise.all([
      call("PUT", lineAt(1), { revision: one.revision, startMs: 0, endMs: 1_000 }),
      call("PUT", lineAt(1, german), { revision: other.revision, startMs: 10, endMs: 2_000 }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = await call("PUT", lineAt(1), { revision: one.revision, emotion: "joy" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("revision");
  });

  it("lists the changed line in the changes of each language", async () => {
    const changesOf = (since: number) =>
      call(
        "GET",
        `/local/batches/${batch}/review/changes?languageId=${german}&since=${since}`,
      ).then((response) => bodyOf<{ revision: number; isReset: boolean; lines: Line[] }>(response));
    const { revision } = await changesOf(0);
    await change(3, { startMs: 0, endMs: 900 });
    const { isReset, lines } = await changesOf(revision);
    expect(isReset).toBe(false);
    expect(lines.find(({ number }) => number === 3)).toMatchObject({ endMs: 900 });
  });

  it("has no source text without a source language", async () => {
    expect((await put(1, { source: "Hello" })).status).toBe(409);
  });

  it("changes the source text for all languages", async () => {
    const other = await createProject(local.client, { targetLanguages: [french, german] });
    const content = `ID,Character,Text_EN-US,Text_FR-FR,Text_DE-DE,Source_Audio
L1,Ada,Helo,Bonjour,Hallo,lines/1.wav
`;
    await local.client.upload("lines/1.wav", new Uint8Array(44), "audio/wav");
    const scriptPath = await uploadScript(local.client, "lines.csv", content);
    batch = String((await createBatch(local.client, other, { scriptPath })).id);
    expect(await change(1, { source: "Hello" })).toMatchObject({ source: "Hello" });
    expect(await lineOf(1, german)).toMatchObject({ source: "Hello", target: "Hallo" });
    const { history } = await detailsOf(1, german);
    expect(history).toMatchObject([{ by: "Rosa", changes: { source: ["Helo", "Hello"] } }]);
  });
});

describe("Lines that are added and removed", () => {
  interface Made {
    id: number;
    lines: Line[];
  }
  const edit = async (values: Json, languageId = french) =>
    call("POST", `/local/batches/${batch}/line-edits`, { languageId, edit: values, by: "Rosa" });
  const make = async (values: Json) => bodyOf<Made>(await edit(values));
  const undo = (id: number) => make({ kind: "undo", id });
  const revisionOf = async (number: number) => (await lineOf(number)).revision;
  const all = async (languageId = french) =>
    bodyOf<{ lines: Line[] }>(
      await call("GET", `/local/batches/${batch}/review?languageId=${languageId}`),
    ).lines;
  /** What must be the same after an undone change. */
  const content = async () => {
    const found = [...(await all()), ...(await all(german))];
    return found.map(({ revision: _revision, checks: _checks, ...line }) => line);
  };
  const split = async (number: number, values: Json = {}) =>
    make({
      kind: "split",
      number,
      revision: await revisionOf(number),
      textEnd: 7,
      atMs: null,
      ...values,
    });
  const merge = async (number: number) =>
    make({
      kind: "merge",
      number,
      revision: await revisionOf(number),
      nextRevision: await revisionOf(number + 1),
    });

  it("splits a line in all languages; undo brings its take and its approval back", async () => {
    await change(1, { decision: "approved" });
    await call("POST", `/local/batches/${batch}/comments`, {
      languageId: french,
      number: 3,
      text: "Slower",
    });
    const before = await content();
    const { id, lines } = await split(1);
    expect(lines).toMatchObject([
      { number: 1, lineId: "L1", character: "Ada", target: "Bonjour", state: "stale" },
      { number: 2, lineId: "L1-2", character: "Ada", target: "à tous", state: "pending" },
    ]);
    expect((await all()).map(({ target }) => target)).toEqual([
      "Bonjour",
      "à tous",
      "Merci beaucoup",
      "Au revoir",
      "À demain soir",
    ]);
    // In other languages at the end of the word that is nearest to the same share.
    expect((await all(german)).slice(0, 2).map(({ target }) => target)).toEqual([
      "Guten Tag",
      "allerseits",
    ]);
    // The lines after it keep what belongs to them.
    expect(await lineOf(4)).toMatchObject({ lineId: "L3", state: "ready", comments: 1 });
    expect((await detailsOf(1)).history[0]).toMatchObject({
      by: "Rosa",
      changes: { target: ["Bonjour à tous", "Bonjour"] },
    });
    expect((await detailsOf(2)).history).toMatchObject([{ changes: { origin: [null, "split"] } }]);
    await undo(id);
    expect(await content()).toEqual(before);
    expect((await edit({ kind: "undo", id })).status).toBe(409);
  });

  it("makes the takes of a split line, and keeps them for other undone changes", async () => {
    const { id } = await split(2, { textEnd: 5 });
    await call("POST", `/local/batches/${batch}/dubs/start`, {});
    await untilMade();
    expect((await all()).map(({ state }) => state)).toEqual(
      Array.from({ length: 5 }, () => "ready"),
    );
    await undo(id);
    expect((await all()).map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => "ready"),
    );
    const { lines } = await split(2, { textEnd: 5 });
    expect(lines.map(({ target }) => target)).toEqual(["Merci", "beaucoup"]);
  });

  it("splits and merges the times and the comments of a line", async () => {
    await change(1, { startMs: 1_000, endMs: 4_000 });
    await change(2, { startMs: 5_000, endMs: 6_000 });
    for (const atMs of [500, 2_500])
      await call("POST", `/local/batches/${batch}/comments`, {
        languageId: french,
        number: 1,
        text: `at ${atMs}`,
        atMs,
      });
    const before = await content();
    for (const atMs of [null, 1_000, 4_000])
      expect(
        (
          await edit({
            kind: "split",
            number: 1,
            revision: await revisionOf(1),
            textEnd: 7,
            atMs,
          })
        ).status,
      ).toBe(400);
    const first = await split(1, { atMs: 3_000 });
    expect(first.lines).toMatchObject([
      { startMs: 1_000, endMs: 3_000, comments: 1 },
      { startMs: 3_000, endMs: 4_000, comments: 1 },
    ]);
    const second = await merge(1);
    expect(second.lines).toMatchObject([
      { target: "Bonjour à tous", startMs: 1_000, endMs: 4_000, comments: 2 },
    ]);
    expect(await all()).toHaveLength(4);
    await undo(second.id);
    await undo(first.id);
    expect(await content()).toEqual(before);
  });

  it("replies stay with their comments when lines are split, merged and restored", async () => {
    await change(1, { startMs: 1_000, endMs: 4_000 });
    const at = `/local/batches/${batch}/comments`;
    const comment = async (number: number, fields: object) =>
      String(bodyOf(await call("POST", at, { languageId: french, number, ...fields }), 201).id);
    const late = await comment(1, { text: "late", atMs: 2_500, endMs: 2_900 });
    await comment(1, { text: "first reply", replyTo: late });
    const commented = async () =>
      bodyOf<{ comments: Record<string, unknown>[] }>(await call("GET", at))
        .comments.map(({ number, text, endMs }) => [number, text, endMs])
        .sort();
    const whole = await commented();
    const { id } = await split(1, { atMs: 3_000 });
    expect(await commented()).toEqual([
      [2, "first reply", null],
      [2, "late", 900],
    ]);
    const merged = await merge(1);
    expect(await commented()).toEqual(whole);
    await undo(merged.id);
    // Added after the change that is undone.
    await comment(2, { text: "second reply", replyTo: late });
    await undo(id);
    expect(await commented()).toEqual([...whole, [1, "second reply", null]].sort());
  });

  it("keeps what became of comments since a split or a merge that is undone", async () => {
    await change(1, { startMs: 1_000, endMs: 3_000 });
    await change(2, { character: "Ada", startMs: 3_000, endMs: 4_000 });
    const at = `/local/batches/${batch}/comments`;
    const comment = async (number: number, fields: object) =>
      String(bodyOf(await call("POST", at, { languageId: french, number, ...fields }), 201).id);
    const commented = async () =>
      bodyOf<{ comments: Record<string, unknown>[] }>(await call("GET", at))
        .comments.map((row) => [row["number"], row["text"], row["atMs"], row["isResolved"]])
        .sort();
    const early = await comment(1, { text: "early", atMs: 100 });
    const gone = await comment(2, { text: "gone", atMs: 100 });
    await comment(2, { text: "kept", atMs: 200 });
    const merged = await merge(1);
    bodyOf(
      await call("PUT", `/local/comments/${early}`, { text: "edited", isResolved: true }),
      204,
    );
    bodyOf(await call("DELETE", `/local/comments/${gone}`), 204);
    await comment(1, { text: "new", atMs: 2_500, endMs: 2_700 });
    await undo(merged.id);
    const separate = [
      [1, "edited", 100, true],
      [2, "kept", 200, false],
      [2, "new", 500, false],
    ];
    expect(await commented()).toEqual(separate);
    const { id } = await split(1, { atMs: 2_000 });
    await comment(2, { text: "of the second", atMs: 300 });
    await undo(id);
    expect(await commented()).toEqual([
      [1, "edited", 100, true],
      [1, "of the second", 1_300, false],
      ...separate.slice(1),
    ]);
  });

  it("adds and deletes lines, and restores a deleted line with its takes and comments", async () => {
    await call("POST", `/local/batches/${batch}/comments`, {
      languageId: french,
      number: 2,
      text: "Slower",
    });
    await change(2, { decision: "rejected", reason: "too fast" });
    const before = await content();
    const deleted = await make({ kind: "delete", number: 2, revision: await revisionOf(2) });
    expect((await all()).map(({ lineId }) => lineId)).toEqual(["L1", "L3", "L4"]);
    const added = await make({
      kind: "add",
      number: 1,
      revision: await revisionOf(1),
      isBefore: true,
      character: "Cleo",
      startMs: 0,
      endMs: 500,
    });
    expect(added.lines).toMatchObject([{ number: 1, character: "Cleo", target: "", endMs: 500 }]);
    await undo(added.id);
    await undo(deleted.id);
    expect(await content()).toEqual(before);
    expect((await lineOf(2)).decision).toBe("rejected");
  });

  it("completes the batch when its empty line, or the line that failed, is deleted", async () => {
    const stateOf = async () => {
      const { status, message } = bodyOf<{ status: string; message: string }>(
        await call("GET", `/batches/${batch}`),
      );
      return { status, message };
    };
    const remove = async (number: number) =>
      make({ kind: "delete", number, revision: await revisionOf(number) });
    await make({
      kind: "add",
      number: 1,
      revision: await revisionOf(1),
      isBefore: false,
      character: "Ada",
      startMs: null,
      endMs: null,
    });
    await expect.poll(stateOf, { interval: 5 }).toMatchObject({ status: "incomplete" });
    expect((await stateOf()).message).toContain("fr-fr: 1 line has no text");
    await remove(2);
    await expect.poll(stateOf, { interval: 5 }).toMatchObject({ status: "completed" });
    await change(3, { target: "Привет" });
    bodyOf(await call("POST", `/local/batches/${batch}/dubs/start`, {}));
    const naming = (line: number) => ({
      status: "incomplete",
      message: expect.stringContaining(`line ${line}: no voice for French can read`) as string,
    });
    await expect.poll(stateOf, { interval: 5 }).toMatchObject(naming(3));
    await remove(1);
    await expect.poll(stateOf, { interval: 5 }).toMatchObject(naming(2));
    await remove(2);
    await untilMade();
    expect((await stateOf()).message).not.toContain("line 2");
  });

  it("never changes another line than the one that its author saw", async () => {
    const seen = await lineOf(3);
    const other = await split(1);
    // Line 3 is another line now.
    const { status } = await call("PUT", lineAt(3), { revision: seen.revision, target: "Non" });
    expect(status).toBe(409);
    const { lines } = bodyOf<{ lines: { problem: string | null }[] }>(
      await call("POST", `/local/batches/${batch}/review/texts`, {
        languageId: french,
        texts: [{ number: 3, revision: seen.revision, target: "Non" }],
      }),
    );
    expect(lines[0]?.problem).toContain("revision");
    expect((await edit({ kind: "delete", number: 3, revision: seen.revision })).status).toBe(409);
    // A line that was changed after the split is not thrown away by its undo.
    await change(2, { target: "à toutes" });
    expect((await edit({ kind: "undo", id: other.id })).status).toBe(409);
    await change(2, { target: "à tous" });
    await undo(other.id);
    expect((await lineOf(3)).identity).toBe(seen.identity);
  });

  it("decides the lines that their author saw, whatever their numbers are now", async () => {
    const named = async (number: number) => {
      const { identity } = await lineOf(number);
      return { number, identity };
    };
    const apply = async (lines: unknown[], decision: string | null) =>
      bodyOf<{ lines: { number: number; identity: number; problem: string | null }[] }>(
        await call("POST", `/local/batches/${batch}/review/apply`, {
          languageId: french,
          lines,
          change: { decision, by: "Rosa" },
        }),
      ).lines;
    const [second, third] = [await named(2), await named(3)];
    // Another window deletes the second line: the third one has its number now.
    const deleted = await make({ kind: "delete", number: 2, revision: await revisionOf(2) });
    expect(await apply([second, third], "approved")).toMatchObject([
      { ...second, problem: "the line no longer exists" },
      { ...third, problem: null },
    ]);
    expect((await all()).map(({ decision }) => decision)).toEqual([null, "approved", null]);
    // The undo of the decision names the same line after the deletion was undone.
    await undo(deleted.id);
    expect(await apply([third], null)).toMatchObject([{ ...third, problem: null }]);
    expect((await all()).map(({ decision }) => decision)).toEqual([null, null, null, null]);
    // With revisions: a line that only has another number is the same, one with other values is
    // not.
    const seen = async (number: number) => ({
      ...(await named(number)),
      revision: await revisionOf(number),
    });
    const [first, fourth] = [await seen(1), await seen(4)];
    await make({ kind: "delete", number: 2, revision: await revisionOf(2) });
    await change(1, { offsetMs: 40 });
    const problem = "revision: the line was changed meanwhile";
    const [, approved] = await apply([first, fourth], "approved");
    expect(approved).toMatchObject({ identity: fourth.identity, problem: null });
    // A repeated request after a lost response changes nothing.
    expect(await apply([first, fourth], "approved")).toMatchObject([{ problem }, approved ?? {}]);
    expect((await all()).map(({ decision }) => decision)).toEqual([null, null, "approved"]);
  });

  it("requests takes, ignores checks and adds comments of the line that its author saw", async () => {
    const { identity } = await lineOf(3);
    await make({ kind: "delete", number: 1, revision: await revisionOf(1) });
    const requested = { languageId: french, lines: [{ number: 3, identity }], count: 1 };
    bodyOf(await call("POST", `/local/batches/${batch}/takes`, requested), 201);
    await expect.poll(async () => (await all()).map(({ takes }) => takes)).toEqual([1, 2, 1]);
    const comment = { languageId: french, number: 3, identity, text: "Softer" };
    bodyOf(await call("POST", `/local/batches/${batch}/comments`, comment), 201);
    expect((await all()).map(({ comments }) => comments)).toEqual([0, 1, 0]);
    const ignored = { check: "too-long", isIgnored: true, by: "Rosa", identity };
    const line = bodyOf<Line>(await call("PUT", `${lineAt(3)}/checks`, ignored));
    expect([line.number, line.identity]).toEqual([2, identity]);
    const gone = { ...comment, identity: identity + 100_000 };
    expect((await call("POST", `/local/batches/${batch}/comments`, gone)).status).toBe(404);
  });

  it("makes one of two changes of the same line at the same time", async () => {
    const revision = await revisionOf(2);
    const results = await Promise.all([
      edit({ kind: "delete", number: 2, revision }),
      edit({ kind: "split", number: 2, revision, textEnd: 5, atMs: null }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("refuses to merge lines of different characters, and to delete the only line", async () => {
    const results = [
      await edit({
        kind: "merge",
        number: 1,
        revision: await revisionOf(1),
        nextRevision: await revisionOf(2),
      }),
    ];
    for (let left = 4; left > 1; left -= 1)
      await make({ kind: "delete", number: 1, revision: await revisionOf(1) });
    results.push(await edit({ kind: "delete", number: 1, revision: await revisionOf(1) }));
    expect(results.map(({ status }) => status)).toEqual([409, 409]);
  });
});
