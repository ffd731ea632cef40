/** Projects (interface §4.3). */
import { z } from "zod";
import { idText, nameText } from "../names";
import type { Projects } from "../projects/projects";
import { project, projectStatus, projectType, toProject } from "./resources";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

/** A workspace's lists of ids and languages; more than anybody has, and little enough to be looked at. */
export const maxListed = 10_000;

export const projectParams = z.object({ projectId: idText });
export const projectsQuery = z.object({ type: projectType.default("line-dubbing") });
export const createProjectBody = z.object({
  name: nameText,
  targetLanguages: z.array(z.string()).min(1).max(maxListed),
  type: projectType,
  model: z.string(),
  sourceLanguage: z.string().optional(),
});
export const changeProjectBody = z.object({
  name: nameText.optional(),
  status: projectStatus.optional(),
});
export const archiveBody = z.object({
  action: z.enum(["archive", "unarchive"]),
  projectIds: z.array(idText).max(maxListed),
});
export const languagesBody = z.object({ languages: z.array(z.string()).max(maxListed) });

export const projectsRoute = {
  method: "GET",
  path: "/projects",
  section: "§4.3",
  summary: "The projects of a type, archived ones too; line-dubbing where none is given",
  query: projectsQuery,
  responses: { 200: z.array(project), 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, z.infer<typeof projectsQuery>>;

export const projectRoute = {
  method: "GET",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "One project",
  params: projectParams,
  responses: { 200: project, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof projectParams>>;

export const createProjectRoute = {
  method: "POST",
  path: "/projects",
  section: "§4.3",
  summary: "Creates a project; its team is empty, for the credentials act as the workspace itself",
  body: createProjectBody,
  responses: { 201: project, 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof createProjectBody>>;

export const changeProjectRoute = {
  method: "PUT",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "Renames, archives or unarchives a project",
  params: projectParams,
  body: changeProjectBody,
  responses: { 200: project, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<
  z.infer<typeof changeProjectBody>,
  unknown,
  z.infer<typeof projectParams>
>;

export const archiveRoute = {
  method: "POST",
  path: "/projects/archive",
  section: "§4.3",
  summary: "Archives or unarchives projects: all, or with a 400 for an unknown one none",
  body: archiveBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof archiveBody>>;

export const deleteProjectRoute = {
  method: "DELETE",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "Deletes a project with everything in it",
  params: projectParams,
  responses: { 204: null, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof projectParams>>;

export const addLanguagesRoute = {
  method: "POST",
  path: "/projects/:projectId/languages",
  section: "§4.3",
  summary: "Adds target languages; 400 for an unknown project, as no 404 is listed",
  params: projectParams,
  body: languagesBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof languagesBody>, unknown, z.infer<typeof projectParams>>;

export function createProjectRoutes(projects: Projects): BoundRoute[] {
  return [
    bindRoute(projectsRoute, async ({ query }) => ({
      status: 200,
      body: (await projects.list(query.type)).map(toProject),
    })),
    bindRoute(createProjectRoute, async ({ body }) => ({
      status: 201,
      body: toProject(await projects.create(body)),
    })),
    bindRoute(archiveRoute, async ({ body }) => {
      const status = body.action === "archive" ? "archived" : "active";
      await projects.setStatuses(body.projectIds, status);
      return { status: 204 };
    }),
    bindRoute(projectRoute, async ({ params }) => ({
      status: 200,
      body: toProject(await projects.get(params.projectId)),
    })),
    bindRoute(changeProjectRoute, async ({ params, body }) => ({
      status: 200,
      body: toProject(await projects.change(params.projectId, body)),
    })),
    bindRoute(deleteProjectRoute, async ({ params }) => {
      await projects.remove(params.projectId);
      return { status: 204 };
    }),
    bindRoute(addLanguagesRoute, async ({ params, body }) => {
      await projects.addLanguages(params.projectId, body.languages);
      return { status: 204 };
    }),
  ];
}
