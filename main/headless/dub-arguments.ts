/** The command line of `dubyard dub`. */
import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { batchSettingFacts, settingDefaults } from "../../preload/facts/batch-settings";
import { formatKinds, lineKinds, parseKinds } from "../../preload/facts/line-kinds";
import { maxAlternativeTakes, maxSeparatorLength } from "../../preload/facts/rules";
import {
  isPlainText,
  isSubtitles,
  scriptExtensions,
  scriptTypeOf,
} from "../../preload/facts/script-formats";
import {
  textEncodingNames,
  textEncodingOf,
  type TextEncoding,
} from "../../preload/facts/text-encodings";
import { acceptedFormats, contentTypeOf, formatRemedyOf } from "../../preload/facts/media-formats";
import { languageIds } from "../local-service/catalogue/language-names";
import { findVoice } from "../local-service/engines/engines";
import { voiceIn, type CataloguedVoice } from "../local-service/catalogue/voices";
import type { ColumnMapping } from "../../preload/facts/script-columns";
import { foldName } from "../local-service/common/names";
import { readColumns } from "./columns-argument";
import { nearNames } from "./near-names";
import { invalid, isFolder, parse } from "./parse-arguments";
import { parseStart } from "./script-start";

interface VoiceArgument {
  character: string;
  /** The language of the voice; null for all languages in which the character has no other one. */
  languageId: string | null;
  /** Its name in the catalogue. */
  voice: string;
}

export interface DubArguments {
  /** Absolute. */
  script: string;
  /**
   * The language of texts whose script does not name it, such as subtitles; null if several
   * languages are asked for.
   */
  scriptLanguage: string | null;
  video: { file: string; contentType: string } | null;
  /** The folder of the results, absolute. */
  to: string;
  /** Ids of the catalogue; at least one, each once. */
  languages: string[];
  voices: VoiceArgument[];
  /** Number of takes of each line, at least 1. */
  takes: number;
  /** A video that was cut off or damaged is dubbed as far as it goes. */
  acceptsIncomplete: boolean;
  /** Milliseconds of the gap after a line that its take may use. */
  fitGapMs: number;
  /** Takes that are shorter than their line are slowed. */
  slowsShortTakes: boolean;
  /** The last frame of the video is held until the last take has ended. */
  holdsLastFrame: boolean;
  /** The sound track of the video that is its sound, from 1; null for the default one. */
  soundTrack: number | null;
  /** The original sound of the video stays under the dub. */
  keepsOriginal: boolean;
  /** The music and effects under the dub; null for none. */
  bed: { file: string; contentType: string } | null;
  speakerSeparator: string | null;
  /** Which kinds of text are lines, as in `formatKinds`; "" for the defaults. */
  lineKinds: string;
  /** The encoding of the script; null to recognise it. */
  encoding: TextEncoding | null;
  /** What the columns of a table contain; null to recognise it by their names. */
  columns: ColumnMapping | null;
  /** Milliseconds that the times of the script count from; null if it is not given. */
  scriptStartMs: number | null;
  /** A warning about the script ends the command. */
  isStrict: boolean;
  /** The folder of installed packs, absolute; null for none. */
  packsFolder: string | null;
  isJson: boolean;
}

const maxTakes = maxAlternativeTakes + 1;

