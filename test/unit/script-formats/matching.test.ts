/** Which line of a batch gets the text of which row of a file, and by which evidence. */
import { expect, it } from "vitest";
import {
  matchLines,
  type BatchLine,
  type FileRow,
} from "../../../main/script-formats/matching/match-lines";
import { recogniseChanged } from "../../../main/script-formats/matching/changed-names";

/** "001 Anna 1000-2000": an ID ("-" for none), a character ("-" for none), and times. */
function parse(text: string) {
  const [id = "-", character = "-", times = ""] = text.split(" ");
  const [start, end] = times.split("-");
  const ms = (value: string | undefined) => (value ? Number(value) : null);
  return {
    id: id === "-" ? null : id.replaceAll("_", " "),
    character: character === "-" ? null : character,
    startMs: ms(start),
    endMs: ms(end) ?? (ms(start) === null ? null : Number(start) + 900),
  };
}
const batch = (lines: readonly string[]): BatchLine[] =>
  lines.map((text, index) => {
    const { id, character, ...times } = parse(text);
    return { number: index + 1, lineId: id ?? "", character: character ?? "", ...times };
  });
const file = (rows: readonly string[]): FileRow[] =>
  rows.map((text, index) => ({ ...parse(text), row: index + 1 }));
/** "1 id" for a row matched with line 1 by its ID, or the reason. */
async function match(lines: readonly string[], rows: readonly string[], options = {}) {
  const found = await matchLines(file(rows), batch(lines), options);
  return found.rows.map((one) => ("by" in one ? `${one.line.number} ${one.by}` : one.reason));
}

interface Case {
  title: string;
  lines: string[];
  rows: string[];
  expected: string[];
  options?: { areNumbersIds: boolean };
}
const three = ["001 Anna", "002 Ben", "003 Anna"];
const timed = ["- - 1000", "- - 3000", "- - 5000"];
const areNumbersIds = { areNumbersIds: true };

