/**
 * The layout of printed pages: which pieces of text are a line, which lines are headers and
 * footers, where columns are, and which lines continue a paragraph. A .pdf stores none of this.
 */
import { beginsLower, isUpperCase, withoutExtensions } from "../character-names";
import { cleanName } from "../files/text";
import { kindOfText, listPages, type KindChoices } from "../line-kinds";
import type { Problems } from "../problems";
import { plainParagraph, type Block, type Document } from "./blocks";
import { endsInHyphen } from "./join-printed";
import { findNotation, nameBeforeColon, splitColon } from "./speaker-notation";

/** A run of text; lengths are in points along its direction, `y` increases upwards. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
  isRightToLeft: boolean;
  /** The direction in degrees. */
  angle: number;
}

/** Pieces at the same height, in reading order. */
interface Line {
  page: number;
  pieces: Piece[];
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
  isRightToLeft: boolean;
}

function lineOf(page: number, pieces: readonly Piece[]): Line {
  const isRightToLeft = pieces[0]?.isRightToLeft ?? false;
  const sorted = pieces.toSorted((a, b) => (isRightToLeft ? b.left - a.left : a.left - b.left));
  return {
    page,
    pieces: sorted,
    text: sorted.map(({ text }) => text.trim()).join(" "),
    left: Math.min(...sorted.map(({ left }) => left)),
    right: Math.max(...sorted.map(({ right }) => right)),
    y: sorted[0]?.y ?? 0,
    height: Math.max(...sorted.map(({ height }) => height)),
    isRightToLeft,
  };
}

/** The lines of a page from top to bottom. */
function linesOfPage(pieces: readonly Piece[], page: number): Line[] {
  const lines: Line[] = [];
  let group: Piece[] = [];
  const end = () => {
    if (group.length > 0) lines.push(lineOf(page, group));
    group = [];
  };
  for (const piece of pieces.toSorted((a, b) => b.y - a.y)) {
    const [first] = group;
    if (first !== undefined && first.y - piece.y > Math.max(first.height, piece.height) / 2) end();
    group.push(piece);
  }
  end();
  return lines;
}

/** The direction of most of the text of a page. */
function mainAngle(pieces: readonly Piece[]): number {
  const lengths = new Map<number, number>();
  for (const { angle, text } of pieces) lengths.set(angle, (lengths.get(angle) ?? 0) + text.length);
  return [...lengths].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0])[0];
}

/** The usual distance of two lines of a paragraph. */
function usualGapOf(pages: readonly Line[][]): number {
  const gaps = pages
    .flatMap((lines) => lines.map((line, at) => (lines[at - 1]?.y ?? line.y) - line.y))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 10)] ?? 0;
}

const isGap = (gap: number, usualGap: number) => gap < 0 || gap > usualGap * 1.25;

/** Lines at the top and at the bottom of a page that can be headers and footers. */
const edgeLines = 3;
const pageNumber =
  /^[\s–—-]*(?:(?:page|seite|pag\.?|pág\.?|página|pagina|p\.|s\.)\s*)?\d{1,4}(?:\s*(?:\/|of|von|de|di|sur|van)\s*\d{1,4})?[\s.–—-]*$/iu;

/**
 * The lines of a page that are its header and footer: those at its edge that other pages also have,
 * with other numbers, or that are a page number, and stand apart from the text.
 */
function furnitureOf(
  lines: readonly Line[],
  isRepeated: (line: Line) => boolean,
  usualGap: number,
) {
  const found = new Set<Line>();
  for (const edge of [lines.slice(0, edgeLines), lines.slice(-edgeLines).toReversed()]) {
    let size = edge.findIndex((line) => !isRepeated(line) && !pageNumber.test(line.text));
    if (size < 0) size = edge.length;
    const all = edge[0] === lines[0] ? lines : lines.toReversed();
    for (; size > 0; size -= 1) {
      const [last, next] = [all[size - 1], all[size]];
      if (last === undefined || next === undefined) break;
      if (Math.abs(last.y - next.y) > usualGap * 1.25 || usualGap === 0) break;
    }
    // A page with nothing else is not only its header.
    if (size < lines.length) for (const line of all.slice(0, size)) found.add(line);
  }
  return found;
}

