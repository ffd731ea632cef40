/** Speech with the voices of installed packs. */
import path from "node:path";
import type { CataloguedVoice, EngineName, VoiceEngine } from "../../catalogue/voices";
import type { InstalledPack, PackContents, PackList, VoiceModel } from "../packs/pack";
import { EngineError, type Sound, type SpeechProvider, type SpeechRequest } from "../ports";
import { cleanText, isSpeakable } from "../speech/text";
import type { NeuralPool } from "./pool";

const prefix = "pack:";
/**
 * Part of the version of every voice. Increase it when the same request is sent in another form.
 */
const revision = 1;
/** Samples below this value are silence. */
const silence = 32;
/** Sample rates are a multiple of this number of hertz, so that resampling to 48 kHz is cheap. */
const sampleRateStep = 200;

type VoiceContents = Extract<PackContents, { kind: "voices" }>;
type VoicePack = InstalledPack & { contents: VoiceContents };

export function createPackSpeech(packs: PackList, pool: NeuralPool): SpeechProvider {
  const voicePacks = () =>
    packs.installed().filter((pack): pack is VoicePack => pack.contents.kind === "voices");
  const packOf = (engine: EngineName) => voicePacks().find(({ id }) => `${prefix}${id}` === engine);

  function requirePack({ engine, languageId }: VoiceEngine): VoicePack {
    const pack = packOf(engine);
    if (pack?.contents.languages.includes(languageId)) return pack;
    throw new EngineError("the voice is not installed on this computer");
  }

  async function synthesize(request: SpeechRequest, signal: AbortSignal): Promise<Sound> {
    const { voice, rate, pitch } = request;
    const { contents, folder } = requirePack(voice);
    const text = textOf(request);
    // A model has no pitch: the speech is slower and its samples are played faster.
    const sound = await pool.run(
      {
        kind: "speak",
        model: pathsIn(folder, contents.model),
        text,
        speaker: Number(voice.variant),
        speed: rate / pitch,
      },
      signal,
    );
    if (!("samples" in sound)) throw new Error("the program returned no sound");
    if (!sound.samples.some((sample) => Math.abs(sample) > silence))
      throw new EngineError("the text contains nothing to speak");
    const sampleRate = Math.round((sound.sampleRate * pitch) / sampleRateStep) * sampleRateStep;
    return { samples: sound.samples, sampleRate };
  }

  return {
    version: ({ engine }) => `${packOf(engine)?.version ?? "none"} (${revision})`,
    voices: () => voicePacks().flatMap(voicesOf),
    offers: ({ engine, languageId }) =>
      packOf(engine)?.contents.languages.includes(languageId) ?? false,
    synthesize,
    close: () => Promise.resolve(),
  };
}

function textOf({ parts }: SpeechRequest): string {
  const text = parts
    .map((part) => {
      if ("text" in part) return part.text;
      throw new EngineError("the voice cannot speak phonemes");
    })
    .join("");
  const clean = cleanText(text);
  if (!isSpeakable(clean)) throw new EngineError("the text contains nothing to speak");
  return clean;
}

const voicesOf = ({ id, contents }: VoicePack): CataloguedVoice[] =>
  contents.voices.map(({ name, gender, age, timbre, speaker }) => ({
    name,
    gender,
    age,
    timbre,
    languages: contents.languages,
    source: {
      engine: `${prefix}${id}`,
      languageId: contents.languages[0] ?? "",
      engineLanguage: "",
      variant: String(speaker),
      pitch: 0,
    },
  }));

/** The model with absolute paths. */
function pathsIn(folder: string, model: VoiceModel): VoiceModel {
  const absolute = Object.entries(model).map(([name, value]) => [
    name,
    name === "type" ? value : path.join(folder, value),
  ]);
  return Object.fromEntries(absolute) as VoiceModel;
}
