/** The program ffmpeg, as an installed program or as WebAssembly in a process of its own. */
import { AppError } from "../../../common/errors";
import type { MediaOptions } from "../ports";
import { mediaError } from "./problems";

/** A run of ffmpeg. Other arguments than these never contain the name of a file. */
export interface FfmpegJob {
  inputs: readonly {
    /** Absolute. */
    file: string;
    /** SECURITY: the only demuxer that may open the file. */
    demuxer: string;
    arguments: readonly string[];
  }[];
  /** Streams of the first input that are read but not written. */
  unwritten?: readonly string[];
  /** `file`: absolute; null writes nothing, to measure the input. */
  output: {
    file: string | null;
    muxer: string;
    arguments: readonly string[];
    /** Absolute paths of files that are attached as they are. */
    attached?: readonly string[];
  };
  /** The expected length of the output, for progress and the timeout. */
  durationMs: number;
  /** Replaces `jobTimeoutMs`. */
  timeoutMs?: number;
}

interface FfmpegResult {
  /** The end of the last frame written, in milliseconds. */
  endMs: number;
  /** The last error messages, also of a run that succeeded; they can contain paths. */
  messages: string;
}

export interface Ffmpeg {
  /**
   * Rejects with EngineError, AppError "disk-full", or the reason of the signal; then nothing is
   * written any more, but a part of the output can exist.
   */
  run(job: FfmpegJob, options: MediaOptions): Promise<FfmpegResult>;
}

/**
 * The arguments of a run. `nameOf` gives the name of a file for ffmpeg.
 * SECURITY: media is hostile. Only `demuxer` may interpret a file, also for parts inside it, and
 * neither network nor other protocols can be reached. References to other files are not followed,
 * the default of the demuxer "mov".
 */
export function argumentsOf(job: FfmpegJob, nameOf: (file: string) => string): string[] {
  const { inputs, output, unwritten = [] } = job;
  const toNull = ["-c", "copy", "-f", "null", "-"];
  return [
    "-nostdin",
    "-hide_banner",
    "-v",
    "error",
    "-y",
    "-max_alloc",
    String(256 * 1024 ** 2),
    "-progress",
    "pipe:1",
    "-stats_period",
    "0.25",
    ...inputs.flatMap(({ file, demuxer, arguments: input }) => [
      "-protocol_whitelist",
      "file,pipe",
      "-format_whitelist",
      demuxer,
      "-f",
      demuxer,
      ...input,
      "-i",
      nameOf(file),
    ]),
    ...(unwritten.length > 0 ? [...unwritten.flatMap((one) => ["-map", one]), ...toNull] : []),
    ...output.arguments,
    ...(output.attached ?? []).flatMap((file) => ["-attach", nameOf(file)]),
    // The same input gives the same bytes.
    "-fflags",
    "+bitexact",
    "-flags",
    "+bitexact",
    "-f",
    output.muxer,
    output.file === null ? "-" : nameOf(output.file),
  ];
}

const diskFull = /No space left on device|Disk quota exceeded/;
/** ffmpeg 5 ends with code 0 when only the last bytes of the output could not be written. */
const incomplete = /Error writing trailer of|Error closing file/;

/**
 * The error of a run by its exit code and error messages, which can contain paths and are not
 * shown; null for none.
 */
export function errorOf(code: number | null, messages: string): Error | null {
  const isIncomplete = incomplete.test(messages);
  if (code === 0 && !isIncomplete) return null;
  if (diskFull.test(messages)) return new AppError("disk-full", "the disk for media is full");
  return isIncomplete
    ? new Error("ffmpeg could not write its output")
    : mediaError("not-decodable");
}
