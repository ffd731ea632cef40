/** Where the window can be. Shared by the window's router, by notifications and by deep links. */
import { z } from "zod";

/** The pages of a project. */
export const projectTab = z.enum(["batches", "casting", "glossary", "team", "languages"]);
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
    /** An entry of the outbox whose order is edited there. */
    entryId: z.number().optional(),
    /** A batch that the form is filled in from. */
    fromBatchId: z.string().optional(),
    /** Another attempt at that batch, or a duplicate with a name of its own. */
    variant: z.enum(["again", "copy"]).optional(),
  }),
  z.object({
    screen: z.literal("bulk"),
    projectId: z.string(),
    draftId: z.number().nullable(),
    /** A request whose rows are shown. */
    requestId: z.string().optional(),
  }),
  z.object({ screen: z.literal("outbox") }),
  z.object({
    screen: z.literal("batch"),
    projectId: z.string(),
    batchId: z.string(),
    /** An entry of the outbox that adds languages to it, and is edited there. */
    entryId: z.number().optional(),
  }),
  /** A batch that is in the outbox; once it was sent, the screen becomes that of the batch. */
  z.object({ screen: z.literal("pending-batch"), projectId: z.string(), entryId: z.number() }),
  z.object({ screen: z.literal("media"), folder: z.string().default("") }),
  z.object({ screen: z.literal("uploads") }),
  z.object({ screen: z.literal("voices") }),
  z.object({ screen: z.literal("users") }),
  z.object({ screen: z.literal("settings") }),
]);
export type Route = z.infer<typeof route>;
