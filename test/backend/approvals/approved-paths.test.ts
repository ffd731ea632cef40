/**
 * A call may name only paths that the user has chosen, because a compromised page can make every
 * call.
 */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { FilesQuestion } from "../../../main/backend/ports";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
/** The responses of native dialogs. */
let picked: string | null;
let confirmations: FilesQuestion[];
let isConfirmed: boolean;
const deps = () => {
  const response = () => Promise.resolve(picked);
  return {
    approvedPaths: [],
    dialogs: {
      chooseMedia: () => Promise.resolve(picked === null ? [] : [picked]),
      chooseFolder: response,
      saveFile: response,
      chooseFile: response,
    },
    confirmations: {
      hosts: () => Promise.resolve(true),
      files(question: FilesQuestion) {
        confirmations.push(question);
        return Promise.resolve(isConfirmed);
      },
    },
  };
};
beforeEach(async () => {
  [picked, confirmations, isConfirmed] = [null, [], false];
  harness = await startOutboxHarness(scriptWorkerFile, deps());
});
afterEach(() => harness.remove());

const rejection = { code: "path-not-approved" };
const how = { projectType: "audio-production" as const, languageCode: "", speakerSeparator: "" };
const check = (file: string) =>
  harness.test.handlers.scripts.check({ workspaceId: harness.workspaceId, path: file, ...how });
const plan = (...sourcePaths: string[]) =>
  harness.test.handlers.plans.create({
    workspaceId: harness.workspaceId,
    sourcePaths,
    targetFolder: "",
  });
const none = { offset: 0, limit: 10 };

describe("a path that the user has not chosen", () => {
  it("is rejected by every call with a path, before it is opened", async () => {
    const { workspaceId } = harness;
    const { scripts, outbox, bulk, workspaces } = harness.test.handlers;
    const script = await harness.file("secret/lines.csv", csvScript());
    const video = await harness.file("secret/video.mp4", bytesOf(100, 1));
    const projectId = await harness.project("media-dubbing");
    const request = {
      name: "One",
      languageCode: "FR-FR",
      settings: {},
      script: { kind: "none" as const },
      video: { kind: "file" as const, path: video },
    };
    const add = (change: object) =>
      outbox.add({ workspaceId, projectId, request: { ...request, ...change }, targetFolder: "" });
    for (const [name, call] of [
      ["plans.create", () => plan(video)],
      ["plans.create, folder", () => plan(path.dirname(video))],
      ["plans.create, root", () => plan("/")],
      ["scripts.check", () => check(script)],
      ["scripts.lines", () => scripts.lines({ workspaceId, path: script, ...how, ...none })],
      ["scripts.openInProgram", () => scripts.openInProgram({ path: script, cell: null })],
      ["outbox.add, video", () => add({})],
      ["outbox.add, script", () => add({ script: { kind: "file", path: script } })],
      [
        "outbox.change",
        () => outbox.change({ workspaceId, entryId: 1, request, targetFolder: "" }),
      ],
      ["bulk.match", () => bulk.match({ workspaceId, projectId, paths: [path.dirname(video)] })],
      ["createLocal", () => workspaces.createLocal({ dataDir: path.join(harness.folder, "data") })],
    ] as const)
      await expect(Promise.resolve().then<unknown>(call), name).rejects.toMatchObject(rejection);
    // A missing file is rejected with the same error, so that a page learns nothing about the disk.
    await expect(check(path.join(harness.folder, "none.csv"))).rejects.toMatchObject(rejection);
    expect(await harness.entries()).toEqual([]);
  });

  it("is accepted after the user has chosen the file, also after a restart", async () => {
    const script = await harness.file("chosen/lines.csv", csvScript());
    const other = await harness.file("chosen/other.csv", csvScript());
    picked = script;
    expect(await harness.test.handlers.scripts.choose(undefined)).toEqual({ path: script });
    expect(await check(script)).toMatchObject({ lineCount: 2 });
    await expect(check(other)).rejects.toMatchObject(rejection);
    await harness.restart();
    expect(await check(script)).toMatchObject({ lineCount: 2 });
    await expect(check(other)).rejects.toMatchObject(rejection);
  });

  it("is accepted below a chosen folder, except where a link or '..' leads out of it", async () => {
    const inside = await harness.file("chosen/season/lines.csv", csvScript());
    const outside = await harness.file("outside/lines.csv", csvScript());
    const chosen = path.join(harness.folder, "files/chosen");
    harness.test.backend.approvePaths([chosen]);
    await symlink(path.dirname(outside), path.join(chosen, "linked"));
    await symlink(outside, path.join(chosen, "linked.csv"));
    await symlink(path.join(harness.folder, "nowhere.csv"), path.join(chosen, "dangling.csv"));
    await symlink(path.join(chosen, "season"), path.join(chosen, "within"));
    expect(await check(inside)).toMatchObject({ lineCount: 2 });
    expect(await check(path.join(chosen, "within/lines.csv"))).toMatchObject({ lineCount: 2 });
    for (const forged of [
      `${chosen}/../outside/lines.csv`,
      `${chosen}/season/../../outside/lines.csv`,
      `${chosen}/linked/lines.csv`,
      `${chosen}/linked.csv`,
      `${chosen}/dangling.csv`,
      `${chosen}x/lines.csv`,
      outside,
      "chosen/season/lines.csv",
    ])
      await expect(check(forged), forged).rejects.toMatchObject(rejection);
    await expect(check(`${chosen}/season/none.csv`)).rejects.toMatchObject({
      code: "file-missing",
    });
  });

  it("is not checked again for queued uploads, which continue after a restart", async () => {
    const projectId = await harness.project("audio-production");
    const script = await harness.file("chosen/lines.csv", csvScript());
    harness.test.backend.approvePaths([script]);
    void harness.proxy.injectFault({
      method: "GET",
      path: /\/batches(\?|$)/,
      times: Infinity,
      fault: { kind: "respond", status: 503 },
    });
    const id = await harness.add(projectId, { script: { kind: "file", path: script } });
    // Simulates many later files: only the most recent paths are stored.
    const db = new DatabaseSync(path.join(harness.folder, "profile/dubyard.db"));
    db.exec("DELETE FROM approved_paths");
    db.close();
    await harness.restart();
    await expect(check(script)).rejects.toMatchObject(rejection);
    harness.proxy.clearFaults();
    await harness.test.handlers.outbox.retry({ workspaceId: harness.workspaceId, entryIds: [id] });
    await harness.waitForState(id, "sent");
    expect(await harness.batches(projectId)).toHaveLength(1);
  });
});

