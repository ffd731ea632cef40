/**
 * Matches the rows of a file with the lines of a batch by evidence: the ID, else the time, else the
 * number of the line. A row without evidence, or with evidence against its line, is not matched.
 */
import type { MatchEvidence } from "../../../preload/facts/line-matching";
import { foldName } from "../../common/collation";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import type { ScriptLine } from "../model";
import { narratorName } from "../vocabulary";
import { cleanName } from "../files/text";
import { recogniseChanged } from "./changed-names";
import { matchTimes } from "./match-times";

/** A row of a file. */
export type FileRow = Pick<ScriptLine, "row" | "id" | "character" | "startMs" | "endMs" | "source">;

/** A line of a batch; times in milliseconds. */
export interface BatchLine {
  number: number;
  /** "" for none. */
  lineId: string;
  /** "" for none. */
  character: string;
  startMs: number | null;
  endMs: number | null;
  /** The text of the source; absent if it is not known. */
  source?: string;
}

/** Why a row has no line. */
export type Unmatched =
  /** Other rows have IDs of lines; this one has none, or one of no line or of several. */
  | { reason: "id-missing" | "id-unknown" | "id-unclear" }
  /** `other`: another row of the file with this ID; null if several lines of the batch have it. */
  | { reason: "id-repeated"; other: number | null }
  /** The line of its ID or number is of another character. */
  | { reason: "character"; line: BatchLine }
  /** The source in the row is that of another line. */
  | { reason: "source"; line: BatchLine }
  | { reason: "time-unknown" | "time-unclear" }
  /** The file has another number of rows than the batch has lines. */
  | { reason: "count" }
  /** The characters of other rows are in another order than in the batch. */
  | { reason: "order" };

export type RowMatch<L extends BatchLine = BatchLine> = { line: L; by: MatchEvidence } | Unmatched;

export interface Matching<L extends BatchLine = BatchLine> {
  /** One for each row. No line occurs twice. */
  rows: RowMatch<L>[];
  /** What is added to the times of the file, in milliseconds; 0 if no row is matched by time. */
  offsetMs: number;
}

export interface MatchOptions {
  /**
   * The file has the numbers of lines as its IDs if the lines have none of their own, as saved
   * texts have.
   */
  areNumbersIds?: boolean;
}

/** Matches each row with at most one line. Other events are processed in between. */
export async function matchLines<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
  { areNumbersIds = false }: MatchOptions = {},
): Promise<Matching<L>> {
  const facts = await factsOf(rows, lines);
  const found = new Map<number, RowMatch<L>>();
  const used = new Set<L>();
  const add = (index: number, line: L, by: MatchEvidence) => {
    const contradiction = facts.contradiction(index, line);
    if (contradiction !== null) found.set(index, { reason: contradiction, line });
    else if (used.has(line)) found.set(index, { reason: "id-unclear" });
    else {
      used.add(line);
      found.set(index, { line, by });
    }
  };
  await matchIds(rows, lines, { facts, areNumbersIds, add });
  const hasMatchedIds = [...found.values()].some((match) => "by" in match);
  const offsetMs = await matchByTime(rows, lines, { facts, found, used });
  await matchByNumber(rows, lines, { facts, found, hasMatchedIds });
  return { rows: rows.map((_row, index) => found.get(index) ?? { reason: "order" }), offsetMs };
}

type Contradiction = "character" | "source";

interface Facts<L extends BatchLine> {
  /** The character of each row, as it is compared; "" for none. */
  characters: readonly string[];
  /** The line of each ID that one line only has; null for several. */
  lineOfId: ReadonlyMap<string, L | null>;
  /** The rows of each ID. */
  rowsOfId: ReadonlyMap<string, readonly number[]>;
  foldedOf: (line: L) => string;
  /** What the row has of another line: its character, or its source; null for neither. */
  contradiction: (index: number, line: L) => Contradiction | null;
}

