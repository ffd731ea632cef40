/** Extension "review": how far the dubs of all projects are. */
import { z } from "zod";
import type { Progress } from "../../review/progress";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const progress = z.object({
  languages: z.array(
    z.object({
      projectId: z.string(),
      project: z.string(),
      languageId: z.string(),
      lines: z.number(),
      /** Numbers of lines by state; absent for none. */
      states: z.record(z.string(), z.number()),
      /** Milliseconds of the takes that the lines use, and of the approved ones. */
      takesMs: z.number(),
      approvedMs: z.number(),
      /** The first batch with a line to decide about; null for none. */
      next: z.object({ batchId: z.string(), batch: z.string() }).nullable(),
    }),
  ),
});

export const progressRoute = describeRoute({
  method: "GET",
  path: "/local/progress",
  section: "extensions",
  summary: "The numbers of lines by state of each language of the projects that are not archived",
  responses: { 200: progress, 500: errorBody },
});

export const createProgressRoutes = ({ list }: Progress): BoundRoute[] => [
  bindRoute(progressRoute, async () => ({ status: 200, body: { languages: await list() } })),
];
