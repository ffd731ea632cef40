/** The routes of the window. Shared by the window's router, notifications and deep links. */
import { z } from "zod";
import { helpTopics } from "./facts/help-topics";

/** The pages of a project. */
const projectTab = z.enum(["batches", "casting", "glossary", "team", "languages"]);
export type ProjectTab = z.infer<typeof projectTab>;

export const route = z.discriminatedUnion("screen", [
  z.object({ screen: z.literal("overview") }),
  z.object({ screen: z.literal("projects") }),
  z.object({
    screen: z.literal("project"),
    projectId: z.string(),
    tab: projectTab.default("batches"),
  }),
  z.object({
    screen: z.literal("new-batch"),
    projectId: z.string(),
    /** The outbox entry that the form edits. */
    entryId: z.number().optional(),
    /** The batch whose values the form starts with. */
    fromBatchId: z.string().optional(),
    /** "again": a new attempt at that batch. "copy": a duplicate with a different name. */
    variant: z.enum(["again", "copy"]).optional(),
  }),
  z.object({
    screen: z.literal("bulk"),
    projectId: z.string(),
    draftId: z.number().nullable(),
    /** The bulk request whose rows are shown. */
    requestId: z.string().optional(),
  }),
  z.object({ screen: z.literal("outbox") }),
  z.object({
    screen: z.literal("batch"),
    projectId: z.string(),
    batchId: z.string(),
    /** The outbox entry that adds languages to the batch and is edited on this screen. */
    entryId: z.number().optional(),
  }),
  /** The lines of a batch in a language, where the service offers their review. */
  z.object({
    screen: z.literal("review"),
    projectId: z.string(),
    batchId: z.string(),
    languageId: z.string(),
    /** The line that is selected at first, from 1. */
    line: z.number().int().min(1).optional(),
    /** Names of filters, such as "ready,too-long": the lines that are shown at first. */
    filter: z.string().optional(),
  }),
  /**
   * The delivery of a batch, or of one of its languages, to a folder, where the service offers it.
   */
  z.object({
    screen: z.literal("delivery"),
    projectId: z.string(),
    batchId: z.string(),
    languageId: z.string().optional(),
  }),
  /** A batch in the outbox. After it is sent, the screen of the batch replaces this one. */
  z.object({ screen: z.literal("pending-batch"), projectId: z.string(), entryId: z.number() }),
  z.object({ screen: z.literal("media"), folder: z.string().default("") }),
  z.object({
    screen: z.literal("uploads"),
    /** The text that the list is searched for. */
    search: z.string().optional(),
  }),
  z.object({ screen: z.literal("watch-folders") }),
  z.object({ screen: z.literal("voices") }),
  z.object({ screen: z.literal("users") }),
  z.object({ screen: z.literal("settings") }),
  /** The user guide. */
  z.object({
    screen: z.literal("help"),
    topic: z.enum(helpTopics).default("start"),
    /** The anchor of a heading of the topic. */
    section: z.string().optional(),
  }),
]);
export type Route = z.infer<typeof route>;
