/**
 * Scripts whose times count from the timecode of the picture instead of from its first frame, such
 * as subtitles that begin at 01:00:00:00.
 */
import type { ScriptStart } from "../../../preload/local-service/dubs";
import { HttpError } from "../common/http-error";
import { EngineError, type MediaFacts, type MediaProvider } from "../engine/ports";
import { pictureTimes } from "../engine/picture-times";
import type { ObjectStore } from "../objects/port";
import type { LineRows, ScriptSpan } from "../rows/batches/batch-port";
import { findBatchSource, type SourceRows } from "../sources/source-file";
import { frameOfTimecode } from "./formats/timecode";
import { frameRateOf, usualStartTimecode } from "./picture";

/** A frame at 24 frames per second: times of scripts are rounded. */
export const startToleranceMs = 42;

/**
 * Null unless the whole script lies after the picture, and within it if its times count from the
 * timecode of the first frame.
 */
export function proposeStart(span: ScriptSpan | null, facts: MediaFacts): ScriptStart | null {
  const picture = pictureTimes(facts);
  if (!span || !picture || span.startMs < picture.lengthMs) return null;
  const given = facts.video?.startTimecode ?? null;
  const timecode = given ?? usualStartTimecode;
  const isWithin = (offsetMs: number) =>
    offsetMs > 0 &&
    span.startMs >= offsetMs - startToleranceMs &&
    span.startMs < offsetMs + picture.lengthMs;
  const [offsetMs] = startsOf(timecode, picture.frameRate).filter(isWithin);
  return offsetMs === undefined ? null : { offsetMs, timecode, isAssumed: given === null };
}

/**
 * The milliseconds of a timecode: as clock time, which subtitles have; and as the length of its
 * frames, which is longer at fractions of a frame rate without drop frames.
 */
function startsOf(timecode: string, frameRate: number | null): number[] {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = timecode.split(/[:;]/).map(Number);
  const rate = frameRateOf(frameRate, timecode);
  const clockMs =
    ((hours * 60 + minutes) * 60 + seconds) * 1000 +
    Math.round((frames * 1000) / Math.round(rate.numerator / rate.denominator));
  const number = frameOfTimecode(timecode, rate);
  const exactMs =
    number === null ? clockMs : Math.round((number * rate.denominator * 1000) / rate.numerator);
  return [...new Set([clockMs, exactMs])];
}

export interface ScriptStarts {
  /** The proposal; null if the lines need not be moved, or the video is not in the gallery. */
  find(batchId: string, signal: AbortSignal): Promise<ScriptStart | null>;
  /** Moves all lines to an earlier time. 409 if that is not what `find` proposes now. */
  move(batchId: string, offsetMs: number, signal: AbortSignal): Promise<void>;
}

interface ScriptStartsDeps {
  store: SourceRows & Pick<LineRows, "findSpan" | "moveLines">;
  objects: ObjectStore;
  /** The reader of the video; null for a service without an engine. */
  media: Pick<MediaProvider, "probe"> | null;
  now: () => number;
  onNewWork: () => void;
}

export function createScriptStarts(deps: ScriptStartsDeps): ScriptStarts {
  const { store, media, now, onNewWork } = deps;

  async function find(batchId: string, signal: AbortSignal): Promise<ScriptStart | null> {
    const span = await store.findSpan(batchId);
    // No timecode is close to zero: most scripts need no look at their video.
    if (!span || !media || span.startMs < 1_000) return null;
    try {
      const { withFile } = await findBatchSource(deps, batchId);
      return proposeStart(span, await withFile((file) => media.probe(file, { signal }), signal));
    } catch (error) {
      if (error instanceof HttpError || error instanceof EngineError) return null;
      throw error;
    }
  }

  return {
    find,
    async move(batchId, offsetMs, signal) {
      const proposed = await find(batchId, signal);
      if (proposed?.offsetMs !== offsetMs)
        throw new HttpError(409, "the lines do not count from this time");
      await store.moveLines(batchId, offsetMs, now());
      onNewWork();
    },
  };
}
