/** The places of lines in the timeline, its scale, and what is drawn of it. */
import { describe, expect, test } from "vitest";
import type { ReviewedLine } from "../../../../preload/contract/review";
import { draw, type Context } from "../../../../renderer/features/review/timeline/draw";
import { draggedTo, edgeAt, edgeChange } from "../../../../renderer/features/review/timeline/edges";
import { Peaks } from "../../../../renderer/features/review/timeline/peaks";
import { PlacedLines } from "../../../../renderer/features/review/timeline/placed-lines";
import {
  endOf,
  firstView,
  labelStep,
  msOf,
  reveal,
  scrollBy,
  xOf,
  zoomAt,
} from "../../../../renderer/features/review/timeline/scale";
import { createTimecodes } from "../../../../renderer/features/review/timecodes";
import { lineOf } from "../../../ui/review-material";

const take = { id: 1, variant: 0, isOutdated: false, durationMs: 900, speed: 1, checks: [] };
const timed = (number: number, startMs: number, endMs: number, more: Partial<ReviewedLine> = {}) =>
  lineOf(number, { startMs, endMs, chosen: { ...take, id: number * 10 }, ...more });
const numbersIn = (placed: PlacedLines, from: number, to: number) =>
  placed.in(from, to).map(({ line }) => line.number);

describe("lines", () => {
  test("are found where their slot or their take is, also far from their line", () => {
    const placed = new PlacedLines([
      timed(1, 0, 1_000),
      timed(3, 10_000, 11_000, { offsetMs: -8_000 }),
      timed(2, 5_000, 6_000, { offsetMs: 9_500 }),
      lineOf(4),
    ]);
    expect(placed.isTimed).toBe(true);
    expect(numbersIn(placed, 0, 500)).toEqual([1]);
    expect(numbersIn(placed, 2_000, 2_500)).toEqual([3]);
    expect(numbersIn(placed, 14_600, 14_700)).toEqual([2]);
    expect(numbersIn(placed, 10_500, 10_600)).toEqual([3, 2].sort());
    expect(placed.find(2)?.take).toEqual({ id: 20, startMs: 14_500, endMs: 15_400 });
    expect([placed.count, placed.endMs]).toEqual([3, 15_400]);
    expect(placed.find(4)).toBeUndefined();
  });

  test("without times follow each other, without their offsets", () => {
    const placed = new PlacedLines([
      lineOf(1, { chosen: take }),
      lineOf(2, { chosen: null }),
      lineOf(3, { chosen: take, offsetMs: 500 }),
    ]);
    expect(placed.isTimed).toBe(false);
    expect([1, 2, 3].map((number) => placed.find(number)?.startMs)).toEqual([0, 1_200, 3_000]);
    expect(placed.find(3)?.take?.startMs).toBe(3_000);
  });

  test("a take never begins before the video", () => {
    const placed = new PlacedLines([timed(1, 100, 500, { offsetMs: -2_000 })]);
    expect(placed.find(1)?.take).toMatchObject({ startMs: 0, endMs: 900 });
  });
});

describe("the scale", () => {
  const hour = 3_600_000;
  test("keeps what is under the pointer while zooming, within the video", () => {
    let view = zoomAt(firstView(1_000), 4, 500, hour);
    expect(msOf(view, 500)).toBeCloseTo(60_000, 3);
    view = zoomAt(view, 1_000, 500, hour);
    expect([view.fromMs, Math.round(endOf(view))]).toEqual([0, hour]);
    view = zoomAt(view, 1e-9, 999, hour);
    expect(view.msPerPixel).toBe(1);
    expect(endOf(scrollBy(view, 1e12, hour))).toBeCloseTo(hour, 3);
    expect(scrollBy(view, -1e12, hour).fromMs).toBe(0);
  });

  test("shows a span that is outside, and leaves one that is visible", () => {
    const view = firstView(1_000);
    expect(reveal(view, { startMs: 100, endMs: 20_000 }, hour)).toBe(view);
    const moved = reveal(view, { startMs: 90_000, endMs: 91_000 }, hour);
    expect(xOf(moved, 90_000)).toBeCloseTo(100, 3);
    expect(labelStep(view)).toBe(5_000);
  });
});

