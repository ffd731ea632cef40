/** Glossaries as CSV files; words that a spreadsheet would evaluate as formulas are escaped. */
import { glossaryFieldNames } from "../../../preload/model/glossary-fields";
import type { GlossaryLine } from "../../../preload/model/resources";
import { escapeFormula, toRow } from "../../script-formats/files/csv-escapes";

/**
 * The first row of a glossary file; the byte order mark marks the file as UTF-8 for spreadsheets.
 */
export const csvHeader = `\uFEFF${toRow(glossaryFieldNames)}`;

/** A glossary line as a row. */
export const csvRow = (line: GlossaryLine) =>
  toRow(glossaryFieldNames.map((name) => escapeFormula(String(line[name]))));