/** Tests whether a line is also at the same height of other pages. */
function createRepetition(pages: readonly Line[][]): (line: Line) => boolean {
  const keyOf = ({ text }: Line) => text.replace(/\d+/g, "#");
  const heights = new Map<string, number[]>();
  for (const lines of pages)
    for (const line of new Set([...lines.slice(0, edgeLines), ...lines.slice(-edgeLines)]))
      heights.set(keyOf(line), [...(heights.get(keyOf(line)) ?? []), line.y]);
  const least = Math.max(2, Math.ceil(pages.length / 3));
  return (line) => {
    if (splitColon(line.text) !== null) return false;
    const near = (heights.get(keyOf(line)) ?? []).filter(
      (y) => Math.abs(y - line.y) <= line.height,
    );
    return near.length >= least;
  };
}

const minRepeatedLength = 12;

/** Removes what is printed on every page; what was removed is a note. */
function removeFurniture(pages: Line[][], usualGap: number, choices: KindChoices): Line[][] {
  const isRepeated = createRepetition(pages);
  const heights = pages
    .flat()
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  const usualHeight = heights[Math.floor(heights.length / 2)] ?? 0;
  const onPages = new Map<string, number>();
  for (const lines of pages)
    for (const text of new Set(lines.map((line) => line.text)))
      onPages.set(text, (onPages.get(text) ?? 0) + 1);
  return pages.map((lines) => {
    const furniture = furnitureOf(lines, isRepeated, usualGap);
    return lines.filter((line) => {
      const isOnAll = pages.length > 1 && onPages.get(line.text) === pages.length;
      const isWatermark = isOnAll && line.height > usualHeight * 1.5;
      // A name stands on every page of a screenplay.
      const isRepeatedText = isOnAll && pages.length > 2 && line.text.length >= minRepeatedLength;
      if (!furniture.has(line) && !isWatermark && !isRepeatedText) return true;
      const isSpoken = !furniture.has(line) && !isWatermark;
      return choices.decide("page", { row: line.page, text: line.text }, isSpoken);
    });
  });
}

/** Distance in points at which two pieces begin at the same position. */
const near = 3;
const maxColumns = 10;

/** The positions at which several lines continue after a wide gap. */
function columnStarts(lines: readonly Line[]): number[] {
  const starts: { x: number; count: number }[] = [];
  for (const { pieces, isRightToLeft } of lines)
    for (const { left, right } of pieces.slice(1)) {
      const x = isRightToLeft ? right : left;
      const known = starts.find((start) => Math.abs(start.x - x) <= near);
      if (known !== undefined) known.count += 1;
      else if (starts.length < 1000) starts.push({ x, count: 1 });
    }
  const used = starts.filter(({ count }) => count > 1);
  return used
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxColumns)
    .map(({ x }) => x);
}

const isAmount = (text: string) => ["number", "time"].includes(kindOfText(text.trim()) ?? "");
const isNameCell = (text: string) => {
  const name = withoutExtensions(cleanName(text));
  return nameBeforeColon(text) !== null || isUpperCase(name);
};
const meanLength = (texts: readonly string[]) =>
  texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);

const minNameRows = 2;
/**
 * Whether names stand above texts in two columns: several lines have a name in capitals in both,
 * and as many have a text in both. A cast has names alone, and a table a name before each text.
 */
function haveNamesAbove(lines: readonly Line[]): boolean {
  const pairs = lines
    .filter(({ pieces }) => pieces.length === 2)
    .map(({ pieces }) => pieces.map(({ text }) => isNameCell(text)));
  const names = pairs.filter((pair) => pair.every(Boolean)).length;
  const texts = pairs.filter((pair) => !pair.some(Boolean)).length;
  return names >= minNameRows && texts >= names && names + texts === pairs.length;
}

/** Text that stands in columns: a table, or columns that are read one after the other. */
type Columns = { kind: "none" } | { kind: "table" | "columns"; starts: number[] };

