/**
 * Copy and paste between LibreOffice Calc and a bulk table, with both programs and one clipboard.
 * With DUBYARD_RECORD_CLIPBOARD=1, the clipboard content of Calc is recorded in test/ui/clipboard.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import { clipboardAs, missingCalc, missingDefault, startCalc } from "../../helpers/office";
import { long } from "../../long";
import { workbook } from "../../helpers/script-files";
import { killTree, launch, root, temporaryFolder } from "../harness";
import { callMain, createLocalWorkspace, homeOf } from "../workspace";
import { writeFiles } from "./user-actions";

const samples = path.join(root, "test/ui/clipboard");
const reason = missingCalc();

/** The application with an empty bulk table open, and the focus in it. */
async function openTable() {
  const profile = temporaryFolder("profile");
  const { app, page } = await launch({ profile, env: homeOf(profile) });
  const workspaceId = await createLocalWorkspace(page, profile);
  const { id: projectId } = await callMain<{ id: string }>(page, "projects.create", {
    workspaceId,
    name: "Season",
    type: "audio-production",
    model: "local-basic",
    sourceLanguage: null,
    targetLanguages: ["fr-fr"],
  });
  const name = "From Calc";
  const draft = { workspaceId, projectId, name };
  const { id: draftId } = await callMain<{ id: number }>(page, "bulk.createDraft", draft);
  await page.evaluate((hash) => (location.hash = hash), `#/bulk/${projectId}/${draftId}`);
  const grid = page.getByRole("grid", { name: /Batches of/ });
  await grid.focus();
  const rows = async () => {
    const stored = await callMain<{ rows: BulkRow[] }>(page, "bulk.draft", {
      workspaceId,
      draftId,
    });
    return stored.rows.map(({ name: own, video, script, language }) => [
      own,
      video,
      script,
      language,
    ]);
  };
  return { app, page, rows };
}

// The target element of a paste event differs between browsers; this test uses that of the
// application.
test("copies cells to and from a bulk table through the system clipboard", async () => {
  const { app, page, rows } = await openTable();
  await app.evaluate(({ clipboard }) => clipboard.writeText("Ep 1\ta.mov"));
  await page.keyboard.press("Control+v");
  await expect.poll(rows).toEqual([["Ep 1", "a.mov", "", ""]]);
  await page.keyboard.press("Control+x");
  await expect.poll(rows).toEqual([["", "", "", ""]]);
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe("Ep 1\ta.mov");
  // A text field handles its own paste: the table is not changed.
  await page.getByRole("combobox", { name: "Upload to" }).focus();
  await page.keyboard.press("Control+v");
  await expect
    .poll(() => page.getByRole("combobox", { name: "Upload to" }).inputValue())
    .toContain("Ep 1");
  expect(await rows()).toEqual([["", "", "", ""]]);
});

test.skipIf(reason !== null)(
  `pastes cells of Calc into a bulk table, and back (${reason ?? "LibreOffice"})`,
  long,
  async () => {
    const { page, rows } = await openTable();
    const calc = await startCalc(temporaryFolder("calc"), killTree);
    onTestFinished(calc.close);
    await calc.copy(path.join(samples, "calc.fods"), "A1:E10");
    if (process.env["DUBYARD_RECORD_CLIPBOARD"]) {
      const plain = clipboardAs("text/plain;charset=utf-8");
      writeFileSync(path.join(samples, "calc-html.txt"), clipboardAs("text/html"));
      writeFileSync(path.join(samples, "calc-plain.txt"), plain);
    }
    await page.keyboard.press("Control+v");
    await expect.poll(async () => (await rows()).length).toBe(7);
    // The header row determines the columns and is not inserted.
    const pasted = [
      ["two\nlines", "Überfahrt/größe_ß.mov", "tab here", "fr-fr"],
      ['say "hi"', "a & b <c> 'd'.mov", '"all quoted"', ""],
      ["007", "008", "09.03.2024", "pt-br"],
      ["", "", "", ""],
      ["over two columns", "", "over two rows", ""],
      ["two  spaces", "around", "", "abc"],
      ["with a note", "https://media.example/x.mov?a=1&b=2", "C:\\Scripts\\ep 1.xlsx", ""],
    ];
    expect(await rows()).toEqual(pasted);

    // Names that a spreadsheet would convert to other types.
    await page.keyboard.press("Control+Home");
    for (const text of ["=1+1", "1-2", "TRUE", "@home", "1,5"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await page.getByText("Copied 7 rows, 4 columns").waitFor({ state: "attached" });
    const back = await calc.paste();
    expect(back.flat().filter(({ kind }) => kind === "formula" || kind === "number")).toEqual([]);
    const texts = back.map((row) => row.slice(0, 4).map(({ text }) => text));
    expect(texts.map(([name]) => name)).toEqual([
      "=1+1",
      "1-2",
      "TRUE",
      "@home",
      "1,5",
      // HTML collapses consecutive spaces.
      "two spaces",
      "with a note",
    ]);
    expect(texts.map(([, ...others]) => others)).toEqual([
      ["Überfahrt/größe_ß.mov", "tab here", "fr-fr"],
      ["a & b <c> 'd'.mov", '"all quoted"', ""],
      ["008", "09.03.2024", "pt-br"],
      ["", "", ""],
      ["", "over two rows", ""],
      ["around", "", "abc"],
      ["https://media.example/x.mov?a=1&b=2", "C:\\Scripts\\ep 1.xlsx", ""],
    ]);
  },
);

const noDefault = missingDefault();
test.skipIf(noDefault !== null)(
  `opens a problem of a script in Calc at its cell (${noDefault ?? "LibreOffice"})`,
  long,
  async () => {
    const profile = temporaryFolder("profile");
    const calc = await startCalc(temporaryFolder("calc"), killTree);
    onTestFinished(calc.close);
    const home = homeOf(profile);
    const env = { ...home, ...(await calc.makeDefault(home.HOME)) };
    const { app, page } = await launch({ profile, env });
    const workspaceId = await createLocalWorkspace(page, profile);
    const { id: projectId } = await callMain<{ id: string }>(page, "projects.create", {
      workspaceId,
      name: "Season",
      type: "audio-production",
      model: "local-basic",
      sourceLanguage: null,
      targetLanguages: ["de-de"],
    });
    const rows = Array.from({ length: 300 }, (_, index) => [`${index + 1}`, "Mara", "Guten Tag."]);
    const sheets = rows.map((row, index) => [...row, index === 212 ? "sulky" : "joy"]);
    const [script = ""] = writeFiles(path.join(profile, "Ep #1 & 50%"), {
      "Folge 1.xlsx": await workbook(
        [["ID", "Character", "Text_DE-DE", "Emotion"], ...sheets],
        "Mara's lines",
      ),
    });
    await app.evaluate(({ dialog }, file) => {
      const chosen = { canceled: false, filePaths: [file] };
      dialog.showOpenDialog = () => Promise.resolve(chosen);
    }, script);
    await page.evaluate((hash) => (location.hash = hash), `#/new-batch/${projectId}`);
    await page.getByRole("button", { name: "Choose file…" }).first().click();
    const report = page.getByRole("region", { name: "Contents of the script" });
    await report.getByRole("button", { name: "Cell D214 · Emotion" }).click();
    const selection = () => calc.selection();
    await expect.poll(selection, { timeout: 90_000 }).toBe("$'Mara''s lines'.$D$214");
  },
);
