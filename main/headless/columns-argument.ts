/** The option --columns: what the columns of a script's table contain. */
import path from "node:path";
import {
  plainRoles,
  type ColumnMapping,
  type ColumnRole,
} from "../../preload/facts/script-columns";
import { scriptTypeOf } from "../../preload/facts/script-formats";
import { languageIds } from "../local-service/catalogue/language-names";
import { nearNames } from "./near-names";
import { invalid } from "./parse-arguments";

const roles: readonly string[] = [...plainRoles, "text", "ignore"];

/** The rows of a sheet. */
const maxHeaderRow = 1_048_576;
const maxFrameRate = 240;

/** The number of a part such as "header:3". Throws AppError "invalid-input". */
function readNumber(part: string, text: string, { min, max }: { min: number; max: number }) {
  const number = /^\d{1,7}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw invalid(`--columns ${part}: must be a number from ${min} to ${max}`);
}

/**
 * "sheet:Dialogue,header:3,fps:25,Rolle=character,D=text:de-de": the sheet, the row with the names
 * of the columns (0 for none), the frames per second of times, and columns by name or letter. The
 * name of a column may contain "=". Throws AppError "invalid-input".
 */
export function readColumns(given: string | undefined, script: string): ColumnMapping | null {
  if (given === undefined) return null;
  const type = scriptTypeOf(path.basename(script));
  // The tables of a .docx, and a .txt with tabs, have columns too.
  const isDocument = type?.format === "docx" || type?.format === "txt";
  if (type?.namesLanguage !== true && !isDocument) throw invalid("--columns is for tables only");
  const columns = new Map<string, ColumnRole>();
  const place: Pick<ColumnMapping, "sheet" | "headerRow" | "frameRate"> = {
    sheet: "",
    headerRow: null,
    frameRate: null,
  };
  for (const part of given.split(",")) {
    const [, setting, value = ""] = /^\s*(sheet|header|fps):([^=]*)$/s.exec(part) ?? [];
    if (setting === "sheet") {
      place.sheet = value.trim();
      continue;
    }
    if (setting === "header") {
      const row = readNumber(part, value.trim(), { min: 0, max: maxHeaderRow });
      if (!Number.isInteger(row)) throw invalid(`--columns ${part}: must be a whole number`);
      place.headerRow = row;
      continue;
    }
    if (setting === "fps") {
      place.frameRate = readNumber(part, value.trim(), { min: 1, max: maxFrameRate });
      continue;
    }
    const [, name = "", role = ""] = /^(.*)=([^=]*)$/s.exec(part) ?? [];
    const column = name.trim();
    if (column === "") throw invalid(`--columns ${part}: must be COLUMN=CONTENT`);
    if (columns.has(column)) throw invalid(`--columns ${part}: the column is named twice`);
    columns.set(column, readRole(part, role.trim().toLowerCase()));
  }
  return { ...place, columns: Object.fromEntries(columns) };
}

function readRole(part: string, role: string): ColumnRole {
  const language = /^text:(.+)$/.exec(role)?.[1];
  if (language !== undefined) {
    if (languageIds.includes(language)) return `text:${language}`;
    throw invalid(
      `--columns ${part}: there is no language "${language}"${nearNames(language, languageIds)}`,
    );
  }
  if (roles.includes(role)) return role as ColumnRole;
  throw invalid(`--columns ${part}: the content must be one of ${roles.join(", ")}, text:CODE`);
}
