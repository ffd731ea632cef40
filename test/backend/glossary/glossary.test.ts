/**
 * Glossaries: search, export and import, with words that a spreadsheet would evaluate as formulas.
 */
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import type { GlossaryFields, GlossaryLine } from "../../../preload/model/resources";
import type { Dialogs } from "../../../main/backend/compose";
import { readCsvPortions } from "../../../main/script-formats/files/csv-portions";
import { csvHeader, csvRow } from "../../../main/backend/glossary/glossary-csv";
import {
  connectWorkspace,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { createProject } from "../../helpers/local-workspace";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: RunningLocalService;
let test: TestBackend;
let where: { workspaceId: string; projectId: string };
let chosen: string | null = null;
let suggested = "";

const dialogs = (): Dialogs => ({
  chooseMedia: () => Promise.resolve([]),
  chooseFolder: () => Promise.resolve(null),
  chooseFile: () => Promise.resolve(chosen),
  saveFile: ({ suggestedName }) => {
    suggested = suggestedName;
    return Promise.resolve(chosen);
  },
});

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startLocalService();
  test = startBackend(path.join(folder.path, "profile"), {
    dialogs: dialogs(),
  });
  const workspaceId = await connectWorkspace(test, service.address().baseUrl, service.address());
  await test.waitUntil(async () => {
    const [workspace] = await test.handlers.workspaces.list(undefined);
    return workspace?.extensions.includes("glossary") ? true : null;
  }, "extensions");
  const projectId = await createProject(service.client, { name: "../A: B" });
  where = { workspaceId, projectId };
  await test.handlers.projects.get(where);
  chosen = path.join(folder.path, "glossary.csv");
});
afterEach(async () => {
  await test.stop();
  await service.remove();
  await folder.remove();
});

const line = (word: string, fields: Partial<GlossaryFields> = {}): GlossaryFields => ({
  word,
  languageId: "fr-fr",
  phonemization: "",
  phonemizationLanguageId: "",
  pronunciationLanguageId: "",
  pronounceAs: "",
  caseSensitive: false,
  ...fields,
});
const list = (fields: object = {}) =>
  test.handlers.glossary.list({
    ...where,
    search: "",
    languageId: "",
    sort: "word",
    offset: 0,
    limit: 1000,
    ...fields,
  });
const words = async (fields: object = {}) => (await list(fields)).lines.map(({ word }) => word);
/** Imports the chosen file; null if the user cancels the dialog. */
async function importCsv() {
  const file = await test.handlers.glossary.readCsv(where);
  return file && test.handlers.glossary.importCsv({ ...where, path: file.path });
}
const refresh = () =>
  test.handlers.lists.refresh({
    workspaceId: where.workspaceId,
    list: { kind: "glossary", projectId: where.projectId },
  });

