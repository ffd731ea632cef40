/**
 * Copies scripts with new source audio paths, after the local files that the script references were
 * uploaded to the media gallery. All other cells are unchanged. The functions do not throw.
 */
import { readCsv } from "./files/csv";
import { formatOf } from "./format";
import type { ScriptProblem } from "./model";
import { createProblems, fileProblem, UnreadableFile } from "./problems";
import { columnsOf, type Table } from "./table";
import { cleanText, decodeText } from "./files/text";
import { scriptSheet } from "./vocabulary";
import { rateScriptHeader } from "./columns/assign-columns";
import { findTable } from "./columns/find-table";
import { columnOf } from "./files/xlsx/sheet";
import { readXlsx, sheetPart } from "./files/xlsx/workbook";
import { attributeOf } from "./files/xml";
import { openZip } from "./files/zip";
import { writeZip } from "./files/zip-write";
import { xmlText } from "./files/xml-text";

/** The copy; `bytes` is null, with a problem, if the file cannot be read. */
export interface Rewritten {
  bytes: Uint8Array | null;
  problems: ScriptProblem[];
}

/** Replaces each source audio cell whose text is a key of `paths`; other cells are unchanged. */
export function rewriteAudio(
  bytes: Uint8Array,
  fileName: string,
  paths: ReadonlyMap<string, string>,
): Rewritten {
  try {
    const format = formatOf(fileName, bytes);
    if (format === "xlsx") return { bytes: rewriteXlsx(bytes, paths), problems: [] };
    if (format === "csv") return { bytes: rewriteCsv(bytes, paths), problems: [] };
    throw new UnreadableFile("format-mismatch");
  } catch (error) {
    const problem = error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
    return { bytes: null, problems: [problem] };
  }
}

/** The index of the source audio column, from 0; null if there is none. */
function audioColumn(table: Table): number | null {
  const columns = columnsOf(table, createProblems(), () => false);
  return columns.get("source_audio")?.index ?? null;
}

function rewriteCsv(bytes: Uint8Array, paths: ReadonlyMap<string, string>): Uint8Array {
  const table = readCsv(decodeText(bytes, createProblems()), createProblems());
  const column = audioColumn(table);
  const lines = table.rows.map(({ row, cells }) =>
    cells
      .map((cell, index) => {
        const path =
          row > table.headerRow && index === column ? paths.get(cleanText(cell)) : undefined;
        return quoted(path ?? cell);
      })
      .join(","),
  );
  return Buffer.from(`\ufeff${lines.join("\r\n")}\r\n`);
}

/** Cells that contain a possible delimiter are quoted. */
const quoted = (cell: string) =>
  /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

function rewriteXlsx(bytes: Uint8Array, paths: ReadonlyMap<string, string>): Uint8Array {
  const problems = createProblems();
  const search = { sheet: scriptSheet, rate: rateScriptHeader };
  const table = findTable(readXlsx(bytes, problems), search, problems);
  const column = audioColumn(table);
  const wanted = new Map<number, string>();
  for (const { row, cells, failed } of table.rows) {
    if (column === null || row <= table.headerRow || failed?.has(column) === true) continue;
    const path = paths.get(cleanText(cells[column] ?? ""));
    if (path !== undefined) wanted.set(row, path);
  }
  const zip = openZip(bytes);
  const part = sheetPart(zip, table.sheet);
  const parts = zip.names
    .filter((name) => !name.endsWith("/"))
    .map((name) => {
      const data = zip.read(name);
      if (name !== part || column === null) return { name, data };
      return { name, data: Buffer.from(rewriteCells(data.toString("utf8"), column, wanted)) };
    });
  return writeZip(parts);
}

/** Values in XML contain no "<", so an attempt to match ends at the next tag. */
const attributes = String.raw`(?:"[^"<]*"|'[^'<]*'|[^<>"'])*?`;
const tagPattern = String.raw`<!--|<!\[CDATA\[|<((?:\w+:)?)(row|c)(?=[\s/>])(${attributes})(\/?)>`;

/** The sheet XML with new texts in the cells of one column; `wanted` is keyed by row. */
function rewriteCells(xml: string, column: number, wanted: ReadonlyMap<number, string>): string {
  const pattern = new RegExp(tagPattern, "g");
  const done: string[] = [];
  let from = 0;
  let row = 0;
  let at = -1;
  for (let found = pattern.exec(xml); found !== null; found = pattern.exec(xml)) {
    const [tag, prefix = "", name, given = "", slash] = found;
    if (name === undefined) {
      const end = tag === "<!--" ? "-->" : "]]>";
      const stop = xml.indexOf(end, pattern.lastIndex);
      if (stop < 0) break;
      pattern.lastIndex = stop + end.length;
      continue;
    }
    if (name === "row") {
      row = Number(attributeOf(given, "r") ?? row + 1);
      at = -1;
      continue;
    }
    const index = columnOf(attributeOf(given, "r") ?? "");
    at = index < 0 ? at + 1 : index;
    const start = found.index;
    let end = start + tag.length;
    let content = "";
    if (slash !== "/") {
      const closing = `</${prefix}c>`;
      const stop = xml.indexOf(closing, end);
      if (stop < 0) throw new UnreadableFile("damaged");
      content = xml.slice(end, stop);
      end = stop + closing.length;
    }
    pattern.lastIndex = end;
    const text = at === column ? wanted.get(row) : undefined;
    if (text === undefined) continue;
    done.push(xml.slice(from, start), cellOf(prefix, given, content, text));
    from = end;
  }
  return done.join("") + xml.slice(from);
}

/** A formula is preserved; readers use the stored value of the cell. */
function cellOf(prefix: string, given: string, content: string, text: string): string {
  const p = prefix;
  const others = given.replace(/(?<!\s)\s+t\s*=\s*(?:"[^"]*"|'[^']*')/, "").trimEnd();
  const formula = formulaIn(content, p);
  const value = xmlText(text);
  return formula !== null
    ? `<${p}c${others} t="str">${formula}<${p}v>${value}</${p}v></${p}c>`
    : `<${p}c${others} t="inlineStr"><${p}is><${p}t xml:space="preserve">${value}</${p}t></${p}is></${p}c>`;
}

/**
 * The first element "f" of a cell, including its tags; null if there is none or it is not closed.
 */
function formulaIn(content: string, prefix: string): string | null {
  const begin = new RegExp(String.raw`<${prefix}f(?=[\s/>])`).exec(content)?.index;
  if (begin === undefined) return null;
  const ends = ["/>", `</${prefix}f>`].flatMap((end) => {
    const at = content.indexOf(end, begin);
    return at === -1 ? [] : [at + end.length];
  });
  return ends.length === 0 ? null : content.slice(begin, Math.min(...ends));
}
