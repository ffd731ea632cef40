/**
 * The messages of the local service about batches and takes. In the interface, `message` and `note`
 * are texts without codes: the service writes them in English. The window finds the codes and
 * values of these templates again, to show them in its own language. Other texts stay unchanged.
 */

/**
 * `{#name}` is a number, `{@name}` a timecode, `{name}` a short text. The reason of a failure
 * follows its message after a colon.
 */
export const messageTemplates = {
  reading: "The script and media are being read",
  transcribing: "Speech is being transcribed: {#done} of {#total} spans",
  "no-lines": "There are no lines yet: add a language with a target script",
  "no-lines-no-transcription":
    "There are no lines yet: no transcription is installed. Add a pack, or a language with a target script",
  "voices-missing": "{#uncast} of {#characters} characters have no voice yet",
  cast: "All characters have voices",
  "cast-no-audio": "All characters have voices. This workspace does not produce audio",
  "takes-due": "{#outdated} of {#planned} takes are to be made",
  inferring: "Lines are being synthesised",
  "inferring-takes": "Lines are being synthesised: {#made} of {#planned} takes",
  "inferring-failed": "Lines are being synthesised: {#made} of {#planned} takes, {#failed} failed",
  completed: "All lines are synthesised",
  "completed-takes": "All lines are synthesised: {#made} of {#planned} takes",
  incomplete: "Not all lines are synthesised",
  "incomplete-takes": "Not all lines are synthesised: {#made} of {#planned} takes",
  "incomplete-failed":
    "Not all lines are synthesised: {#made} of {#planned} takes, {#failed} failed",
  "language-no-text": "no text. Add a script, or type the texts at the review desk",
  "line-no-text": "1 line has no text",
  "lines-no-text": "{#lines} lines have no text",

  "languages-skipped": "Skipped: text in {languages}, which are not languages of the project",
  "bulk-table": "About the bulk table",
  "texts-from-script": "Text and timing come from the script: no transcription is installed",
  "transcription-missing":
    "No transcription of {language} is installed: add a pack or a target script",
  "not-transcribed": "The video was not transcribed",
  "no-speech": "it contains no speech",
  transcribed: "Texts are transcribed automatically: check them",
  "speech-without-model":
    "Speech was found by its level only, because the model for it does not work on this computer: check the times",
  speakers: "Speakers are recognised by their voices: check them",
  "no-speakers": "Speakers were not recognised",
  translated: "Translated automatically from {language}: check the texts",
  "copied-source": "Texts copied from {language}: translate them, then start the dub",
  "not-translated": "not translated",
  "translation-missing": "no translation is installed: add a pack or a script",
  "script-empty": "the script has no lines",
  "script-languages": "the project has none of its languages ({languages})",
  "script-no-language": "the script has no text in {language}",
  "script-length": "the script has {#script} lines, the batch {#batch}",
  "audio-required": "is required for line dubbing",
  sheet: "sheet “{sheet}”",
  row: "row {#row}",
  rows: "rows {rows}",
  more: "and {#count} more",

  "failed-for-now":
    "an unexpected error, which the log describes; next attempt in {#seconds} seconds",
  "engine-busy": "The external engine is busy; next attempt in {#seconds} seconds",
  "engines-missing":
    "No process with the selected engines is running. An administrator can start one, or select others with dubyard engines use",
  "no-voice": "{character} has no voice",
  "voice-missing": "the voice {voice} is not installed",
  "voice-language": "the voice {voice} does not speak {language}",
  "no-times": "line {#line} has no times, but other lines have",
  "not-speakable": "no voice for {language} can read {characters}",
  "nothing-spoken": "the text contains nothing to speak",
  "video-silent": "the video contains no speech",
  "video-no-picture": "the file has no picture",
  "row-invalid": "its table {table} has an invalid row ({id})",
  "value-form": "{column} is not of its form",
  "rows-more": "there are more",
  "video-cut-off": "the video is cut off: it ends at {#endMs} ms, its file says {#declaredMs} ms",
  "video-damaged": "the video is cut off or damaged in its last packets, at {#endMs} ms",
  "picture-short":
    "the picture of the written video ends at {#endMs} ms, that of the source at {#declaredMs} ms",
  "not-kept": "Not kept in the video",
  "kept-not-sounds": "other sound tracks ({names})",
  "kept-not-channels": "the sound of {#count} channels, as the dub has {#dubbed}",
  "kept-not-cover": "the cover",
  "kept-not-pictures": "further pictures ({#count})",
  "kept-not-subtitles": "subtitles ({names})",
  "kept-not-data": "data tracks ({names})",
  "kept-not-attachments": "attached files ({names})",
  "kept-not-chapters": "chapters ({#count})",
  "kept-not-timecode": "the timecode",
  "kept-not-dynamic-range": "high dynamic range ({names})",
  "kept-not-metadata": "metadata ({names})",
  "bed-missing": "the file with the music and effects is not in the media gallery",
  "no-sound-track": "the video has no sound track {#track}; it has {#count}",
  "video-missing": "the video is not in the media gallery",

  "sample-not-made": "no worker of this service has made the sample of this voice yet",
  "findings-not-made": "no worker of this service has made the findings of this language yet",
  "facts-not-made": "no worker of this service has made the facts of this video yet",
  "delivery-no-engine": "nothing makes files now",
  "delivery-store-full":
    "the disk of the service has {#free} MB of free space, and the files need {#needed} MB",
  "delivery-superseded": "newer deliveries exist; begin a new one",
  "delivery-unreadable": "this version cannot continue it; begin a new one",
  "delivery-cancelled": "the export was cancelled",
  "delivery-expired":
    "the files have expired: a delivery that is resumed makes them again, unless takes were removed or newer deliveries exist",
  "delivery-file-lost":
    "the file is missing in the store: a delivery that is resumed makes it again",
  "delivery-no-dub": "{language} has no dub",
  "delivery-changing": "{language} is being changed; repeat the request",
  "delivery-comparing":
    "the takes of {language} are being compared with its texts; repeat the request later",
  "delivery-incomplete": "lines have no text, no take, no approval, or errors; see the plan",
  "delivery-disk-space": "the disk has {#free} MB of free space, and the files need {#needed} MB",
  "delivery-work-space":
    "the disk of the workspace has {#free} MB of free space, and the files need {#needed} MB",
  "delivery-video-replaced": "the video was replaced after this delivery began",
  "delivery-video-unread": "the video was not read",
  "delivery-start-timecode":
    "{@at} does not exist at {#rate} frames per second; drop frames exist at 29.97 and 59.94",
  "delivery-files-failed": "({#failed} of {#files} files)",
  "file-not-writable": "cannot be written",
  "file-part-missing": "a file that it is made of is missing",
  "file-not-made": "could not be made",
  "disk-full": "the disk is full",
  "take-changed":
    "line {#line}: the file of its take was changed; it is not the sound that was reviewed",
  "take-full-scale": "the take is {#excess} dB above full scale with its level",
  "take-limiting":
    "the take needs {#limiting} dB of limiting for its loudness; at most {#limit} dB are applied",
  "take-loudness": "the take cannot have {#loudness} dB with a true peak of {#peak} dBTP",
  "take-no-loudness": "the take has no sound whose loudness could be measured",
  "stem-full-scale":
    "{#count} samples are above full scale, the first at {@at}: several takes sound at the same time",
  "sound-outside":
    "no take of it is within the picture ({#count} lie outside); line {#line} begins at {@at}",
  "mix-limiting":
    "the mix needs {#limiting} dB of limiting for its loudness; at most {#limit} dB are applied",
  "mix-loudness": "the mix cannot have {#loudness} dB with a true peak of {#peak} dBTP",
  "mix-no-loudness": "the mix has no sound whose loudness could be measured",
  "mix-noise-floor":
    "the noise floor of the mix is {#floor} dBFS; at most {#limit} dBFS are allowed",
  "mix-failed": "its mix failed",
  "finding-loudness": "{#level} LUFS, target {#loudness} \u00B1{#tolerance}",
  "finding-rms": "{#level} dBFS RMS, target {#loudness} \u00B1{#tolerance}",
  "finding-no-loudness": "no loudness, target {#loudness} \u00B1{#tolerance}",
  "finding-true-peak": "true peak {#level} dBTP, at most {#limit}",
  "finding-noise-floor": "noise floor {#level} dBFS, at most {#limit}",

  "media-unknown-format": "the file is not in a media format that can be read",
  "media-too-many-streams": "the media file has more than {#count} streams",
  "media-too-long": "the media file is longer than {#hours} hours",
  "media-no-streams": "the media file has neither a picture nor sound",
  "media-not-readable": "the media file is damaged and cannot be read",
  "media-no-length": "the length of the media file is unknown",
  "media-no-sound": "the media file has no sound",
  "media-no-picture": "the media file has no picture",
  "media-not-decodable": "the media file is damaged, or in a format that cannot be decoded",
  "media-too-slow": "the media file took too much time to process",
  "media-too-much-memory": "the media file requires too much memory",
  "media-not-held": "the last frame of the picture cannot be held by the FFmpeg of this computer",
  "media-no-preview-program": "a preview needs FFmpeg, which is not installed on this computer",
  "media-no-preview-encoder": "the installed FFmpeg can encode neither H.264 nor VP8",
  "media-no-mp3-encoder": "the installed FFmpeg cannot encode MP3",
  "media-unavailable": "this computer has no program for media files; install FFmpeg to dub media",

  "sheet-missing": "There is no sheet named {sheet}. The first sheet was read",
  "column-twice": "The column {column} occurs twice. The first one is used",
  "id-twice": "The ID {id} is already in row {#row}",
  "line-id-unknown": "No line of the batch has the ID {id}",
  "line-id-missing": "This row has no ID",
  "line-id-repeated": "Row {#row} has the ID {id} too",
  "line-id-of-several": "Several lines of the batch have the ID {id}",
  "line-id-unclear": "The ID {id} could be that of several lines",
  "line-id-changed": "The ID {id} was read as {original}",
  "line-source": "The source of this row is that of another line than line {#line}",
  "line-character": "Says {character}, but line {#line} is of {other}",
  "line-time-unknown": "No line of the batch begins at this time",
  "line-time-unclear": "Of the lines at this time, none is certain",
  "lines-order":
    "{#count} rows have no line: the characters are in another order than in the batch",
  "lines-time-near": "{#count} rows begin up to a frame beside their lines",
  "lines-later": "The times of the file are {#ms} ms later than those of the batch",
  "lines-earlier": "The times of the file are {#ms} ms earlier than those of the batch",
  "lines-time-speed":
    "The times fit if the file is converted from {from} to {to} frames per second",
  "lines-by-number": "{#count} rows were matched by their numbers",
  "row-empty": "This row has no text in any language",
  "cue-empty": "This cue has no text. It was skipped",
  "text-outside": "Text before the first timing was skipped",
  "timing-overlap": "This cue begins before an earlier one has ended",
  encoding: "The file is not UTF-8. It was read as {encoding}: check {words}",
  "encoding-remedy": "If they are wrong, choose another encoding, or save the file as UTF-8",
  "encoding-sent":
    "If they are wrong, create the batch again with another encoding, or save the file as UTF-8",
  "pdf-without-text": "The .pdf contains no text; it may be a scan",
} as const;

