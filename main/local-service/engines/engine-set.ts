/**
 * What the engine of a process can do, as a text that other processes read: one plans takes that
 * another one makes, so that both need the same voices, and the same versions of engines.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { languageIds } from "../catalogue/language-names";
import type { Gender } from "../catalogue/voice-names";
import {
  voiceIn,
  type CataloguedVoice,
  type EngineName,
  type VoiceEngine,
} from "../catalogue/voices";
import type { Engine } from "../engine/engine";
import type { SpeechFacts } from "../engine/ports";
import type { StoredEngineSet } from "../rows/engine-set-port";
import { noEngines, speechOf, withCapabilities, type Engines } from "./engines";

export interface EngineSet {
  id: string;
  /** Null for the set of a process without an engine. */
  speech: SpeechFacts | null;
  engines: Engines;
}

/** Increase it when the same text would mean something else. */
const form = 1;

const text = z.string();
const position = z.int().min(0);

const contentSchema = z.strictObject({
  form: z.literal(form),
  hasEngine: z.boolean(),
  voices: z.array(
    z.strictObject({
      name: text,
      gender: z.custom<Gender>((value) => value === "female" || value === "male"),
      age: z.enum(["young", "adult", "senior"]),
      timbre: text,
      source: z.strictObject({
        engine: z.custom<EngineName>((value) => typeof value === "string"),
        languageId: text,
        engineLanguage: text,
        variant: text,
        pitch: z.number(),
      }),
      languages: z.array(text).optional(),
      /** A position in `speech`. */
      speech: position,
    }),
  ),
  /** By language, a position in `versions`: many voices have the same. */
  speech: z.array(z.record(text, position)),
  versions: z.array(text),
  transcribed: z.array(text),
  /** The target languages by source language. */
  translated: z.record(text, z.array(text)),
  readsMedia: z.boolean(),
  packKinds: z.array(text),
});

type Content = z.infer<typeof contentSchema>;

/** The positions of values in a list that gets each value once. */
function createIndex<T>(list: T[], keyOf: (value: T) => string) {
  const positions = new Map<string, number>();
  return (value: T): number => {
    const key = keyOf(value);
    const found = positions.get(key) ?? list.push(value) - 1;
    positions.set(key, found);
    return found;
  };
}

/** JSON with the names of objects in order, so that equal values have equal texts. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

function describeSpeech(speech: SpeechFacts): Pick<Content, "voices" | "speech" | "versions"> {
  const versions: string[] = [];
  const spoken: Record<string, number>[] = [];
  const versionAt = createIndex(versions, (version) => version);
  const spokenAt = createIndex(spoken, canonical);
  const voices = speech.voices().map((voice) => {
    const own: Record<string, number> = {};
    for (const languageId of languageIds) {
      const source = voiceIn(voice, languageId);
      if (source && speech.offers(source)) own[languageId] = versionAt(speech.version(source));
    }
    const { name, gender, age, timbre, source, languages } = voice;
    const listed = languages && { languages: [...languages] };
    return { name, gender, age, timbre, source: { ...source }, ...listed, speech: spokenAt(own) };
  });
  return { voices, speech: spoken, versions };
}

const sorted = (values: Iterable<string> = []) => [...values].sort();

/** The present set of an engine, or of a process without one. `engines`: what it can do now. */
export function describeEngine(engine: Engine | null, engines: Engines): StoredEngineSet {
  const { canTranslate, transcribedLanguages, readsMedia, voices } = engines;
  const translated: Record<string, string[]> = {};
  for (const from of languageIds) {
    const to = languageIds.filter((id) => id !== from && canTranslate(from, id));
    if (to.length > 0) translated[from] = to;
  }
  const none: SpeechFacts = { version: () => "none", offers: () => false, voices: () => voices };
  const content: Content = {
    form,
    hasEngine: engine !== null,
    ...describeSpeech(engine?.speech ?? none),
    transcribed: sorted(transcribedLanguages),
    translated,
    readsMedia,
    packKinds: sorted(engine?.packKinds),
  };
  const stored = canonical(content);
  return { id: createHash("sha256").update(stored).digest("hex"), content: stored };
}

const keyOf = ({ engine, languageId, engineLanguage, variant, pitch }: VoiceEngine) =>
  JSON.stringify([engine, languageId, engineLanguage, variant, pitch]);

/** @throws Error for a text that is none of `describeEngine` of this version */
export function readEngineSet({ id, content }: StoredEngineSet): EngineSet {
  const read = contentSchema.parse(JSON.parse(content));
  const voices: CataloguedVoice[] = [];
  const versions = new Map<string, string>();
  for (const { speech, languages, ...voice } of read.voices) {
    const catalogued: CataloguedVoice = { ...voice, ...(languages && { languages }) };
    voices.push(catalogued);
    for (const [languageId, version] of Object.entries(read.speech[speech] ?? {})) {
      const source = voiceIn(catalogued, languageId);
      if (source) versions.set(keyOf(source), read.versions[version] ?? "");
    }
  }
  const speech: SpeechFacts = {
    voices: () => voices,
    offers: (voice) => versions.has(keyOf(voice)),
    version: (voice) => versions.get(keyOf(voice)) ?? "none",
  };
  const translated = new Map(
    Object.entries(read.translated).map(([from, to]) => [from, new Set(to)]),
  );
  const engines = read.hasEngine
    ? withCapabilities({
        ...speechOf(speech),
        transcribedLanguages: new Set(read.transcribed),
        readsMedia: read.readsMedia,
        canTranslate: (from, to) => translated.get(from)?.has(to) ?? false,
      })
    : noEngines;
  return { id, speech: read.hasEngine ? speech : null, engines };
}
