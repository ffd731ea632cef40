/**
 * Lookups in the catalogues of languages, models and voices, with the interface's errors for
 * unknown entries.
 */
import { invalid } from "../common/http-error";
import { languageIds } from "./language-names";
import { localModel } from "./models";
import { builtInVoices, type BuiltInEngine, type CataloguedVoice } from "./voices";
import { truncate } from "../../common/printable";

const knownLanguages = new Set(languageIds);
const builtInByName = new Map(builtInVoices.map((voice) => [voice.name, voice]));

/**
 * The id of a language by its id or its code, in any case ("FR-FR" is "fr-fr").
 * @throws HttpError 400 naming the field when there is no such language.
 */
export function requireLanguage(field: string, text: string): string {
  const id = text.trim().toLowerCase();
  if (!knownLanguages.has(id)) throw invalid(field, `there is no language "${truncate(text)}"`);
  return id;
}

/** @throws HttpError 400 naming the field when there is no such model. */
export function requireModel(field: string, model: string): void {
  if (model !== localModel) throw invalid(field, `there is no model "${truncate(model)}"`);
}

/** The voice of an engine of the application with this name, or undefined. */
export function findBuiltInVoice(name: string): CataloguedVoice | undefined {
  return builtInByName.get(name);
}

/** Hertz: half of the sample rate of the engine. */
const bandwidths: Readonly<Record<BuiltInEngine, number>> = { espeak: 11_025, flite: 8_000 };

/** The highest frequency of a voice's own sound; null if it is unknown. */
export function bandwidthOf(voice: string): number | null {
  const engine = findBuiltInVoice(voice)?.source.engine;
  return engine === "espeak" || engine === "flite" ? bandwidths[engine] : null;
}
