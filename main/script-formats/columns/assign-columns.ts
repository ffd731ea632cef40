/** Finds out what the columns of a script table contain. */
import { maxColumns } from "../limits";
import type { ColumnMapping, ColumnRole, PlainRole } from "../../../preload/facts/script-columns";
import type { Problems } from "../problems";
import { isName } from "../character-names";
import { cleanName } from "../files/text";
import type { FoundTable } from "./find-table";
import {
  columnLetters,
  headerOf,
  listOf,
  warnOfUnknownColumns,
  type Column,
  type Table,
  type TableRow,
} from "../table";
import { scriptLanguages } from "../vocabulary";
import { rolesIn } from "./column-map";
import { rangeIn } from "./times";
import { headingOf, templateColumns, textPrefix, type Heading } from "./header-words";

/** How certain the role of a column is. */
type Certainty =
  | "given"
  | "template"
  | "word"
  /** A text in a language that is not known. */
  | "unclear"
  /** The name says nothing. */
  | "none"
  /** There is no name, or an earlier column has it. */
  | "unnamed";

/** A column of a table, for the choice of the user. */
export interface AssignedColumn extends Column {
  role: ColumnRole;
  certainty: Certainty;
}

interface ScriptColumns {
  plain: Partial<Record<PlainRole, Column>>;
  texts: (Column & { language: string })[];
  /** Columns that problems name although they are not read. */
  misspelt: Column[];
  /** All columns with their roles, in the order of the table. */
  all: readonly AssignedColumn[];
}

/** The names of the columns of the template. */
const templateNames = [
  ...Object.values(templateColumns),
  ...scriptLanguages.map((code) => `Text_${code}`),
];
/** Columns that are not read without a warning: exported texts have the source text in one. */
const commentColumns: readonly string[] = ["source"];

const isTextName = (name: string) => name.toLowerCase().startsWith(textPrefix);

/** Rates a row as the header of a script: names of the template count most. */
export function rateScriptHeader({ cells }: TableRow, map?: ColumnMapping): number {
  // The names that the user gave count more than all others.
  const given = map && Object.keys(map.columns).length - rolesIn(cells, map).unknown.length;
  const roles = new Set<string>();
  let [score, texts] = [0, 0];
  for (const cell of cells.slice(0, maxColumns)) {
    const name = cleanName(cell);
    const heading = headingOf(name);
    if (isTextName(name)) {
      score += 100;
      texts += 1;
    } else if (heading?.role === "text") {
      score += 10;
      texts += 1;
    } else if (heading !== null && !roles.has(heading.role)) {
      roles.add(heading.role);
      score += heading.isTemplate ? 20 : 5;
    }
  }
  // One word alone, such as "Text", can also be a line. So can the name of a single column.
  const own = score >= 100 || texts + roles.size > 1 ? score : 0;
  return own + (given ?? 0) * 1_000;
}

interface AssignOptions {
  /** In lower case; null if unknown. */
  language: string | null;
  map: ColumnMapping | undefined;
}

/** Assigns a role to each column, and adds what was assumed or is missing to `problems`. */
export function assignColumns(
  table: FoundTable,
  { language, map }: AssignOptions,
  problems: Problems,
): ScriptColumns {
  const { headerRow } = table;
  const header = headerOf(table).slice(0, maxColumns);
  const width = Math.min(
    maxColumns,
    table.rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length),
  );
  const given = map && rolesIn(header, map, width);
  for (const name of given?.unknown ?? [])
    problems.error(headerRow, name, "column-missing", `The table has no column “${name}”.`);
  const seen = new Set<string>();
  const all: AssignedColumn[] = [];
  for (let index = 0; index < width; index += 1) {
    const name = cleanName(header[index] ?? "");
    const column = { index, name: name === "" ? columnLetters(index) : name };
    const role = given?.roles.get(index);
    if (role !== undefined) all.push({ ...column, role, certainty: "given" });
    else if (name === "" || headerRow === 0)
      all.push({ ...column, role: "ignore", certainty: "unnamed" });
    else if (seen.has(name.toLowerCase())) {
      if (isTextName(name) || headingOf(name) !== null)
        problems.warning(
          headerRow,
          name,
          "column-twice",
          `The column ${name} occurs twice. The first one is used.`,
        );
      all.push({ ...column, role: "ignore", certainty: "unnamed" });
    } else all.push(byName(column, table, language));
    seen.add(name.toLowerCase());
  }
  readSources(all, table);
  return useColumns(all, table, language, problems);
}

const targets = /^(?:target|translation)s?$/iu;

/**
 * A column "Source" has those who speak, as in the dialogue lists of Netflix, if another column has
 * the texts, none the characters, and its cells are names before longer texts. Beside a translation
 * it has the texts.
 */