function columnsOf(lines: readonly Line[]): Columns {
  const starts = columnStarts(lines);
  if (starts.length === 0) return { kind: "none" };
  const isAt = ({ left, right, isRightToLeft }: Piece) =>
    starts.some((x) => Math.abs(x - (isRightToLeft ? right : left)) <= near);
  const split = lines.filter(({ pieces }) => pieces.slice(1).some(isAt));
  const first = split.map(({ pieces }) => pieces[0]?.text ?? "").filter((text) => !isAmount(text));
  const isText = (text: string) =>
    splitColon(text) !== null || (first.length > 0 && !isNameCell(text) && text.length > 30);
  const isColumns =
    haveNamesAbove(split) ||
    first.some((text) => splitColon(text) !== null) ||
    (first.length >= split.length / 2 && meanLength(first) > 25 && first.some(isText));
  return { kind: isColumns ? "columns" : "table", starts };
}

/** The lines of pages with columns: those of the first column, then those of the next. */
function readColumns(lines: readonly Line[], starts: readonly number[]): Line[] {
  const ordered: Line[] = [];
  let columns: Piece[][] = [];
  let page = 0;
  const end = () => {
    for (const pieces of columns) for (const piece of pieces) ordered.push(lineOf(page, [piece]));
    columns = [];
  };
  const sorted = starts.toSorted((a, b) => a - b);
  for (const line of lines) {
    const isWhole = line.pieces.some(({ left, right }) =>
      sorted.some((x) => left < x - near && right > x + near),
    );
    if (line.page !== page || isWhole) end();
    page = line.page;
    if (isWhole) ordered.push(line);
    else
      for (const piece of line.pieces) {
        const at = sorted.filter((x) => piece.left >= x - near).length;
        const column = line.isRightToLeft ? sorted.length - at : at;
        while (columns.length <= column) columns.push([]);
        columns[column]?.push(piece);
      }
  }
  end();
  return ordered;
}

interface Report {
  problems: Problems;
  choices: KindChoices;
}

