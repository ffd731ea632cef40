/**
 * The same 40 lines as programs save them: LibreOffice (.xlsx, .ods, .csv of several code pages,
 * .docx, .pdf), openpyxl, and ExcelJS, SheetJS, docx and pandoc where they are installed. All have
 * equal lines. Programs that are missing are skipped with the reason.
 */
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toCsv, toXlsx } from "../../../main/script-formats/files/data-table";
import { readScript } from "../../../main/script-formats/read";
import { scriptSheet } from "../../../main/script-formats/vocabulary";
import { convert, missingOffice } from "../../helpers/office";
import { long } from "../../long";

const run = promisify(execFile);
const python = ["/usr/bin/python3", "python3"].find(
  (program) => spawnSync(program, ["-c", "import openpyxl"]).status === 0,
);
const missingPython = python === undefined ? "openpyxl is missing" : null;
const missingPandoc = spawnSync("pandoc", ["--version"]).status === 0 ? null : "pandoc is missing";
const require = createRequire(import.meta.url);
/** A package that the project does not depend on; null if it is not installed. */
function optional(name: string): unknown {
  try {
    return require(name);
  } catch {
    return null;
  }
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "corpus-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Line {
  id: string;
  character: string;
  text: string;
}

const characters = ["Anna", "DR. SMITH", "O’Neil", "Zoë"];
/** What spreadsheet programs convert, what has to be quoted, and what resembles markup. */
const hard = [
  "Don’t “go” – wait… it’s 5 €.",
  "He said “no”, then left; really.",
  "Two | bars & <tags>.",
  "= equal, + plus, - minus",
  "It begins at 12:30.",
  "1/2 of it, 50% of that, -3 degrees.",
  "Ça va déjà, über größer, señor.",
  "What? No! Never…",
];
const western: Line[] = Array.from({ length: 40 }, (_, index) => ({
  id: String(index + 1).padStart(3, "0"),
  character: characters[index % characters.length] ?? "",
  text: hard[index % hard.length]?.replace(/^/, index % 3 === 0 ? "So: " : "") ?? "",
}));
const inWords = (words: readonly string[]): Line[] =>
  western.map((line, index) => ({
    ...line,
    character: characters[index % 2] ?? "",
    text: `${words[index % words.length] ?? ""}, ${index + 1}.`,
  }));
const polish = inWords(["Zażółć gęślą jaźń", "Śpij już, Łukasz", "Źle, proszę"]);
const russian = inWords(["Доброе утро", "Как дела", "Спасибо, хорошо"]);
const greek = inWords(["Καλημέρα σας", "Τι κάνετε", "Ευχαριστώ πολύ"]);
const turkish = inWords(["Günaydın, nasılsın", "İyiyim, şükür", "Değil, çocuğum"]);
const hebrew = inWords(["בוקר טוב לכם", "מה שלומך היום", "תודה רבה"]);
const arabic = inWords(["صباح الخير", "كيف حالك اليوم", "شكرا جزيلا"]);
const lithuanian = inWords(["Labas rytas, kaip sekasi", "Ačiū, gerai", "Žiūrėk, šuo"]);
const vietnamese = inWords(["Chào buổi sáng", "Bạn có khỏe không", "Cảm ơn nhiều"]);
const thai = inWords(["สวัสดีตอนเช้า", "คุณเป็นอย่างไร", "ขอบคุณมาก"]);
const japanese = inWords(["おはようございます", "元気ですか", "ありがとう"]);
const korean = inWords(["좋은 아침입니다", "어떻게 지내세요", "고맙습니다"]);
const chinese = inWords(["早上好", "你好吗", "谢谢你"]);

const tableOf = (lines: readonly Line[], language: string) => ({
  name: scriptSheet,
  columns: ["ID", "Character", `Text_${language.toUpperCase()}`].map((name) => ({
    name,
    width: 20,
  })),
  rows: lines.map(({ id, character, text }) => [id, character, text]),
});
const workbook = (lines: readonly Line[], language: string) => toXlsx(tableOf(lines, language));
const html = (lines: readonly Line[]) => {
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const paragraphs = lines.map(({ character, text }) => `<p>${character}: ${escaped(text)}</p>`);
  return `<html><head><meta charset="utf-8"></head><body>${paragraphs.join("\n")}</body></html>`;
};

