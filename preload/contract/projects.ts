/** Projects, their batches, and what a workspace has to say at a glance. */
import { z } from "zod";
import { moment } from "../model";
import {
  assignment,
  batch,
  batchGroup,
  batchSettings,
  freshness,
  outcome,
  project,
  projectType,
  resourceList,
  scriptLine,
} from "../model/resources";
import { batchOrigin } from "./batch-origin";
import { call, id, ids, inBatch, inProject, inWorkspace, nothing, page, search } from "./call";

const name = z.string().trim().min(1).max(500);

/** The lists that the database keeps of a service. */
export const lists = {
  /**
   * Says which lists are on screen; the last call holds until the next. What is old is read at once, what is not
   * done is read again from time to time while the window is seen.
   */
  show: call(inWorkspace.extend({ lists: z.array(resourceList).max(50) }), nothing),
  /** Reads a list again now. Resolves when it is read; refuses with what went wrong. */
  refresh: call(inWorkspace.extend({ list: resourceList }), nothing),
};

export const projectSort = z.enum(["name", "-name", "updated", "-updated", "created", "-created"]);
export const projects = {
  list: call(
    inWorkspace.extend({
      type: projectType.or(z.literal("all")),
      isArchived: z.boolean(),
      search,
      sort: projectSort,
      ...page.shape,
    }),
    z.object({
      projects: z.array(project),
      total: z.number(),
      /** Of the whole workspace. */
      counts: z.object({ active: z.number(), archived: z.number() }),
      freshness,
    }),
  ),
  /** One project, from the database; read from the service when it is not there. */
  get: call(inProject, z.object({ project, freshness })),
  /** Refuses with "invalid-input" and the fields (`details`). */
  create: call(
    inWorkspace.extend({
      name,
      type: projectType,
      model: z.string().min(1),
      /** A language id; null only for audio production. */
      sourceLanguage: z.string().min(1).nullable(),
      targetLanguages: z.array(z.string().min(1)).min(1).max(500),
    }),
    project,
  ),
  rename: call(inProject.extend({ name }), project),
  setArchived: call(inWorkspace.extend({ projectIds: ids, isArchived: z.boolean() }), nothing),
  delete: call(inWorkspace.extend({ projectIds: ids }), z.array(outcome)),
  /**
   * The languages of a project with how far they are over all its batches. The interface tells of no project's
   * languages: these are those of its batches, and those that were given here.
   */
  languages: call(
    inProject,
    z.object({
      languages: z.array(
        z.object({
          languageId: z.string(),
          /** Batches that have it, and those of them whose translation is complete. */
          batches: z.number(),
          completed: z.number(),
          failed: z.number(),
          /** 0 to 100, over its batches. */
          completionPercentage: z.number(),
        }),
      ),
      freshness,
    }),
  ),
  addLanguages: call(inProject.extend({ languages: z.array(id).min(1).max(500) }), nothing),
};

export const batchFilter = batchGroup.or(z.literal("all"));
export type BatchFilter = z.infer<typeof batchFilter>;
export const batchSort = z.enum([
  "name",
  "-name",
  "status",
  "-status",
  "progress",
  "-progress",
  "updated",
  "-updated",
  "created",
  "-created",
]);
/** A batch as it is to be created (interface §4.2); "" in a location or language means that none is given. */
export const batchDraft = z.object({
  name: z.string().trim().max(1000),
  scriptPath: z.string().trim().max(10_000),
  videoPath: z.string().trim().max(10_000),
  languageCode: z.string().trim().max(50),
  settings: batchSettings,
});
export type BatchDraft = z.infer<typeof batchDraft>;

export const batches = {
  list: call(
    inProject.extend({ filter: batchFilter, search, sort: batchSort, ...page.shape }),
    z.object({
      batches: z.array(batch),
      total: z.number(),
      counts: z.record(batchFilter, z.number()),
      freshness,
    }),
  ),
  get: call(inBatch, z.object({ batch, freshness })),
  /** What it was created from: known for batches created here, or where the service announces "batch-origins". */
  origin: call(inBatch, batchOrigin),
  /** Refuses with "invalid-input" and the fields (`details`). */
  create: call(inProject.extend({ draft: batchDraft }), batch),
  delete: call(inProject.extend({ batchIds: ids }), nothing),
  assignments: call(inBatch, z.object({ assignments: z.array(assignment), freshness })),
  assignMembers: call(inBatch.extend({ members: z.array(assignment).min(1).max(10_000) }), nothing),
  addLanguages: call(
    inBatch.extend({
      languages: z
        .array(
          z.object({
            languageId: id,
            /** URL of the target script; "" for none. */
            scriptPath: z.string().trim().max(10_000),
            /** For .srt scripts; "" for none. Not trimmed: " - " is a separator. */
            speakerSeparator: z.string().max(100),
          }),
        )
        .min(1)
        .max(500),
    }),
    nothing,
  ),
  /** The script's lines, from the service; refuses with "not-offered" where it does not tell of them. */
  lines: call(
    inBatch.extend({ ...page.shape }),
    z.object({ lines: z.array(scriptLine), total: z.number() }),
  ),
};

/** Why something on the overview needs somebody. */
export const attention = z.object({
  kind: z.enum(["failed", "needs-attention", "uncast"]),
  projectId: z.string(),
  projectName: z.string(),
  /** "" where it is about the whole project (uncast). */
  batchId: z.string(),
  name: z.string(),
  /** The service's own words on it: status and message; "" for none. */
  status: z.string(),
  message: z.string(),
  /** Characters without a voice, for "uncast". */
  count: z.number(),
  at: moment.nullable(),
});
export type Attention = z.infer<typeof attention>;

/** A bulk request that runs, or that ended in the last day with rows that failed. */
export const requestAtWork = z.object({
  requestId: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  rowCount: z.number(),
  done: z.number(),
  failed: z.number(),
  /** The service's own word. */
  status: z.string(),
  /** From 0 to 100. */
  progress: z.number(),
  isOver: z.boolean(),
  /** Its answer was lost: its rows are told by the batches of their names. */
  isLost: z.boolean(),
  sentAt: moment,
});
export type RequestAtWork = z.infer<typeof requestAtWork>;

export const overview = {
  /** What needs somebody now, over every active project that was read; at most 200 of them, the newest first. */
  get: call(
    inWorkspace,
    z.object({
      items: z.array(attention),
      total: z.number(),
      /** Batches by group over all active projects. */
      counts: z.record(batchGroup, z.number()),
      /** Batches that are being worked on, the newest first; at most 50. */
      running: z.array(batch.extend({ projectName: z.string() })),
      /** Batches that are neither done nor worked on, the newest first; at most 10. */
      idle: z.array(batch.extend({ projectName: z.string() })),
      /** Bulk requests, the newest first; at most 20. */
      requests: z.array(requestAtWork),
      /** The projects that changed last, at most 8. */
      recent: z.array(project),
      /** The oldest list of all that a refresh reads. */
      freshness,
    }),
  ),
  /**
   * Reads projects, the batches and characters of those that changed last, and what could not be read before; with
   * `olderThanMs` only what was not tried for so long.
   */
  refresh: call(inWorkspace.extend({ olderThanMs: z.number().nonnegative().optional() }), nothing),
};
