/** Makes the stems, mixes and videos of an export. */
import { rm } from "node:fs/promises";
import type { FileHasher } from "../../common/file-hasher";
import { maxLimitingDb, type LoudnessTarget } from "../../../preload/facts/delivery";
import { messageText } from "../../../preload/facts/service-messages";
import { BlockedError } from "../engine/engine";
import { bedGains, originalGains } from "../dubbing/original-gains";
import { locateBed } from "../dubbing/video";
import { EngineError, type BwfNotes, type ChannelCount, type MasterRequest } from "../engine/ports";
import type { ExportFile, ExportRow } from "../rows/exports/export-port";
import { timecodeAt } from "./formats/timecode";
import { dialogueTarget, judge, mixTarget, takeTarget, unmeasuredGain } from "./loudness";
import { requireHeard, type DeliveredTake } from "./heard-takes";
import { copyWhole } from "./output-folder";
import { exportWork, objectWorkFile, type ExportOutput } from "./output";
import { withVideo } from "./picture";
import { mixPath } from "./plan-parts";
import type { PlannedFile } from "./planned-file";
import {
  hasBackground,
  bedChannelsOf,
  mixChannelsOf,
  type Snapshot,
  type DeliveryDeps,
  type SnapshotLanguage,
} from "./snapshot";
import {
  chosenTake,
  millisecondsOf,
  secondsOf,
  type TimelineLine,
  type TimelineTake,
} from "./timeline";

export interface MakeInput {
  row: ExportRow;
  snapshot: Snapshot;
  /** All files of the export by their paths, in their order, as they are now. */
  files: ReadonlyMap<string, ExportFile>;
  hasher: FileHasher;
  output: ExportOutput;
  /** The locations of the takes whose bytes were compared with their hashes. */
  comparedTakes: Set<string>;
  signal: AbortSignal;
}

/** What is stored of a file that was made. */
export type Made = Pick<ExportFile, "sha256" | "finding" | "measures"> & { bytes: number };

/** The names of the working files of an export. */
export const workFiles = [
  objectWorkFile,
  "original.wav",
  "bed.wav",
  "bed-mono.wav",
  "master.wav",
  "video",
  "video.wav",
  "book.wav",
  "book.mp3",
] as const;

interface LineTake {
  line: TimelineLine;
  take: TimelineTake;
}

function locationOfTake({ locations }: SnapshotLanguage, take: TimelineTake): string {
  const location = locations[take.file];
  if (location === undefined) throw new Error("a take has no file");
  return location;
}

/**
 * Compares the bytes of a take with the hash of its row: a person may have approved it.
 * @throws EngineError that names the line.
 */
async function compareTake(
  { hasher, comparedTakes, signal }: MakeInput,
  language: SnapshotLanguage,
  { line, take }: LineTake,
  file: string,
): Promise<void> {
  const location = locationOfTake(language, take);
  const expected = language.hashes?.[take.file];
  if (expected === undefined || comparedTakes.has(location)) return;
  const { sha256 } = await hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
  if (sha256 !== expected)
    throw new EngineError(messageText("take-changed", { line: line.number }));
  comparedTakes.add(location);
}

/**
 * Calls `work` with the files of takes, in their order, after they were compared.
 * @throws EngineError for one that was changed.
 */
const withTakes = <T>(
  { objects }: DeliveryDeps,
  input: MakeInput,
  language: SnapshotLanguage,
  takes: readonly LineTake[],
  work: (files: readonly string[]) => Promise<T>,
): Promise<T> =>
  objects.withFiles(
    takes.map(({ take }) => locationOfTake(language, take)),
    async (files) => {
      for (const [index, one] of takes.entries())
        await compareTake(input, language, one, files[index] ?? "");
      return work(files);
    },
    input.signal,
  );

interface PlacedTake extends DeliveredTake, LineTake {
  /** Decibels by which it is louder than its file. */
  gainDb: number;
}

/** The takes of a character, or of all, at their times. */
function placedTakes({ timeline }: SnapshotLanguage, character: string | null): PlacedTake[] {
  return timeline.lines.flatMap((line) => {
    const take = chosenTake(line);
    if (line.start === null || !take || (character !== null && line.character !== character))
      return [];
    const span = { start: line.start, end: line.start + take.length };
    const isSilent = take.truePeak === null;
    return [{ line, take, ...span, gainDb: line.levelDb ?? 0, number: line.number, isSilent }];
  });
}

