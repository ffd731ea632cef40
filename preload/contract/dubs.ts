/** The dubs of batches: the takes that a service makes (extension "dubs"). */
import { z } from "zod";
import * as local from "../local-service/dubs";
import { call, id, inBatch, inProject, ids, inWorkspace, nothing } from "./call";

const dub = local.dub.omit({ batchId: true, priority: true });
export type Dub = z.infer<typeof dub>;

/** Null: all languages of the batches. */
const languageIds = z.array(id).max(500).nullable();

export const dubs = {
  /** Empty if the service does not offer the extension. */
  ofBatch: call(inBatch, local.dubsStatus.extend({ dubs: z.array(dub) })),
  /** Makes missing, outdated and failed takes. Returns the number of dubs that were started. */
  start: call(inProject.extend({ batchIds: ids, languageIds }), z.object({ count: z.number() })),
  /** Returns the number of dubs that were in progress. Finished takes stay. */
  stop: call(inProject.extend({ batchIds: ids, languageIds }), z.object({ count: z.number() })),
  /** Pauses or resumes the making of takes in the workspace until its service ends. */
  setPaused: call(inWorkspace.extend({ isPaused: z.boolean() }), nothing),
};
