/** The casting of a project as a table: characters, voices and numbers of lines. */
import type { VoiceChange } from "../../../preload/contract/casting";
import {
  castingColumns,
  castingSheet,
  languageVoiceColumn,
  type CastingProblem,
} from "../../../preload/facts/casting";
import type { Character } from "../../../preload/model/resources";
import { foldName } from "../../common/collation";
import type { Table } from "../../script-formats/files/data-table";
import type { PlainTable } from "../../script-formats/plain-table";
import { characterKey } from "../../script-formats/character-names";
import { castingHeader } from "../../script-formats/columns/casting-columns";
import { languagesNamed } from "../../script-formats/columns/header-words";
import { countEach } from "../../script-formats/count-each";
import { recogniseChangedNow } from "../../script-formats/matching/changed-names";
import { cleanName } from "../../script-formats/files/text";
import { listOf } from "../../script-formats/table";

const maxProblems = 1_000;
const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

/** Voices in single languages: by the id of the character, then by language. */
export type LanguageVoices = ReadonlyMap<string, Readonly<Record<string, string>>>;

/**
 * `lines`: the numbers of lines by folded name; null if the service has none. `languageIds`: those
 * that have a column of their own.
 */
export function sheetOf(
  characters: readonly Character[],
  lines: ReadonlyMap<string, number> | null,
  { languageIds, voices }: { languageIds: readonly string[]; voices: LanguageVoices },
): Table {
  return {
    name: castingSheet,
    columns: [
      { name: castingColumns.character, width: 30 },
      { name: castingColumns.voice, width: 30 },
      ...languageIds.map((id) => ({ name: languageVoiceColumn(id), width: 20 })),
      ...(lines ? [{ name: castingColumns.lines, width: 10, isNumber: true }] : []),
    ],
    rows: characters
      .toSorted(byName)
      .map(({ id, name, voice }) => [
        name,
        voice?.name ?? "",
        ...languageIds.map((languageId) => voices.get(id)?.[languageId] ?? ""),
        ...(lines ? [String(lines.get(foldName(name)) ?? 0)] : []),
      ]),
  };
}

export interface SheetVoices {
  /** Voices by the folded name of the character; "" for none. */
  voices: Map<string, string>;
  /** The voices of single languages: by language, then by the folded name; "" for none. */
  languageVoices: Map<string, Map<string, string>>;
  /** The first problems. */
  problems: { row: number | null; code: string; message: string }[];
  /** The number of further problems. */
  moreProblems: number;
}

/**
 * The voices of a table, its rows that are for none of these characters, its columns for none of
 * these languages, and what was assumed.
 */