/** The takes as the engine places them, with their files. */
const withFilesOf = (placed: readonly PlacedTake[], files: readonly string[]) =>
  placed.map(({ start, end, gainDb }, index) => ({ file: files[index] ?? "", start, end, gainDb }));

/** A take: as it was reviewed, or with the loudness of a preset that is about takes. */
export async function makeTake(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, line, take, notes }: Extract<PlannedFile["content"], { kind: "take" }>,
  file: string,
): Promise<Made> {
  return withTakes(deps, input, language, [{ line, take }], ([source = ""]) =>
    writeTake(deps, input, { line, take, notes, source }, file),
  );
}

async function writeTake(
  deps: DeliveryDeps,
  { row, signal }: MakeInput,
  { line, take, notes, source }: LineTake & { notes: BwfNotes; source: string },
  file: string,
): Promise<Made> {
  const { deliveries } = deps.engine;
  const { loudness, truePeak } = take;
  const gainDb = line.levelDb ?? 0;
  const target = takeTarget(row.request.preset, gainDb);
  // Silence has no level.
  if (!target || truePeak === null) {
    const request = { source, file, notes, levels: { loudness, truePeak }, gainDb };
    const { bytes, sha256 } = await deliveries.widen(request, { signal });
    return { bytes, sha256, finding: "", measures: null };
  }
  const unmeasuredGainDb = unmeasuredGain(target);
  const { bytes, sha256, measures, gains } = await deliveries.level(
    { source, file, notes, target: { ...target, maxLimitingDb }, unmeasuredGainDb },
    { signal },
  );
  const judged = judge(measures, target, gains);
  return { bytes, sha256, ...judged, finding: loudness === null ? "" : judged.finding };
}

interface Sound {
  language: SnapshotLanguage;
  notes: BwfNotes;
}

/**
 * A stem: the takes of a character, or of all. Where the preset is one of the dialogue, that of all
 * has its maximum.
 * @throws EngineError for samples that 24 bit cannot store: with them the sum of the takes would
 * not be that of the stem; and for a stem without sound of takes that have sound.
 */
export async function makeStem(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, character, notes }: Sound & { character: string | null },
  file: string,
): Promise<Made> {
  const placed = placedTakes(language, character);
  requireHeard(placed, language.timeline);
  return withTakes(deps, input, language, placed, async (files) => {
    const takes = withFilesOf(placed, files);
    return writeStem(deps, input, { language, character, notes, takes }, file);
  });
}

async function writeStem(
  deps: DeliveryDeps,
  { row, signal }: MakeInput,
  {
    language,
    character,
    notes,
    takes,
  }: Sound & { character: string | null; takes: ReturnType<typeof withFilesOf> },
  file: string,
): Promise<Made> {
  const request = { takes, frames: language.timeline.length, file, notes };
  const target = character === null ? dialogueTarget(row.request.preset) : null;
  if (target)
    return mastered(
      deps,
      { ...request, channels: 1, original: null, ...originalGains },
      target,
      signal,
    );
  const { bytes, sha256, measures, overs } = await deps.engine.deliveries.writeStem(request, {
    signal,
  });
  if (overs.count > 0) {
    await rm(file, { force: true });
    const at = timecodeAt(overs.first, language.timeline);
    throw new EngineError(messageText("stem-full-scale", { count: overs.count, at }));
  }
  return { bytes, sha256, ...judge(measures, null, null) };
}

/**
 * The mix of a language with the loudness of the preset.
 * @throws EngineError if none of its takes would be heard: it would be the original alone.
 */
export async function makeMix(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, notes }: Sound,
  file: string,
): Promise<Made> {
  const background = await backgroundOf(deps, input);
  const placed = placedTakes(language, null);
  requireHeard(placed, language.timeline);
  const { row, snapshot, signal } = input;
  const channels = mixChannelsOf(snapshot, row.request);
  const frames = language.timeline.length;
  return withTakes(deps, input, language, placed, (files) => {
    const takes = withFilesOf(placed, files);
    const request = { takes, frames, file, notes, channels, ...background };
    return mastered(deps, request, mixTarget(row.request.preset, channels), signal);
  });
}

