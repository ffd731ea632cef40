/** Takes, and starts and ends of lines, that the pointer moves in the timeline. */
import type { ReviewedLine } from "../../../../preload/contract/review";
import { maxOffsetMs } from "../../../../preload/facts/review";
import type { Timecodes } from "../timecodes";
import { rows } from "./draw";
import { draggedTo, edgeAt, type Edge } from "./edges";
import type { TimelineLine } from "./placed-lines";
import { msOf, type View } from "./scale";
import type { TimelineLines } from "./timeline-lines.svelte";

/** A pointer that moves less than this is a click, in pixels. */
const clickPixels = 3;

export interface PointerEditsDeps {
  view: () => View;
  lines: () => TimelineLines;
  /** The lines in the view. */
  visible: () => readonly TimelineLine[];
  /** The number of the selected line, or null. */
  selected: () => number | null;
  times: () => Timecodes;
  /** The canvas receives the events of the pointer until it is released. */
  capture: (event: PointerEvent) => void;
  onselect: (number: number) => void;
  onretime: (line: ReviewedLine, edge: Edge, ms: number) => void;
  onplace: (line: ReviewedLine, offsetMs: number) => void;
  onseek: (ms: number) => void;
  /** What is done with a drawn span of a line; undefined where none can be drawn. */
  oncomment: () => ((line: ReviewedLine, fromMs: number, toMs: number) => void) | undefined;
}

/** A span of a line that is drawn for a comment. */
interface DrawnSpan {
  one: TimelineLine;
  fromX: number;
  toX: number;
}

interface Drag {
  one: TimelineLine;
  fromX: number;
  startMs: number;
  isMoved: boolean;
}
interface Resize {
  one: TimelineLine;
  edge: Edge;
  fromX: number;
  ms: number;
  isMoved: boolean;
}
const isMovedBy = (pixels: number) => Math.abs(pixels) >= clickPixels;

export class PointerEdits {
  readonly #deps: PointerEditsDeps;
  /** The take that is being moved. */
  #drag = $state.raw<Drag | null>(null);
  /** The start or end of a line that is being moved. */
  #resize = $state.raw<Resize | null>(null);
  /** The span that is being drawn. */
  #span = $state.raw<DrawnSpan | null>(null);
  #isOverEdge = $state(false);

  constructor(deps: PointerEditsDeps) {
    this.#deps = deps;
  }

