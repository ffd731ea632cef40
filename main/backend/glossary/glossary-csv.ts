/** Glossaries as CSV files: written so that a spreadsheet takes no word for a formula. */
import type { GlossaryLine } from "../../../preload/model/resources";
import { guard, toRow } from "../../script-formats/csv-guards";

/** The header, as the service's import reads it. */
const fieldNames = [
  "word",
  "languageId",
  "phonemization",
  "phonemizationLanguageId",
  "pronunciationLanguageId",
  "pronounceAs",
  "caseSensitive",
] as const satisfies readonly (keyof GlossaryLine)[];

/** The first row of a glossary file; the mark before it tells spreadsheets that the file is UTF-8. */
export const csvHeader = `\uFEFF${toRow(fieldNames)}`;

/** A glossary line as a row. */
export const csvRow = (line: GlossaryLine) =>
  toRow(fieldNames.map((name) => guard(String(line[name]))));
