/** The dubs of batches: the takes that a service makes (extension "dubs"). */
import { z } from "zod";
import { call, id, inBatch, inProject, ids, inWorkspace, nothing } from "./call";

/** "other": a state that this version does not know. */
export const dubStates = [
  "idle",
  "due",
  "making",
  "finishing",
  "made",
  "stopped",
  "blocked",
  "other",
] as const;

export const dub = z.object({
  languageId: z.string(),
  state: z.enum(dubStates),
  /** Why it is blocked, or its first failed line; from the service, in English. "" for none. */
  note: z.string(),
  /** Numbers of takes. */
  planned: z.number(),
  made: z.number(),
  failed: z.number(),
  outdated: z.number(),
  /** Null if it is not known. */
  secondsLeft: z.number().nullable(),
});
export type Dub = z.infer<typeof dub>;

/** Null: all languages of the batches. */
const languageIds = z.array(id).max(500).nullable();

export const dubs = {
  /** Empty if the service does not offer the extension. */
  ofBatch: call(
    inBatch,
    z.object({
      dubs: z.array(dub),
      /** In the last minute of work; null if it is not known. */
      takesPerSecond: z.number().nullable(),
      isPaused: z.boolean(),
    }),
  ),
  /** Makes missing, outdated and failed takes. Returns the number of dubs that were started. */
  start: call(inProject.extend({ batchIds: ids, languageIds }), z.object({ count: z.number() })),
  /** Returns the number of dubs that were in progress. Finished takes stay. */
  stop: call(inProject.extend({ batchIds: ids, languageIds }), z.object({ count: z.number() })),
  /** Pauses or resumes the making of takes in the workspace until its service ends. */
  setPaused: call(inWorkspace.extend({ isPaused: z.boolean() }), nothing),
};
