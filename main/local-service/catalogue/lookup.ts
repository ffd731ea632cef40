/** What of the catalogues something names, asked the way the interface spells it. */
import { HttpProblem, invalid } from "../problem";
import { languages } from "./languages";
import { localModel } from "./models";
import { voices, type CataloguedVoice } from "./voices";

const languageIds = new Set(languages.map(({ id }) => id));
const voicesByName = new Map(voices.map((voice) => [voice.name, voice]));

/**
 * The id of a language by its id or its code, in any case ("FR-FR" is "fr-fr").
 * @throws HttpProblem 400 naming the field when there is no such language.
 */
export function requireLanguage(field: string, text: string): string {
  const id = text.trim().toLowerCase();
  if (!languageIds.has(id)) throw invalid(field, `there is no language "${shortened(text)}"`);
  return id;
}

/** @throws HttpProblem 400 naming the field when there is no such model. */
export function requireModel(field: string, model: string): void {
  if (model !== localModel) throw invalid(field, `there is no model "${shortened(model)}"`);
}

/** The voice of a name, or undefined. */
export function findVoice(name: string): CataloguedVoice | undefined {
  return voicesByName.get(name);
}

/** @throws HttpProblem 404 when there is no such voice (interface §4.3). */
export function requireVoice(name: string): CataloguedVoice {
  const voice = findVoice(name);
  if (!voice) throw new HttpProblem(404, `voice: there is no voice "${shortened(name)}"`);
  return voice;
}

const shownLength = 60;

/** A text of somebody's, short enough to be part of a message. */
export function shortened(text: string): string {
  return text.length <= shownLength ? text : `${text.slice(0, shownLength)}…`;
}
