/** The casting of a project as a table: characters, voices and numbers of lines. */
import type { VoiceChange } from "../../../preload/contract/casting";
import { castingColumns, castingSheet, type CastingProblem } from "../../../preload/facts/casting";
import type { Character } from "../../../preload/model/resources";
import { foldName } from "../../common/collation";
import type { Table } from "../../script-formats/files/data-table";
import type { PlainTable } from "../../script-formats/plain-table";
import { recogniseChangedNow } from "../../script-formats/matching/changed-names";
import { cleanName } from "../../script-formats/files/text";

const maxProblems = 1_000;
/** Problems of a table that are no errors, and that can change a name. */
const assumedCodes: ReadonlySet<string> = new Set(["encoding", "character-unreadable"]);

const byName = (a: { name: string }, b: { name: string }) =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

/** `lines`: the numbers of lines by folded name; null if the service has none. */
export function sheetOf(
  characters: readonly Character[],
  lines: ReadonlyMap<string, number> | null,
): Table {
  return {
    name: castingSheet,
    columns: [
      { name: castingColumns.character, width: 30 },
      { name: castingColumns.voice, width: 30 },
      ...(lines ? [{ name: castingColumns.lines, width: 10, isNumber: true }] : []),
    ],
    rows: characters
      .toSorted(byName)
      .map(({ name, voice }) => [
        name,
        voice?.name ?? "",
        ...(lines ? [String(lines.get(foldName(name)) ?? 0)] : []),
      ]),
  };
}

export interface SheetVoices {
  /** Voices by the folded name of the character; "" for none. */
  voices: Map<string, string>;
  /** The first ones. */
  problems: { row: number | null; code: string; message: string }[];
  /** Problems besides. */
  moreProblems: number;
}

/** The voices of a table, its rows that are for none of these characters, and what was assumed. */
export function readSheet(table: PlainTable, characters: readonly Character[]): SheetVoices {
  const problems: SheetVoices["problems"] = table.problems
    .filter(({ severity, code }) => severity === "error" || assumedCodes.has(code))
    .map(({ row, code, message }) => ({ row, code, message }));
  const report = (row: number | null, code: CastingProblem, message: string) =>
    problems.push({ row, code, message });
  const voices = new Map<string, string>();
  const [header, ...rows] = table.rows;
  const keys = header?.row === 1 ? header.cells.map((cell) => foldName(cleanName(cell))) : [];
  const nameAt = keys.indexOf(foldName(castingColumns.character));
  const voiceAt = keys.indexOf(foldName(castingColumns.voice));
  if (nameAt < 0 || voiceAt < 0) {
    if (problems.length === 0)
      report(1, "casting-columns", "Row 1 needs the columns Character and Voice.");
    return { voices, ...firstOf(problems) };
  }
  const known = new Map(characters.map(({ name }) => [foldName(name), name]));
  const named = rows.map(({ cells }) => cleanName(cells[nameAt] ?? ""));
  const changed = recogniseNames([...known.values()], named);
  for (const [at, { row, cells }] of rows.entries()) {
    const name = named[at] ?? "";
    if (name === "") continue;
    const original = changed.get(name);
    const key = foldName(original ?? name);
    const shown = name.slice(0, 60);
    if (!known.has(key))
      report(row, "casting-character-unknown", `There is no character “${shown}”.`);
    else if (voices.has(key))
      report(row, "casting-character-twice", "An earlier row is for the same character.");
    else {
      if (original !== undefined)
        report(row, "casting-character-changed", `“${shown}” was read as “${original}”.`);
      voices.set(key, cleanName(cells[voiceAt] ?? ""));
    }
  }
  return { voices, ...firstOf(problems) };
}

/** The characters of names that a spreadsheet program has changed; each name has one character. */
function recogniseNames(characters: readonly string[], given: readonly string[]) {
  const keys = new Set(given.map(foldName));
  const known = new Set(characters.map(foldName));
  return recogniseChangedNow(
    characters.filter((name) => !keys.has(foldName(name))),
    [...new Set(given)].filter((name) => name !== "" && !known.has(foldName(name))),
  );
}

const firstOf = (problems: SheetVoices["problems"]) => ({
  problems: problems.slice(0, maxProblems),
  moreProblems: Math.max(0, problems.length - maxProblems),
});

/**
 * What another casting changes. `voiceOf`: a voice of this project's model by its name in any case;
 * null for none.
 */
export const compareCasting = (
  characters: readonly Character[],
  voices: ReadonlyMap<string, string>,
  voiceOf: (name: string) => string | null,
): VoiceChange[] =>
  characters
    .map(({ id: characterId, name, voice }): VoiceChange => {
      const oldVoice = voice?.name ?? "";
      const given = voices.get(foldName(name)) ?? "";
      const newVoice = voiceOf(given) ?? given;
      const change = { characterId, name, oldVoice, newVoice };
      if (given === "") return { ...change, kind: "no-match" };
      if (voiceOf(given) === null) return { ...change, kind: "no-voice" };
      if (oldVoice === newVoice) return { ...change, kind: "same" };
      return { ...change, kind: oldVoice === "" ? "new" : "changed" };
    })
    .sort(byName);