it.each<Case>([
  {
    title: "the same IDs in another order",
    lines: three,
    rows: ["001 Anna", "003 Anna", "002 Ben"],
    expected: ["1 id", "3 id", "2 id"],
  },
  { title: "a part of the IDs", lines: three, rows: ["002 Ben"], expected: ["2 id"] },
  {
    title: "one mistyped ID with the same number",
    lines: three,
    rows: ["001 Anna", "003 Anna", "02 Ben"],
    expected: ["1 id", "3 id", "2 changed-id"],
  },
  {
    title: "one wrong ID",
    lines: three,
    rows: ["001 Anna", "0O2 Ben", "003 Anna"],
    expected: ["1 id", "id-unknown", "3 id"],
  },
  {
    title: "a wrong ID at its own place without characters",
    lines: three,
    rows: ["001", "X", "003"],
    expected: ["1 id", "id-unknown", "3 id"],
  },
  {
    title: "a row without an ID among others, with as many rows",
    lines: three,
    rows: ["001 Anna", "- Ben", "003 Anna"],
    expected: ["1 id", "2 number", "3 id"],
  },
  {
    title: "a row without an ID among others, with fewer rows",
    lines: three,
    rows: ["001 Anna", "- Anna"],
    expected: ["1 id", "id-missing"],
  },
  {
    title: "an ID whose line is of another character",
    lines: three,
    rows: ["001 Anna", "002 Anna", "003 Ben"],
    expected: ["1 id", "character", "character"],
  },
  {
    title: "translated names of characters",
    lines: ["1 Guard", "2 King"],
    rows: ["2 König", "1 Wache"],
    expected: ["2 id", "1 id"],
  },
  {
    title: "IDs that begin again in each scene",
    lines: ["1 Anna", "2 Ben", "1 Anna", "2 Ben"],
    rows: ["1 Anna", "2 Ben", "1 Anna", "2 Ben"],
    expected: ["1 number", "2 number", "3 number", "4 number"],
  },
  {
    title: "IDs that begin again, in another order of characters",
    lines: ["1 Anna", "2 Ben", "1 Anna", "2 Ben"],
    rows: ["1 Anna", "1 Anna", "2 Ben", "2 Ben"],
    expected: ["id-repeated", "id-repeated", "id-repeated", "id-repeated"],
  },
  {
    title: "an ID that is in the file twice",
    lines: three,
    rows: ["001 Anna", "002 Ben", "002 Ben", "003 Anna"],
    expected: ["1 id", "id-repeated", "id-repeated", "3 id"],
  },
  {
    title: "an ID that the batch has twice",
    lines: ["1 Anna", "1 Ben", "3 Anna"],
    rows: ["1 Anna", "3 Anna"],
    expected: ["id-repeated", "3 id"],
  },
  {
    title: "other IDs, and characters that agree",
    lines: three,
    rows: ["A Anna", "B Ben", "C Anna"],
    expected: ["1 number", "2 number", "3 number"],
  },
  {
    title: "other IDs, and no characters",
    lines: three,
    rows: ["A", "B", "C"],
    expected: ["id-unknown", "id-unknown", "id-unknown"],
  },
  {
    title: "no IDs, and characters that agree",
    lines: three,
    rows: ["- ANNA", "- Ben", "- Anna"],
    expected: ["1 number", "2 number", "3 number"],
  },
  {
    title: "no IDs, and other names in the same order",
    lines: three,
    rows: ["- Anne", "- Benoît", "- Anne"],
    expected: ["1 number", "2 number", "3 number"],
  },
  {
    title: "no IDs, and other names in another order",
    lines: three,
    rows: ["- Anne", "- Anne", "- Benoît"],
    expected: ["order", "character", "character"],
  },
  {
    title: "no IDs, sorted by character",
    lines: three,
    rows: ["- Anna", "- Anna", "- Ben"],
    expected: ["order", "character", "character"],
  },
  {
    title: "no IDs and no characters, with as many rows",
    lines: three,
    rows: ["-", "-", "-"],
    expected: ["1 number", "2 number", "3 number"],
  },
  {
    title: "no IDs and no characters, with fewer rows",
    lines: three,
    rows: ["-", "-"],
    expected: ["count", "count"],
  },
  {
    title: "a batch without IDs",
    lines: ["- Anna", "- Ben"],
    rows: ["A1 Anna", "A2 Ben"],
    expected: ["1 number", "2 number"],
  },
  {
    title: "numbers of lines as IDs, in another order",
    lines: ["- Anna", "- Ben", "- Anna"],
    rows: ["3 Anna", "1 Anna", "2 Ben"],
    expected: ["3 number", "1 number", "2 number"],
  },
  {
    title: "numbers of lines of other characters",
    lines: ["- Anna", "- Ben", "- Anna"],
    rows: ["1 Anna", "2 Anna", "3 Ben"],
    expected: ["1 number", "character", "character"],
  },
  {
    title: "some numbers without characters are those of a renumbered file",
    lines: ["-", "-", "-"],
    rows: ["1", "2"],
    expected: ["count", "count"],
  },
  {
    title: "some numbers of lines in saved texts",
    lines: ["-", "-", "-"],
    rows: ["3", "9"],
    expected: ["3 number", "id-unknown"],
    options: areNumbersIds,
  },
  {
    title: "numbers that are also IDs of other lines",
    lines: ["2", "3", "-", "5"],
    rows: ["2", "3"],
    expected: ["id-unclear", "id-unclear"],
    options: areNumbersIds,
  },
  {
    title: "numbers that are also IDs of other lines, told apart by characters",
    lines: ["2 Anna", "3 Ben", "- Anna", "5 Ben"],
    rows: ["2 Ben", "3 Anna"],
    expected: ["2 number", "3 number"],
    options: areNumbersIds,
  },
  {
    title: "repeated IDs of a script in saved texts",
    lines: ["2 Anna", "3 Ben", "2 Anna", "3 Ben"],
    rows: ["2 Anna", "3 Ben", "2 Anna", "3 Ben"],
    expected: ["1 number", "2 number", "3 number", "4 number"],
    options: areNumbersIds,
  },
  {
    title: "repeated IDs in a part of a script",
    lines: ["2 Anna", "3 Ben", "2 Anna", "3 Ben"],
    rows: ["2 Anna", "3 Ben"],
    expected: ["id-repeated", "id-repeated"],
    options: areNumbersIds,
  },
  {
    title: "subtitles with a cue fewer",
    lines: timed,
    rows: ["- - 1000", "- - 5000"],
    expected: ["1 time", "3 time"],
  },
  {
    title: "subtitles with a cue more",
    lines: timed,
    rows: ["- - 1000", "- - 2100", "- - 3000", "- - 5000"],
    expected: ["1 time", "time-unknown", "2 time", "3 time"],
  },
  {
    title: "times rounded to centiseconds and frames",
    lines: ["- - 1001", "- - 3003", "- - 5041"],
    rows: ["- - 1000", "- - 3000", "- - 5000"],
    expected: ["1 time", "2 time", "3 time"],
  },
  {
    title: "times that are all later",
    lines: ["- - 1000", "- - 3200", "- - 5900", "- - 7000"],
    rows: ["- - 3601000", "- - 3603200", "- - 3607000"],
    expected: ["1 shifted-time", "2 shifted-time", "4 shifted-time"],
  },
  {
    title: "times that are all later by the distance of the lines",
    lines: timed,
    rows: ["- - 3000", "- - 5000", "- - 7000"],
    expected: ["1 shifted-time", "2 shifted-time", "3 shifted-time"],
  },
  {
    title: "times that could be earlier or later",
    lines: timed,
    rows: ["- - 2000", "- - 4000"],
    expected: ["time-unknown", "time-unknown"],
  },
  {
    title: "times of another cut",
    lines: timed,
    rows: ["- - 11000", "- - 14000", "- - 19500"],
    expected: ["time-unknown", "time-unknown", "time-unknown"],
  },
  {
    title: "times of another cut, and characters that agree",
    lines: ["- Anna 1000", "- Ben 3000", "- Anna 5000"],
    rows: ["- Anna 11000", "- Ben 14000", "- Anna 19500"],
    expected: ["1 number", "2 number", "3 number"],
  },
  {
    title: "a time at which a line of another character begins",
    lines: ["- Anna 1000", "- Ben 3000"],
    rows: ["- Anna 1000", "- Anna 3000"],
    expected: ["1 time", "time-unclear"],
  },
  {
    title: "two lines at one time, in the order of the file",
    lines: ["- - 1000", "- - 1000"],
    rows: ["- - 1000", "- - 1000"],
    expected: ["1 time", "2 time"],
  },
  {
    title: "two lines at one time, by character",
    lines: ["- Anna 1000", "- Ben 1000"],
    rows: ["- Ben 1000", "- Anna 1000"],
    expected: ["2 time", "1 time"],
  },
  {
    title: "two lines at one time, by their ends",
    lines: ["- - 1000-2000", "- - 1000-3000"],
    rows: ["- - 1000-3000", "- - 1000-2000"],
    expected: ["2 time", "1 time"],
  },
  {
    title: "two subtitles for one line",
    lines: ["- - 1000", "- - 3000"],
    rows: ["- - 1000", "- - 1000", "- - 3000"],
    expected: ["time-unclear", "time-unclear", "2 time"],
  },
  {
    title: "a wrong ID with the time of its line",
    lines: ["A - 1000", "B - 3000"],
    rows: ["A - 1000", "X - 3000"],
    expected: ["1 id", "2 time"],
  },
  { title: "a file without rows", lines: three, rows: [], expected: [] },
  { title: "a batch without lines", lines: [], rows: ["001 Anna"], expected: ["count"] },
])("$title", async ({ lines, rows, expected, options }) => {
  expect(await match(lines, rows, options)).toEqual(expected);
});