async function expectLines(
  bytes: Uint8Array,
  name: string,
  lines: readonly Line[],
  language: string,
) {
  const options = { purpose: "audio-production" as const, languageCode: language };
  const script = await readScript(bytes, name, options);
  expect(script.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const hasIds = script.lines.some(({ id }) => id !== null);
  const spoken = script.lines.map(({ id, character, text }) => ({
    id: id ?? "",
    character: character ?? "",
    text: text[language] ?? "",
  }));
  expect(spoken).toEqual(hasIds ? lines : lines.map((line) => ({ ...line, id: "" })));
}

const office = missingOffice("calc") ?? missingOffice("writer");
/** Field separator, quote, character set of LibreOffice, cells as displayed. */
const csv = (separator: number, set: number) =>
  `csv:Text - txt - csv (StarCalc):${separator},34,${set},1,,0,false,true`;

describe.skipIf(office !== null)(`LibreOffice (${office ?? "installed"})`, long, () => {
  const sheets: [name: string, filter: string, lines: Line[], language: string][] = [
    ["a.xlsx", "xlsx:Calc MS Excel 2007 XML", western, "en-us"],
    ["a.ods", "ods:calc8", western, "en-us"],
    ["comma.csv", csv(44, 76), western, "en-us"],
    ["semicolon.csv", csv(59, 76), western, "en-us"],
    ["tab.csv", csv(9, 76), western, "en-us"],
    ["windows-1252.csv", csv(59, 1), western, "en-us"],
    ["windows-1250.csv", csv(59, 33), polish, "pl-pl"],
    ["iso-8859-2.csv", csv(59, 13), polish, "pl-pl"],
    ["windows-1251.csv", csv(59, 34), russian, "ru-ru"],
    ["koi8-r.csv", csv(59, 74), russian, "ru-ru"],
    ["windows-1253.csv", csv(59, 35), greek, "el-gr"],
    ["windows-1254.csv", csv(59, 36), turkish, "tr-tr"],
    ["windows-1255.csv", csv(59, 37), hebrew, "he-il"],
    ["windows-1256.csv", csv(59, 38), arabic, "ar-ar"],
    ["windows-1257.csv", csv(59, 39), lithuanian, "lt-lt"],
    ["windows-1258.csv", csv(59, 40), vietnamese, "vi-vn"],
    ["windows-874.csv", csv(59, 32), thai, "th-th"],
    ["macintosh.csv", csv(59, 2), western, "en-us"],
    ["cp850.csv", csv(59, 4), inWords(["Señor, mañana", "¿Qué tal, niño?"]), "es-es"],
    ["shift_jis.csv", csv(59, 64), japanese, "ja-jp"],
    ["euc-jp.csv", csv(59, 69), japanese, "ja-jp"],
    ["euc-kr.csv", csv(59, 79), korean, "ko-kr"],
    ["gbk.csv", csv(59, 67), chinese, "zh-cn"],
  ];
  test.each(sheets)(
    "%s",
    async (name, filter, lines, language) => {
      const from = name.endsWith(".ods") || name.endsWith(".csv") ? "b.xlsx" : "c.xlsx";
      const bytes = await convert(folder, from, await workbook(lines, language), filter);
      await expectLines(bytes, name, lines, language);
    },
    60_000,
  );
  test(".docx and .pdf", async () => {
    const docx = await convert(folder, "a.html", html(western), "docx:MS Word 2007 XML");
    await expectLines(docx, "a.docx", western, "en-us");
    const pdf = await convert(folder, "a.docx", docx, "pdf:writer_pdf_Export");
    await expectLines(pdf, "a.pdf", western, "en-us");
  }, 90_000);
});

test.skipIf(missingPython !== null)(
  `openpyxl (${missingPython ?? "installed"})`,
  { ...long, timeout: 60_000 },
  async () => {
    await writeFile(path.join(folder, "lines.json"), JSON.stringify(western));
    const program = [
      "import json, openpyxl, sys",
      "book = openpyxl.Workbook(); sheet = book.active; sheet.title = 'Lines'",
      "sheet.append(['ID', 'Character', 'Text_EN-US'])",
      "for line in json.load(open(sys.argv[1], encoding='utf-8')):",
      "    sheet.append([int(line['id']), line['character'], None])",
      "    row = sheet.max_row; sheet.cell(row, 1).number_format = '000'",
      "    sheet.cell(row, 3).value = line['text']; sheet.cell(row, 3).data_type = 's'",
      "book.save(sys.argv[2])",
    ].join("\n");
    const file = path.join(folder, "openpyxl.xlsx");
    await run(python ?? "", ["-c", program, path.join(folder, "lines.json"), file]);
    await expectLines(await readFile(file), "openpyxl.xlsx", western, "en-us");
  },
);

interface ExcelJs {
  Workbook: new () => {
    addWorksheet(name: string): { addRow(cells: readonly string[]): void };
    xlsx: { writeBuffer(): Promise<ArrayBuffer> };
  };
}
interface SheetJs {
  utils: {
    book_new(): object;
    aoa_to_sheet(rows: readonly (readonly string[])[]): object;
    book_append_sheet(book: object, sheet: object, name: string): void;
  };
  write(book: object, options: { type: "buffer"; bookType: string }): Uint8Array;
}
interface DocxJs {
  Document: new (options: object) => object;
  Paragraph: new (text: string) => object;
  Packer: { toBuffer(document: object): Promise<Uint8Array> };
}
const libraries = {
  exceljs: optional("exceljs") as ExcelJs | null,
  xlsx: optional("xlsx") as SheetJs | null,
  docx: optional("docx") as DocxJs | null,
};
const state = (library: unknown) => (library === null ? "not installed" : "installed");
const tableRows = [["ID", "Character", "Text_EN-US"], ...tableOf(western, "en-us").rows];

const { exceljs, xlsx, docx } = libraries;
test.skipIf(exceljs === null)(`ExcelJS (${state(exceljs)})`, long, async () => {
  if (exceljs === null) return;
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet("Lines");
  for (const cells of tableRows) sheet.addRow(cells);
  const bytes = new Uint8Array(await book.xlsx.writeBuffer());
  await expectLines(bytes, "exceljs.xlsx", western, "en-us");
});

test.skipIf(xlsx === null).each(["xlsx", "ods", "csv"])(
  `SheetJS (${state(xlsx)}): .%s`,
  long,
  async (bookType) => {
    if (xlsx === null) return;
    const book = xlsx.utils.book_new();
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(tableRows), "Lines");
    const bytes = xlsx.write(book, { type: "buffer", bookType });
    await expectLines(bytes, `sheetjs.${bookType}`, western, "en-us");
  },
);