async function mastered(
  { engine }: DeliveryDeps,
  request: Omit<Parameters<DeliveryDeps["engine"]["deliveries"]["master"]>[0], "target">,
  target: LoudnessTarget,
  signal: AbortSignal,
): Promise<Made> {
  const { bytes, sha256, measures, gains } = await engine.deliveries.master(
    { ...request, target: { ...target, maxLimitingDb } },
    { signal },
  );
  return { bytes, sha256, ...judge(measures, target, gains) };
}

/** What is below the dub, with its gains: the music and effects, the original sound, or nothing. */
async function backgroundOf(
  deps: DeliveryDeps,
  input: MakeInput,
): Promise<Pick<MasterRequest, "original" | "duckedDb" | "otherwiseDb">> {
  const { bedPath } = input.snapshot;
  const channels = mixChannelsOf(input.snapshot, input.row.request);
  if (typeof bedPath === "string")
    return { original: await bedFile(deps, input, { bedPath, channels }), ...bedGains };
  const original = hasBackground(input.snapshot) ? await originalFile(deps, input) : null;
  return { original, ...originalGains };
}

/** The music and effects as a working file. @throws BlockedError if they are missing. */
async function bedFile(
  deps: DeliveryDeps,
  { row, signal }: MakeInput,
  { bedPath, channels }: { bedPath: string; channels: ChannelCount },
): Promise<string> {
  const { objects, engine } = deps;
  const name: (typeof workFiles)[number] = channels === 1 ? "bed-mono.wav" : "bed.wav";
  const work = `${exportWork(row.id)}/${name}`;
  const file = await objects.workFile(work);
  if ((await objects.workSize(work)) !== null) return file;
  const bed = await locateBed(deps, bedPath);
  const sound = { sampleRate: 48_000, channels } as const;
  await bed.withFile((source) => engine.media.extract(source, file, sound, { signal }), signal);
  return file;
}

/** The stem of the music and effects: as they are, with the length of the picture. */
export async function makeBed(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, notes }: Sound,
  file: string,
): Promise<Made> {
  const { bedPath } = input.snapshot;
  if (typeof bedPath !== "string") throw new Error("there are no music and effects");
  const channels = bedChannelsOf(input.snapshot, input.row.request);
  const bed = await bedFile(deps, input, { bedPath, channels });
  const request = { takes: [], bed, frames: language.timeline.length, file, notes };
  const { bytes, sha256, measures } = await deps.engine.deliveries.writeStem(request, {
    signal: input.signal,
  });
  return { bytes, sha256, ...judge(measures, null, null) };
}

/** The original sound as a working file, or null if there is no picture. */
async function originalFile(
  deps: DeliveryDeps,
  { row, snapshot, signal }: MakeInput,
): Promise<string | null> {
  const { objects, engine } = deps;
  const { batchId, picture, soundTrack } = snapshot;
  if (!picture) return null;
  const name = `${exportWork(row.id)}/original.wav`;
  const file = await objects.workFile(name);
  if ((await objects.workSize(name)) !== null) return file;
  const channels = mixChannelsOf(snapshot, row.request);
  const sound = { sampleRate: 48_000, channels } as const;
  try {
    await withVideo(
      deps,
      { batchId, picture },
      (video) => engine.media.extract(video, file, sound, { signal, soundTrack }),
      signal,
    );
  } catch (error) {
    // It may be complete, of a video that was replaced meanwhile.
    await objects.removeWork([name]);
    throw error;
  }
  return file;
}

