/** Finds the slots of lines: the length of the source audio of a line, or the times of a line in the video. */
import { factsOfType } from "../../../preload/facts/project-types";
import { EngineError } from "../engine/ports";
import { readLocation } from "../batches/locations";
import type { DubLine, DubSubject } from "../rows/dubs/dub-port";
import { SourceError } from "../ingest/fetch-errors";
import type { DubbingDeps } from "./deps";
import { linesOf } from "./lines";
import { timeLines } from "./timing";
import { workFolder } from "./video";

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
  const { store } = deps;
  for await (const lines of linesOf(deps, dub)) {
    const unknown = lines.filter((line) => line.slotMs === null && line.sourceAudio !== "");
    if (unknown.length === 0) continue;
    const slots: [number, number][] = [];
    const measureNext = async (): Promise<void> => {
      for (let line = unknown.shift(); line; line = unknown.shift()) {
        const slotMs = await lengthOf(deps, dub, line, signal);
        if (slotMs !== null) slots.push([line.number, slotMs]);
      }
    };
    await Promise.all(Array.from({ length: parallel }, measureNext));
    await store.setSlots(dub.batchId, slots);
  }
}

/** The length of a source audio in milliseconds; null if it is not available, or cannot be read. */
async function lengthOf(
  deps: DubbingDeps,
  { batchId }: DubSubject,
  { number, sourceAudio }: DubLine,
  signal: AbortSignal,
): Promise<number | null> {
  const { store, objects, engine, sources, log } = deps;
  const read = readLocation(sourceAudio);
  if (read.kind === "problem") return null;
  const found = read.kind === "gallery" ? await store.findFile(read.path) : null;
  if (read.kind === "gallery" && !found) return null;
  // Fetched to a working file, which is removed.
  const location = found?.location ?? `${workFolder(batchId)}/source-${number}`;
  try {
    if (read.kind === "url")
      await sources.download(read.url, await objects.prepareFile(location), signal);
    const facts = await engine.media.probe(objects.fileAt(location), { signal });
    return facts.durationMs > 0 ? Math.round(facts.durationMs) : null;
  } catch (error) {
    const isExpected = error instanceof EngineError || error instanceof SourceError;
    if (signal.aborted || !isExpected) throw error;
    log.warn("dubbing: the length of a source audio is unknown", error);
    return null;
  } finally {
    if (!found) await objects.remove([location]);
  }
}
