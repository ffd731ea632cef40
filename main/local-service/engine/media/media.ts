/** Reads and writes media files: the facts by MediaInfo, sound and picture by ffmpeg. */
import { open, rm, writeFile as writeText } from "node:fs/promises";
import { EngineError, type MediaFacts, type MediaOptions, type MediaProvider } from "../ports";
import { canHoldLastFrame, outputExtension } from "./containers";
import { lossOf } from "./completeness";
import type { Ffmpeg } from "./ffmpeg";
import { maxMediaMs } from "./limits";
import type { ProbeThreads } from "./probe-threads";
import type { NativeFfmpeg } from "./native-ffmpeg";
import { previewJob } from "./preview";
import { mediaError, noPreviewReason, unavailableReason } from "./problems";
import { writeMono } from "./mono";
import { createRunner } from "./runner";
import { writeVideo } from "./write-video";
import { soundOf } from "./sound-streams";
import { messageText } from "../../../../preload/facts/service-messages";
import { renameFile } from "../../../common/rename";
import { bookJob, bookMetadata } from "./book-job";
import { extractJob } from "./extract-job";
import {
  inputOf,
  lengthOf,
  partOf,
  pictureStream,
  soundStreams,
  toleranceMs,
} from "./ffmpeg-arguments";
import { notKept } from "./not-kept";
import type { ReadFacts } from "./facts";
import { pictureTimes } from "../picture-times";

export interface MediaDeps {
  threads: ProbeThreads;
  /**
   * Null if this computer has no ffmpeg. Called before the first use, and again after null or a
   * failure.
   */
  findFfmpeg: () => Promise<Ffmpeg | null>;
  /** The same for one that encodes MP3. */
  findMp3: () => Promise<Ffmpeg | null>;
  /** The same for an installed one. Only it makes previews: another is too slow for pictures. */
  findInstalled: () => Promise<NativeFfmpeg | null>;
}

