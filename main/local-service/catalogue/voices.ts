/** The voices of the local workspace, each with the way an engine speaks it. The name is the id. */
import type { Gender } from "./voice-names";
import { voiceNames } from "./voice-names";

/** What a voices list shows of a voice. */
export interface Voice {
  name: string;
  gender: Gender;
  age: "young" | "adult" | "senior";
  timbre: string;
}

/** How a voice is made. */
export interface VoiceEngine {
  engine: "espeak" | "flite";
  /** The language that the voice is at home in; it can be asked for others where the engine has them. */
  languageId: string;
  /** The engine's own name of that language. */
  engineLanguage: string;
  /** An eSpeak variant, or a Flite voice. */
  variant: string;
  /** eSpeak: 0 to 99, 50 is the variant's own. Flite: Hertz, or 0 for the voice's own. */
  pitch: number;
}

export interface CataloguedVoice extends Voice {
  source: VoiceEngine;
}

type Recipe = Omit<Voice, "name" | "gender"> & Pick<VoiceEngine, "variant" | "pitch">;

/** Six of a gender in every language: the variants that are clear and no novelties, kept apart by pitch. */
const recipes: Readonly<Record<Gender, readonly Recipe[]>> = {
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

/** Where eSpeak's name of a language is not the first half of ours. */
const engineLanguages: Readonly<Record<string, string>> = {
  // Its tag "en-gb" is refused; British English is its plain "en".
  "en-gb": "en",
  "en-us": "en-us",
  "es-la": "es-419",
  "pt-br": "pt-br",
  "zh-cn": "cmn",
};

/** Flite speaks English alone, and more naturally. */
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

function espeakVoices(languageId: string, gender: Gender, names: string): CataloguedVoice[] {
  const engineLanguage = engineLanguages[languageId] ?? languageId.slice(0, 2);
  return recipes[gender].flatMap(({ variant, pitch, ...shown }, index) => {
    const name = names.split(" ")[index];
    const source = { engine: "espeak" as const, languageId, engineLanguage, variant, pitch };
    return name === undefined ? [] : [{ name, gender, ...shown, source }];
  });
}

export const voices: readonly CataloguedVoice[] = [
  ...fliteVoices,
  ...Object.entries(voiceNames).flatMap(([languageId, names]) => [
    ...espeakVoices(languageId, "female", names.female),
    ...espeakVoices(languageId, "male", names.male),
  ]),
];
