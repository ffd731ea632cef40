/** Paths that a call may name: only those that the user has chosen. A compromised page can make every call. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import type { FilesQuestion } from "../../../main/backend/ports";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { csvScript, startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let here: OutboxHarness;
/** The answers of native dialogs. */
let picked: string | null;
let questions: FilesQuestion[];
let isConfirmed: boolean;
const deps = () => {
  const answer = () => Promise.resolve(picked);
  return {
    approvedPaths: [],
    dialogs: {
      chooseMedia: () => Promise.resolve(picked === null ? [] : [picked]),
      chooseFolder: answer,
      saveFile: answer,
      chooseFile: answer,
    },
    confirmations: {
      hosts: () => Promise.resolve(true),
      files(question: FilesQuestion) {
        questions.push(question);
        return Promise.resolve(isConfirmed);
      },
    },
  };
};
beforeEach(async () => {
  [picked, questions, isConfirmed] = [null, [], false];
  here = await startOutboxHarness(scriptWorkerFile, deps());
});
afterEach(() => here.remove());

const refused = { code: "path-not-approved" };
const how = { projectType: "audio-production" as const, languageCode: "", speakerSeparator: "" };
const check = (file: string) =>
  here.test.handlers.scripts.check({ workspaceId: here.workspaceId, path: file, ...how });
const plan = (...sourcePaths: string[]) =>
  here.test.handlers.plans.create({
    ...{ workspaceId: here.workspaceId, sourcePaths, targetFolder: "" },
  });
const none = { offset: 0, limit: 10 };

describe("a forged path", () => {
  it("is refused by every call that takes one, before it is opened", async () => {
    const { workspaceId } = here;
    const { scripts, outbox, bulk, workspaces } = here.test.handlers;
    const script = await here.file("secret/lines.csv", csvScript());
    const film = await here.file("secret/film.mp4", bytesOf(100, 1));
    const projectId = await here.project("media-dubbing");
    const order = {
      ...{ name: "One", languageCode: "FR-FR", settings: {} },
      script: { kind: "none" as const },
      video: { kind: "file" as const, path: film },
    };
    const add = (change: object) =>
      outbox.add({ workspaceId, projectId, order: { ...order, ...change }, targetFolder: "" });
    for (const [name, call] of [
      ["plans.create", () => plan(film)],
      ["plans.create, folder", () => plan(path.dirname(film))],
      ["plans.create, root", () => plan("/")],
      ["scripts.check", () => check(script)],
      ["scripts.lines", () => scripts.lines({ workspaceId, path: script, ...how, ...none })],
      ["scripts.openInProgram", () => scripts.openInProgram({ path: script, cell: null })],
      ["outbox.add, video", () => add({})],
      ["outbox.add, script", () => add({ script: { kind: "file", path: script } })],
      ["outbox.change", () => outbox.change({ workspaceId, entryId: 1, order, targetFolder: "" })],
      ["bulk.match", () => bulk.match({ workspaceId, projectId, paths: [path.dirname(film)] })],
      ["createLocal", () => workspaces.createLocal({ dataDir: path.join(here.folder, "data") })],
    ] as const)
      await expect(Promise.resolve().then<unknown>(call), name).rejects.toMatchObject(refused);
    // A missing file is rejected with the same error, so that a page learns nothing about the disk.
    await expect(check(path.join(here.folder, "none.csv"))).rejects.toMatchObject(refused);
    expect(await here.entries()).toEqual([]);
  });

  it("is accepted once the user has chosen the file, also after a restart", async () => {
    const script = await here.file("chosen/lines.csv", csvScript());
    const other = await here.file("chosen/other.csv", csvScript());
    picked = script;
    expect(await here.test.handlers.scripts.choose(undefined)).toEqual({ path: script });
    expect(await check(script)).toMatchObject({ lineCount: 2 });
    await expect(check(other)).rejects.toMatchObject(refused);
    await here.restart();
    expect(await check(script)).toMatchObject({ lineCount: 2 });
    await expect(check(other)).rejects.toMatchObject(refused);
  });

  it("is accepted below a chosen folder, but not where a link or '..' leads out of it", async () => {
    const inside = await here.file("chosen/season/lines.csv", csvScript());
    const outside = await here.file("outside/lines.csv", csvScript());
    const chosen = path.join(here.folder, "files/chosen");
    here.test.backend.approvePaths([chosen]);
    await symlink(path.dirname(outside), path.join(chosen, "linked"));
    await symlink(outside, path.join(chosen, "linked.csv"));
    await symlink(path.join(here.folder, "nowhere.csv"), path.join(chosen, "dangling.csv"));
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
      await expect(check(forged), forged).rejects.toMatchObject(refused);
    await expect(check(`${chosen}/season/none.csv`)).rejects.toMatchObject({
      code: "file-missing",
    });
  });

  it("is not checked again for queued work, which continues after a restart", async () => {
    const projectId = await here.project("audio-production");
    const script = await here.file("chosen/lines.csv", csvScript());
    here.test.backend.approvePaths([script]);
    void here.proxy.injectFault({
      ...{ method: "GET", path: /\/batches(\?|$)/, times: Infinity },
      fault: { kind: "answer", status: 503 },
    });
    const id = await here.add(projectId, { script: { kind: "file", path: script } });
    // As after many other files: the oldest are no longer stored.
    const db = new DatabaseSync(path.join(here.folder, "profile/dubyard.db"));
    db.exec("DELETE FROM approved_paths");
    db.close();
    await here.restart();
    await expect(check(script)).rejects.toMatchObject(refused);
    here.proxy.clearFaults();
    await here.test.handlers.outbox.retry({ workspaceId: here.workspaceId, entryIds: [id] });
    await here.waitForState(id, "sent");
    expect(await here.batches(projectId)).toHaveLength(1);
  });
});

