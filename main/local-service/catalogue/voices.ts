/**
 * The voices of the engines of the application, each with its engine settings. The name is the id.
 */
import type { Gender } from "./voice-names";
import { voiceNames } from "./voice-names";

/** The fields of a voice that the API returns. */
interface Voice {
  name: string;
  gender: Gender;
  age: "young" | "adult" | "senior";
  timbre: string;
}

/** An engine of the application. */
export type BuiltInEngine = "espeak" | "flite";
/** An engine of the application, an installed pack, or an external engine, by its id. */
export type EngineName = BuiltInEngine | `pack:${string}` | `external:${string}`;

/** Engine settings that produce a voice. */
export interface VoiceEngine {
  engine: EngineName;
  /** Primary language of the voice. An engine may offer the voice in other languages too. */
  languageId: string;
  /** The engine's name for that language. */
  engineLanguage: string;
  /** An eSpeak variant, a Flite voice, or the name of the voice in its engine. */
  variant: string;
  /**
   * eSpeak: 0 to 99, where 50 is the variant's default. Flite: hertz, or 0 for the voice's default.
   * Others: 0.
   */
  pitch: number;
}

export interface CataloguedVoice extends Voice {
  source: VoiceEngine;
  /**
   * Ids of the languages that the voice speaks; without a list those of its engine, see `voiceIn`.
   */
  languages?: readonly string[];
}

type VoiceTemplate = Omit<Voice, "name" | "gender"> & Pick<VoiceEngine, "variant" | "pitch">;

/**
 * Up to six voices for each gender in a language: eSpeak variants with clear speech, and pitches
 * that differ.
 */
const templates: Readonly<Record<Gender, readonly VoiceTemplate[]>> = {
  female: [
    { variant: "f1", pitch: 50, age: "adult", timbre: "clear" },
    { variant: "f4", pitch: 45, age: "adult", timbre: "warm" },
    { variant: "f2", pitch: 55, age: "young", timbre: "bright" },
    { variant: "f5", pitch: 40, age: "adult", timbre: "soft" },
    { variant: "Annie", pitch: 50, age: "young", timbre: "light" },
    { variant: "steph", pitch: 30, age: "senior", timbre: "calm" },
  ],
  male: [
    { variant: "m3", pitch: 50, age: "adult", timbre: "clear" },
    { variant: "m7", pitch: 45, age: "adult", timbre: "warm" },
    { variant: "Marco", pitch: 55, age: "young", timbre: "bright" },
    { variant: "m1", pitch: 45, age: "adult", timbre: "soft" },
    { variant: "Diogo", pitch: 60, age: "young", timbre: "light" },
    { variant: "Mike", pitch: 40, age: "senior", timbre: "deep" },
  ],
};

/** eSpeak's language names where they differ from the first part of the language id. */
const engineLanguages: Readonly<Record<string, string>> = {
  // eSpeak does not accept "en-gb"; its "en" is British English.
  "en-gb": "en",
  "en-us": "en-us",
  "es-la": "es-419",
  "pt-br": "pt-br",
  // Some versions of "cmn" speak the pinyin of a word as English letters.
  "zh-cn": "cmn-latn-pinyin",
  "yue-hk": "yue",
};

/** Flite supports only English, with more natural voices than eSpeak. */
const fliteVoices: readonly CataloguedVoice[] = [
  flite("Savannah", "female", "adult", "natural", "slt"),
  flite("Russell", "male", "adult", "natural", "rms"),
  flite("Alasdair", "male", "adult", "rough", "awb"),
  flite("Kelvin", "male", "senior", "dark", "kal16"),
];

function flite(
  name: string,
  gender: Gender,
  age: Voice["age"],
  timbre: string,
  variant: string,
): CataloguedVoice {
  const source: VoiceEngine = {
    engine: "flite",
    languageId: "en-us",
    engineLanguage: "en-us",
    variant,
    pitch: 0,
  };
  return { name, gender, age, timbre, source };
}

/**
 * The settings with which a voice speaks a language, or null: eSpeak's variants speak every
 * language of the catalogue, Flite's voices only English.
 */
export function voiceIn(
  { source, languages }: CataloguedVoice,
  languageId: string,
): VoiceEngine | null {
  if (languages) return languages.includes(languageId) ? { ...source, languageId } : null;
  if (source.languageId === languageId) return source;
  if (source.engine === "flite") return languageId.startsWith("en-") ? source : null;
  return { ...source, languageId, engineLanguage: engineLanguageOf(languageId) };
}

const engineLanguageOf = (languageId: string) =>
  engineLanguages[languageId] ?? languageId.slice(0, 2);

function espeakVoices(languageId: string, gender: Gender, names: string): CataloguedVoice[] {
  const engineLanguage = engineLanguageOf(languageId);
  return templates[gender].flatMap(({ variant, pitch, ...shown }, index) => {
    const name = names.split(" ")[index];
    const source = { engine: "espeak" as const, languageId, engineLanguage, variant, pitch };
    return name === undefined ? [] : [{ name, gender, ...shown, source }];
  });
}

export const builtInVoices: readonly CataloguedVoice[] = [
  ...fliteVoices,
  ...Object.entries(voiceNames).flatMap(([languageId, names]) => [
    ...espeakVoices(languageId, "female", names.female),
    ...espeakVoices(languageId, "male", names.male),
  ]),
];
