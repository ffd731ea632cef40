/** Screenshots of the outbox, local scripts and script stores. */
import { expect, test } from "vitest";
import { addBucket } from "./bulk-seed";
import { someEntries } from "./outbox-seed";
import { minutesAgo } from "./seed";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";

const longName =
  "Die unwahrscheinliche Pilgerreise des Kapitäns, erster Teil, in der ungekürzten Fassung";
/**
 * A script for line dubbing with 240 lines. Row 214 has no French text, row 215 has an unknown
 * emotion.
 */
const script = [
  "ID,Character,Text_EN-GB,Text_FR-FR,Emotion,Source_Audio",
  ...Array.from({ length: 240 }, (_, at) => {
    const row = at + 2;
    const character = ["Anna", "Bruno", "The Harbour Master"][at % 3] ?? "";
    const french = row === 214 ? "" : `Ligne ${at + 1}`;
    const emotion = row === 215 ? "moonrise" : "";
    const audio = `audio/line-${String(at < 238 ? (at % 38) + 1 : at).padStart(3, "0")}.wav`;
    return `${at + 1},${character},Line ${at + 1},${french},${emotion},${audio}`;
  }),
].join("\n");

/** The scripts in the bucket. */
const stored = [
  { id: "s1", name: "S02E04.xlsx", size: 48_300, storedAt: minutesAgo(60) },
  { id: "s2", name: "S02E05.srt", size: 21_800, storedAt: minutesAgo(2000) },
];

describeWindow("Outbox", (open) => {
  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const) {
      test(`outbox, ${language}, ${theme}`, async () => {
        const withLongNames = { id: 9, name: longName, projectName: longName, uploads: [9] };
        const { page, backend, screenshot } = await open({
          theme,
          language,
          at: "#/outbox",
          uploads: someUploads(),
          entries: [...someEntries(), withLongNames],
        });
        await page.getByText("Undertow").click();
        await screenshot(`outbox-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`outbox-narrow-${language}-${theme}`);
        backend.change((_service, application) => application.run("DELETE FROM outbox"));
        backend.changed("outbox");
        await page.locator("main .empty").waitFor();
        await screenshot(`outbox-empty-${language}-${theme}`);
        expect(await page.getByRole("row").count()).toBe(0);
      });

      test(`local script, ${language}, ${theme}`, async () => {
        const { page, backend, screenshot } = await open({
          theme,
          language,
          at: "#/new-batch/trailers",
          announced: { extensions: ["scripts"] },
        });
        // The source audio files of the last two lines are missing.
        for (let number = 1; number <= 38; number++)
          await backend.file(`audio/line-${String(number).padStart(3, "0")}.wav`);
        backend.dialogs.chooseFile = () => backend.file("S02E04.csv", script);
        await screenshot(`script-none-${language}-${theme}`);
        await page.locator("[data-field=scriptPath] button").first().click();
        await page.getByText("E215").first().waitFor();
        await page.locator("details").first().locator("summary").click();
        await page.getByRole("cell").first().waitFor();
        await screenshot(`script-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`script-narrow-${language}-${theme}`);
        expect(backend.calledNames()).toContain("scripts.check");
      });

      test(`script store, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({
          theme,
          language,
          at: "#/settings",
          seedApplication: addBucket,
          overrides: { "scriptStore.list": () => ({ scripts: stored, isTruncated: false }) },
        });
        const section = page.locator("[data-section=script-store]");
        await section.locator("li").first().waitFor();
        await section.scrollIntoViewIfNeeded();
        await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
        await screenshot(`script-store-${language}-${theme}`);
        expect(await section.getByRole("textbox").count()).toBeGreaterThan(4);
      });
    }
});