test.skipIf(docx === null)(`docx (${state(docx)})`, long, async () => {
  if (docx === null) return;
  const children = western.map(
    ({ character, text }) => new docx.Paragraph(`${character}: ${text}`),
  );
  const bytes = await docx.Packer.toBuffer(new docx.Document({ sections: [{ children }] }));
  await expectLines(bytes, "library.docx", western, "en-us");
});

test.skipIf(missingPandoc !== null)(
  `pandoc (${missingPandoc ?? "installed"})`,
  { ...long, timeout: 60_000 },
  async () => {
    const [from, to] = [path.join(folder, "pandoc.html"), path.join(folder, "pandoc.docx")];
    await writeFile(from, html(western));
    await run("pandoc", [from, "-o", to]);
    await expectLines(await readFile(to), "pandoc.docx", western, "en-us");
  },
);

test("our own .csv and .xlsx", long, async () => {
  const table = tableOf(western, "en-us");
  await expectLines(await toXlsx(table), "own.xlsx", western, "en-us");
  const options = { purpose: "audio-production" as const, hasEscapes: true };
  const { lines } = await readScript(Buffer.from(toCsv(table)), "own.csv", options);
  expect(lines.map(({ text }) => text["en-us"])).toEqual(western.map(({ text }) => text));
});
