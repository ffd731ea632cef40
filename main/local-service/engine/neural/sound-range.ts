/** Ranges of the sound that is analysed: WAV, 16 kHz, mono. */
import type { SpeechSpan } from "../ports";
import { analysisRate, openAnalysed } from "../sound/analysis/voice-activity";
import type { SoundRange } from "./messages";

const bytesPerSample = 2;

/**
 * Returns the range of a span, or of the whole file.
 * @throws WavError, or the error of the operating system.
 */
export function rangesOf(file: string): (span?: SpeechSpan) => SoundRange {
  const reader = openAnalysed(file);
  const { dataStart, frames } = reader;
  reader.close();
  const frameAt = (ms: number) =>
    Math.min(frames, Math.max(0, Math.round((ms * analysisRate) / 1000)));
  return (span) => {
    const start = span ? frameAt(span.startMs) : 0;
    const end = span ? frameAt(span.endMs) : frames;
    const position = dataStart + start * bytesPerSample;
    return { file, position, frames: Math.max(0, end - start) };
  };
}

export const toMs = (frame: number): number => Math.round((frame * 1000) / analysisRate);
