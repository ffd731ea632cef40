/** The requests for the catalogues (interface-notes § Catalogues). */
import type { Language, Model, Voice, VoiceStyle } from "../../preload/model/resources";
import type { Http } from "./http/http";
import type { Fields } from "./http/fields";
import { flag, idOf, readRows, text, texts, type ListChunks } from "./http/tolerant-parse";

export interface Catalogue {
  languages(signal?: AbortSignal): ListChunks<Language>;
  models(signal?: AbortSignal): ListChunks<Model>;
  /** The voices of a model. */
  voices(model: string, signal?: AbortSignal): ListChunks<Voice>;
  styles(model: string, signal?: AbortSignal): ListChunks<VoiceStyle>;
}

export function createCatalogue(http: Http): Catalogue {
  return {
    languages: (signal) =>
      readRows(http, { path: "/languages", ifMissing: "failed", signal }, toLanguage),
    // Only these two lists are documented to respond with 404 if they are empty (interface-notes §
    // Catalogues).
    models: (signal) => readRows(http, { path: "/models", ifMissing: "empty", signal }, toModel),
    voices: (model, signal) =>
      readRows(http, { path: "/voices", query: { model }, ifMissing: "empty", signal }, toVoice),
    styles: (model, signal) => {
      const path = `/models/${encodeURIComponent(model)}/styles`;
      return readRows(http, { path, ifMissing: "failed", signal }, toStyle);
    },
  };
}

/** If a language has no id, its code in lower case is the id. */
function toLanguage(fields: Fields): Language | null {
  const id = idOf(fields["id"]) ?? idOf(text(fields["code"]).toLowerCase());
  if (id === null) return null;
  return {
    id,
    name: text(fields["name"]),
    code: text(fields["code"]),
    isTextSupported: isSupported(fields["isTextSupported"]),
    isAudioSupported: isSupported(fields["isAudioSupported"]),
  };
}

/** A missing flag counts as supported. */
const isSupported = (value: unknown) => value === undefined || value === null || flag(value);

function toModel(fields: Fields): Model | null {
  const id = idOf(fields["model"]) ?? idOf(fields["id"]);
  return id === null ? null : { id, description: text(fields["description"]) };
}

function toVoice(fields: Fields): Voice | null {
  const name = idOf(fields["name"]);
  if (name === null) return null;
  return {
    name,
    gender: text(fields["gender"]),
    age: text(fields["age"]),
    timbre: text(fields["timbre"]),
    voiceTag: text(fields["voiceTag"]),
    description: text(fields["description"]),
  };
}

function toStyle(fields: Fields): VoiceStyle | null {
  const id = idOf(fields["style"]) ?? idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    supportedGenders: texts(fields["supportedGenders"]),
    description: text(fields["description"]),
  };
}
