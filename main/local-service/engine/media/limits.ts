/**
 * Limits of media files. They bound the time, memory and disk space that a hostile file can cost.
 */

/** A WAV file of this length, 48 kHz and stereo, is just below its format's limit of 4 GiB. */
export const maxMediaMs = 6 * 3_600_000;
/** Streams in one file. */
export const maxStreams = 100;
/** Bytes of a file that are read at once for its facts, at least if the file has as many. */
export const chunkBytes = 256 * 1024;
/** Reading the facts of one file, in milliseconds. */
export const probeTimeoutMs = 15_000;
/** A program without progress for this long is ended, in milliseconds. */
export const stallMs = 30_000;
/** The longest duration of a job on media of this length, in milliseconds. */
export const jobTimeoutMs = (durationMs: number) => 60_000 + durationMs;
/**
 * The same for a job that decodes and encodes pictures, which can take several times their length.
 */
export const previewTimeoutMs = (durationMs: number) => 60_000 + 8 * durationMs;
/** Resident memory of a program, in MiB. */
export const maxProgramMb = 1_024;
