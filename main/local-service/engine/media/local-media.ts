/** The media provider of this computer. */
import type { LaunchProgram, MediaProvider } from "../ports";
import { createFfmpegProgram } from "./ffmpeg-program";
import { createMediaProvider } from "./media";
import { findNativeFfmpeg, searchFolders } from "./native-ffmpeg";
import { createProbeThreads } from "./probe-threads";

export interface LocalMediaOptions {
  /** The bundle of probe-thread.ts. */
  threadFile: string;
  /** Starts the program "ffmpeg"; null if it is not installed. */
  launch: LaunchProgram | null;
  /** Folders that are searched for an installed ffmpeg, which is about three times as fast and therefore preferred. */
  folders?: readonly string[];
}

export const createLocalMedia = ({
  threadFile,
  launch,
  folders = searchFolders(),
}: LocalMediaOptions): MediaProvider =>
  createMediaProvider({
    threads: createProbeThreads({ file: threadFile }),
    findFfmpeg: async () =>
      (await findNativeFfmpeg(folders)) ?? (launch ? createFfmpegProgram(launch) : null),
  });
