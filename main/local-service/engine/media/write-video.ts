/** Writes a video with another sound, with as much of its source as its container can have. */
import { rm } from "node:fs/promises";
import type { MediaFacts, MediaOptions, MediaProvider } from "../ports";
import { pictureJobs, readPicture, type AttachedPicture } from "./attached-pictures";
import type { dubFormats } from "./containers";
import type { Ffmpeg } from "./ffmpeg";
import { partOf } from "./ffmpeg-arguments";
import { muxJob } from "./mux-job";
import { isProblem } from "./problems";

interface VideoWriter {
  run: Ffmpeg["run"];
  request: Parameters<MediaProvider["mux"]>[0];
  /** Of the source. */
  facts: MediaFacts;
  extension: keyof typeof dubFormats;
}

/** Writes the part of the file of the request. */
export async function writeVideo(
  { run, request, facts, extension }: VideoWriter,
  options: MediaOptions,
): Promise<void> {
  const part = partOf(request.file);
  const fileOf = (index: number) => `${part}.picture-${index}`;
  const jobs = extension === "mkv" ? pictureJobs(request.video, facts, fileOf) : [];
  const common = { ...request, file: part };
  try {
    const pictures = await writePictures(run, jobs, options);
    for (const others of ["all", "without-subtitles"] as const)
      for (const attached of pictures.length > 0 ? [pictures, []] : [[]])
        try {
          await run(muxJob({ ...common, others, pictures: attached }, facts, extension), options);
          return;
        } catch (error) {
          // A container does not support every format of subtitles or covers; the picture and the
          // sound are more important.
          if (!isProblem(error, "not-decodable")) throw error;
        }
    await run(muxJob({ ...common, others: "none", pictures: [] }, facts, extension), options);
  } finally {
    for (const { file } of jobs) await rm(file, { force: true });
  }
}

/** Those that can be read and attached; the others are missing in the written file. */
async function writePictures(
  run: Ffmpeg["run"],
  jobs: ReturnType<typeof pictureJobs>,
  { signal }: MediaOptions,
): Promise<AttachedPicture[]> {
  const pictures: AttachedPicture[] = [];
  for (const { job, file, name } of jobs)
    try {
      await run(job, { signal });
      const picture = await readPicture(file, name);
      if (picture) pictures.push(picture);
    } catch (error) {
      if (!isProblem(error, "not-decodable")) throw error;
    }
  return pictures;
}
