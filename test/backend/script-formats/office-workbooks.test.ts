/**
 * Round trips through LibreOffice: workbooks written here are opened and saved there and read
 * again, and workbooks written there are imported. Skipped without LibreOffice.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import { writeBulk } from "../../../main/script-formats/bulk-write";
import { readBulk, readScript } from "../../../main/script-formats/read";
import { rewriteAudio } from "../../../main/script-formats/rewrite";
import { emotions, commonLanguages, writeTemplate } from "../../../main/script-formats/templates";
import { bulkSheet, scriptSheet } from "../../../main/script-formats/vocabulary";
import { sheetPart } from "../../../main/script-formats/files/xlsx/workbook";
import { openZip } from "../../../main/script-formats/files/zip";
import { writeZip } from "../../../main/script-formats/files/zip-write";
import { cellsOf, toDraftRows, writeCsv } from "../../../main/backend/bulk/draft-rows";
import { convert, missingOffice } from "../../helpers/office";
import { long } from "../../long";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "office-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const xlsx = "xlsx:Calc MS Excel 2007 XML";
const ods = "ods:calc8";
/** Comma, quote, UTF-8; cells as displayed. */
const csv = "csv:Text - txt - csv (StarCalc):44,34,76,1";

/** The same table in every format in which LibreOffice saves it: file name and bytes. */
async function saved(bytes: Uint8Array): Promise<[name: string, bytes: Uint8Array][]> {
  const open = await convert(folder, "table.xlsx", bytes, ods);
  return [
    ["as.xlsx", await convert(folder, "table.xlsx", bytes, xlsx)],
    ["as.ods.xlsx", await convert(folder, "table.ods", open, xlsx)],
    ["as.csv", await convert(folder, "table.xlsx", bytes, csv)],
  ];
}

const row = (id: number, cells: Partial<BulkRow>): BulkRow => ({
  id,
  name: "",
  video: "",
  script: "",
  language: "",
  settings: {},
  ...cells,
});
/** Includes values that spreadsheets convert to other types. */
const rows: BulkRow[] = [
  row(1, {
    name: "007",
    video: "season-1/Überfahrt größe.mov",
    script: "https://media.example/x.xlsx?a=1&b=2",
    language: "FR-FR",
    settings: { automaticInference: "TRUE", noOfAlternativeTakes: "2" },
  }),
  row(2, { name: "=1+1", video: "a  b.mov", settings: { autoCasting: "FALSE" } }),
  row(3, { name: "1-2", video: "say \"hi\", <b> & 'c'.mov", language: "DE-DE" }),
  row(4, { name: "TRUE", video: "@home/+49.mov", settings: { noOfSpeakers: "3" } }),
  row(5, { name: "日本語 😀", script: "https://media.example/a.srt", language: "JA-JP" }),
  row(6, { name: "1,5", video: "x.mov", settings: { sourceSpeakerSeparator: ":" } }),
];

/**
 * The values of the drop-downs of a sheet, by column. All begin below the header and include the
 * rows that are filled in: LibreOffice truncates them a thousand rows below the last used one.
 */
function dropDowns(bytes: Uint8Array, sheet: string): Record<string, string[]> {
  const zip = openZip(bytes);
  const xml = zip.read(sheetPart(zip, sheet)).toString("utf8");
  const all = [...xml.matchAll(/<dataValidation\b([^>]*)>([\s\S]*?)<\/dataValidation>/g)];
  const found = all.map(([, attributes = "", content = ""]): [string, string[]] => {
    const [, column = "", last] = /sqref="([A-Z]+)2:\1(\d+)"/.exec(attributes) ?? [];
    expect(Number(last), attributes).toBeGreaterThan(1000);
    const list = /<formula1>"?([\s\S]*?)"?<\/formula1>/.exec(content.replaceAll("&quot;", '"'));
    return [column, (list?.[1] ?? "").split(",")];
  });
  return Object.fromEntries(found);
}
const sheetsOf = (bytes: Uint8Array) => {
  const book = openZip(bytes).read("xl/workbook.xml").toString("utf8");
  return [...book.matchAll(/<sheet\b[^>]*name="([^"]*)"/g)].map(([, name]) => name);
};

