/** Media files for tests, made by an installed ffmpeg. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { createLocalMedia } from "../../main/local-service/engine/media/local-media";
import { searchFolders } from "../../main/local-service/engine/executables";
import { nodePrograms, type Programs } from "../../main/common/processes/programs";
import { bundlesFolder } from "./programs";

const noPrograms: Programs = {
  programs: new Set(),
  launch: () => {
    throw new Error("there are no programs");
  },
};

export const mediaThreadFile = path.join(bundlesFolder, "media-thread.cjs");

const execute = promisify(execFile);

/** Tests are skipped without it. */
export const ffmpegProgram = searchFolders()
  .map((folder) => path.join(folder, "ffmpeg"))
  .find(existsSync);

export async function ffmpeg(...args: string[]): Promise<string> {
  if (ffmpegProgram === undefined) throw new Error("ffmpeg is not installed");
  const { stdout } = await execute(ffmpegProgram, ["-nostdin", "-v", "error", "-y", ...args]);
  return stdout.trim();
}

/** Codecs of the test files, by extension. */
const codecs = {
  mp4: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"],
  mov: ["-c:v", "prores", "-c:a", "pcm_s16le"],
  mkv: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "libvorbis"],
  webm: ["-c:v", "libvpx", "-deadline", "realtime", "-c:a", "libopus"],
  avi: ["-c:v", "mpeg4", "-c:a", "libmp3lame"],
  flv: ["-c:v", "flv1", "-ar", "44100", "-c:a", "libmp3lame"],
  mpg: ["-c:v", "mpeg2video", "-c:a", "mp2"],
  ts: ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac"],
  mxf: ["-c:v", "mpeg2video", "-c:a", "pcm_s16le"],
  wmv: ["-c:v", "wmv2", "-c:a", "wmav2"],
  wav: ["-vn"],
  mp3: ["-vn"],
  flac: ["-vn"],
  aac: ["-vn"],
} as const satisfies Record<string, readonly string[]>;

export type TestExtension = keyof typeof codecs;

/** A picture and a tone of `seconds`. */
export async function writeMedia(file: string, seconds: number, ...more: string[]): Promise<void> {
  const extension = path.extname(file).slice(1) as TestExtension;
  const picture = `testsrc=size=160x120:rate=25:duration=${seconds}`;
  const sound = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  await ffmpeg(...inputs, ...codecs[extension], "-threads", "1", ...more, file);
}

/** A hash of the first picture stream as it is stored in a file. */
export const pictureHash = (file: string) =>
  ffmpeg("-i", file, "-map", "0:V:0", "-c", "copy", "-f", "md5", "-");

/** A hash of the decoded frames. */
export const frameHash = (file: string) => ffmpeg("-i", file, "-map", "0:V:0", "-f", "md5", "-");

export interface MediaFolder {
  at: (name: string) => string;
  names: () => Promise<string[]>;
  remove: () => Promise<void>;
}

export async function createMediaFolder(): Promise<MediaFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "media-"));
  return {
    at: (name) => path.join(folder, name),
    names: async () => (await readdir(folder)).sort(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Media by the installed ffmpeg. */
export const createNativeMedia = () =>
  createLocalMedia({ threadFile: mediaThreadFile, programs: noPrograms, folders: searchFolders() });

/** Media by the separate program that contains ffmpeg. */
export const createProgramMedia = () =>
  createLocalMedia({
    threadFile: mediaThreadFile,
    programs: nodePrograms(bundlesFolder),
    folders: [],
  });

/** Media on a computer without any ffmpeg. */
export const createMediaWithoutFfmpeg = () =>
  createLocalMedia({ threadFile: mediaThreadFile, programs: noPrograms, folders: [] });