  get isRunning(): boolean {
    return this.#drag !== null || this.#resize !== null || this.#span !== null;
  }
  /** Whether the pointer is at a start or end that it can move, or moves one. */
  get isAtEdge(): boolean {
    return this.#isOverEdge || this.#resize !== null;
  }
  /** The times of the line whose start or end is being moved; null for none. */
  get resized(): { number: number; startMs: number; endMs: number } | null {
    if (!this.#resize?.isMoved) return null;
    const { one, edge, ms } = this.#resize;
    const { startMs, endMs } = one;
    const times = edge === "start" ? { startMs: ms, endMs } : { startMs, endMs: ms };
    return { number: one.line.number, ...times };
  }
  /** The span that is being drawn, within its line; null for none. */
  get drawnSpan(): { startMs: number; endMs: number } | null {
    const span = this.#span;
    if (!span || !isMovedBy(span.toX - span.fromX)) return null;
    const view = this.#deps.view();
    const { startMs, endMs } = span.one;
    const [from, to] = [span.fromX, span.toX]
      .map((x) => Math.min(endMs, Math.max(startMs, msOf(view, x))))
      .sort((a, b) => a - b);
    return { startMs: from ?? startMs, endMs: to ?? endMs };
  }
  /** The take that is being moved, alone or together with its line; null for none. */
  get moved(): { number: number; startMs: number } | null {
    const drag = this.#drag;
    if (drag?.isMoved) return { number: drag.one.line.number, startMs: drag.startMs };
    const { resized } = this;
    if (!resized) return null;
    const offsetMs = this.#deps.lines().find(resized.number)?.line.offsetMs ?? 0;
    return { number: resized.number, startMs: Math.max(0, resized.startMs + offsetMs) };
  }

  press(event: PointerEvent): void {
    const { view, lines, capture, onselect, onseek } = this.#deps;
    const { offsetX, offsetY } = event;
    if (offsetY < rows.source.top) {
      onseek(Math.max(0, msOf(view(), offsetX)));
      return;
    }
    const drawn = event.shiftKey && this.#deps.oncomment() ? this.#lineAt(event) : undefined;
    if (drawn) {
      capture(event);
      this.#span = { one: drawn, fromX: offsetX, toX: offsetX };
      return;
    }
    const found = this.#edgeAt(event);
    if (found) {
      capture(event);
      const { one, edge } = found;
      const ms = edge === "start" ? one.startMs : one.endMs;
      this.#resize = { one, edge, fromX: offsetX, ms, isMoved: false };
      return;
    }
    const one = this.#lineAt(event);
    if (!one) return;
    const isTake = offsetY >= rows.dub.top && one.take !== null && lines().isTimed;
    if (!isTake) {
      onselect(one.line.number);
      return;
    }
    capture(event);
    this.#drag = { one, fromX: offsetX, startMs: one.take?.startMs ?? 0, isMoved: false };
  }

  move(event: PointerEvent): void {
    if (this.#span) this.#span = { ...this.#span, toX: event.offsetX };
    else if (this.#resize) this.#moveEdge(this.#resize, event);
    else if (this.#drag) this.#moveTake(this.#drag, event);
    else this.#isOverEdge = this.#edgeAt(event) !== null;
  }

  release(): void {
    const { onselect, onretime, onplace } = this.#deps;
    const [ended, resized] = [this.#drag, this.#resize];
    const [span, drawn] = [this.#span, this.drawnSpan];
    this.cancel();
    if (span) {
      const { line } = span.one;
      if (drawn) this.#deps.oncomment()?.(line, drawn.startMs, drawn.endMs);
      else onselect(line.number);
      return;
    }
    if (resized) {
      const { line } = resized.one;
      onselect(line.number);
      if (resized.isMoved) onretime(line, resized.edge, resized.ms);
      return;
    }
    if (!ended) return;
    const { one, startMs, isMoved } = ended;
    onselect(one.line.number);
    if (isMoved) onplace(one.line, Math.round(startMs - one.startMs));
  }

  /** Ends the movement without a change. */
  cancel(): void {
    this.#drag = this.#resize = this.#span = null;
  }

  #moveEdge(resize: Resize, { offsetX }: PointerEvent): void {
    const { view, times } = this.#deps;
    const { one, edge, isMoved } = resize;
    const pixels = offsetX - resize.fromX;
    const from = edge === "start" ? one.startMs : one.endMs;
    const at = { edge, ms: from + pixels * view().msPerPixel, times: times() };
    this.#resize = { ...resize, ms: draggedTo(one, at), isMoved: isMoved || isMovedBy(pixels) };
  }

  #moveTake(drag: Drag, { offsetX }: PointerEvent): void {
    const { one, isMoved } = drag;
    const pixels = offsetX - drag.fromX;
    const offset = (one.take?.startMs ?? 0) + pixels * this.#deps.view().msPerPixel - one.startMs;
    const limited = Math.min(maxOffsetMs, Math.max(-maxOffsetMs, Math.round(offset)));
    this.#drag = {
      ...drag,
      startMs: Math.max(0, one.startMs + limited),
      isMoved: isMoved || isMovedBy(pixels),
    };
  }

  #edgeAt({ offsetX, offsetY }: PointerEvent) {
    const { view, visible, lines, selected } = this.#deps;
    const isInSource = offsetY >= rows.source.top && offsetY < rows.dub.top;
    if (!isInSource || !lines().isTimed) return null;
    return edgeAt(offsetX, { view: view(), lines: visible(), selected: selected() });
  }

  /** The line at a position; that of the take in the row of takes. */
  #lineAt({ offsetX, offsetY }: PointerEvent): TimelineLine | undefined {
    const view = this.#deps.view();
    const ms = msOf(view, offsetX);
    const slackMs = clickPixels * view.msPerPixel;
    const near = this.#deps.lines().in(ms - slackMs, ms + slackMs);
    const isIn = (span: { startMs: number; endMs: number } | null) =>
      span !== null && span.startMs <= ms + slackMs && span.endMs >= ms - slackMs;
    return offsetY >= rows.dub.top
      ? near.findLast(({ take }) => isIn(take))
      : near.findLast((one) => isIn(one));
  }
}
