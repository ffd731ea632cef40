/** The check of the video of `dubyard dub`, before the takes are made. */
import path from "node:path";
import {
  EngineError,
  type MediaFacts,
  type MediaLoss,
  type MediaProvider,
  type SoundTrack,
} from "../local-service/engine/ports";
import type { DubArguments } from "./dub-arguments";
import type { Output } from "./output";
import { invalid } from "./parse-arguments";

/**
 * Resolves with the facts of the video. Rejects with "invalid-input" if a dub of it cannot be made
 * here, and for a video that was cut off or damaged unless that is accepted. Writes a line and an
 * event for what differs in the result.
 */
export async function checkVideo(
  media: MediaProvider,
  {
    video,
    acceptsIncomplete,
    soundTrack,
  }: Pick<DubArguments, "video" | "acceptsIncomplete" | "soundTrack">,
  { output, signal }: { output: Output; signal: AbortSignal },
): Promise<MediaFacts> {
  const file = video?.file ?? "";
  const unavailable = await media.unavailable();
  if (unavailable !== null) throw invalid(`--video: ${unavailable}`);
  const { facts, loss } = await readVideo(media, file, signal);
  if (loss) {
    const problem = lossText(loss);
    if (!acceptsIncomplete)
      throw invalid(`--video: ${file}: ${problem}; --incomplete dubs what is there`);
    output.event({ event: "video", ...loss });
    output.line(`warning: ${problem}`);
  }
  reportSound(facts, soundTrack, output);
  const extension = media.outputExtension(facts);
  const given = path.extname(file).slice(1).toLowerCase();
  if (extension !== given)
    output.line(
      `note: the video is written as .${extension}, not as .${given} (${facts.video?.codec ?? ""})`,
    );
  return facts;
}

/** Rejects with "invalid-input" for music and effects without a sound that can be read here. */
export async function checkBed(
  media: MediaProvider,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { audio } = await media.probe(file, { signal });
    if (!audio) throw new EngineError("the file has no sound");
  } catch (error) {
    if (error instanceof EngineError) throw invalid(`--bed: ${file}: ${error.message}`);
    throw error;
  }
}

async function readVideo(
  media: MediaProvider,
  file: string,
  signal: AbortSignal,
): Promise<{ facts: MediaFacts; loss: MediaLoss | null }> {
  try {
    const facts = await media.probe(file, { signal });
    if (!facts.video) throw new EngineError("the file has no picture");
    return { facts, loss: await media.findLoss(file, facts, { signal }) };
  } catch (error) {
    if (error instanceof EngineError) throw invalid(`--video: ${file}: ${error.message}`);
    throw error;
  }
}

/**
 * Writes which of several sound tracks is used.
 * @throws AppError "invalid-input" that lists them, for a track that the video does not have.
 */
function reportSound(
  { audio, soundTracks }: MediaFacts,
  soundTrack: number | null,
  output: Output,
): void {
  const count = soundTracks.length;
  const list = soundTracks.map((track, index) => `${index + 1} ${trackText(track)}`).join("; ");
  if (soundTrack !== null && soundTrack > count) {
    const has = count === 0 ? "no sound" : list;
    throw invalid(`--sound-track ${soundTrack}: the video has no such track; it has ${has}`);
  }
  if (soundTrack !== null || audio === null || audio.streams.length === count) return;
  const used = audio.streams.map((index) => index + 1).join(" and ");
  output.event({ event: "sound", used: audio.streams.map((index) => index + 1), soundTracks });
  output.line(`note: the sound is that of track ${used}; --sound-track chooses another: ${list}`);
}

/** "(es, AC-3, 6 channels, Commentary, default)" */
function trackText({ language, codec, channels, title, isDefault }: SoundTrack): string {
  const parts = [
    language,
    codec,
    `${channels} channel${channels === 1 ? "" : "s"}`,
    title,
    isDefault ? "default" : "",
  ];
  return `(${parts.filter((part) => part !== "").join(", ")})`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** "the picture ends at 4.4 s, the file says 14.0 s". */
const lossText = ({ endMs, declaredMs, isShort }: MediaLoss) =>
  isShort
    ? `the video is incomplete: it ends at ${seconds(endMs)}, the file says ${seconds(declaredMs)}`
    : `the video is incomplete: its last packets at ${seconds(endMs)} are cut off or damaged`;
