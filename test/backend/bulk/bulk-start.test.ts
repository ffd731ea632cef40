/**
 * Starting a bulk draft is atomic: the entry is in the outbox and the draft is split, or neither.
 */
import { rm, truncate } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { maxFileBytes } from "../../../main/script-formats/limits";
import type { BulkRow } from "../../../preload/contract/bulk";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
/** Called at each step of sending a request. */
let atStep: (step: string) => void;
beforeEach(async () => {
  atStep = () => undefined;
  harness = await startOutboxHarness(scriptWorkerFile, { onSendingStep: (step) => atStep(step) });
});
afterEach(() => harness.remove());

const bulk = () => harness.test.handlers.bulk;
const names = async (projectId: string) =>
  (await harness.batches(projectId)).map(({ name }) => String(name)).sort();

async function table(count: number) {
  const { workspaceId } = harness;
  const projectId = await harness.project("audio-production");
  const script = await harness.file("a.csv", csvScript());
  const row = (id: number, name = `Row ${id}`): BulkRow => ({
    id,
    name,
    video: "",
    script,
    language: "",
    settings: {},
  });
  const { id: draftId } = await bulk().createDraft({ workspaceId, projectId, name: "Season 1" });
  const at = { workspaceId, draftId };
  const rows = Array.from({ length: count }, (_, index) => row(index + 1));
  await bulk().saveRows({ ...at, rows, order: null });
  const rowIds = async (id: number) =>
    (await bulk().draft({ workspaceId, draftId: id })).rows.map((one) => one.id);
  const drafts = () => bulk().drafts({ workspaceId, projectId });
  return { projectId, draftId, at, row, rowIds, drafts };
}

describe("starting some rows", () => {
  it("has moved the other rows when the process ends immediately afterwards", async () => {
    const { draftId, at, rowIds, drafts } = await table(3);
    await harness.proxy.refuseConnections();
    atStep = (step) => {
      if (step === "published") throw new Error("simulated end of the process");
    };
    await expect(bulk().start({ ...at, rowIds: [1, 3], restName: "Rest" })).rejects.toThrow();
    atStep = () => undefined;
    await harness.restart();
    expect(await harness.entries()).toHaveLength(1);
    expect(await rowIds(draftId)).toEqual([1, 3]);
    const rest = (await drafts()).find(({ name }) => name === "Rest");
    expect(await rowIds(rest?.id ?? 0)).toEqual([2]);
  });

  it("sends nothing if the other rows cannot be moved", async () => {
    const { projectId, draftId, at, rowIds, drafts } = await table(3);
    const db = new DatabaseSync(path.join(harness.folder, "profile", "dubyard.db"));
    db.exec(`CREATE TRIGGER full BEFORE INSERT ON bulk_drafts BEGIN
      SELECT RAISE(ABORT, 'database or disk is full'); END`);
    const part = { ...at, rowIds: [1, 3], restName: "Rest" };
    await expect(bulk().start(part)).rejects.toMatchObject({ code: "disk-full" });
    expect(await harness.entries()).toEqual([]);
    expect(await rowIds(draftId)).toEqual([1, 2, 3]);
    db.exec("DROP TRIGGER full");
    db.close();
    await harness.restart();
    expect(await harness.entries()).toEqual([]);
    const { entryId } = await bulk().start(part);
    await harness.waitForState(entryId, "sent");
    expect(await drafts()).toHaveLength(2);
    // The service creates them one by one.
    await expect.poll(() => names(projectId)).toEqual(["Row 1", "Row 3"]);
  });
});

describe("starting a draft again", () => {
  it("replaces the draft's pending request and no other", async () => {
    const { projectId, at, row } = await table(2);
    const other = await table(1);
    await harness.proxy.refuseConnections();
    const first = await bulk().start({ ...at, rowIds: null });
    expect(first.isReplacement).toBe(false);
    await bulk().start({ ...other.at, rowIds: null });
    expect(await bulk().waiting(at)).toMatchObject({ entry: { id: first.entryId }, issues: [] });
    await bulk().saveRows({ ...at, rows: [row(2, "Row 2, again")], order: null });
    const second = await bulk().start({ ...at, rowIds: null });
    expect(second.isReplacement).toBe(true);
    const ids = (await harness.entries()).map(({ id }) => id);
    expect(ids).toContain(second.entryId);
    expect(ids).not.toContain(first.entryId);
    expect(ids).toHaveLength(2);
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await harness.waitForState(second.entryId, "sent");
    await expect.poll(() => names(projectId)).toEqual(["Row 1", "Row 2, again"]);
    await expect.poll(() => names(other.projectId)).toEqual(["Row 1"]);
    // A sent request stays.
    expect(await bulk().waiting(at)).toEqual({ entry: null, issues: [] });
    expect(await bulk().start({ ...at, rowIds: null })).toMatchObject({ isReplacement: false });
    expect(await harness.entries()).toHaveLength(3);
  });

  it("does not replace a request whose delivery is unconfirmed", async () => {
    const { at } = await table(1);
    void harness.proxy.injectFault({
      method: "POST",
      path: /\/bulk$/,
      fault: { kind: "reset", afterBytes: 0 },
      times: 1,
    });
    const connectionLost = await bulk().start({ ...at, rowIds: null });
    await harness.waitForState(connectionLost.entryId, "refused");
    expect(await bulk().waiting(at)).toEqual({ entry: null, issues: [] });
    const next = await bulk().start({ ...at, rowIds: null });
    expect(next.isReplacement).toBe(false);
    expect((await harness.entries()).map(({ id }) => id)).toContain(connectionLost.entryId);
  });

  it("does not replace a pending request when only some rows are started and the others stay", async () => {
    const { at } = await table(2);
    await harness.proxy.refuseConnections();
    await bulk().start({ ...at, rowIds: [1] });
    expect(await bulk().start({ ...at, rowIds: [2] })).toMatchObject({ isReplacement: false });
    expect(await harness.entries()).toHaveLength(2);
  });
});

