/**
 * Finds the slots of lines: the length of the source audio of a line, or the times of a line in the
 * video.
 */
import { rm } from "node:fs/promises";
import { forEachLimit } from "../../common/for-each-limit";
import { factsOfType } from "../../../preload/facts/project-types";
import { EngineError } from "../engine/ports";
import { readLocation } from "../sources/locations";
import type { DubLine, DubSubject } from "../rows/dubs/dub-port";
import { downloadNote } from "../fetch/download-note";
import { SourceError } from "../fetch/fetch-errors";
import type { OutsideContext } from "../common/outside-work";
import { heldNote } from "../rows/confirmation-port";
import { BlockedError } from "../engine/engine";
import type { DubbingDeps } from "./deps";
import { linesOf } from "./lines";
import { timeLines } from "./timing";
import { workFolder } from "./video";

/** Source files that are read at the same time. */
const parallel = 4;

/**
 * Stores the slots of lines that have none yet. Source audios at URLs are read outside of the
 * caller's loop.
 * @throws BlockedError; AwaitedError while media are downloaded.
 */
export async function measureSlots(
  deps: DubbingDeps,
  dub: DubSubject,
  signal: AbortSignal,
): Promise<void> {
  if (dub.projectType === "media-dubbing") await timeLines(deps, dub, signal);
  if (factsOfType(dub.projectType).sourceAudio !== "required") return;
  /**
   * The source audios that were read outside. Those of which the length is unknown still have no
   * slot.
   */
  let read: ReadonlySet<string> = new Set();
  while (await hasUnreadUrl(deps, dub, read)) {
    // SECURITY: the workspace may come from another computer.
    if (!(await deps.store.isBatchConfirmed(dub.batchId))) throw new BlockedError(heldNote);
    read = deps.outside.resultOf(dub.batchId, "source audio", (context) =>
      measureAll(deps, dub, { ...context, read: new Set() }),
    );
  }
  await measureAll(deps, dub, { signal, setNote: () => undefined, read });
}

async function* unmeasured(deps: DubbingDeps, dub: DubSubject): AsyncGenerator<DubLine[]> {
  for await (const lines of linesOf(deps, dub))
    yield lines.filter((line) => line.slotMs === null && line.sourceAudio !== "");
}

async function hasUnreadUrl(
  deps: DubbingDeps,
  dub: DubSubject,
  read: ReadonlySet<string>,
): Promise<boolean> {
  for await (const lines of unmeasured(deps, dub))
    if (lines.some(({ sourceAudio: at }) => readLocation(at).kind === "url" && !read.has(at)))
      return true;
  return false;
}

type NoteContext = Pick<OutsideContext, "signal" | "setNote">;

interface MeasureContext extends NoteContext {
  /** Source audios that are not read again. */
  read: ReadonlySet<string>;
}

/** Measures all slots that are unknown. Returns the source audios that were read. */
async function measureAll(
  deps: DubbingDeps,
  dub: DubSubject,
  context: MeasureContext,
): Promise<ReadonlySet<string>> {
  const read = new Set(context.read);
  for await (const unknown of unmeasured(deps, dub)) {
    const lines = unknown.filter(({ sourceAudio }) => !context.read.has(sourceAudio));
    if (lines.length === 0) continue;
    const slots: [number, number][] = [];
    await forEachLimit(parallel, lines, async (line) => {
      read.add(line.sourceAudio);
      const slotMs = await lengthOf(deps, dub, line, context);
      if (slotMs !== null) slots.push([line.number, slotMs]);
    });
    await deps.store.setSlots(dub.batchId, slots);
  }
  return read;
}

/** The length of a source audio in milliseconds; null if it is not available, or cannot be read. */
async function lengthOf(
  deps: DubbingDeps,
  { batchId }: DubSubject,
  { number, sourceAudio }: DubLine,
  { signal, setNote }: NoteContext,
): Promise<number | null> {
  const { store, objects, engine, sources, log } = deps;
  const read = readLocation(sourceAudio);
  if (read.kind === "problem") return null;
  const found = read.kind === "gallery" ? await store.findFile(read.path) : null;
  if (read.kind === "gallery" && !found) return null;
  const probe = (file: string) => engine.media.probe(file, { signal });
  /** Downloads the URL to a working file, which is removed. */
  async function probeUrl(url: URL) {
    const file = await objects.workFile(`${workFolder(batchId)}/source-${number}`);
    const named = { subject: "source audio", host: url.host } as const;
    try {
      await sources.download(url, file, signal, (state) =>
        setNote(() => downloadNote(named, state, Date.now())),
      );
      return await probe(file);
    } finally {
      // The folder stays: others are downloaded to it.
      await rm(file, { force: true });
    }
  }
  try {
    const { durationMs } =
      read.kind === "url"
        ? await probeUrl(read.url)
        : await objects.withFile(found?.location ?? "", probe, signal);
    return durationMs > 0 ? Math.round(durationMs) : null;
  } catch (error) {
    const isExpected = error instanceof EngineError || error instanceof SourceError;
    if (signal.aborted || !isExpected) throw error;
    log.warn("dubbing: the length of a source audio is unknown", error);
    return null;
  }
}