const dubOptions = {
  video: { type: "string" },
  to: { type: "string" },
  language: { type: "string", multiple: true, default: [] as string[] },
  voice: { type: "string", multiple: true, default: [] as string[] },
  takes: { type: "string", default: "1" },
  gap: { type: "string", default: String(settingDefaults.fitGapMs) },
  slow: { type: "boolean", default: false },
  "hold-frame": { type: "boolean", default: false },
  incomplete: { type: "boolean", default: false },
  "sound-track": { type: "string" },
  "keep-original": { type: "boolean", default: false },
  bed: { type: "string" },
  "speaker-separator": { type: "string" },
  lines: { type: "string", default: "" },
  encoding: { type: "string" },
  columns: { type: "string" },
  "script-start": { type: "string" },
  strict: { type: "boolean", default: false },
  packs: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/**
 * Parses the arguments of `dub`. Throws AppError "invalid-input"; its message names the invalid
 * argument.
 */
export function readDubArguments(argv: readonly string[]): DubArguments {
  const { values, positionals } = parse(argv, dubOptions);
  const [script, ...more] = positionals;
  if (script === undefined || more.length > 0) throw invalid("SCRIPT: name one script");
  const languages = readLanguages(values.language);
  const scriptLanguage = readScriptLanguage(script, languages);
  const keepsOriginal = values["keep-original"];
  if (keepsOriginal && values.video === undefined)
    throw invalid("--keep-original requires --video");
  const bed = values.bed === undefined ? null : readBed(values.bed);
  if (bed && values.video === undefined) throw invalid("--bed requires --video");
  if (bed && values.video !== undefined && isSameFile(bed.file, values.video))
    throw invalid("--bed is the video itself: its sound has the original voices");
  if (bed && keepsOriginal)
    throw invalid("--bed is in place of the original: omit --keep-original");
  const holdsLastFrame = values["hold-frame"];
  if (holdsLastFrame && values.video === undefined) throw invalid("--hold-frame requires --video");
  const acceptsIncomplete = values.incomplete;
  if (acceptsIncomplete && values.video === undefined)
    throw invalid("--incomplete requires --video");
  return {
    script: readFile("SCRIPT", script),
    scriptLanguage,
    video: values.video === undefined ? null : readVideo(values.video),
    to: readTarget(values.to),
    languages,
    voices: readVoices(values.voice, languages),
    takes: readTakes(values.takes),
    fitGapMs: readGap(values.gap),
    slowsShortTakes: values.slow,
    holdsLastFrame,
    soundTrack: readSoundTrack(values["sound-track"], values.video),
    keepsOriginal,
    bed,
    acceptsIncomplete,
    speakerSeparator: readSeparator(values["speaker-separator"], script),
    lineKinds: readLineKinds(values.lines),
    encoding: readEncoding(values.encoding, script),
    columns: readColumns(values.columns, script),
    scriptStartMs: readStart(values["script-start"]),
    isStrict: values.strict,
    packsFolder: readPacksFolder(values.packs),
    isJson: values.json,
  };
}

function readEncoding(given: string | undefined, script: string): TextEncoding | null {
  if (given === undefined) return null;
  const encoding = textEncodingOf(given);
  if (encoding === null)
    throw invalid(`--encoding: ${given} must be one of ${textEncodingNames.join(", ")}`);
  const type = scriptTypeOf(path.basename(script));
  const hasEncoding = type !== null && (isPlainText(type.format) || type.format === "stl");
  if (!hasEncoding) throw invalid("--encoding is for text files and .stl only");
  return encoding;
}

function readStart(given: string | undefined): number | null {
  if (given === undefined) return null;
  const ms = parseStart(given);
  if (ms === null) throw invalid(`--script-start: ${given} must be a time such as 01:00:00`);
  return ms;
}

function readLanguages(given: readonly string[]): string[] {
  if (given.length === 0) throw invalid("--language CODE is required");
  const languages = given.map((text) => text.trim().toLowerCase());
  for (const [index, language] of languages.entries())
    if (!languageIds.includes(language))
      throw invalid(
        `--language: there is no language "${given[index] ?? ""}"${nearNames(language, languageIds)}`,
      );
  return [...new Set(languages)];
}

function readScriptLanguage(script: string, languages: readonly string[]): string | null {
  const type = scriptTypeOf(path.basename(script));
  if (type === null)
    throw invalid(`SCRIPT: ${script} must end in .${scriptExtensions.join(", .")}`);
  // A column of texts that names no language is in the only one that is asked for.
  if (type.namesLanguage) return languages.length === 1 ? (languages[0] ?? null) : null;
  if (languages.length > 1)
    throw invalid(`--language: a .${type.extension} script has one language; name only that one`);
  return languages[0] ?? null;
}

function readFile(argument: string, given: string): string {
  if (statSync(given, { throwIfNoEntry: false })?.isFile() !== true)
    throw invalid(`${argument}: ${given} is not a file`);
  return path.resolve(given);
}

function readVideo(given: string) {
  const contentType = contentTypeOf(given);
  if (contentType?.startsWith("video/") !== true) {
    const remedy = formatRemedyOf(given);
    const how = remedy ? `; ${remedy.action} it to .${remedy.to} first` : "";
    throw invalid(`--video: ${given} must end in .mp4, .mov, .avi, .mkv, .webm, .flv${how}`);
  }
  return { file: readFile("--video", given), contentType };
}

function readBed(given: string) {
  const contentType = contentTypeOf(given);
  if (contentType === null)
    throw invalid(`--bed: ${given} must end in .${acceptedFormats.replaceAll(", ", ", .")}`);
  return { file: readFile("--bed", given), contentType };
}

/** Whether two paths lead to the same file, also by links. */
const isSameFile = (one: string, other: string): boolean =>
  realpathSync(one) === realpathSync(readFile("--video", other));

function readLineKinds(given: string): string {
  const choices = parseKinds(given);
  if (choices === null)
    throw invalid(
      `--lines: ${given} must name kinds, each with "no-" or without: ${lineKinds.join(", ")}`,
    );
  return formatKinds(choices);
}

function readPacksFolder(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (!isFolder(given)) throw invalid(`--packs: ${given} is not a folder`);
  return path.resolve(given);
}

function readTarget(given: string | undefined): string {
  if (given === undefined || given === "") throw invalid("--to DIR is required");
  if (statSync(given, { throwIfNoEntry: false }) && !isFolder(given))
    throw invalid(`--to: ${given} is not a folder`);
  return path.resolve(given);
}

const voiceProblem = ({ character, languageId, voice }: VoiceArgument, message: string) =>
  invalid(
    `--voice ${character}${languageId === null ? "" : `@${languageId}`}=${voice}: ${message}`,
  );

/**
 * "ANNA=Ashley", or "ANNA@fr-fr=Amélie" for one language. The name of a character may contain "="
 * and "@", that of a voice does not.
 */
function readVoices(given: readonly string[], languages: readonly string[]): VoiceArgument[] {
  const named = new Set<string>();
  return given.map((text) => {
    const [, target = "", name = ""] = /^(.*)=([^=]*)$/s.exec(text) ?? [];
    const problem = (message: string) => invalid(`--voice ${text}: ${message}`);
    const { character, languageId } = splitLanguage(target);
    if (character.trim() === "" || name.trim() === "")
      throw problem("must be CHARACTER=VOICE or CHARACTER@LANGUAGE=VOICE");
    if (languageId !== null && !languages.includes(languageId))
      throw problem(`--language does not name ${languageId}`);
    const key = JSON.stringify([foldName(character), languageId]);
    if (named.has(key)) throw problem("the character is named twice");
    named.add(key);
    return { character, languageId, voice: name.trim() };
  });
}

/** "ANNA@fr-fr": what follows the last "@" is a language only if the catalogue has it. */
function splitLanguage(target: string): Pick<VoiceArgument, "character" | "languageId"> {
  const at = target.lastIndexOf("@");
  const languageId = target
    .slice(at + 1)
    .trim()
    .toLowerCase();
  return at < 0 || !languageIds.includes(languageId)
    ? { character: target, languageId: null }
    : { character: target.slice(0, at), languageId };
}

/**
 * Checks that the voices of the arguments are installed and speak the languages. Throws AppError
 * "invalid-input" that names the argument.
 */
export function requireVoices(
  { voices, languages }: Pick<DubArguments, "voices" | "languages">,
  installed: readonly CataloguedVoice[],
): void {
  for (const argument of voices) {
    const voice = findVoice({ voices: installed }, argument.voice);
    if (!voice) {
      const names = installed.map(({ name }) => name);
      const near = nearNames(argument.voice, names);
      throw voiceProblem(argument, `there is no voice "${argument.voice}"${near}`);
    }
    const silent = languagesOf(argument, voices, languages).find(
      (languageId) => voiceIn(voice, languageId) === null,
    );
    if (silent !== undefined) throw voiceProblem(argument, `the voice does not speak ${silent}`);
    if (!installed.includes(voice)) throw voiceProblem(argument, "the voice is not installed");
  }
}

/** The languages in which a character has the voice of an argument. */
function languagesOf(
  { character, languageId }: VoiceArgument,
  voices: readonly VoiceArgument[],
  languages: readonly string[],
): readonly string[] {
  if (languageId !== null) return [languageId];
  const isOwn = (id: string) =>
    voices.some((one) => one.languageId === id && foldName(one.character) === foldName(character));
  return languages.filter((id) => !isOwn(id));
}

function readTakes(given: string): number {
  const takes = Number(given);
  if (!/^\d+$/.test(given) || takes < 1 || takes > maxTakes)
    throw invalid(`--takes must be a whole number from 1 to ${maxTakes}`);
  return takes;
}

function readGap(given: string): number {
  const { min, max } = batchSettingFacts.fitGapMs;
  const gap = Number(given);
  if (!/^\d+$/.test(given) || gap < min || gap > max)
    throw invalid(`--gap must be a whole number of milliseconds from ${min} to ${max}`);
  return gap;
}

function readSoundTrack(given: string | undefined, video: string | undefined): number | null {
  if (given === undefined) return null;
  if (video === undefined) throw invalid("--sound-track requires --video");
  const { min, max } = batchSettingFacts.soundTrack;
  const track = Number(given);
  if (!/^\d+$/.test(given) || track < min || track > max)
    throw invalid(`--sound-track must be a whole number from ${min} to ${max}`);
  return track;
}

function readSeparator(given: string | undefined, script: string): string | null {
  if (given === undefined) return null;
  if (!isSubtitles(scriptTypeOf(path.basename(script))?.format))
    throw invalid("--speaker-separator is for subtitles (.srt and others) only");
  if (given === "" || given.length > maxSeparatorLength)
    throw invalid(`--speaker-separator must have 1 to ${maxSeparatorLength} characters`);
  return given;
}
