/**
 * `npm run bench -- scripts [--lines 10000]`: seconds of processor time to read scripts of every
 * format, and to match a target script with the lines of a batch. The first reading includes the
 * start of the libraries; the second one is that of a running reader. Exit code 1 if a reading of
 * 10,000 lines takes more than a second.
 */
import { parseArgs } from "node:util";
import { toXlsx } from "../../main/script-formats/files/data-table";
import { matchTexts } from "../../main/script-formats/matching/match-texts";
import type { BatchLine } from "../../main/script-formats/matching/match-lines";
import { readScript } from "../../main/script-formats/read";
import { encode } from "iconv-lite";
import { container, docx, printedPdf, scriptSheet } from "../helpers/script-files";

const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { lines: { type: "string", default: "10000" } },
});
const count = Number(values.lines);
/** Seconds for 10,000 lines. */
const bound = 1;
const limit = (bound * Math.max(count, 10_000)) / 10_000;

const names = ["ANNA", "BEN", "DR. SMITH", "ZOË"];
const nameOf = (index: number) => names[index % names.length] ?? "";
const textOf = (index: number) =>
  `Zażółć gęślą jaźń, powiedział numer ${index}: „Śpij już, Łukasz”.`;
const clock = (seconds: number, mark: string) =>
  `${new Date(seconds * 1000).toISOString().slice(11, 19)}${mark}000`;
const indexes = Array.from({ length: count }, (_, index) => index);
const rows = indexes.map((index) => [
  String(index + 1).padStart(5, "0"),
  nameOf(index),
  textOf(index),
  clock(2 * index, "."),
  clock(2 * index + 1, "."),
]);
const header = ["ID", "Speaker", "Text_PL-PL", "TC In", "TC Out"];
const delimited = (delimiter: string) =>
  [header, ...rows]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
    .join("\r\n");
const cues = (mark: string, text: (index: number) => string) =>
  indexes
    .map(
      (index) =>
        `${index + 1}\n${clock(2 * index, mark)} --> ${clock(2 * index + 1, mark)}\n${text(index)}\n`,
    )
    .join("\n");
const spoken = (index: number) => `${nameOf(index)}: ${textOf(index)}`;
const odsCell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
const odsRows = [header, ...rows]
  .map((cells) => `<table:table-row>${cells.map(odsCell).join("")}</table:table-row>`)
  .join("");
const linesOnPage = 40;
const pages = Array.from({ length: Math.ceil(count / linesOnPage) }, (_, page) =>
  indexes
    .slice(page * linesOnPage, (page + 1) * linesOnPage)
    .map((index, at): [number, number, string] => [
      72,
      750 - 16 * at,
      `${nameOf(index)}: Good morning number ${index}.`,
    ]),
);

const files: [name: string, bytes: Uint8Array][] = [
  [
    "a.xlsx",
    await toXlsx({ name: scriptSheet, columns: header.map((name) => ({ name, width: 20 })), rows }),
  ],
  [
    "a.ods",
    container({
      mimetype: "application/vnd.oasis.opendocument.spreadsheet",
      "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="Lines">${odsRows}</table:table></office:spreadsheet></office:body></office:document-content>`,
    }),
  ],
  ["utf-8.csv", Buffer.from(delimited(","))],
  ["windows-1250.csv", encode(delimited(";"), "windows-1250")],
  ["unknown.csv", encode(delimited(";").replace("Text_PL-PL", "Text"), "windows-1250")],
  ["a.tsv", Buffer.from(delimited("\t"))],
  ["a.srt", Buffer.from(cues(",", spoken))],
  ["windows-1250.srt", encode(cues(",", spoken), "windows-1250")],
  [
    "a.vtt",
    Buffer.from(`WEBVTT\n\n${cues(".", (index) => `<v ${nameOf(index)}>${textOf(index)}`)}`),
  ],
  ["a.docx", docx(...indexes.map(spoken))],
  ["a.txt", Buffer.from(indexes.map(spoken).join("\n"))],
  ["a.pdf", printedPdf(...pages)],
];

const options = {
  purpose: "audio-production",
  languageCode: "pl-pl",
  speakerSeparator: ":",
} as const;
/** Seconds of processor time, which other programs do not change, since `from`. */
function seconds(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000_000;
}
const over: string[] = [];
function print(name: string, times: readonly number[], note: string): void {
  const last = times.at(-1) ?? 0;
  // PDF.js alone takes most of the time of a .pdf.
  const most = name.endsWith(".pdf") ? 3 * limit : limit;
  if (last > most) over.push(name);
  const shown = times.map((time) => `${time.toFixed(2)} s`).join("  ");
  const result = last > most ? "OVER" : "of";
  process.stdout.write(`${name.padEnd(20)} ${shown}   ${result} ${most} s   ${note}\n`);
}

process.stdout.write(`${count.toLocaleString("en")} lines: first and second reading\n`);
for (const [name, bytes] of files) {
  const times: number[] = [];
  let lines = 0;
  for (let run = 0; run < 2; run += 1) {
    const from = process.cpuUsage();
    const script = await readScript(bytes, name, options);
    times.push(seconds(from));
    lines = script.lines.length;
  }
  print(name, times, `${lines.toLocaleString("en")} lines, ${Math.round(bytes.length / 1024)} KiB`);
  if (lines !== count) throw new Error(`${name}: ${lines} lines`);
}

const batch = indexes.map((index): BatchLine => ({
  number: index + 1,
  lineId: String(index + 1).padStart(5, "0"),
  character: nameOf(index),
  startMs: 2_000 * index,
  endMs: 2_000 * index + 1_000,
}));
const source = (name: string) => files.find((file) => file[0] === name)?.[1] ?? new Uint8Array();
for (const name of ["a.xlsx", "a.srt"]) {
  const script = await readScript(source(name), name, options);
  const from = process.cpuUsage();
  const { texts } = await matchTexts(script, batch, "pl-pl");
  print(`matching ${name}`, [seconds(from)], `${texts.length.toLocaleString("en")} texts`);
}
if (over.length > 0) process.exitCode = 1;