async function factsOf<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
): Promise<Facts<L>> {
  const yieldIfDue = createYieldIfDue();
  const folds = new Map<string, string>();
  const fold = (text: string) => {
    const known = folds.get(text);
    if (known !== undefined) return known;
    const folded = foldName(text);
    folds.set(text, folded);
    return folded;
  };
  // Lines of the narrator have no character in their script.
  const foldedOf = ({ character }: L) => (character === narratorName ? "" : fold(character));
  const lineOfId = new Map<string, L | null>();
  const names = new Set<string>();
  const sources = new Set<string>();
  for (const line of lines) {
    await yieldIfDue();
    names.add(foldedOf(line));
    if (line.source !== undefined) sources.add(fold(line.source));
    const id = cleanName(line.lineId);
    if (id !== "") lineOfId.set(id, lineOfId.has(id) ? null : line);
  }
  const rowsOfId = new Map<string, number[]>();
  for (const [index, { id }] of rows.entries()) {
    if (id === null) continue;
    const known = rowsOfId.get(id);
    if (known) known.push(index);
    else rowsOfId.set(id, [index]);
  }
  const characters: string[] = [];
  for (const { character } of rows) {
    await yieldIfDue();
    characters.push(fold(character ?? ""));
  }
  const isOfOther = (index: number, line: L) => {
    const [said = "", own] = [characters[index], foldedOf(line)];
    return said !== "" && own !== "" && said !== own && names.has(said);
  };
  const hasOtherSource = (index: number, line: L) => {
    const said = rows[index]?.source;
    if (said === undefined || line.source === undefined) return false;
    return fold(said) !== fold(line.source) && sources.has(fold(said));
  };
  const contradiction = (index: number, line: L) => {
    if (isOfOther(index, line)) return "character";
    return hasOtherSource(index, line) ? "source" : null;
  };
  return { characters, lineOfId, rowsOfId, foldedOf, contradiction };
}

interface IdContext<L extends BatchLine> {
  facts: Facts<L>;
  areNumbersIds: boolean;
  add: (index: number, line: L, by: MatchEvidence) => void;
}

async function matchIds<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
  { facts, areNumbersIds, add }: IdContext<L>,
): Promise<void> {
  const yieldIfDue = createYieldIfDue();
  const { lineOfId, rowsOfId } = facts;
  const keys = [...rowsOfId].flatMap(([id, [index, other]]) =>
    index === undefined || other !== undefined ? [] : [{ id, index }],
  );
  await yieldIfDue();
  const byNumber = numbersOf(rows, lines, { facts, areNumbersIds });
  await yieldIfDue();
  const isNumber = ({ id }: { id: string }) => byNumber.has(id) && !lineOfId.has(id);
  const areAllNumbers =
    (areNumbersIds || keys.every(isNumber)) &&
    keys.length === rows.length &&
    keys.every(({ id }) => byNumber.has(id));
  const areAllIds = keys.every(({ id }) => lineOfId.get(id) != null);
  const isEqual = ({ id }: { id: string }) => lineOfId.get(id) === byNumber.get(id);
  const fitsNumbers = keys.every(({ id, index }) => {
    const line = byNumber.get(id);
    return line !== undefined && facts.contradiction(index, line) === null;
  });
  const fitsIds = keys.every(({ id, index }) => {
    const line = lineOfId.get(id);
    return line != null && facts.contradiction(index, line) === null;
  });
  await yieldIfDue();
  // IDs that could be numbers of other lines as well are no evidence.
  if (areAllNumbers && fitsNumbers && areAllIds && fitsIds && !keys.every(isEqual)) return;
  const unknown: { id: string; index: number }[] = [];
  for (const key of keys) {
    await yieldIfDue();
    const isByNumber = (areAllNumbers && fitsNumbers && !fitsIds) || isNumber(key);
    const line = isByNumber ? byNumber.get(key.id) : lineOfId.get(key.id);
    if (line) add(key.index, line, isByNumber ? "number" : "id");
    else if (line === undefined) unknown.push(key);
  }
  const given = new Set(keys.map(({ id }) => id));
  const free = [...lineOfId].flatMap(([id, line]) => (line === null || given.has(id) ? [] : [id]));
  const changed = await recogniseChanged(
    free,
    unknown.map(({ id }) => id),
  );
  for (const { id, index } of unknown) {
    const line = lineOfId.get(changed.get(id) ?? "");
    if (line) add(index, line, "changed-id");
  }
}

/** The lines by their numbers, where a file may have those instead of IDs. */
function numbersOf<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
  { facts, areNumbersIds }: { facts: Facts<L>; areNumbersIds: boolean },
): ReadonlyMap<string, L> {
  const { lineOfId, characters } = facts;
  const haveOwnIds =
    lineOfId.size === lines.length && [...lineOfId.values()].every((line) => line !== null);
  const isCertain =
    areNumbersIds || rows.length === lines.length || characters.every((name) => name !== "");
  if (haveOwnIds || !isCertain) return new Map();
  return new Map(lines.map((line) => [String(line.number), line]));
}

interface TimeContext<L extends BatchLine> {
  facts: Facts<L>;
  found: Map<number, RowMatch<L>>;
  used: Set<L>;
}

