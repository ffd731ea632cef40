/** Extension "review": how far the dubs of all projects are. */
import { progress } from "../../../../preload/local-service/review";
import type { Progress } from "../../review/progress";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const progressRoute = describeRoute({
  method: "GET",
  path: "/local/progress",
  section: "extensions",
  summary: "The numbers of lines by state of each language of the projects that are not archived",
  responses: { 200: progress },
});

export const createProgressRoutes = ({ list }: Progress): BoundRoute[] => [
  bindRoute(progressRoute, async () => ({ status: 200, body: { languages: await list() } })),
];
