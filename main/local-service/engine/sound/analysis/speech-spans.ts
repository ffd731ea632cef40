/**
 * Spans of speech from the activity of each 10 ms. The detector recognises speech, but reacts late
 * and continues in music, so the level refines its spans.
 */
import type { SpeechSpan } from "../../ports";
import { windowMs, type Activity } from "./voice-activity";

/** In windows. `end` is excluded. */
interface WindowSpan {
  start: number;
  end: number;
}

const windowsOf = (ms: number) => Math.round(ms / windowMs);
/** Shorter pauses are part of a sentence. */
const maxPause = windowsOf(350);
const minSpeech = windowsOf(120);
/** The detector may start late. */
const searchBefore = windowsOf(200);
/** Soft sounds before and after the windows above the threshold. */
const padBefore = windowsOf(50);
const padAfter = windowsOf(120);
/** Windows around a span from which the level of the background is taken. */
const surroundings = windowsOf(10_000);
/**
 * Speech is at most this much quieter than its loud parts, and this much louder than the
 * background, in dB.
 */
const speechRange = 32;
const maxMargin = 8;
const marginShare = 0.4;
/** A span that is less louder than the background is background, in dB. */
const minContrast = 6;

/** Spans of windows that satisfy a condition, joined over pauses of at most `pause` windows. */
function spansWhere(
  within: WindowSpan,
  pause: number,
  isTrue: (window: number) => boolean,
): WindowSpan[] {
  const spans: WindowSpan[] = [];
  for (let at = within.start; at < within.end; at += 1) {
    if (!isTrue(at)) continue;
    const last = spans.at(-1);
    if (last && at - last.end <= pause) last.end = at + 1;
    else spans.push({ start: at, end: at + 1 });
  }
  return spans;
}

/** The value below which this share of the values is. */
function quantile(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * The level of the background: of windows without speech around the span, else of the quietest ones
 * in it.
 */
function backgroundOf({ isSpeech, levels }: Activity, span: WindowSpan): number {
  const start = Math.max(0, span.start - surroundings);
  const around = levels.subarray(start, span.end + surroundings);
  const without = around.filter((_level, index) => isSpeech[start + index] === 0);
  return without.length >= maxPause
    ? quantile(without, 0.5)
    : quantile(levels.subarray(span.start, span.end), 0.05);
}

/** The parts of a span in which the level is that of speech. */
function refine(activity: Activity, span: WindowSpan): WindowSpan[] {
  const { levels } = activity;
  const speech = quantile(levels.subarray(span.start, span.end), 0.85);
  const background = backgroundOf(activity, span);
  if (speech - background < minContrast) return [];
  const margin = Math.min(maxMargin, (speech - background) * marginShare);
  const threshold = Math.max(background + margin, speech - speechRange);
  const level = (at: number) => Math.max(levels[at] ?? 0, levels[at + 1] ?? 0);
  const parts = spansWhere(span, maxPause, (at) => level(at) > threshold);
  return parts.filter(({ start, end }) => end - start >= minSpeech);
}

/** Finds the spans of speech, in order, without overlaps. */
export function findSpans(activity: Activity): SpeechSpan[] {
  const { isSpeech } = activity;
  const all = { start: 0, end: isSpeech.length };
  const detected = spansWhere(all, maxPause, (at) => isSpeech[at] === 1)
    .map(({ start, end }) => ({ start: Math.max(0, start - searchBefore), end }))
    .flatMap((span) => refine(activity, span));
  return detected.map(({ start, end }, index) => {
    const next = detected[index + 1]?.start ?? all.end;
    return {
      startMs: Math.max(0, start - padBefore) * windowMs,
      // The paddings do not overlap.
      endMs: Math.max(end, Math.min(end + padAfter, next - padBefore)) * windowMs,
    };
  });
}
