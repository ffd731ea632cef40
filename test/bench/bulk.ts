/**
 * `npm run bench -- bulk`: bulk tables of 1,000 and 10,000 rows in the application (paste,
 * validate, type, fill, scroll), the check of a workbook of 50,000 lines, and matching folders of
 * 1,000 and 10,000 files. Figures with a limit are shown with it; the last lines show the ratio of
 * the durations for ten times the size. Requires a build.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ElectronApplication, Page } from "playwright";
import type { BulkRow } from "../../preload/contract/bulk";
import type { ScriptReport } from "../../preload/contract/scripts";
import { workbook } from "../helpers/script-files";
import {
  callMain,
  figure,
  launchWatched,
  memory,
  print,
  scroll,
  reportEventLoop,
  type Timed,
} from "./tools/application";

const sizes = [1_000, 10_000];
const lineCount = 50_000;
/** In milliseconds. */
const keyBound = 100;
const checkBound = 1_000;
const matchBound = 2_000;
/** Durations of each measurement at each size. */
const durations = new Map<string, number[]>();

function reportFigure(label: string, milliseconds: number, bound?: number): void {
  figure(label, milliseconds, bound);
  durations.set(label, [...(durations.get(label) ?? []), milliseconds]);
}

const count = (value: number) => value.toLocaleString("en");
const number = (index: number) => String(index + 1).padStart(5, "0");
const rowTexts = (index: number) => [
  `Episode ${number(index)}`,
  `https://media.example/videos/${number(index)}.mov`,
  `https://media.example/scripts/${number(index)}.xlsx`,
  index % 2 === 0 ? "DE-DE" : "German (Germany)",
];

/** Records for each key the time until the frame that shows its effect. */
function watchKeys(): void {
  const own = window as unknown as { keys: number[] };
  own.keys = [];
  document.addEventListener(
    "keydown",
    ({ timeStamp, key }) => {
      if (["Control", "Shift"].includes(key)) return;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // After the frame was painted.
        port1.onmessage = () => own.keys.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );
}

/**
 * Presses keys in succession, each after the effect of the previous one; reports the median and the
 * maximum.
 */
async function press(page: Page, label: string, keys: readonly string[]): Promise<void> {
  // Effects of earlier keys are complete.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            (window as unknown as { keys: number[] }).keys = [];
            resolve();
          }),
        );
      }),
  );
  for (const [index, key] of keys.entries()) {
    await page.keyboard.press(key);
    await page.waitForFunction(
      (all) => (window as unknown as { keys: number[] }).keys.length > all,
      index,
    );
  }
  const times = await page.evaluate(() => (window as unknown as { keys: number[] }).keys);
  times.sort((a, b) => a - b);
  if (keys.length > 1)
    reportFigure(`${label}: usual key`, times[Math.floor(times.length / 2)] ?? 0, keyBound);
  reportFigure(keys.length > 1 ? `${label}: slowest key` : label, times.at(-1) ?? 0, keyBound);
}

const rowsShown = (page: Page) =>
  page.evaluate(() => Number(document.querySelector("[role=grid]")?.getAttribute("aria-rowcount")));

interface Target {
  app: ElectronApplication;
  page: Page;
  workspaceId: string;
  projectId: string;
}

async function benchTable({ app, page, workspaceId, projectId }: Target, size: number) {
  print(`a table of ${count(size)} rows`);
  const { id: draftId } = await callMain<{ id: number }>(page, "bulk.createDraft", {
    workspaceId,
    projectId,
    name: `Table of ${size}`,
  });
  await page.evaluate((hash) => (location.hash = hash), `#/bulk/${projectId}/${draftId}`);
  const grid = page.getByRole("grid", { name: `Table of ${size}` });
  await grid.waitFor();
  await grid.focus();
  // Languages are shown by name once they are loaded.
  await page.keyboard.press("End");
  await page.keyboard.press("F2");
  await page
    .getByRole("option", { name: /German/ })
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await reportEventLoop(app, "opening a table");

  const text = Array.from({ length: size }, (_, index) => rowTexts(index).join("\t")).join("\n");
  reportFigure(
    "paste",
    await page.evaluate(
      ([pasted, last]) => {
        const { bench } = window as unknown as Timed;
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        return bench.timed(
          () =>
            document.activeElement?.dispatchEvent(
              new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
            ),
          () =>
            [...document.querySelectorAll("[role=gridcell]")].some(
              ({ textContent }) => textContent.trim() === last,
            ),
        );
      },
      [text, rowTexts(0)[0] ?? ""] as const,
    ),
  );
  const startedAt = Date.now();
  await page.getByText("Saved on this computer").waitFor();
  reportFigure("until the pasted rows are saved", Date.now() - startedAt);
  const saved = await callMain<{ rows: BulkRow[] }>(page, "bulk.draft", { workspaceId, draftId });
  if (saved.rows.length !== size || (await rowsShown(page)) < size)
    throw new Error(`only ${saved.rows.length} rows were saved`);
  await page.getByText("No errors").waitFor();
  await reportEventLoop(app, "saving rows");

  // Twice, because the first run loads code.
  for (const label of ["validate, first time", "validate"]) {
    const from = Date.now();
    const { issues } = await callMain<{ issues: unknown[] }>(page, "bulk.dryRun", {
      workspaceId,
      draftId,
    });
    if (issues.length > 0) throw new Error(`the rows are invalid: ${JSON.stringify(issues[0])}`);
    reportFigure(label, Date.now() - from, size === 1_000 ? checkBound : undefined);
  }
  await reportEventLoop(app, "validating rows");

  await page.keyboard.press("Control+Home");
  await press(page, "move", Array<string>(20).fill("ArrowDown"));
  await press(page, "type into a cell", [...Array.from("Finale x7"), "Enter"]);
  await press(page, "to the end", ["Control+End"]);
  await press(page, "type into the last row", [...Array.from("Last one"), "Enter"]);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+Space");
  await press(page, "fill down", ["Control+d"]);
  await press(page, "undo", ["Control+z"]);
  await press(page, "select all and copy", ["Control+a", "Control+c"]);
  await page.keyboard.press("Control+Home");
  await page.getByText("Saved on this computer").waitFor();
  await reportEventLoop(app, "typing");
  await scroll(page, "table");
  await memory(app);
}

