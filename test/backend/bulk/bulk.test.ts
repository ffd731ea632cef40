/** Bulk drafts and requests, against the local service: real HTTP, a real database, real files. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { outboxTiming } from "../../helpers/outbox-timing";

let harness: OutboxHarness;
/** The files and folders that the dialogs return. */
let chosen: string | null = null;
beforeEach(async () => {
  const response = () => Promise.resolve(chosen);
  harness = await startOutboxHarness(scriptWorkerFile, {
    dialogs: {
      chooseMedia: () => Promise.resolve([]),
      chooseFolder: response,
      saveFile: response,
      chooseFile: response,
    },
  });
});
afterEach(() => harness.remove());

const bulk = () => harness.test.handlers.bulk;
const row = (id: number, fields: Partial<BulkRow>): BulkRow => ({
  id,
  name: `Row ${id}`,
  video: "",
  script: "",
  language: "",
  settings: {},
  ...fields,
});
async function draftOf(projectId: string, rows: BulkRow[], targetFolder = ""): Promise<number> {
  const { workspaceId } = harness;
  const { id: draftId } = await bulk().createDraft({ workspaceId, projectId, name: "Season 1" });
  await bulk().changeDraft({ workspaceId, draftId, targetFolder });
  await bulk().saveRows({ workspaceId, draftId, rows, order: null });
  return draftId;
}
async function start(draftId: number): Promise<number> {
  const started = await bulk().start({ workspaceId: harness.workspaceId, draftId, rowIds: null });
  return started.entryId;
}
const requests = (projectId: string) =>
  bulk().requests({ workspaceId: harness.workspaceId, projectId });
const rowsOf = (projectId: string, requestId: string) =>
  bulk().requestRows({
    workspaceId: harness.workspaceId,
    projectId,
    requestId,
    filter: "all",
    offset: 0,
    limit: 100,
  });
const finished = (projectId: string) =>
  harness.test.waitUntil(async () => {
    const [request] = await requests(projectId);
    return request !== undefined && request.counts.open === 0 ? request : null;
  }, "the request's end");
/** The service receives the next bulk request, and its response is lost. */
const loseResponse = () =>
  void harness.proxy.injectFault({
    method: "POST",
    path: /\/bulk$/,
    times: 1,
    fault: { kind: "drop-response" },
  });
const bulkCalls = () =>
  harness.proxy.requests.filter(
    ({ method, path: at }) => method === "POST" && at.endsWith("/bulk"),
  );
const names = async (projectId: string) =>
  (await harness.batches(projectId)).map(({ name }) => String(name)).sort();
async function pairs(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const episode = `S01E${String(index).padStart(2, "0")}`;
    await harness.file(`season/${episode}.mp4`, bytesOf(2000, index));
    await harness.file(`season/scripts/${episode}.csv`, csvScript());
  }
}

