/** Casting, glossary, teams, users and the catalogues. */
import { z } from "zod";
import {
  character,
  freshness,
  glossaryFields,
  glossaryLine,
  language,
  member,
  model,
  outcome,
  role,
  user,
  voice,
  voiceStyle,
} from "../model/resources";
import { call, id, ids, inProject, inWorkspace, nothing, page, search } from "./call";

const nameSort = z.enum(["name", "-name"]);

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
  /** Assigns voices to characters, one at a time. Returns the result of each assignment. */
  assign: call(
    inProject.extend({
      assignments: z
        .array(z.object({ characterId: id, voice: id }))
        .min(1)
        .max(10_000),
    }),
    z.array(outcome),
  ),
  /** Previews the changes of copying the casting of another project by character name. */
  previewCopy: call(
    inProject.extend({ fromProjectId: id }),
    z.array(
      z.object({
        characterId: z.string(),
        name: z.string(),
        /** "" for none. */
        oldVoice: z.string(),
        newVoice: z.string(),
        kind: z.enum([
          "new", // no voice before
          "changed",
          "same",
          "no-match", // the other project has no character of this name with a voice
          "no-voice", // the model of this project does not have the voice
        ]),
      }),
    ),
  ),
  /** Requires the extension "characters". */
  rename: call(
    inProject.extend({ characterId: id, name: z.string().trim().min(1).max(200) }),
    nothing,
  ),
  /** Moves the lines of one character to the other and deletes the first. Requires the extension "characters". */
  merge: call(inProject.extend({ characterId: id, intoCharacterId: id }), nothing),
};

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
      /** The number of lines of the whole glossary, and its languages; a line may have no language. */
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
  /** Imports a CSV file that the user chooses; null if the user cancels. */
  importCsv: call(
    inProject,
    z
      .object({
        added: z.number(),
        changed: z.number(),
        problems: z.array(z.object({ row: z.number(), message: z.string() })),
      })
      .nullable(),
  ),
};

export const team = {
  list: call(
    inProject.extend({ search, sort: z.enum(["name", "-name", "role", "-role"]), ...page.shape }),
    z.object({
      members: z.array(member),
      total: z.number(),
      /** The number of owners in the whole team. A team needs at least one. */
      ownerCount: z.number(),
      freshness,
    }),
  ),
  /** Adds members. Existing members get the new role. */
  add: call(
    inProject.extend({
      members: z
        .array(z.object({ userId: id, role }))
        .min(1)
        .max(10_000),
    }),
    nothing,
  ),
  remove: call(inProject.extend({ userIds: ids }), nothing),
};

export const users = {
  list: call(
    inWorkspace.extend({ search, sort: nameSort.or(z.enum(["email", "-email"])), ...page.shape }),
    z.object({ users: z.array(user), total: z.number(), freshness }),
  ),
  /** This call and those below require the extension "users". */
  create: call(inWorkspace.extend(user.omit({ id: true }).shape), user),
  change: call(inWorkspace.extend({ userId: id, ...user.omit({ id: true }).shape }), nothing),
  delete: call(inWorkspace.extend({ userIds: ids }), z.array(outcome)),
};

export const catalogue = {
  languages: call(inWorkspace, z.object({ languages: z.array(language), freshness })),
  models: call(inWorkspace, z.object({ models: z.array(model), freshness })),
  voices: call(
    inWorkspace.extend({
      model: z.string(),
      search,
      /** "" for all; the same applies to the filters below. */
      gender: z.string(),
      age: z.string(),
      timbre: z.string(),
      voiceTag: z.string(),
      sort: nameSort,
      ...page.shape,
    }),
    z.object({
      voices: z.array(voice),
      total: z.number(),
      /** The filter values that occur among all voices of the model. */
      facets: z.object({
        genders: z.array(z.string()),
        ages: z.array(z.string()),
        timbres: z.array(z.string()),
        voiceTags: z.array(z.string()),
      }),
      freshness,
    }),
  ),
  styles: call(
    inWorkspace.extend({ model: z.string() }),
    z.object({ styles: z.array(voiceStyle), freshness }),
  ),
};