/** A new line of a transcript: "00:01:02 ANNA". */
const beginsWithTime = (text: string) => /^[[(<]?\d{1,2}:\d{2}(?::\d{2})?\b/.test(text);

/** The blocks of pages of text; `doubled` are the pages with text that was printed twice. */
export function layOutPages(
  pages: readonly Piece[][],
  doubled: ReadonlySet<number>,
  { problems, choices }: Report,
): Document {
  const printed = pages.map((pieces, at) => {
    const angle = mainAngle(pieces);
    const upright = pieces.filter((piece) => {
      if (piece.angle === angle) return true;
      return choices.decide("page", { row: at + 1, text: piece.text }, false);
    });
    return linesOfPage(upright, at + 1);
  });
  if (doubled.size > 0) {
    const message = `${listPages([...doubled])}: text that is printed twice at one position was read once.`;
    problems.note(null, null, "text-doubled", message);
  }
  const usualGap = usualGapOf(printed);
  const lines = removeFurniture(printed, usualGap, choices).flat();
  const columns = columnsOf(lines);
  if (columns.kind === "columns") {
    const at = new Set(lines.filter(({ pieces }) => pieces.length > 1).map(({ page }) => page));
    const message = `${listPages([...at])}: the text is in columns. They were read one after the other.`;
    problems.note(null, null, "page-columns", message);
  }
  const ordered = columns.kind === "columns" ? readColumns(lines, columns.starts) : lines;
  const starts = columns.kind === "table" ? columns.starts : [];
  return { blocks: blocksOf(ordered, { starts, usualGap }), hasPrintedLines: true };
}

/** The cells of a line by their columns; null if the line has no wide gap at a column. */
function cellsOf({ pieces, isRightToLeft }: Line, starts: readonly number[]): string[] | null {
  const [first] = pieces;
  if (first === undefined || pieces.length === 1) return null;
  const sorted = starts.toSorted((a, b) => (isRightToLeft ? b - a : a - b));
  const columnAt = ({ left, right }: Piece) =>
    sorted.findIndex((x) => Math.abs(x - (isRightToLeft ? right : left)) <= near) + 1;
  const isInColumn = pieces.slice(1).some((piece) => columnAt(piece) > 0);
  if (!isInColumn && !(isNameCell(first.text) && kindOfText(first.text) === null)) return null;
  const cells = Array.from({ length: sorted.length + 1 }, () => "");
  let column = 0;
  for (const [at, piece] of pieces.entries()) {
    const own = columnAt(piece);
    column = at === 0 && own === 0 ? 0 : own > 0 ? own : at === 0 ? 0 : Math.max(column, 1);
    const text = piece.text.trim();
    cells[column] = cells[column] ? `${cells[column] ?? ""} ${text}` : text;
  }
  return cells;
}

function blocksOf(
  lines: readonly Line[],
  { starts, usualGap }: { starts: readonly number[]; usualGap: number },
): Block[] {
  const leftmost = lines.reduce((least, { left }) => Math.min(least, left), Infinity);
  const rightmost = lines.reduce((most, { right }) => Math.max(most, right), -Infinity);
  const notation = findNotation(lines.map(({ text }) => text));
  const isNamed = (text: string) =>
    splitColon(text) !== null || beginsWithTime(text) || notation.split(text) !== null;

  /**
   * A line continues in the next line if that line is at the usual distance, its first word would
   * not have fitted on the line before, and it does not begin with `NAME:`. A divided word always
   * continues.
   */
  function continues(line: Line, next: Line): boolean {
    const gap = line.page === next.page ? line.y - next.y : usualGap;
    if (isGap(gap, usualGap)) return false;
    if (Math.abs(line.height - next.height) > line.height * 0.2) return false;
    if (isNamed(next.text)) return false;
    if (endsInHyphen(line.text, next.text)) return true;
    const firstWord = /^\S+/.exec(next.text)?.[0] ?? "";
    const perCharacter = (next.right - next.left) / Math.max(next.text.length, 1);
    const needed = (wideScript.test(firstWord) ? 1 : firstWord.length + 1) * perCharacter;
    const room = next.isRightToLeft ? line.left - leftmost : rightmost - line.right;
    // A page that ends inside of a sentence.
    const isInside = beginsLower(next.text) && /[\p{L}\p{N},]$/u.test(line.text);
    const isLong = room * 3 < rightmost - leftmost;
    return room < needed || (line.page !== next.page && isInside && isLong);
  }

  const blocks: Block[] = [];
  let row = 0;
  let table = 0;
  let last: Line | undefined;
  for (const line of lines) {
    const cells = cellsOf(line, starts);
    const before = blocks.at(-1);
    const gap = last === undefined || last.page !== line.page ? 0 : last.y - line.y;
    const continuedCell = starts.findIndex(
      (x) => Math.abs(x - (line.isRightToLeft ? line.right : line.left)) <= near,
    );
    if (cells === null && before?.kind === "row" && continuedCell >= 0 && !isGap(gap, usualGap)) {
      const sorted = starts.toSorted((a, b) => (line.isRightToLeft ? b - a : a - b));
      const at = sorted.indexOf(starts[continuedCell] ?? 0) + 1;
      before.cells[at] = `${before.cells[at] ?? ""} ${line.text}`.trim();
    } else if (cells !== null) {
      row += 1;
      if (before?.kind !== "row") table += 1;
      blocks.push({ kind: "row", row, table, isTable: starts.length > 0, cells });
    } else {
      const continuesLast =
        last !== undefined && before?.kind === "paragraph" && continues(last, line);
      if (!continuesLast) {
        if (last !== undefined && (last.page !== line.page || isGap(gap, usualGap)))
          blocks.push(plainParagraph(row, ""));
        row += 1;
      }
      blocks.push({
        ...plainParagraph(row, line.text),
        indent: (line.left - leftmost) / (line.height / 2 || 1),
        continuesLast,
      });
    }
    last = line;
  }
  return blocks;
}

const wideScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
