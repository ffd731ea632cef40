/** The facts of videos, such as their codecs. */
import { withEitherSignal } from "../../common/either-signal";
import type { Asking } from "../work/asking";
import { HttpError } from "../common/http-error";
import { notMadeHere } from "../common/not-made-here";
import type { Engine } from "../engine/engine";
import { EngineError, type MediaFacts } from "../engine/ports";
import type { SourceFile } from "../sources/source-file";
import { sourceKey } from "./source-work";

/** The facts of a file, or why it cannot be read. `signal`: of the request. */
export type FindSourceFacts = (
  batchId: string,
  source: SourceFile,
  signal: AbortSignal,
) => Promise<MediaFacts | string>;

export interface SourceFactsDeps {
  /** The engine that reads videos; null for a service without one. */
  engine: Engine | null;
  /** What asks workers; null in a process with an engine, and for a single service. */
  asking: Asking | null;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

/** The status with which a worker stores why it could not read a video. */
export const unreadableVideo = 422;

/** How long a request waits for a worker, in milliseconds. */
const waitMs = 15_000;

export const createSourceFacts =
  ({ engine, asking, closing }: SourceFactsDeps): FindSourceFacts =>
  async (batchId, source, signal) => {
    if (asking) {
      const key = sourceKey(batchId, source).toString("hex");
      const asked = await asking.ask({ kind: "facts", key, subject: batchId }, waitMs);
      if (asked.state === "waiting") throw notMadeHere("facts-not-made");
      if (asked.status === unreadableVideo) return asked.problem;
      if (asked.state === "failed") throw new HttpError(asked.status, asked.problem);
      return JSON.parse(asked.result) as MediaFacts | string;
    }
    if (!engine) return "this service has no engine";
    try {
      return await withEitherSignal(signal, closing, (ended) =>
        source.withFile((file) => engine.media.probe(file, { signal: ended }), ended),
      );
    } catch (error) {
      if (closing.aborted) throw new HttpError(503, "the service stops");
      if (error instanceof EngineError) return error.message;
      throw error;
    }
  };