describe("a bulk draft", () => {
  it("stores its rows and their order across a restart", async () => {
    const project = await harness.project("audio-production");
    const draftId = await draftOf(project, [
      row(1, {}),
      row(2, { settings: { autoCasting: "no" } }),
    ]);
    const at = { workspaceId: harness.workspaceId, draftId };
    await bulk().saveRows({ ...at, rows: [row(3, { name: "new" })], order: [3, 1, 2] });
    await harness.restart();
    const stored = await bulk().draft(at);
    expect(stored.rows.map(({ id }) => id)).toEqual([3, 1, 2]);
    expect(stored.rows[2]).toEqual(row(2, { settings: { autoCasting: "no" } }));
    await bulk().saveRows({ ...at, rows: [row(1, { name: "changed" })], order: [1] });
    expect((await bulk().draft(at)).rows).toEqual([row(1, { name: "changed" })]);
    const many = Array.from({ length: 10_000 }, (_, index) => row(index + 1, {}));
    await bulk().saveRows({ ...at, rows: many, order: null });
    expect((await bulk().draft(at)).draft).toMatchObject({ rowCount: 10_000, name: "Season 1" });
    await expect(async () =>
      bulk().saveRows({ ...at, rows: [row(10_001, {})], order: null }),
    ).rejects.toMatchObject({ code: "invalid-input" });
    await bulk().deleteDraft(at);
    expect(await bulk().drafts({ workspaceId: harness.workspaceId, projectId: project })).toEqual(
      [],
    );
  });

  it.each(["xlsx", "csv"] as const)(
    "is written as .%s and read again, with formulas as text",
    async (format) => {
      const project = await harness.project("media-dubbing");
      const rows = [
        row(1, { name: '=HYPERLINK("x")', video: "a/b, c.mp4", settings: { noOfSpeakers: "3" } }),
        row(2, { name: "'=1", script: "https://e.org/_x0041_.srt", language: "FR-FR" }),
        row(3, { name: "@x", settings: { importText: "TRUE", sourceSpeakerSeparator: ";" } }),
      ];
      const draftId = await draftOf(project, rows);
      chosen = path.join(harness.folder, `grid.${format}`);
      await bulk().exportRows({ workspaceId: harness.workspaceId, draftId, format });
      const bytes = await readFile(chosen);
      if (format === "csv") expect(bytes.toString()).not.toMatch(/(^|,)"?[=@]/m);
      const read = await bulk().importRows({
        workspaceId: harness.workspaceId,
        projectId: project,
      });
      expect(read?.rows).toEqual(rows);
      expect(read?.problems.filter(({ code }) => code !== "path-missing")).toEqual([]);
    },
  );

  it("imports invalid values unchanged, so that they can be corrected", async () => {
    const project = await harness.project("media-dubbing");
    const long = "long ".repeat(4_000).trim();
    chosen = await harness.file(
      "table.csv",
      `BATCH_NAME,VIDEO_PATH,LANGUAGE_CODE,autoCasting\n${long},a.mp4,German,Vielleicht\nTwo,a.mp4,,\n`,
    );
    const { workspaceId } = harness;
    const read = await bulk().importRows({ workspaceId, projectId: project });
    expect(read?.rows).toEqual([
      row(1, {
        name: long,
        video: "a.mp4",
        language: "German",
        settings: { autoCasting: "Vielleicht" },
      }),
      row(2, { name: "Two", video: "a.mp4" }),
    ]);
    const draftId = await draftOf(project, read?.rows ?? []);
    const stored = await bulk().draft({ workspaceId, draftId });
    expect(stored.rows[0]?.name).toBe(long);
    const { issues } = await bulk().dryRun({ workspaceId, draftId });
    const ofFirst = issues.filter(({ rowId }) => rowId === 1);
    expect(ofFirst).toContainEqual(expect.objectContaining({ cell: "name", rule: "too-long" }));
    expect(ofFirst.map(({ cell }) => cell)).toContain("language");
    expect(ofFirst.map(({ cell }) => cell)).toContain("settings.autoCasting");
  });

  it("is imported again in the encoding that the user chose", async () => {
    const project = await harness.project("media-dubbing");
    const text = "BATCH_NAME,VIDEO_PATH\n\xa3\xf3d\x9f,a.mp4\n";
    chosen = await harness.file("table.csv", Buffer.from(text, "latin1"));
    const at = { workspaceId: harness.workspaceId, projectId: project };
    const assumed = await bulk().importRows(at);
    expect(assumed).toMatchObject({ path: chosen, encoding: { isChosen: false } });
    expect(assumed?.problems.map(({ code }) => code)).toEqual(["encoding"]);
    const read = async (encoding: TextEncoding) => {
      const file = assumed?.path ?? "";
      await harness.test.handlers.scripts.setEncoding({ path: file, encoding });
      return bulk().importRows({ ...at, path: file });
    };
    chosen = null;
    expect(await read("windows-1250")).toMatchObject({
      rows: [{ name: "Łódź" }],
      encoding: { name: "windows-1250", isChosen: true, words: ["Łódź"] },
      problems: [],
    });
    expect((await read("utf-8"))?.problems).toMatchObject([
      { row: 2, code: "character-unreadable" },
    ]);
    expect(await bulk().importRows(at)).toBeNull();
  });

  it("is validated with a thousand rows", async () => {
    const project = await harness.project("media-dubbing");
    await harness.service.client.upload("a.mp4", bytesOf(10));
    const rows = Array.from({ length: 1000 }, (_, index) => row(index + 1, { video: "a.mp4" }));
    const draftId = await draftOf(project, rows);
    const { issues } = await bulk().dryRun({ workspaceId: harness.workspaceId, draftId });
    expect(issues).toEqual([]);
  });

  it("reports missing files and the problems of each script", async () => {
    const project = await harness.project("media-dubbing");
    const video = await harness.file("a.mp4", bytesOf(10));
    const invalid = await harness.file("bad.csv", "Character,Text_XX-XX\nA,b\n");
    const draftId = await draftOf(project, [
      row(1, { video, script: invalid }),
      row(2, {
        video: path.join(harness.folder, "b.mp4"),
        script: path.join(harness.folder, "c.srt"),
        name: "Row 1",
      }),
      row(3, { video: "not/there.mp4", script: await harness.file("a.exe", "x") }),
      row(4, { name: " " }),
    ]);
    const { issues, checkedScripts } = await bulk().dryRun({
      workspaceId: harness.workspaceId,
      draftId,
    });
    const reported = issues.map(
      ({ rowId, cell, severity, rule }) => `${rowId} ${cell} ${severity} ${rule}`,
    );
    expect(reported.sort()).toEqual([
      "1 script error language-unknown",
      "2 language error language-missing",
      "2 name warning duplicate",
      "2 script error file-missing",
      "2 video error file-missing",
      "3 script error not-a-script",
      "3 video error not-in-gallery",
    ]);
    expect(checkedScripts).toBe(2);
    await expect(start(draftId)).rejects.toMatchObject({ code: "invalid-input" });
  });
});

describe("starting some rows", () => {
  it("moves the others to a new draft", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    const missing = path.join(harness.folder, "missing.csv");
    const draftId = await draftOf(
      project,
      [row(1, { script }), row(2, { script: missing }), row(3, { script })],
      "season/",
    );
    const { workspaceId } = harness;
    const at = { workspaceId, draftId };
    await bulk().changeDraft({ ...at, settings: { noOfAlternativeTakes: 1 }, columns: ["x"] });
    const started = await bulk().start({ ...at, rowIds: [1, 3], restName: "Season 1, rest" });
    expect((await bulk().draft(at)).rows.map(({ id }) => id)).toEqual([1, 3]);
    const restId = started.restId ?? 0;
    const rest = await bulk().draft({ workspaceId, draftId: restId });
    expect(rest.rows).toEqual([row(2, { script: missing })]);
    expect(rest.draft).toMatchObject({
      name: "Season 1, rest",
      projectId: project,
      settings: { noOfAlternativeTakes: 1 },
      columns: ["x"],
      targetFolder: "season/",
    });
    await harness.file("missing.csv", csvScript());
    await bulk().saveRows({
      workspaceId,
      draftId: restId,
      rows: [row(2, { script: path.join(harness.folder, "files", "missing.csv") })],
      order: null,
    });
    const all = { workspaceId, draftId: restId, rowIds: [2], restName: "none" };
    expect(await bulk().start(all)).toMatchObject({ restId: null });
    await expect.poll(() => names(project)).toEqual(["Row 1", "Row 2", "Row 3"]);
    expect(bulkCalls()).toHaveLength(2);
  });
});

