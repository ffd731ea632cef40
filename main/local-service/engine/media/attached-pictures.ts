/**
 * The covers and other pictures in a file, for a container that has them as attached files:
 * Matroska. ffmpeg reads them as picture streams, and would write them as films of one frame.
 */
import { open } from "node:fs/promises";
import type { MediaFacts } from "../ports";
import { isCover } from "./extras";
import type { FfmpegJob } from "./ffmpeg";
import { inputOf, lengthOf } from "./ffmpeg-arguments";

/** A picture as a file of its own. */
export interface AttachedPicture {
  /** Absolute. */
  file: string;
  /** Its name in the written file. */
  name: string;
  mimeType: string;
}

/** More are not copied. */
const maxPictures = 8;
const maxName = 100;
/** The pictures that Matroska can have, by their first bytes. */
const types = [
  { start: [0xff, 0xd8, 0xff], mimeType: "image/jpeg", extension: "jpg" },
  { start: [0x89, 0x50, 0x4e, 0x47], mimeType: "image/png", extension: "png" },
] as const;

/** The pictures of a file: its streams in ffmpeg, and its name; "" for a cover without one. */
function picturesOf({ container, extras }: Pick<MediaFacts, "container" | "extras">) {
  if (container !== "matroska")
    return extras.hasCover ? [{ maps: ["-map", "0:v", "-map", "-0:V"], name: "" }] : [];
  // The streams of attached files follow those of tracks.
  const first = 1 + extras.pictures;
  return extras.pictureFiles
    .slice(0, maxPictures)
    .map((name, index) => ({ maps: ["-map", `0:v:${first + index}`], name }));
}

/** The jobs that write each picture of a video to a file, whose name `fileOf` gives. */
export const pictureJobs = (
  video: string,
  facts: MediaFacts,
  fileOf: (index: number) => string,
): { job: FfmpegJob; file: string; name: string }[] =>
  picturesOf(facts).map(({ maps, name }, index) => {
    const file = fileOf(index);
    const { durationMs } = facts;
    const written = ["-frames:v:0", "1", "-c", "copy", ...lengthOf(durationMs)];
    const output = { file, muxer: "image2pipe", arguments: [...maps, ...written] };
    return { job: { inputs: [inputOf(video, facts.container)], output, durationMs }, file, name };
  });

/** The picture in a file; null for one that Matroska cannot have. */
export async function readPicture(file: string, name: string): Promise<AttachedPicture | null> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    const bytes = buffer.subarray(0, bytesRead);
    const type = types.find(({ start }) => start.every((byte, index) => bytes[index] === byte));
    if (!type) return null;
    const given = name.replaceAll(/\p{Cc}+/gu, " ").slice(0, maxName);
    return { file, name: given || `cover.${type.extension}`, mimeType: type.mimeType };
  } finally {
    await handle.close();
  }
}

/**
 * The arguments that name attached pictures, which follow the other files that are copied. With a
 * wrong number of those a picture has no type, and ffmpeg writes nothing.
 */
export function pictureNames(
  pictures: readonly AttachedPicture[],
  { attachments, pictureFiles }: MediaFacts["extras"],
): string[] {
  const copied = attachments.length - pictureFiles.filter((name) => !isCover(name)).length;
  return pictures.flatMap(({ name, mimeType }, index) => {
    const option = `-metadata:s:t:${copied + index}`;
    return [option, `mimetype=${mimeType}`, option, `filename=${name}`];
  });
}
