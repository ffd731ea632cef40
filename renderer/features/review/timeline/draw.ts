/**
 * Draws the timeline. Only what is visible is drawn, and what falls into one pixel is drawn once.
 */
import type { ReviewedLine } from "../../../../preload/contract/review";
import type { LineState } from "../../../../preload/facts/review";
import { marksOf } from "../marks";
import { pairMs, Peaks } from "./peaks";
import { endOf, labelStep, msOf, xOf, type View } from "./scale";
import type { TimelineLine } from "./placed-lines";

/** Rows from top to bottom, in CSS pixels. */
export const rows = {
  ruler: { top: 0, height: 18 },
  source: { top: 20, height: 40 },
  dub: { top: 64, height: 40 },
} as const;
export const timelineHeight = 108;

export interface Colors {
  background: string;
  text: string;
  line: string;
  wave: string;
  accent: string;
  soft: string;
  good: string;
  bad: string;
  warn: string;
}

export interface PlacedComment {
  startMs: number;
  /** The end of a span; null for a moment. */
  endMs: number | null;
}

export interface Scene {
  view: View;
  /** Those that are visible. */
  lines: readonly TimelineLine[];
  selected: number | null;
  /** A take that is being moved: the line and the begin of its take. */
  moved: { number: number; startMs: number } | null;
  /** A line whose start or end is being moved. */
  resized: { number: number; startMs: number; endMs: number } | null;
  /** A span of a line that the pointer draws. */
  drawnSpan: { startMs: number; endMs: number } | null;
  comments: readonly PlacedComment[];
  playheadMs: number;
  formatTime: (ms: number) => string;
  nameOfCheck: (name: string) => string;
}

/** Canvas or a recorder of its calls. */
export type Context = Pick<
  CanvasRenderingContext2D,
  "fillStyle" | "strokeStyle" | "font" | "fillRect" | "strokeRect" | "fillText" | "lineWidth"
>;

/** About the width of a character in the font of the ruler. */
const characterPixels = 7;
/** Blocks of less than this are drawn without their waveform, in pixels. */
const minWavePixels = 6;

export function draw(context: Context, scene: Scene, peaks: Peaks, colors: Colors): void {
  const { view } = scene;
  context.fillStyle = colors.background;
  context.fillRect(0, 0, view.width, timelineHeight);
  drawRuler(context, scene, colors);
  drawSlots(context, scene, colors);
  drawSource(context, view, peaks, colors);
  drawTakes(context, scene, peaks, colors);
  drawSelected(context, scene, colors);
  drawComments(context, scene, colors);
  drawSpan(context, scene, colors);
  const playhead = xOf(view, scene.playheadMs);
  if (playhead < 0 || playhead > view.width) return;
  context.fillStyle = colors.bad;
  context.fillRect(Math.round(playhead), 0, 1, timelineHeight);
}

function drawRuler(context: Context, { view, formatTime }: Scene, colors: Colors): void {
  const step = labelStep(view);
  context.font = "11px system-ui, sans-serif";
  for (let ms = Math.floor(view.fromMs / step) * step; ms < endOf(view); ms += step) {
    const x = Math.round(xOf(view, ms));
    context.fillStyle = colors.line;
    context.fillRect(x, 0, 1, timelineHeight);
    context.fillStyle = colors.text;
    context.fillText(formatTime(ms), x + 4, 13);
  }
}

/** Collects spans of one color, so that many lines in a few pixels cost one call. */
function spansOf(context: Context, row: { top: number; height: number }) {
  let [from, to, color] = [0, -1, ""];
  function flush(): void {
    if (to < from) return;
    context.fillStyle = color;
    context.fillRect(from, row.top, Math.max(1, to - from), row.height);
    to = from - 1;
  }
  return {
    add(x: number, end: number, next: string) {
      const [first, last] = [Math.round(x), Math.max(Math.round(x) + 1, Math.round(end))];
      const isSmall = last - first <= 2;
      if (isSmall && next === color && to >= from && first <= to + 1 && first >= from) {
        to = Math.max(to, last);
        return;
      }
      flush();
      [from, to, color] = [first, last, next];
    },
    flush,
  };
}

/** The slot of a line, also while it is being changed. */
const slotOf = (one: TimelineLine, { resized }: Pick<Scene, "resized">) =>
  resized?.number === one.line.number ? resized : one;

function drawSlots(context: Context, scene: Scene, colors: Colors): void {
  const { view, lines } = scene;
  const spans = spansOf(context, rows.source);
  for (const one of lines) {
    const { startMs, endMs } = slotOf(one, scene);
    spans.add(xOf(view, startMs), xOf(view, endMs) - 1, colors.soft);
  }
  spans.flush();
}

function drawSource(context: Context, view: View, peaks: Peaks, colors: Colors): void {
  if (peaks.isSourceMissing) return;
  const level = Peaks.levelFor(view.msPerPixel);
  const middle = rows.source.top + rows.source.height / 2;
  context.fillStyle = colors.wave;
  for (let x = 0; x < view.width; x += 1) {
    const range = peaks.sourceRange(level, msOf(view, x), msOf(view, x + 1));
    if (!range) continue;
    const [low, high] = range;
    const top = middle - (high / 128) * (rows.source.height / 2);
    const bottom = middle - (low / 128) * (rows.source.height / 2);
    context.fillRect(x, top, 1, Math.max(1, bottom - top));
  }
}

