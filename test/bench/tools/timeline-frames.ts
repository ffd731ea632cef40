/** Frames of the timeline of the review desk in a page, without the window. */
import path from "node:path";
import { build } from "vite";
import type { ReviewedLine } from "../../../preload/contract/review";
import { lineOf } from "../../ui/review-material";

const root = path.resolve(import.meta.dirname, "../../..");
/** Milliseconds from the begin of a line to that of the next one. */
export const linePeriodMs = 1_080;

/** The functions of the timeline as a script for a page. */
export async function timelineScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: "error",
    build: {
      write: false,
      lib: {
        entry: path.join(root, "test/bench/tools/timeline-entry.ts"),
        formats: ["iife"],
        name: "timeline",
      },
    },
  });
  const first = Array.isArray(built) ? built[0] : built;
  if (first === undefined || !("output" in first)) throw new Error("the timeline was not built");
  return first.output[0].code;
}

type TimelineModule = typeof import("./timeline-entry");

/** Lines that fill a video without a gap of more than 180 ms. */
export const lines = (count: number): ReviewedLine[] =>
  Array.from({ length: count }, (_, index) =>
    lineOf(index + 1, { startMs: index * linePeriodMs, endMs: index * linePeriodMs + 900 }),
  );

/** Runs in the page: the times of frames at a zoom, in milliseconds, sorted. */
export async function drawFrames({
  rows,
  msPerPixel,
  count,
}: {
  rows: ReviewedLine[];
  msPerPixel: number;
  count: number;
}): Promise<number[]> {
  const { draw, Peaks, PlacedLines } = (window as unknown as { timeline: TimelineModule }).timeline;
  window.fetch = () => Promise.resolve(new Response(new Int8Array(16_384).fill(60)));
  const placed = new PlacedLines(rows);
  const peaks = new Peaks({ workspaceId: "w", batchId: "b" }, () => undefined);
  const canvas = document.createElement("canvas");
  canvas.width = 1_200;
  canvas.height = 108;
  document.body.append(canvas);
  const context = canvas.getContext("2d", { alpha: false });
  if (!context) throw new Error("no canvas");
  const colors = {
    background: "#fff",
    text: "#444",
    line: "#ccc",
    wave: "#888",
    accent: "#44c",
    soft: "#dde",
    good: "#2a2",
    bad: "#c22",
    warn: "#c80",
  };
  const times: number[] = [];
  const step = Math.max(0, placed.endMs - 1_200 * msPerPixel) / count;
  // The first round reads the peaks.
  for (let round = 0; round < 2; round += 1) {
    times.length = 0;
    for (let frame = 0; frame < count; frame += 1) {
      const began = performance.now();
      const view = { fromMs: frame * step, msPerPixel, width: 1_200 };
      const visible = placed.in(view.fromMs, view.fromMs + 1_200 * msPerPixel);
      const scene = {
        view,
        lines: visible,
        selected: 5_000,
        moved: null,
        resized: null,
        drawnSpan: null,
        comments: [],
        playheadMs: view.fromMs + 5_000,
        formatTime: String,
        nameOfCheck: String,
      };
      draw(context, scene, peaks, colors);
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return times.sort((a, b) => a - b);
}