function readSources(all: readonly AssignedColumn[], table: Table): void {
  const isText = ({ role }: AssignedColumn) => role === "text" || role.startsWith("text:");
  const source = all.find(
    (column) => isText(column) && column.certainty === "word" && /^source$/iu.test(column.name),
  );
  const others = all.filter((column) => column !== source);
  const spoken = others.filter(isText);
  if (source === undefined || others.some(({ role }) => role === "character")) return;
  if (others.some(({ name }) => targets.test(name)) || !areNames(source, table)) return;
  if (spoken.some((column) => areLonger(column, source, table))) source.role = "character";
}

/** The role that the name of a column proposes. */
function byName(column: Column, table: Table, language: string | null): AssignedColumn {
  const heading = headingOf(column.name);
  if (heading === null || (isTextName(column.name) && heading.languages.length === 0))
    return { ...column, role: "ignore", certainty: isTextName(column.name) ? "unclear" : "none" };
  const { role, isTemplate } = heading;
  const certainty: Certainty = isTemplate ? "template" : "word";
  if (role === "line")
    return { ...column, role: hasTexts(column, table) ? "text" : "id", certainty: "word" };
  // The columns "From" and "To" can also have those who speak, and to whom.
  const isSender = role === "start" && senders.test(column.name);
  const isAddressee = role === "end" && addressees.test(column.name);
  if ((isSender || isAddressee) && !mayBeTimes(column, table))
    return isSender
      ? { ...column, role: "character", certainty }
      : { ...column, role: "ignore", certainty: "none" };
  if (role !== "text") return { ...column, role, certainty };
  const own = languageOf(heading, language);
  return { ...column, role: own === null ? "text" : `text:${own}`, certainty };
}

/** The only language that a name may mean, or that of the batch if the name may mean it. */
function languageOf({ languages }: Heading, language: string | null): string | null {
  if (languages.length === 1) return languages[0] ?? null;
  return language !== null && languages.includes(language) ? language : null;
}

const senders = /^(?:from|von)$/iu;
const addressees = /^(?:to|bis)$/iu;
const checkedCells = 50;

/** The first filled cells below the header. */
const firstCells = ({ index }: Column, { rows, headerRow }: Table) =>
  rows
    .filter(({ row }) => row > headerRow)
    .slice(0, checkedCells)
    .map(({ cells }) => (cells[index] ?? "").trim())
    .filter((cell) => cell !== "");

/** Whether the first cells of a column have digits, as all times. */
function mayBeTimes(column: Column, table: Table): boolean {
  const cells = firstCells(column, table);
  return cells.length === 0 || cells.filter((cell) => /\d/.test(cell)).length * 2 > cells.length;
}

/** Whether the first cells of a column have two times each. */
function areRanges(column: Column, table: Table): boolean {
  const cells = firstCells(column, table);
  return cells.filter((cell) => rangeIn(cell) !== null).length * 2 > cells.length;
}

/** Whether the first cells of a column are names that repeat. */
function areNames(column: Column, table: Table): boolean {
  const cells = firstCells(column, table);
  const names = cells.filter(isName);
  return names.length * 5 > cells.length * 4 && new Set(names).size * 3 <= names.length * 2;
}

/** Whether the first cells of a column are texts longer than those of another one. */
function areLonger(column: Column, other: Column, table: Table): boolean {
  const lengthOf = (some: readonly string[]) => some.join("").length / Math.max(1, some.length);
  const cells = firstCells(column, table);
  return hasTexts(column, table) && lengthOf(cells) > lengthOf(firstCells(other, table));
}

/** Whether the first cells of a column are texts rather than numbers and names. */
function hasTexts(column: Column, table: Table): boolean {
  const cells = firstCells(column, table);
  return cells.filter((cell) => /\s|\p{L}[.!?…]$/u.test(cell)).length * 2 > cells.length;
}

const rank: Readonly<Record<Certainty, number>> = {
  given: 0,
  template: 1,
  word: 2,
  unclear: 3,
  none: 4,
  unnamed: 5,
};

