/**
 * The peaks of the sound of a video. They are computed once, which takes about a minute for an hour
 * of video, and stored in a file: the hash of the video's version, then pairs of 256 samples of 48
 * kHz.
 */
import { open } from "node:fs/promises";
import { EngineError } from "../engine/ports";
import type { Engine } from "../engine/engine";
import { workFolder } from "../dubbing/video";
import { HttpError } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import { peaksLocation } from "../rows/batches/peaks-location";
import { peaksOfFile } from "./peaks";
import type { SourceFile } from "../sources/source-file";
import {
  createSourceWork,
  sourceKey,
  sourceKeyBytes,
  type SourceKey,
  type SourceWorkDeps,
} from "./source-work";

export interface SourcePeaksDeps extends SourceWorkDeps {
  objects: ObjectStore;
  engine: Engine | null;
  /** Whether the batch exists. */
  isKnown: (batchId: string) => Promise<boolean>;
}

export interface SourcePeaks {
  /**
   * Up to `count` pairs from the pair `from`, and the number of all; null while they are computed,
   * after a short time.
   * @throws HttpError 404 with the reason for a video without readable sound.
   */
  read(
    batchId: string,
    source: SourceFile,
    part: { from: number; count: number },
  ): Promise<{ peaks: Int8Array; total: number } | null>;
}

/** How long a request waits for peaks that are computed, in milliseconds. */
const waitMs = 5_000;

/** It has a form of its own. */
const storedType = "application/octet-stream";

export function createSourcePeaks(deps: SourcePeaksDeps): SourcePeaks {
  const { objects, engine, closing } = deps;
  const work = createSourceWork(deps, {
    failed: {
      log: "review: the peaks of a video could not be computed",
      client: "the sound could not be read",
    },
    // The next request tries again after the reason was sent once.
    retryMs: waitMs,
  });

  async function readStored(batchId: string, key: SourceKey, from: number, count: number) {
    const location = peaksLocation(batchId);
    const stored = await objects.open(location);
    if (!stored) return null;
    try {
      if (!(await stored.read(0, sourceKeyBytes)).equals(key)) return null;
      const total = Math.floor((stored.size - sourceKeyBytes) / 2);
      const wanted = 2 * Math.max(0, Math.min(count, total - from));
      const peaks = await stored.read(sourceKeyBytes + 2 * from, wanted);
      return { peaks: new Int8Array(peaks.buffer, peaks.byteOffset, peaks.length), total };
    } finally {
      await stored.close();
    }
  }

  async function make(batchId: string, source: SourceFile, key: SourceKey): Promise<void> {
    const unavailable = engine ? await engine.media.unavailable() : "this service has no engine";
    if (!engine || unavailable !== null) throw new EngineError(unavailable ?? "");
    closing.throwIfAborted();
    const names = {
      sound: `${workFolder(batchId)}/peaks.wav`,
      peaks: `${workFolder(batchId)}/peaks`,
    };
    const sound = await objects.workFile(names.sound);
    try {
      const format = { sampleRate: 48_000, channels: 1 } as const;
      const { soundTrack } = source;
      await source.withFile(
        (file) => engine.media.extract(file, sound, format, { signal: closing, soundTrack }),
        closing,
      );
      const file = await objects.workFile(names.peaks);
      const bytes = await write(file, key, sound);
      await objects.putFile(file, peaksLocation(batchId), { bytes, contentType: storedType });
    } finally {
      await objects.removeWork(Object.values(names));
    }
    // The batch may have been deleted meanwhile.
    if (!(await deps.isKnown(batchId))) await objects.remove([peaksLocation(batchId)]);
  }

  return {
    async read(batchId, source, { from, count }) {
      const key = sourceKey(batchId, source);
      const stored = await readStored(batchId, key, from, count);
      if (stored) return stored;
      if (deps.asking) {
        const item = { kind: "peaks", key: key.toString("hex"), subject: batchId } as const;
        const { state, problem } = await deps.asking.ask(item, waitMs);
        if (state === "failed") throw new HttpError(404, problem);
        return state === "made" ? readStored(batchId, key, from, count) : null;
      }
      if (work.failureOf(key) === undefined) {
        const late = new Promise<"late">((resolve) => {
          setTimeout(() => resolve("late"), waitMs).unref();
        });
        const made = work.start(key, () => make(batchId, source, key));
        if ((await Promise.race([made, late])) === "late") return null;
      }
      const failure = work.failureOf(key);
      if (failure !== undefined) throw new HttpError(404, `videoPath: ${failure}`);
      return readStored(batchId, key, from, count);
    },
  };
}

/** Returns the size of the file. */
async function write(file: string, key: Buffer, sound: string): Promise<number> {
  const handle = await open(file, "w", 0o600);
  try {
    await handle.write(key);
    for await (const block of peaksOfFile(sound)) await handle.write(block);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}