/** Matches the rows that are left; returns what is added to their times. */
async function matchByTime<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
  { facts, found, used }: TimeContext<L>,
): Promise<number> {
  const yieldIfDue = createYieldIfDue();
  const timedLines = lines.flatMap((line) => {
    const { number, startMs, endMs } = line;
    if (startMs === null || used.has(line)) return [];
    return [{ number, startMs, endMs, character: facts.foldedOf(line), line }];
  });
  await yieldIfDue();
  const timedRows = rows.flatMap(({ row, startMs, endMs }, index) => {
    if (startMs === null || found.has(index)) return [];
    return [{ row, startMs, endMs, character: facts.characters[index] ?? "", index }];
  });
  if (timedLines.length === 0 || timedRows.length === 0) return 0;
  const matches = await matchTimes(
    timedRows,
    timedLines,
    ({ index }, { line }) => facts.contradiction(index, line) !== null,
  );
  let isUsed = false;
  for (const [at, { index }] of timedRows.entries()) {
    await yieldIfDue();
    const match = matches?.lines[at] ?? null;
    if (match === null || match === "unclear")
      found.set(index, { reason: match === null ? "time-unknown" : "time-unclear" });
    else {
      isUsed = true;
      used.add(match.line);
      found.set(index, { line: match.line, by: matches?.offsetMs === 0 ? "time" : "shifted-time" });
    }
  }
  return isUsed ? (matches?.offsetMs ?? 0) : 0;
}

interface NumberContext<L extends BatchLine> {
  facts: Facts<L>;
  found: Map<number, RowMatch<L>>;
  /** Whether some rows have IDs of lines. */
  hasMatchedIds: boolean;
}

/**
 * Matches the rows that are left by their numbers, if the file has as many rows as the batch has
 * lines, no row is matched with a line of another number, and the characters agree. The other rows
 * get the reason why they have no line.
 */
async function matchByNumber<L extends BatchLine>(
  rows: readonly FileRow[],
  lines: readonly L[],
  { facts, found, hasMatchedIds }: NumberContext<L>,
): Promise<void> {
  const yieldIfDue = createYieldIfDue();
  const isSameCount = rows.length === lines.length;
  const against = isSameCount ? await findContradictions(lines, facts) : new Map<number, never>();
  const areNamed = facts.characters.every((name) => name !== "");
  const isInOrder = rows.every((_row, index) => {
    const match = found.get(index);
    return !match || !("line" in match) || match.line === lines[index];
  });
  const isByNumber = isSameCount && isInOrder && against.size === 0;
  const areIdsUsed = hasMatchedIds || facts.lineOfId.size > 0;
  for (const index of rows.keys()) {
    await yieldIfDue();
    const match = found.get(index);
    if (match && !isTimeless(match)) continue;
    const line = lines[index];
    const contradiction = against.get(index);
    const key = areIdsUsed ? keyOf(index, rows, facts) : null;
    // A time or an ID of its own is evidence against a number, unless all characters agree.
    const isTold = match !== undefined || (key !== null && key.reason !== "id-repeated");
    if (isByNumber && line && (!isTold || (areNamed && !hasMatchedIds)))
      found.set(index, { line, by: "number" });
    else if (key && (hasMatchedIds || !match)) found.set(index, key);
    else if (match) continue;
    else if (hasMatchedIds) found.set(index, { reason: "id-missing" });
    else if (!isSameCount) found.set(index, { reason: "count" });
    else if (line && contradiction) found.set(index, { reason: contradiction, line });
    else found.set(index, { reason: "order" });
  }
}

const isTimeless = <L extends BatchLine>(match: RowMatch<L>) =>
  "reason" in match && match.reason.startsWith("time-");

/** Why the ID of a row is that of no line; null for a row without an ID. */
function keyOf<L extends BatchLine>(
  index: number,
  rows: readonly FileRow[],
  { rowsOfId, lineOfId }: Facts<L>,
): Unmatched | null {
  const id = rows[index]?.id ?? null;
  if (id === null) return null;
  const [first, second] = rowsOfId.get(id) ?? [];
  const other = first === index ? second : first;
  if (other !== undefined) return { reason: "id-repeated", other: rows[other]?.row ?? null };
  const line = lineOfId.get(id);
  if (line === null) return { reason: "id-repeated", other: null };
  return { reason: line ? "id-unclear" : "id-unknown" };
}

/**
 * The rows whose characters or sources are not those of the lines of their numbers. Names of the
 * file that the batch does not have agree if each stands for one name of the batch.
 */
async function findContradictions<L extends BatchLine>(
  lines: readonly L[],
  { characters, contradiction, foldedOf }: Facts<L>,
): Promise<Map<number, Contradiction>> {
  const yieldIfDue = createYieldIfDue();
  const against = new Map<number, Contradiction>();
  const ownOf = new Map<string, string>();
  const saidOf = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    await yieldIfDue();
    const found = contradiction(index, line);
    if (found !== null) {
      against.set(index, found);
      continue;
    }
    const [said = "", own] = [characters[index], foldedOf(line)];
    if (said === "" || own === "" || said === own) continue;
    if (!ownOf.has(said)) ownOf.set(said, own);
    if (!saidOf.has(own)) saidOf.set(own, said);
    if (ownOf.get(said) !== own || saidOf.get(own) !== said) against.set(index, "character");
  }
  return against;
}
