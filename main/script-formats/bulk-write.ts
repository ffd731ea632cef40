/** Writes bulk workbooks with rows, based on the template. */
import { createYieldIfDue } from "../common/yield-to-event-loop";
import { bulkColumns, templateSettings, writeTemplate } from "./templates";
import { bulkSheet, settingColumns } from "./vocabulary";
import { sheetPart } from "./files/xlsx/workbook";
import { xmlText } from "./files/xml-text";
import { openZip } from "./files/zip";
import { pack, writeZip, type ZipPart } from "./files/zip-write";

/** The column names of a bulk workbook, in the case in which they are written. */
const bulkColumnNames: readonly string[] = [...bulkColumns, ...settingColumns];

/** The columns from this one on are not in the template; they are written if a row uses them. */
const firstAdded = bulkColumns.length + templateSettings.length;

const letters = bulkColumnNames.map((_, index) => String.fromCharCode(65 + index));

/**
 * Writes rows of texts in the order of `bulkColumnNames`; row 1 is the header. Drop-downs and notes
 * are the same as in the template. SECURITY: each cell is written as text, even if it looks like a
 * formula. Never rejects.
 */
export async function writeBulk(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  const template = openZip(await writeTemplate("bulk"));
  const part = sheetPart(template, bulkSheet);
  const yieldIfDue = createYieldIfDue();
  const xml: Buffer[] = [];
  const added = bulkColumnNames.flatMap((name, column) =>
    column >= firstAdded && rows.some((cells) => (cells[column] ?? "") !== "")
      ? cellOf(`${letters[column] ?? ""}1`, name)
      : [],
  );
  for (const [index, cells] of rows.entries()) {
    const row = index + 2;
    const filled = cells.flatMap((text, column) =>
      text === "" ? [] : cellOf(`${letters[column] ?? ""}${row}`, text),
    );
    if (filled.length > 0) xml.push(Buffer.from(`<row r="${row}">${filled.join("")}</row>`));
    await yieldIfDue();
  }
  const parts: ZipPart[] = [];
  for (const name of template.names) {
    const data = template.read(name);
    parts.push(name === part ? await withRows(name, data, xml, added.join("")) : { name, data });
  }
  return writeZip(parts);
}

/**
 * The part of the sheet with these cells in its header, and these rows, compressed while the event
 * loop is free.
 */
async function withRows(
  name: string,
  template: Buffer,
  rows: readonly Buffer[],
  header: string,
): Promise<ZipPart> {
  const sheet = template
    .toString("utf8")
    .replace(/<dimension[^<>]*\/>/, "")
    .replace("</row>", `${header}</row>`);
  const at = sheet.indexOf("</sheetData>");
  const data = Buffer.concat([
    Buffer.from(sheet.slice(0, at)),
    ...rows,
    Buffer.from(sheet.slice(at)),
  ]);
  return { name, data, packed: await pack(data) };
}

const cellOf = (reference: string, text: string) =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