const colorOf = (state: LineState, colors: Colors): string =>
  state === "approved"
    ? colors.good
    : state === "rejected" || state === "failed"
      ? colors.bad
      : state === "stale"
        ? colors.warn
        : colors.accent;

function drawTakes(context: Context, scene: Scene, peaks: Peaks, colors: Colors): void {
  const { view, lines, moved, nameOfCheck } = scene;
  const spans = spansOf(context, { top: rows.dub.top + rows.dub.height - 4, height: 4 });
  for (const { line, take } of lines) {
    if (!take) continue;
    const startMs = moved?.number === line.number ? moved.startMs : take.startMs;
    const x = xOf(view, startMs);
    const end = x + (take.endMs - take.startMs) / view.msPerPixel;
    if (end < 0 || x > view.width) continue;
    const color = colorOf(line.state, colors);
    spans.add(x, end, color);
    if (end - x < minWavePixels) continue;
    context.fillStyle = colors.soft;
    context.fillRect(x, rows.dub.top, end - x, rows.dub.height - 4);
    drawTake(context, view, { x, end, pairs: peaks.take(take.id), color });
    drawMark(context, { x, end, line, nameOfCheck }, colors);
  }
  spans.flush();
}

/** The worst finding of a line: its name if there is room for it, else a mark. */
function drawMark(
  context: Context,
  {
    x,
    end,
    line,
    nameOfCheck,
  }: { x: number; end: number; line: ReviewedLine; nameOfCheck: Scene["nameOfCheck"] },
  colors: Colors,
): void {
  const [worst] = marksOf(line);
  if (!worst) return;
  const { severity } = worst;
  context.fillStyle =
    severity === "error" ? colors.bad : severity === "warning" ? colors.warn : colors.text;
  context.fillRect(x, rows.dub.top, Math.min(end - x, 6), 6);
  const words = nameOfCheck(worst.name);
  if (words.length * characterPixels + 14 <= end - x)
    context.fillText(words, x + 10, rows.dub.top + 11);
}

function drawTake(
  context: Context,
  view: View,
  { x, end, pairs, color }: { x: number; end: number; pairs: Int8Array | null; color: string },
): void {
  if (!pairs) return;
  const height = (rows.dub.height - 4) / 2;
  const middle = rows.dub.top + height;
  const pairsPerPixel = view.msPerPixel / pairMs(256);
  context.fillStyle = color;
  const last = Math.min(end, view.width);
  for (let at = Math.max(0, Math.floor(x)); at < last; at += 1) {
    const first = Math.max(0, Math.floor((at - x) * pairsPerPixel));
    const until = Math.max(first + 1, Math.ceil((at + 1 - x) * pairsPerPixel));
    let [low, high] = [0, 0];
    for (let pair = first; pair < until && 2 * pair < pairs.length; pair += 1) {
      low = Math.min(low, pairs[2 * pair] ?? 0);
      high = Math.max(high, pairs[2 * pair + 1] ?? 0);
    }
    if (high > low)
      context.fillRect(at, middle - (high / 128) * height, 1, ((high - low) / 128) * height);
  }
}

function drawSelected(context: Context, scene: Scene, colors: Colors): void {
  const { view, lines, selected } = scene;
  const found = lines.find(({ line }) => line.number === selected);
  if (!found) return;
  const { startMs, endMs } = slotOf(found, scene);
  const x = xOf(view, startMs);
  const width = Math.max(2, (endMs - startMs) / view.msPerPixel);
  context.strokeStyle = colors.accent;
  context.lineWidth = 2;
  context.strokeRect(x + 1, rows.source.top + 1, width - 2, rows.source.height - 2);
}

function drawSpan(context: Context, { view, drawnSpan }: Scene, colors: Colors): void {
  if (!drawnSpan) return;
  const x = xOf(view, drawnSpan.startMs);
  const width = Math.max(2, xOf(view, drawnSpan.endMs) - x);
  context.strokeStyle = colors.warn;
  context.lineWidth = 2;
  context.strokeRect(x, rows.source.top + 1, width, timelineHeight - rows.source.top - 2);
}

function drawComments(context: Context, { view, comments }: Scene, colors: Colors): void {
  context.fillStyle = colors.warn;
  let last = -Infinity;
  for (const { startMs, endMs } of comments) {
    const x = Math.round(xOf(view, startMs));
    const end = endMs === null ? x : Math.min(Math.round(xOf(view, endMs)), view.width);
    if (end > x && end > 0)
      context.fillRect(Math.max(0, x), rows.ruler.top + 15, end - Math.max(0, x), 3);
    if (x < -3 || x > view.width + 3 || x - last < 2) continue;
    last = x;
    context.fillRect(x - 3, rows.ruler.top + 12, 7, 6);
    context.fillRect(x, rows.ruler.top + 18, 1, timelineHeight - 18);
  }
}