async function benchWorkbook({ app, page, workspaceId }: Target, folder: string): Promise<void> {
  print(`a workbook of ${count(lineCount)} lines`);
  const file = path.join(folder, "lines.xlsx");
  const lines = Array.from({ length: lineCount }, (_, index) => [
    String(index),
    `Character ${index % 40}`,
    "joy",
    "normal",
    `What is said in line ${index} is about as long as this one.`,
  ]);
  const header = ["ID", "Character", "Emotion", "Intensity", "Text_EN-US"];
  await writeFile(file, await workbook([header, ...lines]));
  await reportEventLoop(app, "idle");
  const startTime = Date.now();
  const report = await callMain<ScriptReport>(page, "scripts.check", {
    workspaceId,
    path: file,
    projectType: "audio-production",
    languageCode: "",
    speakerSeparator: "",
  });
  figure("check", Date.now() - startTime);
  if (report.lineCount !== lineCount) throw new Error("not all lines were read");
  await reportEventLoop(app, "checking the script");
  await memory(app);
}

async function benchFolder(target: Target, folder: string, size: number): Promise<void> {
  const { app, page, workspaceId, projectId } = target;
  print(`a folder of ${count(size)} files`);
  const top = path.join(folder, `files ${size}`);
  for (let index = 0; index < size / 2; index += 1) {
    const season = path.join(top, `Season ${Math.floor(index / 100) + 1}`);
    if (index % 100 === 0) await mkdir(season, { recursive: true });
    const name = `S${Math.floor(index / 100) + 1}E${(index % 100) + 1}`;
    await writeFile(path.join(season, `${name}_conform.mov`), "x");
    await writeFile(path.join(season, `${name} final.de.srt`), "x");
  }
  await reportEventLoop(app, "idle");
  const began = Date.now();
  const { matches } = await callMain<{ matches: { kind: string }[] }>(page, "bulk.match", {
    workspaceId,
    projectId,
    paths: [top],
  });
  reportFigure("match", Date.now() - began, matchBound);
  const paired = matches.filter(({ kind }) => kind !== "none").length;
  if (paired !== size / 2) throw new Error(`only ${paired} pairs were found`);
  await reportEventLoop(app, "matching files");
  await memory(app);
}

async function bench(env: Record<string, string>): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-bench-bulk-"));
  const { app, page } = await launchWatched(path.join(folder, "profile"), env);
  try {
    // Main accepts only paths that the user has chosen.
    await app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, folder);
    await callMain(page, "workspaces.chooseLocalFolder");
    const { id: workspaceId } = await callMain<{ id: string }>(page, "workspaces.createLocal", {
      dataDir: path.join(folder, "data"),
    });
    const { id: projectId } = await callMain<{ id: string }>(page, "projects.create", {
      workspaceId,
      name: "Bench",
      type: "media-dubbing",
      model: "local-basic",
      sourceLanguage: "en-us",
      targetLanguages: ["de-de"],
    });
    await page.evaluate(watchKeys);
    const target = { app, page, workspaceId, projectId };
    await memory(app);
    for (const size of sizes) await benchTable(target, size);
    await benchWorkbook(target, folder);
    for (const size of sizes) await benchFolder(target, folder, size);
    print("ratio for ten times the size");
    for (const [label, [small = NaN, large = NaN]] of durations)
      print(`  ${label.padEnd(52)} ${(large / small).toFixed(1).padStart(7)} times`);
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await bench(process.env as Record<string, string>);
