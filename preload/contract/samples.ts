/**
 * The sample project: a minute of video with a script in two languages. Only in local workspaces.
 */
import { z } from "zod";
import { call, inWorkspace, nothing } from "./call";

const sample = z.object({
  projectId: z.string(),
  batchId: z.string(),
  /** The languages into which it is dubbed. */
  languageIds: z.array(z.string()),
});
export type Sample = z.infer<typeof sample>;

export const samples = {
  /** Null if the workspace has none, or it is not complete. */
  find: call(inWorkspace, sample.nullable()),
  /** Adds it unless the workspace has it already. Nothing is left after a failure. */
  add: call(inWorkspace, sample),
  /** Deletes its project, its video and its results. */
  remove: call(inWorkspace, nothing),
};
