/** The job that extracts sound. */
import type { FfmpegJob } from "./ffmpeg";
import { soundInput } from "./sound-streams";
import type { MediaFacts, SoundProgramme } from "../ports";
import { inputOf, lengthOf, pictureStream, toleranceMs, unwritten } from "./ffmpeg-arguments";

/** The sound of a file as WAV; see `MediaProvider.extract`. */
export function extractJob(
  {
    file,
    to,
    facts,
    audio,
  }: { file: string; to: string; facts: MediaFacts; audio: SoundProgramme },
  { sampleRate, channels }: { sampleRate: number; channels: number },
): FfmpegJob {
  const { container, durationMs } = facts;
  return {
    inputs: [inputOf(file, container)],
    unwritten: unwritten(facts, [pictureStream]),
    output: {
      file: to,
      muxer: "wav",
      arguments: [
        ...soundInput(audio, channels),
        "-vn",
        "-sn",
        "-dn",
        "-map_metadata",
        "-1",
        "-c:a",
        "pcm_s16le",
        "-ar",
        String(sampleRate),
        "-ac",
        String(channels),
        ...lengthOf(durationMs + toleranceMs),
      ],
    },
    durationMs,
  };
}
