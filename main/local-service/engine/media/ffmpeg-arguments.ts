/** Arguments of ffmpeg that several jobs have. */
import type { MediaFacts } from "../ports";
import { containers } from "./containers";
import { languageCode } from "./language-codes";
import { streamName } from "./sound-streams";

/** Sound may end this much later than the length in the file, in milliseconds. */
export const toleranceMs = 1_000;

/** "V" excludes pictures of covers. */
export const pictureStream = "0:V:0";

export const soundStreams = (audio: MediaFacts["audio"]): string[] =>
  (audio?.streams ?? []).map(streamName);

/** The other streams have to be read too, for their start. */
export const unwritten = ({ container, video, audio }: MediaFacts, others: string[]): string[] =>
  containers[container].startsWithUsedStreams === true && video && audio ? others : [];

export const inputOf = (file: string, container: MediaFacts["container"]) => ({
  file,
  demuxer: containers[container].demuxer,
  arguments: containers[container].inputArguments ?? [],
});

/** The tracks after the first one are copied, and not played by default. */
export const originalTracks = (count: number, languageId: string | null) =>
  Array.from({ length: count }, (_, index) => [
    `-c:a:${index + 1}`,
    "copy",
    `-disposition:a:${index + 1}`,
    "0",
    ...(languageId === null
      ? []
      : [`-metadata:s:a:${index + 1}`, `language=${languageCode(languageId)}`]),
  ]).flat();

export const lengthOf = (ms: number) => ["-t", (ms / 1000).toFixed(3)];

export const partOf = (file: string) => `${file}.part`;
