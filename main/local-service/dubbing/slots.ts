/** Finds the slots of lines: the length of the source audio of a line, or the times of a line in the video. */
import { factsOfType } from "../../../preload/facts/project-types";
import { EngineError } from "../engine/ports";
import { readLocation } from "../batches/locations";
import type { DubSubject } from "../rows/dub-port";
import { BlockedError, type DubbingDeps } from "./deps";
import { linesOf } from "./lines";
import { timeLines } from "./timing";

/** Source files that are read at the same time. */
const parallel = 4;

/** Stores the slots of lines that have none yet. @throws BlockedError */
export async function measureSlots(
  deps: DubbingDeps,
  dub: DubSubject,
  signal: AbortSignal,
): Promise<void> {
  if (dub.projectType === "media-dubbing") await timeLines(deps, dub, signal);
  if (factsOfType(dub.projectType).sourceAudio !== "required") return;
  const { store, engine } = deps;
  for await (const lines of linesOf(deps, dub)) {
    const unknown = lines.filter((line) => line.slotMs === null && line.sourceAudio !== "");
    if (unknown.length === 0) continue;
    const unavailable = await engine.media.unavailable();
    if (unavailable !== null) throw new BlockedError(unavailable);
    const slots: [number, number][] = [];
    const measureNext = async (): Promise<void> => {
      for (let line = unknown.shift(); line; line = unknown.shift()) {
        const slotMs = await lengthOf(deps, line.sourceAudio, signal);
        if (slotMs !== null) slots.push([line.number, slotMs]);
      }
    };
    await Promise.all(Array.from({ length: parallel }, measureNext));
    await store.setSlots(dub.batchId, slots);
  }
}

/** The length of a source audio in milliseconds; null if it is not in the gallery, or cannot be read. */
async function lengthOf(
  { store, objects, engine, log }: DubbingDeps,
  sourceAudio: string,
  signal: AbortSignal,
): Promise<number | null> {
  const read = readLocation(sourceAudio);
  if (read.kind !== "gallery") return null;
  const file = await store.findFile(read.path);
  if (!file) return null;
  try {
    const facts = await engine.media.probe(objects.fileAt(file.location), { signal });
    return facts.durationMs > 0 ? Math.round(facts.durationMs) : null;
  } catch (error) {
    if (signal.aborted || !(error instanceof EngineError)) throw error;
    log.warn("dubbing: the length of a source audio is unknown", error);
    return null;
  }
}
