/** The media provider of this computer. */
import type { Programs } from "../../../common/processes/programs";
import type { MediaProvider } from "../ports";
import { createFfmpegProgram } from "./ffmpeg-program";
import { createMediaProvider } from "./media";
import { findNativeFfmpeg } from "./native-ffmpeg";
import { createProbeThreads } from "./probe-threads";

export interface LocalMediaOptions {
  /** The bundle of probe-thread.ts. */
  threadFile: string;
  programs: Programs;
  /**
   * Folders that are searched for an installed ffmpeg. It is preferred: its owner keeps it up to
   * date.
   */
  folders: readonly string[];
}

/** Nothing is started or searched before the first use. */
export const createLocalMedia = ({
  threadFile,
  programs: { programs, launch },
  folders,
}: LocalMediaOptions): MediaProvider =>
  createMediaProvider({
    threads: createProbeThreads({ file: threadFile }),
    findFfmpeg: async () =>
      (await findNativeFfmpeg(folders)) ??
      (programs.has("ffmpeg") ? createFfmpegProgram(launch) : null),
    async findMp3() {
      const native = await findNativeFfmpeg(folders);
      if (native?.hasMp3 === true) return native;
      return programs.has("ffmpeg") ? createFfmpegProgram(launch) : null;
    },
    findInstalled: () => findNativeFfmpeg(folders),
  });
