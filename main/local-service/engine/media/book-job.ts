/** The job that writes an audiobook as MP3, with chapters (ID3v2.3, frames CHAP and CTOC). */
import type { BookRequest } from "../ports";
import { containers } from "./containers";
import type { FfmpegJob } from "./ffmpeg";
import { lengthOf, toleranceMs } from "./ffmpeg-arguments";
import { languageCode } from "./language-codes";

/** Of the sound in kbit/s: what ACX and other shops of audiobooks require. */
const bookKilobits = 192;
const bookRate = 44_100;

/** Escaped for a file of the demuxer "ffmetadata"; control characters become spaces. */
const escaped = (text: string) =>
  text.replaceAll(/\p{Cc}+/gu, " ").replaceAll(/[=;#\\]/g, (found) => `\\${found}`);

/** The tags and chapters of a book as a file of the demuxer "ffmetadata". */
export function bookMetadata({ title, album, languageId, chapters }: BookRequest): string {
  const rows = [
    ";FFMETADATA1",
    `title=${escaped(title)}`,
    `album=${escaped(album)}`,
    "genre=Audiobook",
    `language=${languageCode(languageId)}`,
  ];
  for (const chapter of chapters)
    rows.push(
      "[CHAPTER]",
      "TIMEBASE=1/1000",
      `START=${chapter.startMs}`,
      `END=${chapter.endMs}`,
      `title=${escaped(chapter.title)}`,
    );
  return `${rows.join("\n")}\n`;
}

/** `metadata`: the file with `bookMetadata`. */
export const bookJob = (
  { sound, durationMs }: Pick<BookRequest, "sound" | "durationMs">,
  { metadata, file }: { metadata: string; file: string },
): FfmpegJob => ({
  inputs: [
    { file: sound, demuxer: containers.wav.demuxer, arguments: [] },
    { file: metadata, demuxer: "ffmetadata", arguments: [] },
  ],
  output: {
    file,
    muxer: "mp3",
    arguments: [
      "-map",
      "0:a:0",
      "-map_metadata",
      "1",
      "-map_chapters",
      "1",
      "-c:a",
      "libmp3lame",
      "-b:a",
      `${bookKilobits}k`,
      "-ar",
      String(bookRate),
      "-ac",
      "1",
      "-id3v2_version",
      "3",
      ...lengthOf(durationMs + toleranceMs),
    ],
  },
  durationMs,
});