describe("a glossary", () => {
  it("is not exported if it is longer than the cached part", async () => {
    const profile = path.join(folder.path, "small");
    const small = startBackend(profile, { maxListItems: 2, dialogs: dialogs() });
    try {
      const { baseUrl, ...credentials } = service.address();
      const workspaceId = await connectWorkspace(small, baseUrl, credentials);
      const own = { workspaceId, projectId: where.projectId };
      const { projectId } = own;
      const read = () =>
        small.handlers.lists.refresh({ workspaceId, list: { kind: "glossary", projectId } });
      for (const word of ["a", "b"])
        await test.handlers.glossary.create({ ...where, line: line(word) });
      await read();
      expect(await small.handlers.glossary.exportCsv(own)).toMatchObject({ lines: 2 });
      await rm(chosen!);
      await test.handlers.glossary.create({ ...where, line: line("c") });
      await read();
      await expect(small.handlers.glossary.exportCsv(own)).rejects.toMatchObject({
        code: "list-too-long",
      });
      // Also if the list could not be synced since then.
      await service.close();
      await expect(read()).rejects.toMatchObject({ code: "unreachable" });
      await expect(small.handlers.glossary.exportCsv(own)).rejects.toMatchObject({
        code: "list-too-long",
      });
      await expect(stat(chosen!)).rejects.toMatchObject({ code: "ENOENT" });
    } finally {
      await small.stop();
    }
  });

  it("is exported line by line, searched and filtered by language", async () => {
    const added = await test.handlers.glossary.create({ ...where, line: line("Zoë") });
    await test.handlers.glossary.create({
      ...where,
      line: line("AC/DC", { languageId: "en-us", pronounceAs: "ay see" }),
    });
    expect(await words()).toEqual(["AC/DC", "Zoë"]);
    expect(await words({ search: "zoe" })).toEqual(["Zoë"]);
    expect(await words({ search: "ay see" })).toEqual(["AC/DC"]);
    expect(await words({ languageId: "en-us" })).toEqual(["AC/DC"]);
    expect((await list()).languageIds).toEqual(["en-us", "fr-fr"]);
    await test.handlers.glossary.change({ ...where, lineId: added.id, line: line("Zoé") });
    expect(await words({ sort: "-word" })).toEqual(["Zoé", "AC/DC"]);
    const outcomes = await test.handlers.glossary.delete({
      ...where,
      lineIds: [added.id, "unknown"],
    });
    expect(outcomes.map(({ problem }) => problem)).toEqual([null, null]);
    expect(await words()).toEqual(["AC/DC"]);
    await expect(
      test.handlers.glossary.create({ ...where, line: line("x", { languageId: "klingon" }) }),
    ).rejects.toMatchObject({ code: "invalid-input", details: [{ field: "languageId" }] });
  });

  it("is unchanged after export and import, and contains nothing that a spreadsheet evaluates", async () => {
    const hard = [
      "=1+1",
      "+49",
      "-ish",
      "@home",
      "'=quoted",
      "''-two",
      'say "hi"',
      "a,b;c",
      "'til",
    ];
    for (const word of hard) await test.handlers.glossary.create({ ...where, line: line(word) });
    const exported = await test.handlers.glossary.exportCsv(where);
    expect(exported).toEqual({ path: chosen, lines: hard.length });
    expect(suggested).toBe("_A_ B glossary.csv");
    const text = await readFile(chosen!, "utf8");
    expect(text.startsWith("\uFEFFword,languageId,")).toBe(true);
    for (const row of text.split("\r\n").slice(1)) expect(row).not.toMatch(/^"?[=+\-@]/);

    await refresh();
    const before = await words();
    const ids = (await list()).lines.map(({ id }) => id);
    await test.handlers.glossary.delete({ ...where, lineIds: ids });
    const counts = await importCsv();
    expect(counts).toEqual({ added: hard.length, changed: 0, problems: [] });
    await refresh();
    expect(await words()).toEqual(before);
    expect(await importCsv()).toMatchObject({ added: 0, changed: 9 });
  });

  it("imports a large file in portions and reports invalid rows by their number in the file", async () => {
    const rows = Array.from({ length: 9_000 }, (_, index) => [
      index === 8_000 ? "klingon" : "fr-fr",
      `"word; ${index}"`,
      '"a note\nover two lines"',
    ]);
    const text = ["LanguageId;Word;Note", ...rows.map((row) => row.join(";"))].join("\n");
    await writeFile(chosen!, text);
    const counts = await importCsv();
    expect(counts).toMatchObject({ added: 8_999, changed: 0, problems: [{ row: 8_002 }] });
    await refresh();
    expect((await list()).total).toBe(8_999);
    expect(await words({ search: "8999" })).toEqual(["word; 8999"]);
  });

  it("is imported in the assumed encoding, or in the one that the user chose before", async () => {
    const rows = Buffer.from("word,languageId\n");
    await writeFile(chosen!, Buffer.concat([rows, Buffer.from("a3f3649f2c706c2d706c0a", "hex")]));
    const read = await test.handlers.glossary.readCsv(where);
    expect(read).toEqual({
      path: chosen,
      name: "glossary.csv",
      encoding: { name: "windows-1250", isChosen: false, words: ["Łódź"] },
      problem: null,
      notes: [],
    });
    const file = read?.path ?? "";
    const readAs = async (encoding: TextEncoding | null) => {
      await test.handlers.scripts.setEncoding({ path: file, encoding });
      return test.handlers.glossary.readCsv({ ...where, path: file });
    };
    expect(await readAs("utf-16le")).toMatchObject({
      encoding: { name: "utf-16le", isChosen: true },
    });
    expect((await readAs("windows-1252"))?.encoding?.words).toEqual(["ódŸ"]);
    expect(await test.handlers.glossary.importCsv({ ...where, path: file })).toMatchObject({
      added: 1,
    });
    await refresh();
    expect(await words()).toEqual(["£ódŸ"]);
    expect((await readAs(null))?.encoding?.words).toEqual(["Łódź"]);
    expect((await list()).total).toBe(1);
  });

  it("shows words with invalid bytes before the import", async () => {
    const text = "word,languageId\néin,de-de\nzwé,de-de\ndré,de-de\nv_r,de-de\n";
    const bytes = Buffer.from(text);
    bytes[bytes.indexOf("_")] = 0xe9;
    await writeFile(chosen!, bytes);
    expect(await test.handlers.glossary.readCsv(where)).toMatchObject({
      encoding: { name: "utf-8", words: ["v\ufffdr", "éin", "zwé"] },
    });
  });

  it.each([
    ["no known columns", "a,b\n1,2\n", "invalid-input"],
    ["no content", "", "invalid-input"],
    ["an unclosed quote", 'word,languageId\n"a,fr-fr\n', "invalid-input"],
    ["bytes that are not text", "\u0000\u0001\u0000\u0000", "invalid-input"],
  ])("rejects a file with %s", async (_name, text, code) => {
    await writeFile(chosen!, text);
    await expect(importCsv()).rejects.toMatchObject({ code });
    expect((await list()).total).toBe(0);
  });

  it("reports file errors, and does nothing if the user cancels the dialog", async () => {
    await expect(importCsv()).rejects.toMatchObject({
      code: "file-missing",
    });
    await writeFile(chosen!, Buffer.alloc(17 * 1024 ** 2, "a"));
    await expect(importCsv()).rejects.toMatchObject({
      code: "invalid-input",
      details: [{ field: "file", message: "is larger than 16 MB" }],
    });
    chosen = path.join(folder.path, "nowhere", "glossary.csv");
    await expect(test.handlers.glossary.exportCsv(where)).rejects.toMatchObject({
      code: "file-unwritable",
    });
    chosen = null;
    expect(await test.handlers.glossary.exportCsv(where)).toBeNull();
    expect(await importCsv()).toBeNull();
  });
});

describe("portions of a glossary file", () => {
  const row = (word: string): GlossaryLine => ({
    ...line(word),
    id: "1",
    createdAt: null,
    updatedAt: null,
  });
  it("contain every row once, split at row ends", () => {
    const all = Array.from({ length: 20_000 }, (_, index) => `=${index}\r\n"${"y".repeat(10)}"`);
    const text = csvHeader.slice(1) + all.map((word) => csvRow(row(word))).join("");
    const { portions } = readCsvPortions(Buffer.from(text), "a.csv");
    expect(portions.length).toBeGreaterThan(3);
    let before = 0;
    for (const { csv, rowsBefore } of portions) {
      expect(rowsBefore).toBe(before);
      expect(csv.startsWith("word,languageId,")).toBe(true);
      before += csv.match(/"=\d+\r\n""/g)!.length;
    }
    expect(before).toBe(all.length);
  });
  it("include text after a quoted field, and a file without rows", () => {
    const portionsOf = (text: string) => readCsvPortions(Buffer.from(text), "a.csv").portions;
    expect(portionsOf("sep=;\nword;languageId\n")).toEqual([
      { csv: "word,languageId\r\n", rowsBefore: 0 },
    ]);
    const [portion] = portionsOf('word,languageId\n"a"b,"c""d"\n5" disk,x');
    expect(portion?.csv).toBe('word,languageId\r\nab,"c""d"\r\n"5"" disk",x\r\n');
  });
});