describe("a rejected bulk request", () => {
  /**
   * Starts a draft while connections are refused. Resolves when the attempt to send it has failed;
   * returns the entry.
   */
  async function startUnreachable(at: { workspaceId: string; draftId: number }) {
    await harness.proxy.refuseConnections();
    const { entryId } = await bulk().start({ ...at, rowIds: null });
    await harness.test.waitUntil(
      async () => (await harness.entry(entryId)).problem,
      "the failed attempt",
    );
    return entryId;
  }

  it("reports every rejected cell, except in rows that were changed afterwards", async () => {
    const { at, row } = await table(1);
    const scripts = await Promise.all(
      [1, 2, 3].map((id) => harness.file(`script ${id}.csv`, csvScript())),
    );
    const rows = scripts.map((script, index) => ({ ...row(index + 1), script }));
    await bulk().saveRows({ ...at, rows, order: null });
    const entryId = await startUnreachable(at);
    await rm(scripts[0] ?? "");
    await rm(scripts[1] ?? "");
    await bulk().saveRows({
      ...at,
      rows: [{ ...row(2, "Another"), script: "b.csv" }],
      order: null,
    });
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    const { fields } = await harness.waitForState(entryId, "refused");
    expect(fields.map(({ field, message }) => `${field} ${message}`).sort()).toEqual([
      "rows[1].script file-missing",
      "rows[2].script file-missing",
    ]);
    const rejection = await bulk().waiting(at);
    expect(rejection.entry).toMatchObject({ id: entryId, state: "refused" });
    expect(rejection.issues).toEqual([
      { rowId: 1, cell: "script", severity: "error", rule: "file-missing", message: "" },
    ]);
    // Starting the changed draft replaces the rejected request.
    await bulk().saveRows({ ...at, rows: [rows[2] ?? row(3)], order: [3] });
    expect(await bulk().start({ ...at, rowIds: null })).toMatchObject({ isReplacement: true });
    expect(await harness.entries()).toHaveLength(1);
  });

  it("reports scripts that became empty or too large after the start", async () => {
    const { at, row } = await table(1);
    const [empty = "", large = "", valid = ""] = await Promise.all(
      [1, 2, 3].map((id) => harness.file(`script ${id}.csv`, csvScript())),
    );
    const rows = [empty, large, valid].map((script, index) => ({ ...row(index + 1), script }));
    await bulk().saveRows({ ...at, rows, order: null });
    const entryId = await startUnreachable(at);
    await truncate(empty);
    await truncate(large, maxFileBytes + 1);
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    const { fields } = await harness.waitForState(entryId, "refused");
    expect(fields.map(({ field, message }) => `${field} ${message}`).sort()).toEqual([
      "rows[1].script file-empty",
      "rows[2].script too-large",
    ]);
  });

  it("reports the videos whose upload failed", async () => {
    const projectId = await harness.project("media-dubbing");
    const { workspaceId } = harness;
    const script = await harness.file("a.csv", csvScript());
    const videos = await Promise.all(
      [1, 2].map((id) => harness.file(`${id}.mp4`, bytesOf(2_000, id))),
    );
    const { id: draftId } = await bulk().createDraft({ workspaceId, projectId, name: "Season 1" });
    const at = { workspaceId, draftId };
    const rows = videos.map((video, index) => ({
      id: index + 1,
      name: `Row ${index + 1}`,
      video,
      script,
      language: "",
      settings: {},
    }));
    await bulk().saveRows({ ...at, rows, order: null });
    await harness.proxy.refuseConnections();
    const { entryId } = await bulk().start({ ...at, rowIds: null });
    await rm(videos[1] ?? "");
    await harness.proxy.acceptConnections();
    harness.test.network.change(true);
    await harness.waitForState(entryId, "refused");
    const { issues } = await bulk().waiting(at);
    expect(issues).toMatchObject([{ rowId: 2, cell: "video", rule: "file-missing" }]);
  });
});
