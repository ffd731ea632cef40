/** Times of lines in a video: those of the script, or else the spans of speech in the video. */
import { messageText } from "../../../preload/facts/service-messages";
import type { SpeechSpan } from "../engine/ports";
import type { DubLine, DubSubject } from "../rows/dubs/dub-port";
import { BlockedError } from "../engine/engine";
import type { DubbingDeps } from "./deps";
import { linesOf } from "./lines";
import { openVideo, soundOf } from "./video";

/**
 * Stores times for lines without any.
 * @throws BlockedError if the video has no speech, or cannot be read.
 */
export async function timeLines(
  deps: DubbingDeps,
  dub: DubSubject,
  signal: AbortSignal,
): Promise<void> {
  const untimed: Pick<DubLine, "number" | "text">[] = [];
  let count = 0;
  for await (const lines of linesOf(deps, dub)) {
    count += lines.length;
    for (const { number, text, startMs, endMs } of lines)
      if (startMs === null || endMs === null) untimed.push({ number, text });
  }
  if (untimed.length === 0) return;
  if (untimed.length < count)
    throw new BlockedError(messageText("no-times", { line: untimed[0]?.number ?? 0 }));
  const options = { signal };
  const video = await openVideo(deps, dub, options);
  const file = await soundOf(deps, dub, video, { sampleRate: 16_000, channels: 1 }, options);
  const spans = await deps.engine.analyser.findSpeech(file, options);
  if (spans.length === 0) throw new BlockedError(`videoPath: ${messageText("video-silent", {})}`);
  const times = assignSpans(
    untimed.map(({ text }) => text.length),
    spans,
  );
  await deps.store.setTimes(
    dub.batchId,
    untimed.map(({ number }, index) => {
      const { startMs, endMs } = times[index] ?? { startMs: 0, endMs: 0 };
      return [number, startMs, endMs];
    }),
  );
}

/**
 * One span for each line, in order. With more spans than lines, the spans with the shortest gaps
 * are joined; with fewer, lines share the spans in proportion to the lengths of their texts.
 */
function assignSpans(textLengths: readonly number[], spans: readonly SpeechSpan[]): SpeechSpan[] {
  if (spans.length < textLengths.length) return shareSpans(textLengths, spans);
  const gaps = spans
    .slice(1)
    .map(({ startMs }, index) => ({ index: index + 1, ms: startMs - (spans[index]?.endMs ?? 0) }))
    .sort((a, b) => b.ms - a.ms || a.index - b.index)
    .slice(0, textLengths.length - 1)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
  const starts = [0, ...gaps];
  return starts.map((from, index) => {
    const to = starts[index + 1] ?? spans.length;
    return { startMs: spans[from]?.startMs ?? 0, endMs: spans[to - 1]?.endMs ?? 0 };
  });
}

function shareSpans(textLengths: readonly number[], spans: readonly SpeechSpan[]): SpeechSpan[] {
  const spoken = spans.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const characters = textLengths.reduce((sum, length) => sum + length, 0);
  /** The time of a video after this much speech. */
  const timeAfter = (speechMs: number, isStart: boolean): number => {
    let rest = speechMs;
    for (const { startMs, endMs } of spans) {
      const length = endMs - startMs;
      if (rest < length || (!isStart && rest === length)) return Math.round(startMs + rest);
      rest -= length;
    }
    return spans.at(-1)?.endMs ?? 0;
  };
  let before = 0;
  return textLengths.map((length) => {
    const from = (spoken * before) / characters;
    before += length;
    const to = (spoken * before) / characters;
    return { startMs: timeAfter(from, true), endMs: timeAfter(to, false) };
  });
}
