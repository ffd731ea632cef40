/** Finds the header of a table for which the user has assigned the columns before. */
import type { ColumnMapping, KnownColumns } from "../../../preload/facts/script-columns";
import type { Table } from "../table";
import { scriptSheet } from "../vocabulary";
import { rateScriptHeader } from "./assign-columns";
import { headerKey } from "./column-map";
import { headerRows, isNamed, type SheetSource } from "./find-table";

interface Known {
  ofFile?: KnownColumns | undefined;
  known?: readonly KnownColumns[] | undefined;
}

/** The mapping with the location of its header; null if none is known for this file. */
export function knownMapping(
  sheets: readonly SheetSource[],
  { ofFile, known = [] }: Known,
): ColumnMapping | null {
  const own = ofFile && placeOf(sheets, ofFile);
  if (own) return own;
  const byHeader = new Map(known.map((one) => [one.header, one]));
  byHeader.delete(null);
  if (byHeader.size === 0) return null;
  let first: ColumnMapping | null = null;
  for (const sheet of searched(sheets)) {
    const table = sheet.read();
    for (const { row, cells } of topOf(table)) {
      const found = byHeader.get(headerKey(cells));
      if (!found) continue;
      const isSheet = found.sheet === "" || isNamed(sheet.name, found.sheet);
      const isElsewhere = sheets.some(({ name }) => isNamed(name, found.sheet));
      const mapping = mappingAt(found, sheet.name, row);
      if (isSheet || !isElsewhere) return mapping;
      // Another sheet has this header too, and the user chose that one.
      first ??= placeOf(sheets, found) ?? mapping;
    }
  }
  return first;
}

/** The rows that can be the header. */
const topOf = ({ rows }: Table) => rows.filter(({ row }) => row <= headerRows);

/**
 * The sheet of the template alone if it has a header, as without a mapping; else all, it first.
 */
function searched(sheets: readonly SheetSource[]): readonly SheetSource[] {
  const named = sheets.find(({ name }) => isNamed(name, scriptSheet));
  if (named === undefined) return sheets;
  const hasHeader = topOf(named.read()).some((row) => rateScriptHeader(row) > 0);
  return hasHeader ? [named] : [named, ...sheets.filter((sheet) => sheet !== named)];
}

/** Where the sheet of a mapping has its header; null if it is not there. */
function placeOf(sheets: readonly SheetSource[], one: KnownColumns): ColumnMapping | null {
  const sheet = sheets.find(({ name }) => one.sheet === "" || isNamed(name, one.sheet));
  if (sheet === undefined) return null;
  if (one.header === null) return mappingAt(one, sheet.name, 0);
  const header = topOf(sheet.read()).find(({ cells }) => headerKey(cells) === one.header);
  return header === undefined ? null : mappingAt(one, sheet.name, header.row);
}

const mappingAt = (
  { columns, frameRate }: KnownColumns,
  sheet: string,
  headerRow: number,
): ColumnMapping => ({ columns, frameRate, sheet, headerRow });
