/**
 * Media formats by file extension, in lower case: those that the service accepts, and what to do
 * about others.
 */

/**
 * The content types: the terms of the interface (interface §4.1, interface-notes § Answers to be
 * tolerant of).
 */
const contentTypes: Readonly<Record<string, string>> = {
  wav: "audio/wav",
  mp3: "audio/mp3",
  ogg: "audio/ogg",
  mpeg: "audio/mpeg",
  mpga: "audio/mpeg",
  m4a: "audio/m4a",
  mp4: "video/mp4",
  mov: "video/mov",
  avi: "video/avi",
  mkv: "video/mkv",
  webm: "video/webm",
  flv: "video/flv",
};

/** "wav, mp3, …": for messages. */
export const acceptedFormats = Object.keys(contentTypes).join(", ");

/**
 * How a file of another format becomes one that is accepted: converted, or only renamed, to this
 * extension.
 */
export interface FormatRemedy {
  action: "convert" | "rename";
  to: string;
}

const toWav: FormatRemedy = { action: "convert", to: "wav" };
const toMp4: FormatRemedy = { action: "convert", to: "mp4" };
const remediesOf = (extensions: string, remedy: FormatRemedy) =>
  Object.fromEntries(extensions.split(" ").map((extension) => [extension, remedy]));

const remedies: Readonly<Record<string, FormatRemedy>> = {
  ...remediesOf(
    "aac ac3 aif aifc aiff amr ape au caf dts eac3 ec3 flac mka mp2 opus rf64 w64",
    toWav,
  ),
  ...remediesOf("wma wv", toWav),
  ...remediesOf(
    "3g2 3gp asf divx dv f4v m1v m2t m2ts m2v mj2 mpe mpg mts mxf ogm ogv rm rmvb vob wmv",
    toMp4,
  ),
  // Decided by the content; see `ambiguousExtensions`.
  ts: toMp4,
  mpeg: toMp4,
  // The same formats under another extension.
  m4v: { action: "rename", to: "mp4" },
  qt: { action: "rename", to: "mov" },
  bwf: { action: "rename", to: "wav" },
  wave: { action: "rename", to: "wav" },
  oga: { action: "rename", to: "ogg" },
};

const entry = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | null =>
  Object.hasOwn(table, key) ? (table[key] ?? null) : null;

/** The extension of a file name in lower case: "wav" of "a.b.WAV"; "" if the name has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The content type for a file name, or null if the service does not accept the format. */
export const contentTypeOf = (name: string): string | null =>
  entry(contentTypes, extensionOf(name));

/** For the name of a media file in another format; null for other files. */
export const formatRemedyOf = (name: string): FormatRemedy | null =>
  entry(remedies, extensionOf(name));

/**
 * Extensions that do not decide the format: MPEG video in .mpeg is not the MPEG audio of the
 * interface, and .ts and .mts are also source code.
 */
export const ambiguousExtensions: readonly string[] = ["mpeg", "ts", "mts"];
/** How many bytes of a file `isMpegVideo` needs. */
export const mpegStartSize = 200;

/** Whether a file that begins with these bytes is an MPEG program, video or transport stream. */
export function isMpegVideo(start: Uint8Array): boolean {
  const isStream = start[0] === 0 && start[1] === 0 && start[2] === 1;
  if (isStream && (start[3] === 0xba || start[3] === 0xb3)) return true;
  // Packets of 188 bytes begin with a sync byte, in .m2ts and .mts after a time code of four bytes.
  return (start[0] === 0x47 && start[188] === 0x47) || (start[4] === 0x47 && start[196] === 0x47);
}
