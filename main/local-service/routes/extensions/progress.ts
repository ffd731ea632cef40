/** Extension "review": how far the dubs of all projects are. */
import { z } from "zod";
import { progress } from "../../../../preload/local-service/review";
import type { Progress } from "../../review/progress";
import type { Access } from "../../access/access";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const progressRoute = describeRoute({
  method: "GET",
  path: "/local/progress",
  section: "extensions",
  summary: "The numbers of lines by state of each language of the projects that are not archived",
  query: z.object({
    /** Whether the numbers of each batch are added. */
    batches: z.enum(["true", "false"]).optional(),
  }),
  responses: { 200: progress },
  errors: [400],
});

export const createProgressRoutes = ({ list }: Progress, access: Access | null): BoundRoute[] => [
  bindRoute(progressRoute, async ({ query: { batches: hasBatches }, actor }) => {
    const visible = (await access?.visibleProjects(actor)) ?? null;
    const all = await list();
    const languages = visible ? all.filter(({ projectId }) => visible.has(projectId)) : all;
    const shown =
      hasBatches === "true" ? languages : languages.map(({ batches: _batches, ...row }) => row);
    return { status: 200, body: { languages: shown } };
  }),
];