describe("a bulk draft", () => {
  async function draftOf(rows: Partial<BulkRow>[]) {
    const { bulk } = harness.test.handlers;
    const project = await harness.project("media-dubbing");
    const at = { workspaceId: harness.workspaceId, projectId: project };
    const { id: draftId } = await bulk.createDraft({ ...at, name: "Season 1" });
    const all = rows.map((row, index) => ({
      id: index + 1,
      name: `Row ${index}`,
      video: "",
      script: "",
      language: "FR-FR",
      settings: {},
      ...row,
    }));
    await bulk.saveRows({ workspaceId: at.workspaceId, draftId, rows: all, order: null });
    return { workspaceId: at.workspaceId, draftId };
  }

  it("opens no file that the user has not chosen, and starts after the user confirms its path", async () => {
    const { bulk } = harness.test.handlers;
    const video = await harness.file("elsewhere/video.mp4", bytesOf(100, 1));
    const draft = await draftOf([{ video: video }, { video: `${video}.none.mp4` }]);
    const { issues } = await bulk.dryRun(draft);
    expect(issues.map(({ rowId, rule }) => [rowId, rule])).toEqual([
      [1, "not-checked"],
      [2, "not-checked"],
    ]);
    const start = () => bulk.start({ ...draft, rowIds: [1] });
    await expect(start()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(confirmations).toEqual([{ reason: "named", paths: [video] }]);
    expect(await harness.entries()).toEqual([]);
    isConfirmed = true;
    const { entryId } = await start();
    expect(confirmations).toHaveLength(2);
    expect(await harness.entry(entryId)).toMatchObject({ kind: "bulk" });
  });

  it("needs no confirmation for files matched in a chosen folder, also through a link to the folder", async () => {
    const { bulk } = harness.test.handlers;
    const video = await harness.file("season/S01E01.mp4", bytesOf(100, 1));
    const link = path.join(harness.folder, "link");
    await symlink(path.dirname(video), link);
    picked = link;
    const project = await harness.project("media-dubbing");
    const found = await bulk.chooseAndMatch({
      workspaceId: harness.workspaceId,
      projectId: project,
    });
    const [match] = found?.matches ?? [];
    const draft = await draftOf([{ video: match?.video ?? "" }]);
    expect((await bulk.dryRun(draft)).issues).toEqual([]);
    await bulk.start({ ...draft, rowIds: null });
    expect(confirmations).toEqual([]);
  });
});

describe("source audio", () => {
  const header = "Character,Text_FR-FR,Source_Audio\n";
  /** An approved script that references these files. */
  async function scriptWith(...references: string[]): Promise<string> {
    const lines = references.map((reference) => `Anna,Un,${reference}\n`).join("");
    const script = await harness.file("show/lines.csv", header + lines);
    harness.test.backend.approvePaths([script]);
    return script;
  }
  const uploaded = async () => (await harness.service.client.files()).sort();

  it("inside the script's folder needs no confirmation", async () => {
    const projectId = await harness.project("line-dubbing");
    await harness.file("show/audio/one.wav", bytesOf(100, 1));
    const script = await scriptWith("audio/one.wav");
    await harness.waitForState(
      await harness.add(projectId, { script: { kind: "file", path: script } }),
      "sent",
    );
    expect(confirmations).toEqual([]);
    expect(await uploaded()).toEqual(["audio/one.wav"]);
  });

  it("outside the script's folder is listed by its full path and uploaded only after it was confirmed", async () => {
    const projectId = await harness.project("line-dubbing");
    const relative = await harness.file("private/relative.wav", bytesOf(100, 1));
    const absolute = await harness.file("private/absolute.wav", bytesOf(100, 2));
    const linked = await harness.file("private/linked.wav", bytesOf(100, 3));
    await harness.file("show/inside.wav", bytesOf(100, 4));
    const link = path.join(harness.folder, "files/show/link.wav");
    await symlink(linked, link);
    const folderLink = path.join(harness.folder, "files/show/folder");
    await symlink(path.dirname(linked), folderLink);
    const script = await scriptWith(
      "../private/relative.wav",
      absolute,
      "link.wav",
      "folder/linked.wav",
      "inside.wav",
    );
    // Chosen for another upload, which does not allow an untrusted script to name it.
    harness.test.backend.approvePaths([path.dirname(absolute)]);
    const outside = [relative, absolute, link, path.join(folderLink, "linked.wav")].sort();
    const report = await harness.test.handlers.scripts.check({
      workspaceId: harness.workspaceId,
      path: script,
      ...how,
      projectType: "line-dubbing",
    });
    const warnings = report.problems.filter(({ code }) => code === "source-audio-outside");
    expect(warnings.map(({ message }) => message).sort()).toEqual(
      outside.map((file) => expect.stringContaining(file) as string),
    );

    const add = () => harness.add(projectId, { script: { kind: "file", path: script } }, "to/");
    await expect(add()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(confirmations).toEqual([{ reason: "outside", paths: outside }]);
    expect(await harness.entries()).toEqual([]);
    expect(await uploaded()).toEqual([]);

    isConfirmed = true;
    await harness.waitForState(await add(), "sent");
    expect(await uploaded()).toContain("to/absolute.wav");
    // After it was confirmed for this script, no dialog opens again, also after a restart.
    await harness.restart();
    await harness.waitForState(await add(), "sent");
    expect(confirmations).toHaveLength(2);
  });

  it("that is added to a queued script is not uploaded without a confirmation", async () => {
    const projectId = await harness.project("line-dubbing");
    const secret = await harness.file("private/secret.wav", bytesOf(100, 1));
    await harness.file("show/one.wav", bytesOf(100, 2));
    const script = await scriptWith("one.wav");
    void harness.proxy.injectFault({
      method: "GET",
      path: /\/batches(\?|$)/,
      times: Infinity,
      fault: { kind: "respond", status: 503 },
    });
    const request = { script: { kind: "file" as const, path: script } };
    const id = await harness.add(projectId, request);
    await expect.poll(uploaded).toEqual(["one.wav"]);
    await harness.restart();
    await writeFile(script, `${header}Anna,Un,${secret}\n`);
    harness.proxy.clearFaults();
    const { workspaceId } = harness;
    await harness.test.handlers.outbox.retry({ workspaceId, entryIds: [id] });
    expect(await harness.waitForState(id, "refused")).toMatchObject({
      fields: [{ field: "scriptPath", message: "source-audio-outside" }],
    });
    expect(await uploaded()).toEqual(["one.wav"]);
    expect(confirmations).toEqual([]);

    // When the user submits it again, a dialog opens.
    isConfirmed = true;
    await harness.test.handlers.outbox.change({
      workspaceId,
      entryId: id,
      targetFolder: "",
      request: {
        name: "One",
        video: { kind: "none" },
        languageCode: "",
        settings: {},
        ...request,
      },
    });
    expect(confirmations).toEqual([{ reason: "outside", paths: [secret] }]);
    await harness.waitForState(id, "sent");
  });

  it("of a bulk request is confirmed in one dialog for all scripts", async () => {
    const { bulk } = harness.test.handlers;
    const { workspaceId } = harness;
    const projectId = await harness.project("line-dubbing");
    await mkdir(path.join(harness.folder, "files/show"), { recursive: true });
    const takes = await Promise.all(
      [1, 2].map((index) => harness.file(`takes/${index}.wav`, bytesOf(100, index))),
    );
    const scripts = await Promise.all(
      takes.map((take, index) => harness.file(`show/${index}.csv`, `${header}Anna,Un,${take}\n`)),
    );
    harness.test.backend.approvePaths(scripts);
    const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "Season" });
    const rows = scripts.map((script, index) => ({
      id: index + 1,
      name: `Row ${index}`,
      video: "",
      script,
      language: "",
      settings: {},
    }));
    await bulk.saveRows({ workspaceId, draftId, rows, order: null });
    const start = () => bulk.start({ workspaceId, draftId, rowIds: null });
    await expect(start()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(confirmations).toEqual([{ reason: "outside", paths: takes }]);
    isConfirmed = true;
    const { entryId } = await start();
    await harness.waitForState(entryId, "sent");
    expect(confirmations).toHaveLength(2);
  });
});
