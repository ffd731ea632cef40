/** Projects (interface §4.3). */
import { z } from "zod";
import { idText, nameText } from "../common/names";
import type { Access } from "../access/access";
import type { Actor } from "../common/actor";
import type { Projects } from "../projects/projects";
import { project, projectStatus, projectType, toProject } from "./resources";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

/**
 * Maximum length of lists of ids and languages in a request: more than a workspace contains, and
 * fast to validate.
 */
export const maxListLength = 10_000;

export const projectParams = z.object({ projectId: idText });
const projectsQuery = z.object({ type: projectType.default("line-dubbing") });
const createProjectBody = z.object({
  name: nameText,
  targetLanguages: z.array(z.string()).min(1).max(maxListLength),
  type: projectType,
  model: z.string(),
  sourceLanguage: z.string().optional(),
});
const changeProjectBody = z.object({
  name: nameText.optional(),
  status: projectStatus.optional(),
});
const archiveProjectsBody = z.object({
  action: z.enum(["archive", "unarchive"]),
  projectIds: z.array(idText).max(maxListLength),
});
const addLanguagesBody = z.object({ languages: z.array(z.string()).max(maxListLength) });

const listProjectsRoute = describeRoute({
  method: "GET",
  path: "/projects",
  section: "§4.3",
  summary: "The projects of a type, including archived ones; the default type is line-dubbing",
  query: projectsQuery,
  responses: { 200: z.array(project) },
  errors: [400, 404],
});

const getProjectRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "One project",
  params: projectParams,
  responses: { 200: project },
  errors: [404],
});

const createProjectRoute = describeRoute({
  method: "POST",
  path: "/projects",
  section: "§4.3",
  summary:
    "Creates a project with an empty team: the credentials belong to the workspace, not to a user",
  body: createProjectBody,
  responses: { 201: project },
  errors: [400],
});

const changeProjectRoute = describeRoute({
  method: "PUT",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "Renames, archives or unarchives a project",
  params: projectParams,
  body: changeProjectBody,
  responses: { 200: project },
  errors: [400, 404],
});

const archiveProjectsRoute = describeRoute({
  method: "POST",
  path: "/projects/archive",
  section: "§4.3",
  summary: "Archives or unarchives all projects, or none with a 400 for an unknown id",
  body: archiveProjectsBody,
  responses: { 204: null },
  errors: [400],
});

const deleteProjectRoute = describeRoute({
  method: "DELETE",
  path: "/projects/:projectId",
  section: "§4.3",
  summary: "Deletes a project with everything in it",
  params: projectParams,
  responses: { 204: null },
  errors: [404],
});

const addLanguagesRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/languages",
  section: "§4.3",
  summary: "Adds target languages; 400 for an unknown project, as no 404 is listed",
  params: projectParams,
  body: addLanguagesBody,
  responses: { 204: null },
  errors: [400],
});

/** A member owns the projects that they create. */
const ownerOf = ({ scope, person }: Actor): string | null =>
  scope === "member" && person ? person.userId : null;

/** `access`: decides which projects a member sees; null if everyone sees all. */
export function createProjectRoutes(projects: Projects, access: Access | null): BoundRoute[] {
  return [
    bindRoute(listProjectsRoute, async ({ query, actor }) => {
      const visible = (await access?.visibleProjects(actor)) ?? null;
      const found = await projects.list(query.type);
      const shown = visible ? found.filter(({ id }) => visible.has(id)) : found;
      return { status: 200, body: shown.map(toProject) };
    }),
    bindRoute(createProjectRoute, async ({ body, actor }) => ({
      status: 201,
      body: toProject(await projects.create(body, ownerOf(actor))),
    })),
    bindRoute(archiveProjectsRoute, async ({ body }) => {
      const status = body.action === "archive" ? "archived" : "active";
      await projects.setStatuses(body.projectIds, status);
      return { status: 204 };
    }),
    bindRoute(getProjectRoute, async ({ params }) => ({
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