describe("starting a draft again", () => {
  it("warns of names of existing and pending batches", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    const draftId = await draftOf(project, [row(1, { script }), row(2, { script })]);
    const at = { workspaceId: harness.workspaceId, draftId };
    const conflicts = async () => {
      const { issues } = await bulk().dryRun(at);
      const ofNames = issues.filter(({ cell }) => cell === "name");
      expect(ofNames.every(({ severity }) => severity === "warning")).toBe(true);
      return ofNames.map(({ rowId, rule }) => `${rowId} ${rule}`).sort();
    };
    expect(await conflicts()).toEqual([]);
    // One is pending in the outbox.
    harness.test.network.change(false);
    await harness.proxy.refuseConnections();
    await harness.add(project, { name: "Row 2", script: { kind: "file", path: script } });
    expect(await conflicts()).toEqual(["2 name-taken"]);
    // The draft's own pending request would be replaced; that of another draft is pending.
    const entryId = await start(draftId);
    expect(await conflicts()).toEqual(["2 name-taken"]);
    const other = await start(await draftOf(project, [row(1, { script })]));
    expect(await conflicts()).toEqual(["1 name-taken", "2 name-taken"]);
    const dropped = { workspaceId: harness.workspaceId, entryIds: [entryId, other] };
    await harness.test.handlers.outbox.drop(dropped);
    expect(await conflicts()).toEqual(["2 name-taken"]);
    // The batch exists.
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await expect.poll(() => names(project)).toEqual(["Row 2"]);
    await expect.poll(conflicts).toEqual(["2 name-taken"]);
  });
});