/** A template with rows of texts below its header, as a user types them. */
function filled(template: Uint8Array, texts: readonly (readonly string[])[]): Uint8Array {
  const zip = openZip(template);
  const part = sheetPart(zip, scriptSheet);
  const xml = texts.map((cells, index) => {
    const typed = cells.map((text, column) => {
      const at = `${String.fromCharCode(65 + column)}${index + 2}`;
      const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`;
    });
    return `<row r="${index + 2}">${typed.join("")}</row>`;
  });
  return writeZip(
    zip.names.map((name) => {
      const data = zip.read(name);
      if (name !== part) return { name, data };
      const sheet = data.toString("utf8").replace(/<dimension[^>]*\/>/, "");
      return { name, data: Buffer.from(sheet.replace("</sheetData>", `${xml.join("")}$&`)) };
    }),
  );
}

const missing = missingOffice("calc");
describe.skipIf(missing !== null)(
  `LibreOffice round trips (${missing ?? "installed"})`,
  long,
  () => {
    test("a bulk grid", async () => {
      const written = await writeBulk(rows.map((one) => cellsOf(one)));
      for (const [name, bytes] of await saved(written)) {
        const read = await readBulk(bytes, name);
        expect([...read.problems, ...read.rows.flatMap(({ problems }) => problems)], name).toEqual(
          [],
        );
        expect(toDraftRows(read.rows), name).toEqual(rows);
      }
    }, 120_000);

    test("a bulk grid that was exported as .csv", async () => {
      // Opened and saved as .csv. Texts that look like numbers are converted; texts that look like
      // formulas are not.
      const unusual = new Set(["007", "1-2", "1,5"]);
      const plain = rows.filter(({ name }) => !unusual.has(name));
      const bytes = await convert(folder, "grid.csv", writeCsv(plain), csv);
      const read = await readBulk(bytes, "grid.csv", { hasEscapes: true });
      expect(read.problems).toEqual([]);
      expect(toDraftRows(read.rows)).toEqual(
        plain.map((one, index) => ({ ...one, id: index + 1 })),
      );
    }, 120_000);

    test("the bulk template with its drop-downs and notes", async () => {
      const template = await writeTemplate("bulk");
      const before = dropDowns(template, bulkSheet);
      expect(before["D"]).toEqual([...commonLanguages]);
      for (const [name, bytes] of await saved(template)) {
        expect((await readBulk(bytes, name)).problems.map(({ code }) => code)).toEqual([
          "rows-missing",
        ]);
        if (name === "as.csv") continue;
        expect(dropDowns(bytes, bulkSheet), name).toEqual(before);
        expect(sheetsOf(bytes), name).toEqual(sheetsOf(template));
      }
    }, 120_000);

    test.each(["audio-production", "line-dubbing"] as const)(
      "the %s template with rows, and a copy of it with other audio paths",
      async (purpose) => {
        const template = await writeTemplate(purpose, ["FR-FR", "EN-US"]);
        const isDubbed = purpose === "line-dubbing";
        const line = (id: string, fr: string, en: string, audio: string) => [
          id,
          "Zoë",
          "Joy",
          "normal",
          fr,
          en,
          ...(isDubbed ? [audio] : []),
        ];
        const book = filled(template, [
          line("007", 'Ça, "alors"\nencore', "=1+1", "/home/zoë/line 1.wav"),
          line("1-2", "  deux  espaces", "1,5", "https://media.example/2.wav"),
          line("008", "<b> & 'c'", "日本語 😀", "season-1/3.wav"),
        ]);
        const paths = new Map([["/home/zoë/line 1.wav", "season-1/line 1.wav"]]);
        const { bytes: copy } = rewriteAudio(book, "book.xlsx", paths);
        for (const one of isDubbed && copy ? [book, copy] : [book]) {
          const expected = await readScript(one, "book.xlsx", { purpose });
          expect(expected.problems).toEqual([]);
          expect(expected.lines.map(({ id }) => id)).toEqual(["007", "1-2", "008"]);
          for (const [name, bytes] of await saved(one)) {
            const read = await readScript(bytes, name, { purpose });
            const format = name.endsWith(".csv") ? "csv" : "xlsx";
            const sheet = format === "csv" ? "" : scriptSheet;
            expect({ ...read, format }, name).toEqual({ ...expected, format, sheet });
            if (format === "csv") continue;
            expect(dropDowns(bytes, scriptSheet), name).toEqual(dropDowns(template, scriptSheet));
            expect(dropDowns(bytes, scriptSheet)["C"]).toEqual([...emotions]);
            expect(sheetsOf(bytes), name).toEqual([scriptSheet, "Notes"]);
          }
        }
        if (isDubbed) {
          const read = await readScript(copy ?? book, "copy.xlsx", { purpose });
          expect(read.lines[0]?.sourceAudio).toBe("season-1/line 1.wav");
        }
      },
      240_000,
    );

    test("a table that was created in LibreOffice", async () => {
      const made = readFileSync(path.join(import.meta.dirname, "calc-workbook.fods"));
      for (const [name, to] of [
        ["made.xlsx", xlsx],
        ["made.csv", csv],
      ] as const) {
        const bytes = await convert(folder, "made.fods", made, to);
        const read = await readBulk(bytes, name, { hasEscapes: true });
        expect([...read.problems, ...read.rows.flatMap(({ problems }) => problems)], name).toEqual(
          [],
        );
        expect(toDraftRows(read.rows), name).toEqual([
          row(1, {
            name: "007",
            video: "season-1/Überfahrt.mov",
            language: "FR-FR",
            settings: { automaticInference: "TRUE", noOfAlternativeTakes: "2" },
          }),
          row(2, {
            name: "12",
            video: "season-1/two lines.mov",
            settings: { automaticInference: "FALSE", noOfAlternativeTakes: "1" },
          }),
        ]);
      }
    }, 120_000);
  },
);
