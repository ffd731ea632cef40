/** Transcripts of external engines, in the form of OpenAI's "verbose_json". */
import type { SpeechSpan, TranscribedSpan } from "../ports";
import { ExternalError } from "./problems";

/** A longer span becomes several lines, by the segments of its transcript. */
const maxLineMs = 20_000;
const maxSegments = 10_000;

const unexpected = () => new ExternalError("unexpected", "the engine did not return a transcript");

/** The texts of one span; none for a span without words. @throws ExternalError "unexpected" */
export function readTranscript(response: Buffer, span: SpeechSpan): TranscribedSpan[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(response.toString("utf8"));
  } catch {
    throw unexpected();
  }
  const { text, segments } = (parsed ?? {}) as { text?: unknown; segments?: unknown };
  const parts = Array.isArray(segments) ? segmentsOf(segments.slice(0, maxSegments), span) : null;
  if (parts && parts.length > 1 && span.endMs - span.startMs > maxLineMs) return parts;
  const whole = typeof text === "string" ? text : parts?.map((part) => part.text).join(" ");
  if (whole === undefined) throw unexpected();
  const line = whole.replace(/\s+/g, " ").trim();
  return line === "" ? [] : [{ startMs: span.startMs, endMs: span.endMs, text: line }];
}

/**
 * The segments with words within the span, in order, without overlaps. Null if their times are
 * invalid.
 */
function segmentsOf(segments: readonly unknown[], span: SpeechSpan): TranscribedSpan[] | null {
  const found: TranscribedSpan[] = [];
  let from = span.startMs;
  for (const segment of segments) {
    const { start, end, text } = (segment ?? {}) as Record<string, unknown>;
    if (typeof start !== "number" || typeof end !== "number" || typeof text !== "string")
      return null;
    const startMs = Math.max(from, span.startMs + Math.round(start * 1000));
    const endMs = Math.min(span.endMs, span.startMs + Math.round(end * 1000));
    const line = text.replace(/\s+/g, " ").trim();
    if (line === "") continue;
    if (!(endMs > startMs)) return null;
    found.push({ startMs, endMs, text: line });
    from = endMs;
  }
  return found;
}