describe("a bulk request", () => {
  it("creates 25 batches from 25 pairs of a folder", async () => {
    const project = await harness.project("media-dubbing");
    await pairs(25);
    const { matches } = await bulk().match({
      workspaceId: harness.workspaceId,
      projectId: project,
      paths: [path.join(harness.folder, "files/season")],
    });
    expect(matches).toHaveLength(25);
    const rows = matches.map(({ name, video, script }, index) =>
      row(index + 1, { name, video, script, settings: { importText: "TRUE" } }),
    );
    const draftId = await draftOf(project, rows, "show");
    expect((await bulk().dryRun({ workspaceId: harness.workspaceId, draftId })).issues).toEqual([]);
    const entryId = await start(draftId);
    const sent = await harness.waitForState(entryId, "sent");
    const request = await finished(project);
    expect(request).toMatchObject({
      requestId: sent.resultId,
      rowCount: 25,
      counts: { done: 25, failed: 0, open: 0 },
    });
    expect(await harness.batches(project)).toHaveLength(25);
    expect(await harness.service.client.files()).toHaveLength(25);
    expect((await harness.service.client.files())[0]).toMatch(/^show\/S01E01/);
    const page = await bulk().requestRows({
      workspaceId: harness.workspaceId,
      projectId: project,
      requestId: request.requestId,
      filter: "done",
      offset: 20,
      limit: 10,
    });
    expect(page.total).toBe(25);
    const { batch } = await harness.test.handlers.batches.get({
      workspaceId: harness.workspaceId,
      projectId: project,
      batchId: page.rows[0]!.id,
    });
    expect(batch.name).toBe(page.rows[0]!.name);
  });

  it("is started offline and sent after a restart", async () => {
    const project = await harness.project("media-dubbing");
    await pairs(3);
    await harness.proxy.refuseConnections();
    const rows = [1, 2, 3].map((id) =>
      row(id, {
        video: path.join(harness.folder, `files/season/S01E0${id}.mp4`),
        script: path.join(harness.folder, `files/season/scripts/S01E0${id}.csv`),
      }),
    );
    const draftId = await draftOf(project, rows);
    const entryId = await start(draftId);
    expect(await harness.entry(entryId)).toMatchObject({
      state: "waiting",
      waitsFor: { script: true },
    });
    await harness.restart();
    const { draftId: of } = await harness.test.handlers.outbox.request({
      workspaceId: harness.workspaceId,
      entryId,
    });
    expect(of).toBe(draftId);
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await harness.waitForState(entryId, "sent");
    await finished(project);
    await harness.restart();
    expect(await requests(project)).toMatchObject([{ rowCount: 3, counts: { done: 3 } }]);
    expect(await names(project)).toEqual(["Row 1", "Row 2", "Row 3"]);
  });

  it("is polled until it is over, also while it is not shown", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    const entryId = await start(await draftOf(project, [row(1, { script }), row(2, { script })]));
    await harness.waitForState(entryId, "sent");
    await harness.restart({
      visibility: { isVisible: () => false, onChange: () => () => undefined },
    });
    const { workspaceId } = harness;
    const { overview } = harness.test.handlers;
    await harness.test.waitUntil(async () => {
      const shown = await overview.get({ workspaceId });
      return shown.requests.length === 0 ? true : null;
    }, "the overview without the request");
    expect(await requests(project)).toMatchObject([{ progress: 100, counts: { done: 2 } }]);
  });

  it("is not duplicated after a lost response: its batches are found by name", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    loseResponse();
    const entryId = await start(await draftOf(project, [row(1, { script }), row(2, { script })]));
    const { resultId, problem } = await harness.waitForState(entryId, "sent");
    expect(problem).toMatchObject({ code: "unconfirmed" });
    expect(bulkCalls()).toHaveLength(1);

    // Its state is read from the batches with its names.
    const request = await finished(project);
    expect(request).toMatchObject({ requestId: resultId, isLost: true, progress: 100 });
    expect(request.counts).toEqual({ done: 2, failed: 0, open: 0 });
    const batches = await harness.batches(project);
    expect(batches.map(({ name }) => String(name)).sort()).toEqual(["Row 1", "Row 2"]);
    const { rows } = await rowsOf(project, resultId);
    expect(rows.map(({ id, name }) => [name, id])).toEqual(
      ["Row 1", "Row 2"].map((name) => [name, batches.find((one) => one.name === name)?.id]),
    );
  });

  it("without a response is assigned its own batches only, also after a restart", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    const before = await harness.add(project, {
      name: "Row 1",
      script: { kind: "file", path: script },
    });
    const { resultId: otherBatches } = await harness.waitForState(before, "sent");
    loseResponse();
    const invalidOne = row(3, { script: "https://127.0.0.1:9/none.csv" });
    const draftId = await draftOf(project, [row(1, { script }), row(2, { script }), invalidOne]);
    const { resultId } = await harness.waitForState(await start(draftId), "sent");
    await harness.restart();
    const { counts } = await finished(project);
    expect(counts).toEqual({ done: 2, failed: 1, open: 0 });
    const { rows } = await rowsOf(project, resultId);
    expect(rows[0]?.id).not.toBe("");
    expect(rows[0]?.id).not.toBe(otherBatches);
    const made = await bulk().retryFailed({
      workspaceId: harness.workspaceId,
      projectId: project,
      requestId: resultId,
    });
    const remaining = await bulk().draft({ workspaceId: harness.workspaceId, draftId: made.id });
    expect(remaining.rows).toEqual([invalidOne]);
  });

  it("without a response counts rows as failed if their batches do not appear in time", async () => {
    // Long enough for the service to create the batches on a busy computer; the time runs out after
    // the restart below.
    await harness.restart({ timing: { ...outboxTiming, reconcileBulkMs: 60_000 } });
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    loseResponse();
    const fault = {
      kind: "respond" as const,
      status: 200,
      body: "[]",
      headers: { "content-type": "application/json" },
    };
    void harness.proxy.injectFault({ method: "GET", path: /\/batches$/, fault, times: Infinity });
    const entryId = await start(await draftOf(project, [row(1, { script }), row(2, { script })]));
    await expect.poll(() => names(project)).toEqual(["Row 1", "Row 2"]);
    const appeared = (await harness.batches(project)).filter(({ name }) => name === "Row 1");
    fault.body = JSON.stringify(appeared);
    await harness.restart();
    const { resultId } = await harness.waitForState(entryId, "sent");
    const { counts } = await finished(project);
    expect(counts).toEqual({ done: 1, failed: 1, open: 0 });
    const { rows } = await rowsOf(project, resultId);
    expect(rows[0]).toMatchObject({ id: appeared[0]?.["id"], message: "" });
    expect(rows[1]).toMatchObject({ id: "", name: "Row 2", message: "not-appeared" });

    // The batch appears late: the row is not started twice.
    fault.body = JSON.stringify(await harness.batches(project));
    const at = { workspaceId: harness.workspaceId, projectId: project, requestId: resultId };
    await expect(bulk().retryFailed(at)).rejects.toMatchObject({ code: "invalid-input" });
    expect(await requests(project)).toMatchObject([{ counts: { done: 2, failed: 0, open: 0 } }]);
  });

  it("waits for the user if delivery cannot be determined, and is sent again on retry", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/bulk$/,
      fault: { kind: "reset", afterBytes: 0 },
      times: 1,
    });
    const entryId = await start(await draftOf(project, [row(1, { script })]));
    expect(await harness.waitForState(entryId, "refused")).toMatchObject({
      problem: { code: "unconfirmed" },
    });
    await harness.test.handlers.outbox.retry({
      workspaceId: harness.workspaceId,
      entryIds: [entryId],
    });
    await harness.waitForState(entryId, "sent");
    await finished(project);
    expect(await names(project)).toEqual(["Row 1"]);
  });

  it("copies failed rows unchanged to a new draft", async () => {
    const project = await harness.project("audio-production");
    const script = await harness.file("a.csv", csvScript());
    const failing = row(2, {
      script: "https://127.0.0.1:9/none.csv",
      settings: { autoCasting: "" },
    });
    const draftId = await draftOf(project, [row(1, { script }), failing]);
    await harness.waitForState(await start(draftId), "sent");
    const { requestId, counts } = await finished(project);
    expect(counts).toEqual({ done: 1, failed: 1, open: 0 });
    const made = await bulk().retryFailed({
      workspaceId: harness.workspaceId,
      projectId: project,
      requestId,
    });
    const { rows } = await bulk().draft({ workspaceId: harness.workspaceId, draftId: made.id });
    expect(rows).toEqual([failing]);
  });
});
