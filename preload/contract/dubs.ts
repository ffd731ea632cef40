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
  /**
   * Gives a target language without texts its first ones: copies of those of the source, which are
   * not dubbed before a start, or a translation.
   */
  beginTexts: call(
    inBatch.extend({ languageId: id, from: z.enum(local.firstTextSources) }),
    nothing,
  ),
  /**
   * Dubs a video that was cut off or damaged as far as it goes. Returns the number of dubs that
   * were started.
   */
  acceptVideo: call(inBatch, z.object({ count: z.number() })),
  /**
   * Whether all lines of a batch lie after its picture, because their times count from its
   * timecode. Null if they need not be moved, and if the service does not offer the extension.
   */
  scriptStart: call(inBatch, local.proposedStart),
  /** Moves all lines by the proposed time. */
  moveScript: call(inBatch.extend({ offsetMs: z.number() }), nothing),
  /** Pauses or resumes the making of takes in the workspace until its service ends. */
  setPaused: call(inWorkspace.extend({ isPaused: z.boolean() }), nothing),
};