it("the shift of the times is what is added to those of the file", async () => {
  const found = await matchLines(
    file(["- - 4040", "- - 6250", "- - 9000"]),
    batch(["- - 1000", "- - 3200", "- - 5950"]),
  );
  expect(found.offsetMs).toBe(-3050);
});

it("no line is matched twice, and rows are not compared with all lines", async () => {
  const same = Array.from({ length: 20_000 }, () => "- - 1000");
  const rows = [...same.slice(0, 15_000), ...same.slice(0, 10).map(() => "- - 1000-5000")];
  const numbers = (await match(same, rows)).filter((one) => one.endsWith(" time"));
  expect(new Set(numbers).size).toBe(numbers.length);
});

/**
 * What spreadsheet programs make of names, by their public descriptions: leading zeros and dates
 * (support.microsoft.com "Keeping leading zeros and large numbers", "Stop automatically changing
 * numbers to dates"), names of genes as dates (genenames.org), archimatetool/archi 192.
 */
it.each<{ title: string; known: string[]; given: string[]; expected: Record<string, string> }>([
  {
    title: "leading zeros",
    known: ["001", "010", "100"],
    given: ["1", "10"],
    expected: { "1": "001", "10": "010" },
  },
  {
    title: "zeros after the point",
    known: ["1.50", "2.0"],
    given: ["1.5", "2"],
    expected: { "1.5": "1.50", "2": "2.0" },
  },
  { title: "decimal commas", known: ["1.5"], given: ["1,5"], expected: { "1,5": "1.5" } },
  { title: "numbers that could be two names", known: ["1", "01"], given: ["001"], expected: {} },
  { title: "two forms of one name", known: ["001"], given: ["1", "01"], expected: {} },
  {
    title: "powers",
    known: ["1E5", "12E3"],
    given: ["1.00E+05", "1.20E+04"],
    expected: { "1.00E+05": "1E5", "1.20E+04": "12E3" },
  },
  {
    title: "long numbers",
    known: ["123456789012", "98765432109876543"],
    given: ["1.23457E+11", "98765432109876500"],
    expected: { "1.23457E+11": "123456789012", "98765432109876500": "98765432109876543" },
  },
  {
    title: "German dates",
    known: ["3-1", "3-4"],
    given: ["03. Jan", "03. Apr"],
    expected: { "03. Jan": "3-1", "03. Apr": "3-4" },
  },
  {
    title: "American dates",
    known: ["3-1", "3-14"],
    given: ["1-Mar", "14-Mar"],
    expected: { "1-Mar": "3-1", "14-Mar": "3-14" },
  },
  {
    title: "French and Polish dates",
    known: ["5-8", "6-12"],
    given: ["05-août", "06.gru"],
    expected: { "05-août": "5-8", "06.gru": "6-12" },
  },
  {
    title: "dates with the year of the program",
    known: ["3-1"],
    given: ["03.01.2026"],
    expected: { "03.01.2026": "3-1" },
  },
  {
    title: "dates in the international form",
    known: ["1/2", "1/3"],
    given: ["2026-02-01", "2026-03-01 00:00:00"],
    expected: { "2026-02-01": "1/2", "2026-03-01 00:00:00": "1/3" },
  },
  {
    title: "whole dates",
    known: ["1-2-3", "1-2-4"],
    given: ["01.02.2003", "01.02.2004"],
    expected: { "01.02.2003": "1-2-3", "01.02.2004": "1-2-4" },
  },
  {
    title: "a month and a year",
    known: ["1-13", "1-45"],
    given: ["Jan 13", "Jan 45"],
    expected: { "Jan 13": "1-13", "Jan 45": "1-45" },
  },
  {
    title: "dates of which day and month are not certain",
    known: ["1-2", "2-1"],
    given: ["1-Feb", "2-Jan"],
    expected: {},
  },
  {
    title: "names of months",
    known: ["SEPT2", "MARCH1"],
    given: ["2-Sep", "1-Mar"],
    expected: { "2-Sep": "SEPT2", "1-Mar": "MARCH1" },
  },
  { title: "times", known: ["1:02"], given: ["01:02:00"], expected: { "01:02:00": "1:02" } },
  {
    title: "case, spaces and dashes",
    known: ["SC-1", "A 2"],
    given: ["sc–1", "A2"],
    expected: { "sc–1": "SC-1", A2: "A 2" },
  },
  { title: "other names", known: ["S1", "Anna"], given: ["S2", "Ana", "", "."], expected: {} },
])("recognises $title", async ({ known, given, expected }) => {
  expect(Object.fromEntries(await recogniseChanged(known, given))).toEqual(expected);
});
