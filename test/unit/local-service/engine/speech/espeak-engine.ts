/** The phonemes of eSpeak NG, by the program of the application. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { findBuiltInVoice } from "../../../../../main/local-service/catalogue/lookup";
import { voiceIn } from "../../../../../main/local-service/catalogue/voices";

interface Engine {
  set_voice(name: string): number;
  synthesize_ipa(text: string): { ipa: string };
}

const english = findBuiltInVoice("Ashley");

/** Phonemes without spaces, with the languages that the voice changes to: "(en)". */
export async function loadPhonemes(): Promise<(languageId: string, text: string) => string> {
  const file = createRequire(import.meta.url).resolve("@echogarden/espeak-ng-emscripten");
  const data = readFileSync(path.join(path.dirname(file), "espeak-ng.data"));
  const { default: create } = (await import(file)) as { default: (options: object) => unknown };
  const module = (await create({
    getPreloadedPackage: () =>
      data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength),
    print: () => undefined,
    printErr: () => undefined,
  })) as { eSpeakNGWorker: new () => Promise<Engine> };
  const engine = await new module.eSpeakNGWorker();
  return (languageId, text) => {
    const voice = english && voiceIn(english, languageId);
    if (!voice || engine.set_voice(voice.engineLanguage) !== 0) throw new Error(languageId);
    return engine.synthesize_ipa(text).ipa.replace(/[\s_|]/g, "");
  };
}
