/** Extension "schedules": due dates and notes of projects and batches. */
import {
  changedSchedule,
  scheduleChange,
  schedules,
} from "../../../../preload/local-service/schedules";
import type { Access } from "../../access/access";
import type { Schedules } from "../../projects/schedules";
import { batchParams } from "../batches";
import { projectParams } from "../projects";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const listRoute = describeRoute({
  method: "GET",
  path: "/local/schedules",
  section: "extensions",
  summary: "The due dates and notes of all projects and batches that have one",
  responses: { 200: schedules },
});
const projectRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/schedule",
  section: "extensions",
  summary: "Changes the due date or the note of a project",
  params: projectParams,
  body: scheduleChange,
  responses: { 200: changedSchedule },
  errors: [400, 404],
});
const batchRoute = describeRoute({
  method: "PUT",
  path: "/local/batches/:batchId/schedule",
  section: "extensions",
  summary: "Changes the due date or the note of a batch",
  params: batchParams,
  body: scheduleChange,
  responses: { 200: changedSchedule },
  errors: [400, 404],
});

export const createScheduleRoutes = (own: Schedules, access: Access | null): BoundRoute[] => [
  bindRoute(listRoute, async ({ actor }) => {
    const visible = (await access?.visibleProjects(actor)) ?? null;
    const all = await own.list();
    const shown = visible ? all.filter(({ projectId }) => visible.has(projectId)) : all;
    return { status: 200, body: { schedules: shown } };
  }),
  bindRoute(projectRoute, async ({ params: { projectId }, body }) => ({
    status: 200,
    body: await own.changeProject(projectId, body),
  })),
  bindRoute(batchRoute, async ({ params: { batchId }, body }) => ({
    status: 200,
    body: await own.changeBatch(batchId, body),
  })),
];
