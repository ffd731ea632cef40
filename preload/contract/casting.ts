/** Characters and their voices, and the glossary of a project. */
import { z } from "zod";
import { character, freshness, glossaryFields, glossaryLine, outcome } from "../model/resources";
import { call, filePath, id, ids, inProject, nothing, page, search } from "./call";
import { fileEncoding } from "./scripts";

/** A character, and the voice that another casting gives it. */
const voiceChange = z.object({
  characterId: z.string(),
  name: z.string(),
  /** The language of the voice; null for the voice in all others. */
  languageId: z.string().nullable(),
  /** "" for none. */
  oldVoice: z.string(),
  newVoice: z.string(),
  kind: z.enum([
    "new", // no voice before
    "changed",
    "same",
    "no-match", // the other casting has no character of this name with a voice
    "no-voice", // the model of this project does not have the voice
    "no-default", // a voice for one language, of a character that has none for all languages
  ]),
});
export type VoiceChange = z.infer<typeof voiceChange>;

export const casting = {
  list: call(
    inProject.extend({
      filter: z.enum(["all", "uncast"]),
      search,
      sort: z.enum(["name", "-name", "voice", "-voice"]),
      ...page.shape,
    }),
    z.object({
      characters: z.array(character),
      total: z.number(),
      counts: z.object({ all: z.number(), uncast: z.number() }),
      freshness,
    }),
  ),
  /**
   * What the interface does not report of a casting; null where the service does not have the
   * extension "casting".
   */
  facts: call(
    inProject,
    z
      .object({
        /** Ids of the languages that are spoken. */
        targetLanguages: z.array(z.string()),
        /**
         * Numbers of lines by character id, over all batches. Characters without lines are omitted.
         */
        lines: z.record(z.string(), z.number()),
        /**
         * The voices that characters have in single languages: by character id, then by language
         * id.
         */
        voices: z.record(z.string(), z.record(z.string(), z.string())),
        /**
         * By character id: ids of target languages of the project that the character's voice there
         * does not speak, if any.
         */
        unspoken: z.record(z.string(), z.array(z.string())),
      })
      .nullable(),
  ),
  /**
   * Assigns voices to characters, one at a time: in one language, or else in all languages in which
   * they have no other one. Null removes the voice in one language. Returns the result of each
   * assignment, in their order. A language requires the extension "language-voices".
   */
  assign: call(
    inProject.extend({
      assignments: z
        .array(z.object({ characterId: id, languageId: id.optional(), voice: id.nullable() }))
        .min(1)
        .max(10_000),
    }),
    z.array(outcome),
  ),
  /** Previews the changes of copying the casting of another project by character name. */
  previewCopy: call(inProject.extend({ fromProjectId: id }), z.array(voiceChange)),
  /**
   * Asks where to save the characters with their voices and, where the service has them, their
   * numbers of lines (.xlsx or .csv, by the name's ending), and writes them. Null if the user
   * cancels.
   */
  saveSheet: call(inProject, z.object({ path: z.string(), characters: z.number() }).nullable()),
  /**
   * Asks for such a file, or reads that of `path` again, and previews its changes. Changes nothing.
   * Null if the user cancels.
   */
  readSheet: call(
    inProject.extend({ path: filePath.optional() }),
    z
      .object({
        path: z.string(),
        name: z.string(),
        /** Null if it is certain. */
        encoding: fileEncoding.nullable(),
        changes: z.array(voiceChange),
        /**
         * `row`: of the file, or null; `code`: of the file's reader, or one of `castingProblems`.
         */
        problems: z.array(
          z.object({ row: z.number().nullable(), code: z.string(), message: z.string() }),
        ),
        /** Problems besides the first ones, which are listed. */
        moreProblems: z.number(),
      })
      .nullable(),
  ),
  /** Requires the extension "characters". */
  rename: call(
    inProject.extend({ characterId: id, name: z.string().trim().min(1).max(200) }),
    nothing,
  ),
  /**
   * Moves the lines of one character to the other and deletes the first. Requires the extension
   * "characters".
   */
  merge: call(inProject.extend({ characterId: id, intoCharacterId: id }), nothing),
};

const fileNote = z.object({ row: z.number().nullable(), code: z.string(), message: z.string() });

export const glossary = {
  list: call(
    inProject.extend({
      search,
      /** "" for all. */
      languageId: z.string(),
      sort: z.enum(["word", "-word", "language", "-language", "updated", "-updated"]),
      ...page.shape,
    }),
    z.object({
      lines: z.array(glossaryLine),
      total: z.number(),
      /**
       * The number of lines of the whole glossary, and its languages; a line may have no language.
       */
      count: z.number(),
      languageIds: z.array(z.string()),
      freshness,
    }),
  ),
  /** Writes the whole glossary to a CSV file that the user chooses; null if the user cancels. */
  exportCsv: call(inProject, z.object({ path: z.string(), lines: z.number() }).nullable()),
  /** This call and those below require the extension "glossary". */
  create: call(inProject.extend({ line: glossaryFields }), glossaryLine),
  change: call(inProject.extend({ lineId: id, line: glossaryFields }), nothing),
  delete: call(inProject.extend({ lineIds: ids }), z.array(outcome)),
  /**
   * Reads a CSV file or workbook that the user chooses, or that of `path` again, before it is
   * imported. Null if the user cancels.
   */
  readCsv: call(
    inProject.extend({ path: filePath.optional() }),
    z
      .object({
        path: z.string(),
        name: z.string(),
        /** Null if it is certain. */
        encoding: fileEncoding.nullable(),
        /** Why it cannot be imported in this encoding; null if it can. The message is English. */
        problem: fileNote.nullable(),
        /** What was assumed or left out. */
        notes: z.array(fileNote),
      })
      .nullable(),
  ),
  /** Imports a file that `readCsv` read. */
  importCsv: call(
    inProject.extend({ path: filePath }),
    z.object({
      added: z.number(),
      changed: z.number(),
      problems: z.array(z.object({ row: z.number(), message: z.string() })),
    }),
  ),
};
