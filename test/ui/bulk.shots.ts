/** Screenshots of bulk tables and requests. */
import path from "node:path";
import { expect, test } from "vitest";
import { addRequest, seedTables, someRow, srtScript } from "./bulk-seed";
import { someEntries } from "./outbox-seed";
import { minutesAgo } from "./seed";
import type { WindowBackend } from "./test-backend";
import { describeWindow, type OpenOptions } from "./window";

const longName =
  "S02E09 Die außerordentlich lange Überschrift der vorletzten Folge mit allen Korrekturen";
const rows = [
  someRow(1),
  someRow(2, { settings: { noOfAlternativeTakes: "2" } }),
  someRow(3, { name: "", video: "season-2//S02E03.mov" }),
  someRow(4, {
    name: longName,
    video: `/mnt/raid/deliveries/2026-11-20/${longName}_final_v17.mov`,
  }),
  someRow(5, { language: "", script: "https://store.example/scripts/S02E05.docx?signature=abc" }),
  someRow(6, { name: "Ep 1", language: "ja-jp" }),
  ...Array.from({ length: 30 }, (_, index) => someRow(index + 7)),
];
/** A table whose scripts are regarded as valid. */
const fullTable: OpenOptions = {
  at: "#/bulk/home/1",
  announced: { extensions: ["scripts"] },
  seedApplication: (application) => seedTables(application, rows),
  overrides: { "bulk.dryRun": () => ({ issues: [], checkedScripts: rows.length }) },
};
const emptyTable: OpenOptions = {
  at: "#/bulk/home/2",
  seedApplication: (application) => seedTables(application),
};

/** Writes videos and scripts to a folder, which the native dialog then returns. */
async function writeChosenFolder(backend: WindowBackend): Promise<void> {
  const names = [
    "S02E01.mov",
    "S02E01.de.srt",
    "S02E03.mov",
    "S02E03.fr.docx",
    "S02E04.mov",
    "notes.txt",
    "S02E02_final.mov",
    "episode 202 old.xlsx",
    "episode 202 script.xlsx",
    "poster.png",
  ];
  for (const name of names) await backend.file(`deliveries/${name}`, srtScript);
  backend.dialogs.chooseFolder = () =>
    Promise.resolve(path.join(backend.filesFolder, "deliveries"));
}