export function readSheet(
  table: PlainTable,
  characters: readonly Character[],
  languageIds: readonly string[],
): SheetVoices {
  const problems: SheetVoices["problems"] = table.problems.map(({ row, code, message }) => ({
    row,
    code,
    message,
  }));
  const report = (row: number | null, code: CastingProblem, message: string) =>
    problems.push({ row, code, message });
  const voices = new Map<string, string>();
  const languageVoices = new Map<string, Map<string, string>>();
  const header = table.rows.find(({ row }) => row === table.headerRow);
  const rows = table.rows.filter(({ row }) => row > table.headerRow);
  const below = rows.map(({ cells }) => cells);
  const columns = header && castingHeader(header.cells, below);
  if (!columns) {
    if (!table.problems.some(({ severity }) => severity === "error"))
      report(table.headerRow, "casting-columns", "A row needs the columns Character and Voice.");
    return { voices, languageVoices, ...firstOf(problems) };
  }
  const language = languageColumn(columns.language, below, languageIds);
  const others = [...columns.others];
  if (columns.language !== null && language === null)
    others.push({ index: columns.language, name: cleanName(header.cells[columns.language] ?? "") });
  const unread = others.filter(({ index }) =>
    below.some((cells) => cleanName(cells[index] ?? "") !== ""),
  );
  if (unread.length > 0) {
    const message = `Columns that were not read: ${listOf(unread.map(({ name }) => name.slice(0, 60)))}.`;
    problems.push({ row: table.headerRow, code: "columns-ignored", message });
  }
  const languageAt = new Map<string, number>();
  for (const { index, name, languages } of columns.ofLanguages) {
    const own = languages.filter((one) => languageIds.includes(one));
    const [languageId] = own;
    if (languageId === undefined)
      report(table.headerRow, "casting-language-unknown", noVoiceIn(name));
    else if (own.length > 1)
      report(table.headerRow, "casting-language-several", severalOf(name, own));
    else if (languageAt.has(languageId)) {
      const message = `“${name}” is the second column of this language. The first one is used.`;
      problems.push({ row: table.headerRow, code: "column-twice", message });
    } else languageAt.set(languageId, index);
  }
  for (const languageId of languageAt.keys()) languageVoices.set(languageId, new Map());
  const known = new Map(characters.map(({ name }) => [foldName(name), name]));
  const named = rows.map(({ cells }) => cleanName(cells[columns.character] ?? ""));
  const changed = recogniseNames([...known.values()], named);
  const seen = new Set<string>();
  const voiceIn = (cells: readonly string[], index: number | null) =>
    index === null ? "" : cleanName(cells[index] ?? "");
  for (const [at, { row, cells }] of rows.entries()) {
    const name = named[at] ?? "";
    if (name === "") continue;
    const original = changed.get(name);
    const key = foldName(original ?? name);
    const shown = name.slice(0, 60);
    if (!known.has(key)) {
      report(row, "casting-character-unknown", `There is no character “${shown}”.`);
      continue;
    }
    const rowLanguages = rowLanguagesIn(voiceIn(cells, language), languageIds);
    for (const given of rowLanguages.unknown)
      report(row, "casting-language-unknown", noVoiceIn(given.slice(0, 60)));
    for (const { name: given, ids } of rowLanguages.several)
      report(row, "casting-language-several", severalOf(given, ids));
    const keyOf = (languageId: string | null) => JSON.stringify([key, languageId]);
    const free = rowLanguages.named.filter((languageId) => !seen.has(keyOf(languageId)));
    if (free.length < rowLanguages.named.length)
      report(row, "casting-character-twice", "An earlier row is for the same character.");
    if (free.length > 0 && original !== undefined)
      report(row, "casting-character-changed", `“${shown}” was read as “${original}”.`);
    for (const languageId of free) {
      seen.add(keyOf(languageId));
      if (languageId !== null) {
        const ofLanguage = languageVoices.get(languageId) ?? new Map<string, string>();
        languageVoices.set(languageId, ofLanguage.set(key, voiceIn(cells, columns.voice)));
        continue;
      }
      voices.set(key, voiceIn(cells, columns.voice));
      for (const [id, column] of languageAt)
        languageVoices.get(id)?.set(key, voiceIn(cells, column));
    }
  }
  return { voices, languageVoices, ...firstOf(problems) };
}

/** Words in the column of languages for a voice in all of them. */
const allLanguages: ReadonlySet<string> = new Set(
  "all|all languages|any|alle|alle sprachen|tous|toutes|toutes les langues|todos|todas|todos los idiomas|tutte|tutti|tutte le lingue|*".split(
    "|",
  ),
);

interface RowLanguages {
  /** The ids of languages; null stands for all languages. */
  named: (string | null)[];
  /** Names of no language in which the characters can have a voice of their own. */
  unknown: string[];
  /** Names of several such languages, with their ids. */
  several: { name: string; ids: string[] }[];
}

/** The languages that the cell of a row names: "French", "fr-fr, German", "all". */
function rowLanguagesIn(cell: string, languageIds: readonly string[]): RowLanguages {
  const found: RowLanguages = { named: [], unknown: [], several: [] };
  if (cell === "" || allLanguages.has(cell.toLowerCase())) return { ...found, named: [null] };
  const parts = languagesNamed(cell).length > 0 ? [cell] : cell.split(/[,;/|+&\n]/);
  const names = parts.map((part) => part.trim()).filter(Boolean);
  for (const name of names.length > 0 ? names : [cell]) {
    const own = languagesNamed(name).filter((one) => languageIds.includes(one));
    const exact = own.find((one) => one === name.toLowerCase());
    const ids = exact === undefined ? own : [exact];
    if (ids.length > 1) found.several.push({ name, ids });
    else if (ids[0] === undefined) found.unknown.push(name);
    else if (!found.named.includes(ids[0])) found.named.push(ids[0]);
  }
  return found;
}

