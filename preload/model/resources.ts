/**
 * The resources of the service's interface (§2) as sent to the window: parsed tolerantly by
 * main/remote, with fields that main derives. Values that are not documented (statuses, voice tags)
 * are strings and are shown unchanged.
 */
import { z } from "zod";
import { factsOfSetting, settingNames, type BatchSettings } from "../facts/batch-settings";
import { projectTypes, type ProjectType } from "../facts/project-types";
import { roles, type Role } from "../facts/roles";
import { problem } from "./problem";
import { timestamp } from "./timestamp";

export const projectType = z.enum(projectTypes);
export type { ProjectType };
export const role = z.enum(roles);
export type { Role };

/** The age of a cached list, and whether it is being synced. */
export const freshness = z.object({
  /** The time of the last sync; null for none: an empty list is then not known to be empty. */
  readAt: timestamp.nullable(),
  isReading: z.boolean(),
  /** The error of the last sync; null for none. The list is unchanged since `readAt`. */
  problem: problem.nullable(),
});
export type Freshness = z.infer<typeof freshness>;

/**
 * A list of the service that is cached in the database. Its fields determine the request that loads
 * it.
 */
export const resourceList = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("projects") }),
  z.object({ kind: z.literal("users") }),
  z.object({ kind: z.literal("languages") }),
  z.object({ kind: z.literal("models") }),
  z.object({ kind: z.literal("voices"), model: z.string() }),
  z.object({ kind: z.literal("styles"), model: z.string() }),
  z.object({ kind: z.literal("batches"), projectId: z.string() }),
  z.object({ kind: z.literal("team"), projectId: z.string() }),
  z.object({ kind: z.literal("characters"), projectId: z.string() }),
  z.object({ kind: z.literal("glossary"), projectId: z.string() }),
  /**
   * The members assigned to the languages of a batch: from the service if available, otherwise
   * local entries.
   */
  z.object({ kind: z.literal("assignments"), batchId: z.string() }),
  /** One batch: cheaper to poll than the list of its project. It is stored in that list. */
  z.object({ kind: z.literal("batch"), projectId: z.string(), batchId: z.string() }),
]);
export type ResourceList = z.infer<typeof resourceList>;

export const project = z.object({
  id: z.string(),
  name: z.string(),
  /** "active", "archived", or an unknown value. */
  status: z.string(),
  /** A ProjectType, or an unknown value. */
  type: z.string(),
  model: z.string(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Project = z.infer<typeof project>;

export const translation = z.object({
  languageId: z.string(),
  /**
   * "source", "target" or an unknown value; "" if the service did not send it. Only the response to
   * a create request contains it (interface §2.3). Rows cached by earlier versions do not have it.
   */
  type: z.string().default(""),
  isCompleted: z.boolean(),
  status: z.string(),
});
export type Translation = z.infer<typeof translation>;

/**
 * Derived from isCompleted and completionPercentage first, then from likely status values
 * (interface-notes § Answers). An unknown status counts as "running". "needs-attention" waits for
 * the user; "idle" is neither done nor in progress.
 */
export const batchGroup = z.enum(["running", "needs-attention", "failed", "idle", "done"]);
export type BatchGroup = z.infer<typeof batchGroup>;

export const batch = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  /** The status from the service, unchanged. */
  status: z.string(),
  /** "" for none. */
  message: z.string(),
  /** 0 to 100. */
  completionPercentage: z.number(),
  translations: z.array(translation),
  isCastingCompleted: z.boolean(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
  group: batchGroup,
});
export type Batch = z.infer<typeof batch>;

const settingSchemas = {
  boolean: z.boolean(),
  integer: z.number().int(),
  // Longer than any valid value, so that the shared rules can report the violation.
  text: z.string().max(100),
};
/**
 * Settings of a batch (interface §2.3); bounds and project types are checked by the shared rules.
 */
export const batchSettings = z.object(
  Object.fromEntries(
    settingNames.map((name) => [name, settingSchemas[factsOfSetting(name).type].optional()]),
  ),
) as unknown as z.ZodType<BatchSettings, BatchSettings>;
export type { BatchSettings };

export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type User = z.infer<typeof user>;
export const member = user.extend({
  /** A Role, or an unknown value. */
  role: z.string(),
});
export type Member = z.infer<typeof member>;
export const assignment = z.object({ userId: z.string(), languageId: z.string() });
export type Assignment = z.infer<typeof assignment>;

export const character = z.object({
  id: z.string(),
  name: z.string(),
  /** Null if no voice is assigned. */
  voice: z
    .object({
      name: z.string(),
      gender: z.string(),
      voiceTag: z.string(),
      description: z.string(),
    })
    .nullable(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type Character = z.infer<typeof character>;

export const glossaryFields = z.object({
  word: z.string().trim().min(1).max(200),
  languageId: z.string().max(50),
  phonemization: z.string().max(500),
  phonemizationLanguageId: z.string().max(50),
  pronunciationLanguageId: z.string().max(50),
  pronounceAs: z.string().max(500),
  caseSensitive: z.boolean(),
});
export type GlossaryFields = z.infer<typeof glossaryFields>;
export const glossaryLine = z.object({
  id: z.string(),
  word: z.string(),
  languageId: z.string(),
  phonemization: z.string(),
  phonemizationLanguageId: z.string(),
  pronunciationLanguageId: z.string(),
  pronounceAs: z.string(),
  caseSensitive: z.boolean(),
  createdAt: timestamp.nullable(),
  updatedAt: timestamp.nullable(),
});
export type GlossaryLine = z.infer<typeof glossaryLine>;

/**
 * The catalogues (interface-notes § Catalogues). Strings are "" if the service does not send them.
 */
export const language = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  isTextSupported: z.boolean(),
  isAudioSupported: z.boolean(),
});
export type Language = z.infer<typeof language>;
export const model = z.object({
  /** The id is also the name. */
  id: z.string(),
  description: z.string(),
});
export type Model = z.infer<typeof model>;
export const voice = z.object({
  /** The id. */
  name: z.string(),
  gender: z.string(),
  age: z.string(),
  timbre: z.string(),
  voiceTag: z.string(),
  description: z.string(),
  /**
   * The following are known where the service has the extension "casting". Ids of the languages it
   * was made for.
   */
  languages: z.array(z.string()).optional(),
  /** Ids of all languages that it can speak; null for every language. */
  speaks: z.array(z.string()).nullable().optional(),
  /** The engine, pack or external engine that makes its sound. */
  provider: z.string().optional(),
});
export type Voice = z.infer<typeof voice>;
export const voiceStyle = z.object({
  id: z.string(),
  supportedGenders: z.array(z.string()),
  description: z.string(),
});
export type VoiceStyle = z.infer<typeof voiceStyle>;

/** The result for one item of an operation on several items. */
export const outcome = z.object({ id: z.string(), problem: problem.nullable() });
export type Outcome = z.infer<typeof outcome>;
