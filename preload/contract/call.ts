/** Schemas shared by the groups of calls. */
import { z } from "zod";

export { filePath } from "../local-service/parts";

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({
  input,
  output,
});
export const nothing = z.void();
export const id = z.string().min(1).max(1000);
export const inWorkspace = z.object({ workspaceId: z.string() });
export const inProject = inWorkspace.extend({ projectId: id });
export const inBatch = inProject.extend({ batchId: id });
/** A page of a long list. A view requests only the rows that it shows. */
export const page = z.object({
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(1000),
});
export const search = z.string().max(500);
/** The ids of a selection. */
export const ids = z.array(id).min(1).max(100_000);