export function createMediaProvider(deps: MediaDeps): MediaProvider {
  const { threads } = deps;
  const closing = new AbortController();
  const any = createRunner(deps.findFfmpeg, closing.signal);
  const installed = createRunner(deps.findInstalled, closing.signal);
  const mp3 = createRunner(deps.findMp3, closing.signal);
  /** Settles when the files that are being written are complete or removed. */
  const writing = new Set<Promise<void>>();

  function write(file: string, work: () => Promise<unknown>): Promise<void> {
    const done = writeFile(file, work);
    const settled = done.catch(() => undefined).finally(() => writing.delete(settled));
    writing.add(settled);
    return done;
  }

  async function requireFfmpeg(): Promise<Ffmpeg> {
    const ffmpeg = await any.find();
    if (!ffmpeg) throw mediaError("unavailable");
    return ffmpeg;
  }

  const run: Ffmpeg["run"] = async (job, options) => any.run(await requireFfmpeg(), job, options);

  async function probe(file: string, options: MediaOptions): Promise<MediaFacts> {
    const { durationMs, ...read } = await threads.read(file, options.signal);
    const facts = withSound(read, options.soundTrack ?? null);
    if (durationMs !== null) return { ...facts, durationMs };
    const { audio, video } = facts;
    const streams = [...soundStreams(audio), ...(video ? [pictureStream] : [])];
    return { ...facts, durationMs: (await measure(file, facts, streams, options.signal)).endMs };
  }

  /**
   * The length of streams of a file that does not contain it. Reads the whole file without decoding
   * it.
   */
  async function measure(
    file: string,
    { container }: Pick<MediaFacts, "container">,
    streams: readonly string[],
    signal: AbortSignal,
  ): Promise<{ endMs: number; messages: string }> {
    const { endMs, messages } = await run(
      {
        inputs: [inputOf(file, container)],
        output: {
          file: null,
          muxer: "null",
          arguments: [
            ...streams.flatMap((stream) => ["-map", stream]),
            "-c",
            "copy",
            ...lengthOf(maxMediaMs + toleranceMs),
          ],
        },
        durationMs: maxMediaMs,
      },
      { signal },
    );
    if (endMs <= 0) throw mediaError("no-length");
    if (endMs > maxMediaMs) throw mediaError("too-long");
    return { endMs, messages };
  }

  return {
    unavailable: async () => ((await any.find()) ? null : unavailableReason),
    probe,
    async measurePicture(file, facts, { signal }) {
      return { ms: (await measure(file, facts, [pictureStream], signal)).endMs };
    },
    async findLoss(file, facts, { signal }) {
      await requireFfmpeg();
      const { video, audio } = facts;
      const all = [...soundStreams(audio), ...(video ? [pictureStream] : [])];
      const streams = video?.length ? [pictureStream] : all;
      return lossOf(facts, await measure(file, facts, streams, signal));
    },
    async extract(file, to, { sampleRate, channels }, options) {
      await requireFfmpeg();
      const facts = await probe(file, options);
      const { audio } = facts;
      if (!audio) throw mediaError("no-sound");
      const isMonoOfSeveral = channels === 1 && audio.channels > 1;
      const target = isMonoOfSeveral ? `${to}.stereo` : to;
      const job = extractJob(
        { file, to: partOf(target), facts, audio },
        { sampleRate, channels: isMonoOfSeveral ? 2 : channels },
      );
      await write(to, async () => {
        try {
          await run(job, options);
          if (isMonoOfSeveral) await writeMono(partOf(target), partOf(to), options.signal);
        } finally {
          if (isMonoOfSeveral) await rm(partOf(target), { force: true });
        }
      });
    },
    outputExtension,
    canHoldLastFrame,
    async mux(request, options) {
      const { video, file, heldMs = 0 } = request;
      await requireFfmpeg();
      const facts = await probe(video, options);
      const extension = outputExtension(facts);
      if (extension === "wav") throw mediaError("no-picture");
      const writeHeld = async (lastFrameMs: number) => {
        const held = { ...request, heldMs: lastFrameMs };
        await write(file, () => writeVideo({ run, request: held, facts, extension }, options));
        return threads.read(file, options.signal);
      };
      let written = await writeHeld(heldMs);
      const missingMs = heldMs > 0 ? missingOf(facts, written, heldMs) : 0;
      if (missingMs > heldToleranceMs) {
        // The last packet is not that of the last frame. Durations are whole frames.
        const frameMs = 1_000 / (facts.video?.frameRate ?? usualFrameRate);
        written = await writeHeld(heldMs + missingMs + frameMs);
        if (missingOf(facts, written, heldMs) > heldToleranceMs) throw mediaError("not-held");
      }
      const originals = request.original ? (facts.audio?.streams.length ?? 0) : 0;
      return notKept(facts, written, originals);
    },
    canWriteBooks: async () => (await mp3.find()) !== null,
    async writeBook(request, to, options) {
      const program = await mp3.find();
      if (!program) throw mediaError("no-mp3-encoder");
      const metadata = `${to}.chapters`;
      await write(to, async () => {
        try {
          await writeText(metadata, bookMetadata(request), { mode: 0o600 });
          await mp3.run(program, bookJob(request, { metadata, file: partOf(to) }), options);
        } finally {
          await rm(metadata, { force: true });
        }
      });
    },
    previewUnavailable: async () => ((await installed.find()) ? null : noPreviewReason),
    async preview(file, to, options) {
      const program = await installed.find();
      if (!program) throw mediaError("no-preview-program");
      if (!program.preview) throw mediaError("no-preview-encoder");
      const facts = await probe(file, options);
      if (!facts.video) throw mediaError("no-picture");
      const { job, contentType } = previewJob(program.preview, facts, {
        input: inputOf(file, facts.container),
        file: partOf(to),
        length: lengthOf(facts.durationMs + toleranceMs),
      });
      await write(to, () => installed.run(program, job, options));
      return contentType;
    },
    async close() {
      closing.abort(new Error("closed"));
      await Promise.all([threads.close(), ...writing]);
    },
  };
}

/** How much shorter a held picture may be: the lengths are rounded to milliseconds. */
const heldToleranceMs = 10;
/** Frames per second of a picture whose rate varies. */
const usualFrameRate = 25;

/** Milliseconds by which the picture of a written file is shorter than that of its source, held. */
function missingOf(
  source: MediaFacts,
  { durationMs, ...written }: ReadFacts,
  heldMs: number,
): number {
  const before = pictureTimes(source)?.lengthMs ?? Infinity;
  const after = pictureTimes({ ...written, durationMs: durationMs ?? 0 })?.lengthMs ?? 0;
  return before + heldMs - after;
}

/** The facts with the chosen sound track. @throws EngineError if the file has no such track. */
function withSound<T extends Pick<MediaFacts, "audio" | "soundTracks">>(
  facts: T,
  soundTrack: number | null,
): T {
  if (soundTrack === null) return facts;
  const audio = soundOf(facts.soundTracks, soundTrack);
  const count = facts.soundTracks.length;
  if (!audio) throw new EngineError(messageText("no-sound-track", { track: soundTrack, count }));
  return { ...facts, audio };
}

/**
 * Runs `write`, which writes `partOf(file)`, syncs that to disk and renames it. If it fails, no
 * part remains.
 */
async function writeFile(file: string, write: () => Promise<unknown>): Promise<void> {
  const part = partOf(file);
  try {
    await write();
    const handle = await open(part, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renameFile(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