/** Uses each role once, the most certain column first. */
function useColumns(
  all: AssignedColumn[],
  table: FoundTable,
  language: string | null,
  problems: Problems,
): ScriptColumns {
  const plain: ScriptColumns["plain"] = {};
  const texts: ScriptColumns["texts"] = [];
  const unread: AssignedColumn[] = [];
  let withoutLanguage: AssignedColumn[] = [];
  const addText = (column: AssignedColumn, id: string) => {
    if (texts.some((one) => one.language === id)) unread.push(column);
    else texts.push({ ...column, language: id });
  };
  // An actor is the character, and a content the text, only where no other column names one.
  const isLast = ({ name, certainty }: AssignedColumn) =>
    certainty === "word" && /^(?:actor|content)$/i.test(name);
  const placeOf = (column: AssignedColumn) => rank[column.certainty] + (isLast(column) ? 0.5 : 0);
  for (const column of all.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const { role, certainty } = column;
    if (role === "text") withoutLanguage.push(column);
    else if (role.startsWith("text:")) addText(column, role.slice("text:".length));
    else if (role !== "ignore") {
      if (plain[role as PlainRole] === undefined) plain[role as PlainRole] = column;
      else unread.push(column);
    } else if (certainty === "none") unread.push(column);
  }
  if (!withoutLanguage.every(isLast)) {
    unread.push(...withoutLanguage.filter(isLast));
    withoutLanguage = withoutLanguage.filter((column) => !isLast(column));
  }
  const [only, ...others] = withoutLanguage;
  if (only !== undefined && others.length === 0 && language !== null && canBe(only, language)) {
    only.role = `text:${language}`;
    addText(only, language);
  } else if (texts.length > 0) unread.push(...withoutLanguage);
  if (plain.start !== undefined && plain.end === undefined && areRanges(plain.start, table))
    plain.end = plain.start;
  const hasEnd = plain.end !== undefined || plain.duration !== undefined;
  if ((plain.start !== undefined) !== hasEnd) {
    const half = [plain.start, plain.end, plain.duration].map((column) => column?.index);
    unread.push(...all.filter(({ index }) => half.includes(index)));
    delete plain.start;
    delete plain.end;
    delete plain.duration;
  }
  texts.sort((one, other) => one.index - other.index);
  // Columns that are not read lose the roles that their names propose.
  for (const column of unread) column.role = "ignore";
  const misspelt = texts.length > 0 || table.score > 0 ? reportUnread(unread, table, problems) : [];
  reportTexts({ all, texts, withoutLanguage }, table, problems);
  noteNames(all, unread, table, problems);
  return { plain, texts, misspelt, all };
}

/** Whether a column with texts in an unnamed language can be in this one. */
function canBe({ name, certainty }: AssignedColumn, language: string): boolean {
  const languages = headingOf(name)?.languages ?? [];
  return certainty === "given" || languages.length === 0 || languages.includes(language);
}

/** Warns of columns that are not read. */
function reportUnread(
  unread: readonly AssignedColumn[],
  { headerRow }: FoundTable,
  problems: Problems,
): Column[] {
  const named = unread
    .filter(({ name }) => !commentColumns.includes(name.toLowerCase()) && !isTextName(name))
    .toSorted((one, other) => one.index - other.index);
  return warnOfUnknownColumns(named, headerRow, problems, templateNames);
}

function reportTexts(
  {
    all,
    texts,
    withoutLanguage,
  }: Pick<ScriptColumns, "texts"> &
    Readonly<Record<"all" | "withoutLanguage", readonly AssignedColumn[]>>,
  { headerRow }: FoundTable,
  problems: Problems,
): void {
  const unknown = all.filter(({ certainty }) => certainty === "unclear");
  for (const { name } of unknown) {
    const message = `${name} does not name a known language. Known are ${scriptLanguages.join(", ")}.`;
    problems.error(headerRow, name, "language-unknown", message);
  }
  if (texts.length > 0 || unknown.length > 0) return;
  for (const { name } of withoutLanguage) {
    const languages = headingOf(name)?.languages ?? [];
    const which =
      languages.length === 0
        ? "it does not name their language"
        : `it may mean ${languages.map((id) => id.toUpperCase()).join(" or ")}`;
    problems.error(
      headerRow,
      name,
      "text-language-missing",
      `The column ${name} has texts, and ${which}.`,
      { remedy: "Assign the columns, or name the column Text_ and the language: Text_EN-US." },
    );
  }
}

/** Notes the columns that were recognised by words other than those of the template. */
function noteNames(
  all: readonly AssignedColumn[],
  unread: readonly AssignedColumn[],
  { headerRow }: FoundTable,
  problems: Problems,
): void {
  const recognised = all
    .filter((column) => column.certainty === "word" && !unread.includes(column))
    .map(({ name, role }) => `${name} as ${roleName(role)}`);
  if (recognised.length === 0) return;
  const message = `Columns were recognised by their names: ${listOf(recognised)}.`;
  problems.note(headerRow, null, "columns-recognised", message);
}

/** The name of a role as the template writes it. */
const roleName = (role: ColumnRole) =>
  role.startsWith("text:")
    ? `Text_${role.slice("text:".length).toUpperCase()}`
    : (templateColumns[role as PlainRole] ?? role);