describeWindow("Bulk tables", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`a table, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, ...fullTable });
      await page.getByText("rows with errors").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      await screenshot(`bulk-table-${theme}`);
      await page.keyboard.press("Home");
      await page.keyboard.press("F8");
      await page.keyboard.press("F8");
      await page.getByRole("tooltip").waitFor();
      await screenshot(`bulk-problem-${theme}`);
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("F2");
      await page.getByRole("listbox").waitFor();
      await screenshot(`bulk-typing-${theme}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menu").waitFor();
      await screenshot(`bulk-menu-${theme}`);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Start…" }).click();
      await page.getByRole("button", { name: /rows without errors/ }).waitFor();
      await screenshot(`bulk-start-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`matched files, ${theme}`, async () => {
      const { page, screenshot, backend } = await open({ theme, ...emptyTable });
      await writeChosenFolder(backend);
      await page.getByRole("grid").waitFor();
      await screenshot(`bulk-empty-table-${theme}`);
      await page.keyboard.press("Control+o");
      await page.getByText("Same episode number").waitFor();
      await screenshot(`bulk-match-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`rejected and lost requests, ${theme}`, async () => {
      const sent = rows.slice(0, 2);
      const { page, screenshot } = await open({
        theme,
        at: "#/bulk/home/1",
        seedApplication: (application) => seedTables(application, sent),
        entries: [
          {
            id: 9,
            name: "Season 2",
            kind: "bulk",
            state: "refused",
            draftId: 1,
            rows: sent,
            problem: { code: "invalid-input", message: "" },
            fields: sent.map(({ id }) => ({
              field: `rows[${id}].script`,
              message: "file-missing",
            })),
          },
        ],
      });
      await page.getByText("2 rows with errors").waitFor();
      await page.getByRole("grid").focus();
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("F8");
      await page.getByRole("tooltip").waitFor();
      await screenshot(`bulk-refused-${theme}`);

      const lostResponse = await open({
        theme,
        at: "#/bulk/home?request=r1",
        seedApplication: (application) =>
          addRequest(application, {
            id: "r1",
            name: "Season 1",
            status: "",
            progress: 100,
            isOver: true,
            isLost: true,
            rows: [
              { name: "Ep 1", status: "casting", batchId: "ep3" },
              { name: longName, status: "", message: "not-appeared" },
              { name: "Ep 3", status: "completed", batchId: "ep4" },
            ],
          }),
      });
      await lostResponse.page.getByText("Missing", { exact: true }).waitFor();
      await lostResponse.screenshot(`bulk-lost-${theme}`);
      await page.setViewportSize({ width: 820, height: 560 });
      await screenshot(`bulk-refused-narrow-${theme}`);
      await lostResponse.page.setViewportSize({ width: 820, height: 560 });
      await lostResponse.screenshot(`bulk-lost-narrow-${theme}`);
      expect(await lostResponse.page.getByRole("grid").count()).toBe(1);
    });

    test(`tables and requests, ${theme}`, async () => {
      const { page, screenshot } = await open({
        theme,
        at: "#/bulk/home",
        isOnline: false,
        entries: someEntries(),
        seedApplication(application) {
          seedTables(application);
          addRequest(application, { id: "r1", name: "Season 1" });
          addRequest(application, {
            id: "r0",
            name: "Pilot and specials",
            status: "completed",
            progress: 100,
            isOver: true,
            sentAt: minutesAgo(9000),
            rows: ["Pilot", "Making of"].map((name) => ({
              name,
              status: "completed",
              batchId: "ep3",
            })),
          });
        },
      });
      await page.getByRole("grid").getByText("Season 2").click();
      await screenshot(`bulk-tables-${theme}`);
      await page.getByRole("radio", { name: /Requests/ }).click();
      await page.getByRole("grid").getByText("Season 1").click();
      await screenshot(`bulk-requests-${theme}`);
      await page.keyboard.press("Enter");
      await page.getByRole("grid").getByText("Ep 4").click();
      await screenshot(`bulk-request-${theme}`);
      expect(await page.getByRole("row").count()).toBe(6);
    });
  }

  test("narrow, German, importing, empty, not saved", async () => {
    const narrow = await open({
      width: 900,
      height: 600,
      language: "de",
      ...fullTable,
    });
    await narrow.page.getByText("Zeilen mit Fehlern").waitFor();
    await narrow.screenshot("bulk-table-narrow");
    await narrow.page.getByRole("button", { name: "Einstellungen für alle Zeilen" }).click();
    await narrow.screenshot("bulk-table-narrow-settings");
    await narrow.page.getByRole("button", { name: "Starten…" }).click();
    await narrow.page.getByRole("button", { name: /fehlerfreie/ }).waitFor();
    await narrow.screenshot("bulk-start-narrow");
    const match = await open({ width: 900, height: 600, language: "de", ...emptyTable });
    await writeChosenFolder(match.backend);
    await match.page.getByRole("grid").waitFor();
    await match.page.keyboard.press("Control+o");
    await match.page.getByText("Gleiche Folgennummer").waitFor();
    await match.screenshot("bulk-match-narrow");
    const none = await open({ at: "#/bulk/home" });
    await none.page.getByText("No tables yet").waitFor();
    await none.screenshot("bulk-empty");
    const failing = await open(fullTable);
    failing.backend.failCall("bulk.saveRows", "disk-full");
    await failing.page.getByRole("grid").focus();
    await failing.page.keyboard.type("Pilot");
    await failing.page.keyboard.press("Enter");
    await failing.page.getByText("Not saved on this computer.").waitFor();
    await failing.screenshot("bulk-not-saved");
    const importing = await open(emptyTable);
    const cells = rows.map(({ name, video, language }, index) => {
      const code = index > 2 && index < 17 ? "xx" : language;
      return `${name},${video},${code}`;
    });
    const content = ["BATCH_NAME,VIDEO_PATH,LANGUAGE_CODE", ...cells].join("\n");
    importing.backend.dialogs.chooseFile = () => importing.backend.file("season.csv", content);
    await importing.page.getByRole("button", { name: "Fill", exact: true }).click();
    await importing.screenshot("bulk-fill-menu");
    await importing.page.getByRole("menuitem", { name: "From a spreadsheet…" }).click();
    await importing.page.getByText("Row 7, LANGUAGE_CODE").waitFor();
    await importing.screenshot("bulk-import");
    expect(await importing.page.getByRole("dialog").count()).toBe(1);
  });
});