describe("drawing", () => {
  const colors = {
    background: "background",
    text: "text",
    line: "line",
    wave: "wave",
    accent: "accent",
    soft: "soft",
    good: "good",
    bad: "bad",
    warn: "warn",
  };
  function record() {
    const rectangles: { color: string; x: number; y: number; width: number; height: number }[] = [];
    const context = {
      fillStyle: "",
      strokeStyle: "",
      font: "",
      lineWidth: 1,
      fillText: () => undefined,
      strokeRect: () => undefined,
      fillRect(x: number, y: number, width: number, height: number) {
        rectangles.push({ color: context.fillStyle, x, y, width, height });
      },
    };
    return { context: context as unknown as Context, rectangles };
  }
  const noPeaks = new Peaks({ workspaceId: "w", batchId: "b" }, () => undefined);
  noPeaks.isSourceMissing = true;
  noPeaks.take = () => null;
  const scene = {
    selected: null,
    moved: null,
    resized: null,
    drawnSpan: null,
    comments: [],
    playheadMs: -1,
    formatTime: String,
    nameOfCheck: String,
  };

  test("costs a bounded number of rectangles, however many lines are visible", () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      timed(index + 1, index * 1_000, index * 1_000 + 800),
    );
    const view = { fromMs: 0, msPerPixel: 10_000, width: 1_000 };
    const { context, rectangles } = record();
    draw(context, { ...scene, view, lines: new PlacedLines(lines).in(0, 1e9) }, noPeaks, colors);
    expect(rectangles.length).toBeLessThan(100);
    const slots = rectangles.filter(({ color }) => color === "soft");
    expect(slots.reduce((sum, { width }) => sum + width, 0)).toBeGreaterThan(990);
  });

  test("shows a moved take where the pointer has it, and the decision by its color", () => {
    const lines = new PlacedLines([timed(1, 0, 1_000, { state: "approved" })]).in(0, 9_999);
    const view = { fromMs: 0, msPerPixel: 10, width: 1_000 };
    const { context, rectangles } = record();
    draw(context, { ...scene, view, lines, moved: { number: 1, startMs: 500 } }, noPeaks, colors);
    expect(rectangles.filter(({ color }) => color === "good")).toEqual([
      { color: "good", x: 50, y: 100, width: 90, height: 4 },
    ]);
  });

  test("shows comments on moments, and the spans of others also if they begin before the view", () => {
    const view = { fromMs: 1_000, msPerPixel: 10, width: 1_000 };
    const { context, rectangles } = record();
    const comments = [
      { startMs: 500, endMs: 1_500 },
      { startMs: 2_000, endMs: null },
      { startMs: 3_000, endMs: 4_000 },
    ];
    draw(context, { ...scene, view, lines: [], comments }, noPeaks, colors);
    const shown = rectangles.filter(({ color, height }) => color === "warn" && height < 10);
    expect(shown.map(({ x, width }) => [x, width])).toEqual([
      [0, 50],
      [97, 7],
      [200, 100],
      [197, 7],
    ]);
  });

  test("shows a line whose end is dragged where the pointer has it", () => {
    const lines = new PlacedLines([timed(1, 0, 1_000)]).in(0, 9_999);
    const view = { fromMs: 0, msPerPixel: 10, width: 1_000 };
    const { context, rectangles } = record();
    const resized = { number: 1, startMs: 0, endMs: 2_000 };
    draw(context, { ...scene, view, lines, resized }, noPeaks, colors);
    const slot = rectangles.find(({ color, y }) => color === "soft" && y === 20);
    expect(slot).toMatchObject({ x: 0, width: 199 });
  });
});

describe("edges", () => {
  // Line 2 begins where line 1 ends; line 3 is 10 pixels wide.
  const placed = new PlacedLines([
    timed(1, 0, 1_000),
    timed(2, 1_000, 2_000),
    timed(3, 3_000, 3_100),
  ]);
  const view = { fromMs: 0, msPerPixel: 10, width: 1_000 };
  const lines = placed.in(0, 9_999);
  const at = (x: number, selected: number | null = null) => {
    const found = edgeAt(x, { view, lines, selected });
    return found && `${found.edge} of ${found.one.line.number}`;
  };

  test("are found near the pointer: of the selected line, or else of the line at the pointer", () => {
    expect([at(2), at(50), at(98), at(102), at(196), at(206)]).toEqual([
      "start of 1",
      null,
      "end of 1",
      "start of 2",
      "end of 2",
      null,
    ]);
    expect([at(102, 1), at(98, 2)]).toEqual(["end of 1", "start of 2"]);
    // A click selects a narrow line; then it has edges.
    expect([at(301), at(301, 3), at(309, 3)]).toEqual([null, "start of 3", "end of 3"]);
  });

  test("go to frames, and leave the line at least one", () => {
    const times = createTimecodes({ frameRate: 25, startTimecode: null });
    const slot = { startMs: 1_000, endMs: 2_000 };
    const start = (ms: number) => draggedTo(slot, { edge: "start", ms, times });
    const end = (ms: number) => draggedTo(slot, { edge: "end", ms, times });
    expect([start(1_215), start(-50), start(5_000)]).toEqual([1_200, 0, 1_960]);
    expect([end(1_795), end(0), end(9_999)]).toEqual([1_800, 1_040, 10_000]);
  });

  test("change the line as it is then, if they can", () => {
    const slot = { startMs: 1_000, endMs: 2_000 };
    expect(edgeChange(slot, "start", 1_200)).toEqual({ startMs: 1_200 });
    expect(edgeChange(slot, "end", 1_800)).toEqual({ endMs: 1_800 });
    expect(edgeChange(slot, "end", 2_000)).toBeNull();
    // The line was moved meanwhile.
    expect(edgeChange({ startMs: 3_000, endMs: 4_000 }, "end", 1_800)).toBeNull();
    expect(edgeChange({ startMs: null, endMs: null }, "end", 1_800)).toBeNull();
  });
});
