/** Glossaries as CSV files; words that a spreadsheet would evaluate as formulas are escaped. */
import type { GlossaryLine } from "../../../preload/model/resources";
import { escapeFormula, toRow } from "../../script-formats/csv-escapes";

/** The header that the import of the service expects. */
const fieldNames = [
  "word",
  "languageId",
  "phonemization",
  "phonemizationLanguageId",
  "pronunciationLanguageId",
  "pronounceAs",
  "caseSensitive",
] as const satisfies readonly (keyof GlossaryLine)[];

/** The first row of a glossary file; the byte order mark marks the file as UTF-8 for spreadsheets. */
export const csvHeader = `\uFEFF${toRow(fieldNames)}`;

/** A glossary line as a row. */
export const csvRow = (line: GlossaryLine) =>
  toRow(fieldNames.map((name) => escapeFormula(String(line[name]))));