/** The picture with the mix: that of the delivery if it is a part of it. */
export async function makeVideo(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, notes }: Sound,
  file: string,
): Promise<Made> {
  const { row, snapshot, signal } = input;
  const { objects, engine } = deps;
  const { batchId, picture, originalLanguageId, soundTrack } = snapshot;
  if (!picture) throw new Error("there is no picture");
  const pictureLength = picture.facts?.length ?? language.timeline.length;
  const heldMs = Math.floor(secondsOf(language.timeline.length - pictureLength) * 1_000);
  const original = row.request.originalTrack
    ? { original: { languageId: originalLanguageId } }
    : {};
  const channels = mixChannelsOf(snapshot, row.request);
  const mix = `${language.folder}/${mixPath(language, channels)}`;
  const known = input.files.get(mix);
  if (known?.state === "failed")
    throw new BlockedError(`${messageText("mix-failed", {})}: ${known.problem}`);
  const work = (name: (typeof workFiles)[number]) => `${exportWork(row.id)}/${name}`;
  const made = await objects.workFile(work("video"));
  const { languageId } = language.timeline;
  const withSound = (sound: string) =>
    withVideo(
      deps,
      { batchId, picture },
      (video) =>
        engine.media.mux(
          { video, sound, languageId, file: made, isDelivery: true, heldMs, ...original },
          { signal, soundTrack },
        ),
      signal,
    );
  const master = await objects.workFile(work("master.wav"));
  const mixed = known ?? (await makeMix(deps, input, { language, notes }, master));
  const notKept = known
    ? await input.output.withMade(known, withSound, signal)
    : await withSound(master);
  const heard = await objects.workFile(work("video.wav"));
  await engine.media.extract(made, heard, { sampleRate: 48_000, channels }, { signal });
  const spans = placedTakes(language, null).map(({ start, end }) => ({ start, end }));
  const measured = await engine.deliveries.measure({ file: heard, spans }, { signal });
  await copyWhole(made, file, signal);
  await objects.removeWork([work("video"), work("video.wav"), work("master.wav")]);
  const { size, sha256 } = await input.hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
  const judged = judge(measured, mixTarget(row.request.preset, channels), mixed.measures);
  const measures = notKept === "" ? judged.measures : { ...judged.measures, notKept };
  return { bytes: size, sha256, ...judged, measures };
}

/** Encoding makes peaks higher: the sound before it has this much less, in dB. */
const encodingMarginDb = 0.5;

/** The audiobook of a language, with the loudness of the preset before and after it is encoded. */
export async function makeBook(
  deps: DeliveryDeps,
  input: MakeInput,
  { language, book, notes }: Extract<PlannedFile["content"], { kind: "audiobook" }>,
  file: string,
): Promise<Made> {
  const { row, signal } = input;
  const { objects, engine } = deps;
  const work = (name: (typeof workFiles)[number]) => `${exportWork(row.id)}/${name}`;
  const spans = book.takes.map(({ take, start }) => ({ start, end: start + take.length }));
  const target = mixTarget(row.request.preset, 1);
  const sound = await objects.workFile(work("book.wav"));
  const mixed = await withTakes(deps, input, language, book.takes, (files) =>
    mastered(
      deps,
      {
        takes: book.takes.map(({ line, start }, index) => ({
          file: files[index] ?? "",
          start,
          gainDb: line.levelDb ?? 0,
        })),
        frames: book.frames,
        file: sound,
        notes,
        channels: 1,
        original: null,
        ...originalGains,
      },
      { ...target, truePeak: target.truePeak - encodingMarginDb },
      signal,
    ),
  );
  const made = await objects.workFile(work("book.mp3"));
  const { timeline } = language;
  await engine.media.writeBook(
    {
      sound,
      durationMs: millisecondsOf(book.frames),
      title: timeline.batch,
      album: timeline.project,
      languageId: timeline.languageId,
      chapters: book.chapters.map(({ title, start, end }) => ({
        title,
        startMs: millisecondsOf(start),
        endMs: millisecondsOf(end),
      })),
    },
    made,
    { signal },
  );
  await objects.removeWork([work("book.wav")]);
  const heard = await objects.workFile(work("video.wav"));
  await engine.media.extract(made, heard, { sampleRate: 48_000, channels: 1 }, { signal });
  const measured = await engine.deliveries.measure({ file: heard, spans }, { signal });
  await copyWhole(made, file, signal);
  await objects.removeWork([work("book.mp3"), work("video.wav")]);
  const { size, sha256 } = await input.hasher.hash(file, Number.MAX_SAFE_INTEGER, { signal });
  return { bytes: size, sha256, ...judge(measured, target, mixed.measures) };
}