describe("a bulk draft", () => {
  async function draftOf(rows: Partial<BulkRow>[]) {
    const { bulk } = here.test.handlers;
    const project = await here.project("media-dubbing");
    const at = { workspaceId: here.workspaceId, projectId: project };
    const { id: draftId } = await bulk.createDraft({ ...at, name: "Season 1" });
    const all = rows.map((row, index) => ({
      ...{ id: index + 1, name: `Row ${index}`, video: "", script: "", language: "FR-FR" },
      ...{ settings: {}, ...row },
    }));
    await bulk.saveRows({ workspaceId: at.workspaceId, draftId, rows: all, order: null });
    return { workspaceId: at.workspaceId, draftId };
  }

  it("opens no file that the user has not chosen, and starts with one after they confirmed its path", async () => {
    const { bulk } = here.test.handlers;
    const film = await here.file("elsewhere/film.mp4", bytesOf(100, 1));
    const draft = await draftOf([{ video: film }, { video: `${film}.none.mp4` }]);
    const { issues } = await bulk.dryRun(draft);
    expect(issues.map(({ rowId, rule }) => [rowId, rule])).toEqual([
      [1, "not-checked"],
      [2, "not-checked"],
    ]);
    const start = () => bulk.start({ ...draft, rowIds: [1] });
    await expect(start()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(questions).toEqual([{ reason: "named", paths: [film] }]);
    expect(await here.entries()).toEqual([]);
    isConfirmed = true;
    const { entryId } = await start();
    expect(questions).toHaveLength(2);
    expect(await here.entry(entryId)).toMatchObject({ kind: "bulk" });
  });

  it("needs no confirmation for files matched in a chosen folder, also through a link to the folder", async () => {
    const { bulk } = here.test.handlers;
    const film = await here.file("season/S01E01.mp4", bytesOf(100, 1));
    const link = path.join(here.folder, "link");
    await symlink(path.dirname(film), link);
    picked = link;
    const project = await here.project("media-dubbing");
    const found = await bulk.chooseAndMatch({
      ...{ workspaceId: here.workspaceId, projectId: project },
    });
    const [match] = found?.matches ?? [];
    const draft = await draftOf([{ video: match?.video ?? "" }]);
    expect((await bulk.dryRun(draft)).issues).toEqual([]);
    await bulk.start({ ...draft, rowIds: null });
    expect(questions).toEqual([]);
  });
});

describe("source audio", () => {
  const header = "Character,Text_FR-FR,Source_Audio\n";
  /** An approved script that names these. */
  async function scriptWith(...references: string[]): Promise<string> {
    const lines = references.map((reference) => `Anna,Un,${reference}\n`).join("");
    const script = await here.file("show/lines.csv", header + lines);
    here.test.backend.approvePaths([script]);
    return script;
  }
  const uploaded = async () => (await here.service.client.files()).sort();

  it("inside the script's folder needs no confirmation", async () => {
    const projectId = await here.project("line-dubbing");
    await here.file("show/audio/one.wav", bytesOf(100, 1));
    const script = await scriptWith("audio/one.wav");
    await here.waitForState(
      await here.add(projectId, { script: { kind: "file", path: script } }),
      "sent",
    );
    expect(questions).toEqual([]);
    expect(await uploaded()).toEqual(["audio/one.wav"]);
  });

  it("outside is listed by its full path and queued only when it was confirmed, however it is named", async () => {
    const projectId = await here.project("line-dubbing");
    const relative = await here.file("private/relative.wav", bytesOf(100, 1));
    const absolute = await here.file("private/absolute.wav", bytesOf(100, 2));
    const linked = await here.file("private/linked.wav", bytesOf(100, 3));
    await here.file("show/inside.wav", bytesOf(100, 4));
    const link = path.join(here.folder, "files/show/link.wav");
    await symlink(linked, link);
    const folderLink = path.join(here.folder, "files/show/folder");
    await symlink(path.dirname(linked), folderLink);
    const script = await scriptWith(
      ...["../private/relative.wav", absolute, "link.wav", "folder/linked.wav", "inside.wav"],
    );
    // Chosen for another upload: that does not allow an untrusted script to name it.
    here.test.backend.approvePaths([path.dirname(absolute)]);
    const outside = [relative, absolute, link, path.join(folderLink, "linked.wav")].sort();
    const report = await here.test.handlers.scripts.check({
      ...{ workspaceId: here.workspaceId, path: script, ...how, projectType: "line-dubbing" },
    });
    const warnings = report.problems.filter(({ code }) => code === "source-audio-outside");
    expect(warnings.map(({ message }) => message).sort()).toEqual(
      outside.map((file) => expect.stringContaining(file) as string),
    );

    const add = () => here.add(projectId, { script: { kind: "file", path: script } }, "to/");
    await expect(add()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(questions).toEqual([{ reason: "outside", paths: outside }]);
    expect(await here.entries()).toEqual([]);
    expect(await uploaded()).toEqual([]);

    isConfirmed = true;
    await here.waitForState(await add(), "sent");
    expect(await uploaded()).toContain("to/absolute.wav");
    // Once confirmed for this script, no dialog opens again, also after a restart.
    await here.restart();
    await here.waitForState(await add(), "sent");
    expect(questions).toHaveLength(2);
  });

  it("that a script names since it was queued is not uploaded without the user", async () => {
    const projectId = await here.project("line-dubbing");
    const secret = await here.file("private/secret.wav", bytesOf(100, 1));
    await here.file("show/one.wav", bytesOf(100, 2));
    const script = await scriptWith("one.wav");
    void here.proxy.injectFault({
      ...{ method: "GET", path: /\/batches(\?|$)/, times: Infinity },
      fault: { kind: "answer", status: 503 },
    });
    const order = { script: { kind: "file" as const, path: script } };
    const id = await here.add(projectId, order);
    await expect.poll(uploaded).toEqual(["one.wav"]);
    await here.restart();
    await writeFile(script, `${header}Anna,Un,${secret}\n`);
    here.proxy.clearFaults();
    const { workspaceId } = here;
    await here.test.handlers.outbox.retry({ workspaceId, entryIds: [id] });
    expect(await here.waitForState(id, "refused")).toMatchObject({
      fields: [{ field: "scriptPath", message: "source-audio-outside" }],
    });
    expect(await uploaded()).toEqual(["one.wav"]);
    expect(questions).toEqual([]);

    // When the user submits it again, a dialog opens.
    isConfirmed = true;
    await here.test.handlers.outbox.change({
      ...{ workspaceId, entryId: id, targetFolder: "" },
      order: {
        ...{ name: "One", video: { kind: "none" }, languageCode: "", settings: {} },
        ...order,
      },
    });
    expect(questions).toEqual([{ reason: "outside", paths: [secret] }]);
    await here.waitForState(id, "sent");
  });

  it("of a bulk request is confirmed in one dialog for all scripts", async () => {
    const { bulk } = here.test.handlers;
    const { workspaceId } = here;
    const projectId = await here.project("line-dubbing");
    await mkdir(path.join(here.folder, "files/show"), { recursive: true });
    const takes = await Promise.all(
      [1, 2].map((index) => here.file(`takes/${index}.wav`, bytesOf(100, index))),
    );
    const scripts = await Promise.all(
      takes.map((take, index) => here.file(`show/${index}.csv`, `${header}Anna,Un,${take}\n`)),
    );
    here.test.backend.approvePaths(scripts);
    const { id: draftId } = await bulk.createDraft({ workspaceId, projectId, name: "Season" });
    const rows = scripts.map((script, index) => ({
      ...{ id: index + 1, name: `Row ${index}`, video: "", script, language: "", settings: {} },
    }));
    await bulk.saveRows({ workspaceId, draftId, rows, order: null });
    const start = () => bulk.start({ workspaceId, draftId, rowIds: null });
    await expect(start()).rejects.toMatchObject({ code: "not-confirmed" });
    expect(questions).toEqual([{ reason: "outside", paths: takes }]);
    isConfirmed = true;
    const { entryId } = await start();
    await here.waitForState(entryId, "sent");
    expect(questions).toHaveLength(2);
  });
});
