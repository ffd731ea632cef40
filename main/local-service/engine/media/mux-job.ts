/** The job that gives a video another sound. */
import type { MediaFacts, MediaProvider } from "../ports";
import { pictureNames, type AttachedPicture } from "./attached-pictures";
import {
  containers,
  coverMaps,
  dubFormats,
  holdArguments,
  keptOf,
  otherMaps,
  type OtherStreams,
} from "./containers";
import type { FfmpegJob } from "./ffmpeg";
import { languageCode } from "./language-codes";
import {
  inputOf,
  lengthOf,
  originalTracks,
  pictureStream,
  soundStreams,
  toleranceMs,
  unwritten,
} from "./ffmpeg-arguments";

type MuxJobRequest = Parameters<MediaProvider["mux"]>[0] & {
  /** Which of the other streams are copied, and with them the pictures of covers. */
  others: OtherStreams;
  /** Covers and other pictures that are attached to Matroska. */
  pictures: readonly AttachedPicture[];
};

/** A video with another sound; see `MediaProvider.mux`. */
export function muxJob(
  request: MuxJobRequest,
  facts: MediaFacts,
  extension: keyof typeof dubFormats,
): FfmpegJob {
  const { video, sound, languageId, file, isDelivery = false, original } = request;
  const { others, pictures, heldMs = 0 } = request;
  const { container, audio } = facts;
  const durationMs = facts.durationMs + heldMs;
  const { muxer, soundArguments, deliveredArguments } = dubFormats[extension];
  const encoding = isDelivery ? (deliveredArguments ?? soundArguments) : soundArguments;
  const originals = original ? soundStreams(audio) : [];
  return {
    inputs: [
      inputOf(video, container),
      { file: sound, demuxer: containers.wav.demuxer, arguments: [] },
    ],
    unwritten: original ? [] : unwritten(facts, soundStreams(audio)),
    output: {
      file,
      muxer,
      attached: pictures.map((picture) => picture.file),
      arguments: [
        ...(others === "none" ? [] : coverMaps(extension)),
        "-map",
        pictureStream,
        "-map",
        "1:a:0",
        ...originals.flatMap((stream) => ["-map", stream]),
        "-c",
        "copy",
        ...encoding,
        ...(original ? originalTracks(originals.length, original.languageId) : []),
        ...otherMaps(extension, others),
        ...holdArguments(heldMs),
        ...keptOf(facts, extension, isDelivery),
        "-map_metadata",
        "0",
        "-map_chapters",
        "0",
        "-metadata:s:a:0",
        `language=${languageCode(languageId)}`,
        "-disposition:a:0",
        "default",
        ...pictureNames(pictures, facts.extras),
        ...lengthOf(durationMs + toleranceMs),
      ],
    },
    durationMs,
  };
}