export type MessageCode = keyof typeof messageTemplates;

/** The names of the values in a template. */
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${"#" | "@"}${infer Value}` ? Value : Name) | NamesIn<Rest>
  : never;
export type MessageValues<C extends MessageCode> = Record<
  NamesIn<(typeof messageTemplates)[C]>,
  string | number
>;

/** The text of a message. */
export function messageText<C extends MessageCode>(code: C, values: MessageValues<C>): string {
  const known: Readonly<Record<string, string | number>> = values;
  return messageTemplates[code].replace(placeholder, (_all, _number, name: string) =>
    String(known[name]),
  );
}

const placeholder = /\{([#@]?)(\w+)\}/g;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/**
 * A short text without what ends messages. The key of a row has the values of several columns, and
 * its ids may have each of these characters.
 */
const shortText = (code: MessageCode, name: string) =>
  code === "row-invalid" && name === "id" ? ".{1,400}?" : "[^.;:]{1,80}?";
/** The number of files after the reason of the first one. */
const filesEnd = String.raw` (?=\(\d{1,12} of \d{1,12} files\)$)`;
/** A message ends before one of these, or at the end of the text. */
const separator = new RegExp(`[.;:,] |${filesEnd}`, "g");
const patterns = (Object.entries(messageTemplates) as [MessageCode, string][]).map(
  ([code, template]) => {
    const source = template.split(/(\{[#@]?\w+\})/).map((part) => {
      if (part.startsWith("{#")) return `(?<${part.slice(2, -1)}>-?\\d{1,12}(?:\\.\\d{1,6})?)`;
      if (part.startsWith("{@")) return `(?<${part.slice(2, -1)}>\\d\\d:\\d\\d:\\d\\d[:;]\\d{2,3})`;
      const name = part.slice(1, -1);
      return part.startsWith("{") ? `(?<${name}>${shortText(code, name)})` : escaped(part);
    });
    // "row 12, Source_Audio: …"
    const end = template.endsWith("{#row}") ? "[.;:,] " : "[.;:] ";
    return { code, pattern: new RegExp(`${source.join("")}(?=${end}|\\.?$|${filesEnd})`, "y") };
  },
);

/** Longer texts stay unchanged. */
const maxLength = 10_000;

/** A text in which `translate` has replaced all known messages. */
export function translateMessages(
  text: string,
  translate: (code: MessageCode, values: Readonly<Record<string, string>>) => string,
): string {
  if (text.length > maxLength) return text;
  let result = "";
  for (let at = 0; at < text.length;) {
    const found = longestAt(text, at);
    if (found) {
      result += translate(found.code, found.values);
      at += found.length;
    }
    separator.lastIndex = at;
    const next = separator.exec(text);
    const end = next ? next.index + next[0].length : text.length;
    result += text.slice(at, end);
    at = end;
  }
  return result;
}

/** The longest message that begins at a position. */
function longestAt(text: string, at: number) {
  let longest: { code: MessageCode; values: Record<string, string>; length: number } | null = null;
  for (const { code, pattern } of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && match[0].length > (longest?.length ?? 0))
      longest = { code, values: { ...match.groups }, length: match[0].length };
  }
  return longest;
}

const losses: readonly MessageCode[] = ["video-cut-off", "video-damaged"];

/** Whether a dub is blocked because its video was cut off or damaged, by its note. */
export function isVideoLoss(note: string): boolean {
  return patterns.some(({ code, pattern }) => {
    pattern.lastIndex = 0;
    return losses.includes(code) && note.length <= maxLength && pattern.test(note);
  });
}

/** The note about a written video is the last part of the note of a dub, and begins with this. */
export const videoNoteStart = `${messageTemplates["not-kept"]}: `;

/** What the video of a dub does not have of its source, by the note of the dub. */
export function notKeptIn(note: string): string[] {
  const at = note.indexOf(videoNoteStart);
  return at === -1 ? [] : note.slice(at + videoNoteStart.length).split("; ");
}

/** The note of a dub with another note about its video, or without one for "". */
export function withVideoNote(note: string, videoNote: string): string {
  const at = note.indexOf(videoNoteStart);
  const others = at === -1 ? note : note.slice(0, at).replace(/\. $/, "");
  return [others, videoNote].filter((text) => text !== "").join(". ");
}
