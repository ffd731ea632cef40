import type { ReviewedLine } from "../../../../preload/contract/review";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import { formatTimecode } from "../format-timecode";
import type { TimelineLine } from "../timeline/placed-lines";

interface Deps {
  /** The selected line, if it is one. */
  single: () => ReviewedLine | undefined;
  /** A line at its place on the timeline. */
  placed: (number: number) => TimelineLine | undefined;
  /** The playhead; null while nothing can be heard. */
  positionMs: () => number | null;
  select: (number: number) => Promise<unknown>;
  /** Begins a comment on the selected line, in milliseconds from its start. */
  comment: (atMs: number, endMs: number | null) => Promise<void>;
}

/** Begins comments on moments and spans of lines: at the playhead, or where they are drawn. */
export function createCommentSpans({ single, placed, positionMs, select, comment }: Deps) {
  /** A span that was begun: milliseconds from the start of the line with this identity. */
  let begun = $state.raw<{ identity: number; atMs: number } | null>(null);

  /** A time of the timeline within a line, in milliseconds from its start. */
  function within(line: ReviewedLine, ms: number): number {
    const { startMs = 0, endMs = 0 } = placed(line.number) ?? {};
    return Math.round(Math.min(Math.max(ms, startMs), endMs) - startMs);
  }

  return {
    /** Whether a span of the selected line was begun. */
    get isSpanBegun(): boolean {
      return begun !== null && begun.identity === single()?.identity;
    },
    /** Begins a comment on the selected line at the playhead. */
    async commentHere(): Promise<void> {
      const [at, line] = [positionMs(), single()];
      if (!line || at === null) return;
      const { startMs = 0, endMs = 0 } = placed(line.number) ?? {};
      // The playhead may be at another line.
      await comment(at >= startMs && at <= endMs ? at - startMs : 0, null);
    },
    /**
     * Begins the span of a comment at the playhead; the second time, the span ends there and the
     * comment begins.
     */
    async commentSpan(): Promise<void> {
      const [at, line] = [positionMs(), single()];
      if (!line || at === null) return;
      const ms = within(line, at);
      if (begun?.identity !== line.identity) {
        begun = { identity: line.identity, atMs: ms };
        toasts.show(t.review.listening.spanBegun(formatTimecode(ms)));
        return;
      }
      const [from, to] = [Math.min(begun.atMs, ms), Math.max(begun.atMs, ms)];
      begun = null;
      await comment(from, to > from ? to : null);
    },
    /** Begins a comment on a span of the timeline. */
    async commentOn(line: ReviewedLine, fromMs: number, toMs: number): Promise<void> {
      await select(line.number);
      const [from, to] = [within(line, fromMs), within(line, toMs)];
      await comment(from, to > from ? to : null);
    },
  };
}
