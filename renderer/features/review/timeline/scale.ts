/** The visible part of a timeline. */
export interface View {
  /** Time at the left edge. */
  fromMs: number;
  msPerPixel: number;
  /** CSS pixels. */
  width: number;
}

/** A pixel shows at least this much, in milliseconds. */
const minMsPerPixel = 1;
/** What is visible at first, in milliseconds. */
const firstMs = 30_000;
/** Factor of one step. */
export const zoomStep = 1.5;

export const firstView = (width: number): View => ({
  fromMs: 0,
  width,
  msPerPixel: firstMs / Math.max(1, width),
});

export const xOf = ({ fromMs, msPerPixel }: View, ms: number): number => (ms - fromMs) / msPerPixel;
export const msOf = ({ fromMs, msPerPixel }: View, x: number): number => fromMs + x * msPerPixel;
export const endOf = (view: View): number => msOf(view, view.width);

/** A view within 0 and `lengthMs`. */
function limit(view: View, lengthMs: number): View {
  const widest = Math.max(minMsPerPixel, Math.max(lengthMs, firstMs) / Math.max(1, view.width));
  const msPerPixel = Math.min(widest, Math.max(minMsPerPixel, view.msPerPixel));
  const last = Math.max(0, Math.max(lengthMs, firstMs) - view.width * msPerPixel);
  return { ...view, msPerPixel, fromMs: Math.min(last, Math.max(0, view.fromMs)) };
}

/** What is at `x` stays there. */
export function zoomAt(view: View, factor: number, x: number, lengthMs: number): View {
  const { msPerPixel } = limit({ ...view, msPerPixel: view.msPerPixel * factor }, lengthMs);
  return limit({ ...view, msPerPixel, fromMs: msOf(view, x) - x * msPerPixel }, lengthMs);
}

export const scrollBy = (view: View, pixels: number, lengthMs: number): View =>
  limit({ ...view, fromMs: view.fromMs + pixels * view.msPerPixel }, lengthMs);

/** Shows a span: unchanged if it is visible, else with a tenth of the width before it. */
export function reveal(view: View, span: { startMs: number; endMs: number }, lengthMs: number) {
  const isVisible = span.startMs >= view.fromMs && span.endMs <= endOf(view);
  if (isVisible) return view;
  return limit({ ...view, fromMs: span.startMs - 0.1 * view.width * view.msPerPixel }, lengthMs);
}

const steps = [
  10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000,
];
const minLabelPixels = 70;

/** Milliseconds between two labels. */
export const labelStep = ({ msPerPixel }: View): number =>
  steps.find((step) => step / msPerPixel >= minLabelPixels) ?? 14_400_000;
