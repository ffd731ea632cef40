/** Translation with the models of installed packs. */
import path from "node:path";
import { createModelPool } from "../model-pool";
import type { InstalledPack, PackContents, PackList } from "../packs/pack";
import { EngineError, type LaunchProgram, type Translator } from "../ports";
import type { TranslationJob, TranslationModel, TranslationResult } from "./messages";

type TranslationPack = InstalledPack & {
  contents: Extract<PackContents, { kind: "translation" }>;
};

/** Two models of 37 MB and their workspaces need about 600 MB. */
const limits = { heapMb: 512, memoryMb: 2048 };
/** Loading two models, and 20 times the time that a slow processor needs. */
const startMs = 60_000;
const msPerCharacter = 100;
/** Texts of one job; so many take a few seconds. */
const maxTexts = 25;

/** A model is for a whole language: that of English serves English (United Kingdom) too. */
const languageOf = (id: string) => id.split("-")[0] ?? id;

export interface PackTranslatorOptions {
  packs: PackList;
  launch: LaunchProgram;
  /** Milliseconds for a job, instead of its own deadline. */
  deadlineMs?: number | undefined;
}

/** The program must exist; its process starts with the first job. */
export function createPackTranslator(options: PackTranslatorOptions): Translator {
  const { packs, launch, deadlineMs } = options;
  const pool = createModelPool<TranslationJob, TranslationResult>({
    launch,
    program: "translator",
    processes: 1,
    limits,
    deadlineOf: ({ texts }) =>
      deadlineMs ?? startMs + msPerCharacter * texts.reduce((sum, { length }) => sum + length, 0),
    problems: {
      tooSlow: "the translation takes too long for this text",
      tooLarge: "the translation needs too much memory for this text",
    },
  });
  const translations = () =>
    packs
      .installed()
      .filter((pack): pack is TranslationPack => pack.contents.kind === "translation");
  const find = (from: string, to: string) =>
    translations().find(
      ({ contents }) => languageOf(contents.from) === from && languageOf(contents.to) === to,
    );

  /**
   * The packs that translate, one after the other: one, or two by way of another language. Null if
   * there are none.
   */
  function route(from: string, to: string): TranslationPack[] | null {
    const [source, target] = [languageOf(from), languageOf(to)];
    if (source === target) return null;
    const direct = find(source, target);
    if (direct) return [direct];
    for (const first of translations()) {
      if (languageOf(first.contents.from) !== source) continue;
      const second = find(languageOf(first.contents.to), target);
      if (second) return [first, second];
    }
    return null;
  }

  return {
    canTranslate: (from, to) => route(from, to) !== null,
    async translate(texts, from, to, signal) {
      const found = route(from, to);
      if (!found) throw new EngineError("no translation between these languages is installed");
      const models = found.map(modelOf);
      const translated: string[] = [];
      for (let at = 0; at < texts.length; at += maxTexts) {
        const part = texts.slice(at, at + maxTexts);
        const result = await pool.run({ models, texts: part }, signal);
        translated.push(...result.texts);
      }
      return translated;
    },
    close: pool.close,
  };
}

function modelOf({ folder, contents }: TranslationPack): TranslationModel {
  const at = (name: string) => path.join(folder, name);
  const { model, lexicalShortlist, vocabularies } = contents;
  return {
    model: at(model),
    lexicalShortlist: at(lexicalShortlist),
    vocabularies: vocabularies.map(at),
  };
}
