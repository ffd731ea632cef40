/** Projects, their batches, and the overview of a workspace. */
import { z } from "zod";
import { timestamp } from "../model";
import {
  assignment,
  batch,
  batchGroup,
  freshness,
  outcome,
  project,
  projectType,
  resourceList,
} from "../model/resources";
import { batchOrigin } from "./batch-origin";
import { scriptLine } from "../local-service/batches";
import { call, id, ids, inBatch, inProject, inWorkspace, nothing, page, search } from "./call";

const name = z.string().trim().min(1).max(500);

/** The lists of a service that are cached in the database. */
export const lists = {
  /**
   * Sets the lists that are on screen, until the next call. Stale lists are synced at once. Lists
   * with unfinished items are polled while the window is visible.
   */
  show: call(inWorkspace.extend({ lists: z.array(resourceList).max(50) }), nothing),
  /** Syncs a list now. Resolves when the sync is complete; rejects with its error. */
  refresh: call(inWorkspace.extend({ list: resourceList }), nothing),
};

const projectSort = z.enum(["name", "-name", "updated", "-updated", "created", "-created"]);
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
      /** Counts of the whole workspace. */
      counts: z.object({ active: z.number(), archived: z.number() }),
      freshness,
    }),
  ),
  /** One project from the database, or from the service if it is not cached. */
  get: call(inProject, z.object({ project, freshness })),
  /** Rejects with "invalid-input" and the fields (`details`). */
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
   * The languages of a project, with their progress over all its batches. The interface does not
   * return the languages of a project: these are the languages of its batches and those that were
   * added on this computer.
   */
  languages: call(
    inProject,
    z.object({
      languages: z.array(
        z.object({
          languageId: z.string(),
          /**
           * The number of batches with this language, and how many of these translations are
           * complete.
           */
          batches: z.number(),
          completed: z.number(),
          failed: z.number(),
          /** 0 to 100, over all its batches. */
          completionPercentage: z.number(),
        }),
      ),
      freshness,
    }),
  ),
  addLanguages: call(inProject.extend({ languages: z.array(id).min(1).max(500) }), nothing),
};

const batchFilter = batchGroup.or(z.literal("all"));
export type BatchFilter = z.infer<typeof batchFilter>;
/** A line of a batch's script. */
const line = scriptLine.omit({ characterId: true });
export type ScriptLine = z.infer<typeof line>;
const batchSort = z.enum([
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
/** Batches are created by `outbox.add`, and their languages added by `outbox.addLanguages`. */
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
  /**
   * The origin of a batch: known if it was created by this application, or if the service has
   * "batch-origins".
   */
  origin: call(inBatch, batchOrigin),
  delete: call(inProject.extend({ batchIds: ids }), nothing),
  assignments: call(inBatch, z.object({ assignments: z.array(assignment), freshness })),
  assignMembers: call(inBatch.extend({ members: z.array(assignment).min(1).max(10_000) }), nothing),
  /**
   * The lines of the script, from the service; rejects with "not-offered" if it does not provide
   * them.
   */
  lines: call(
    inBatch.extend({ ...page.shape }),
    z.object({ lines: z.array(line), total: z.number() }),
  ),
};

/** An item of the overview that requires attention, with the reason. */
const attention = z.object({
  kind: z.enum(["failed", "needs-attention", "uncast"]),
  projectId: z.string(),
  projectName: z.string(),
  /** "" if the item concerns the whole project ("uncast"). */
  batchId: z.string(),
  name: z.string(),
  /** Status and message from the service; "" for none. */
  status: z.string(),
  message: z.string(),
  /** For "uncast": the number of characters without a voice. */
  count: z.number(),
  at: timestamp.nullable(),
});
export type Attention = z.infer<typeof attention>;

/** A bulk request that is running, or that ended within the last day with failed rows. */
const recentRequest = z.object({
  requestId: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  name: z.string(),
  rowCount: z.number(),
  done: z.number(),
  failed: z.number(),
  /** The status from the service. */
  status: z.string(),
  /** From 0 to 100. */
  progress: z.number(),
  isOver: z.boolean(),
  /** The response was lost: row status comes from the batches of the same names. */
  isLost: z.boolean(),
  sentAt: timestamp,
});

const projectCounts = z.object({
  projectId: z.string(),
  projectName: z.string(),
  counts: z.record(batchGroup, z.number()),
});
export type ProjectCounts = z.infer<typeof projectCounts>;

export const overview = {
  /**
   * Items that require attention, over all active projects that were synced; at most 200, those
   * that wait longest first unless `isNewestFirst`. Numbers count all.
   */
  get: call(
    inWorkspace.extend({
      /** Only batches and projects whose names contain each word; all unless given. */
      search: search.optional(),
      isNewestFirst: z.boolean().optional(),
    }),
    z.object({
      items: z.array(attention),
      total: z.number(),
      /**
       * The number of active projects, and of those whose batches were read; whether the others are
       * being read in the background.
       */
      projects: z.object({ total: z.number(), read: z.number(), isReading: z.boolean() }),
      /** The number of batches by group, over all active projects. */
      counts: z.record(batchGroup, z.number()),
      /** The same for each project with batches that are not done. */
      byProject: z.array(projectCounts),
      /** Batches in progress, first those that did not change for the longest time; at most 50. */
      running: z.array(batch.extend({ projectName: z.string() })),
      /** Batches that are neither done nor in progress, in the same order; at most 10. */
      idle: z.array(batch.extend({ projectName: z.string() })),
      /** Bulk requests, newest first; at most 20. */
      requests: z.array(recentRequest),
      /** The most recently changed projects; at most 8. */
      recent: z.array(project),
      /** The freshness of the oldest list that `refresh` syncs. */
      freshness,
    }),
  ),
  /**
   * Batches of all active projects by name, those that changed last first. Every word is in the
   * name of the batch or of its project, and one of them in that of the batch.
   */
  findBatches: call(
    inWorkspace.extend({ search: search.min(1), limit: z.number().int().min(1).max(100) }),
    z.object({
      batches: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          projectId: z.string(),
          projectName: z.string(),
        }),
      ),
    }),
  ),
  /**
   * Syncs the projects, the batches and characters of the most recently changed ones, and the lists
   * whose last sync failed; then those of all other projects are read in the background. With
   * `olderThanMs`, only lists whose last attempt is at least that many milliseconds ago.
   */
  refresh: call(inWorkspace.extend({ olderThanMs: z.number().nonnegative().optional() }), nothing),
  /**
   * Asks where to save the progress of all active projects as a table (CSV, or XLSX by the name's
   * ending), and writes it. Null if the user cancels.
   */
  saveProgress: call(inWorkspace, z.object({ path: z.string() }).nullable()),
};