/**
 * The column with the language of each row. Null where no cell names a language in which the
 * characters can have a voice of their own: then the column says nothing about the voices.
 */
function languageColumn(
  column: number | null,
  rows: readonly (readonly string[])[],
  languageIds: readonly string[],
): number | null {
  if (column === null || languageIds.length === 0) return null;
  const namesOne = rows.some((cells) => {
    const { named, several } = rowLanguagesIn(cleanName(cells[column] ?? ""), languageIds);
    return several.length > 0 || named.some((one) => one !== null);
  });
  return namesOne ? column : null;
}

const noVoiceIn = (language: string) =>
  `The characters can have no voice of their own in “${language}”.`;

/** The message about a name of several languages of the project. */
function severalOf(name: string, languageIds: readonly string[]): string {
  const ids = languageIds.toSorted();
  const choice = `${ids.slice(0, -1).join(", ")} or ${ids.at(-1) ?? ""}`;
  return `“${name.slice(0, 60)}” names several languages: write ${choice}.`;
}

/**
 * The characters of names that a spreadsheet program has changed, and of names that look equal or
 * have an extension such as "(V.O.)". Each name has one character, and none has a row of its own.
 */
function recogniseNames(characters: readonly string[], given: readonly string[]) {
  const keys = new Set(given.map(foldName));
  const known = new Set(characters.map(foldName));
  const free = characters.filter((name) => !keys.has(foldName(name)));
  const unknown = [...new Set(given)].filter((name) => name !== "" && !known.has(foldName(name)));
  const recognised = new Map(recogniseChangedNow(free, unknown));
  const counts = countEach(free.map(characterKey));
  const byKey = new Map(free.map((name) => [characterKey(name), name]));
  for (const name of unknown) {
    const equal = byKey.get(characterKey(name));
    if (equal !== undefined && !recognised.has(name) && counts.get(characterKey(name)) === 1)
      recognised.set(name, equal);
  }
  return recognised;
}

const firstOf = (problems: SheetVoices["problems"]) => ({
  problems: problems.slice(0, maxProblems),
  moreProblems: Math.max(0, problems.length - maxProblems),
});

interface ComparedCasting {
  /** Voices by the folded name of the character; "" for none. */
  voices: ReadonlyMap<string, string>;
  /** The voices of single languages: by language, then by the folded name; "" for none. */
  languageVoices: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/**
 * What another casting changes. `own`: the present voices in single languages. `voiceOf`: a voice
 * of this project's model by its name in any case; null for none.
 */
export function compareCasting(
  characters: readonly Character[],
  own: LanguageVoices,
  { voices, languageVoices }: ComparedCasting,
  voiceOf: (name: string) => string | null,
): VoiceChange[] {
  const kindOf = (oldVoice: string, given: string): VoiceChange["kind"] => {
    const newVoice = voiceOf(given);
    if (newVoice === null) return "no-voice";
    if (oldVoice === newVoice) return "same";
    return oldVoice === "" ? "new" : "changed";
  };
  return characters.toSorted(byName).flatMap(({ id: characterId, name, voice }) => {
    const key = foldName(name);
    const changeTo = (languageId: string | null, oldVoice: string, given: string) => ({
      characterId,
      name,
      languageId,
      oldVoice,
      newVoice: voiceOf(given) ?? given,
    });
    const oldVoice = voice?.name ?? "";
    const given = voices.get(key) ?? "";
    const hasDefault = oldVoice !== "" || (given !== "" && voiceOf(given) !== null);
    const all: VoiceChange = {
      ...changeTo(null, oldVoice, given),
      kind: given === "" ? "no-match" : kindOf(oldVoice, given),
    };
    const inLanguages = [...languageVoices].flatMap(([languageId, ofLanguage]): VoiceChange[] => {
      const givenThere = ofLanguage.get(key) ?? "";
      if (givenThere === "") return [];
      const oldThere = own.get(characterId)?.[languageId] ?? "";
      const kind = hasDefault ? kindOf(oldThere, givenThere) : "no-default";
      return [{ ...changeTo(languageId, oldThere, givenThere), kind }];
    });
    return [all, ...inLanguages];
  });
}
