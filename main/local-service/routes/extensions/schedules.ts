/** Extension "schedules": due dates and notes of projects and batches. */
import {
  changedSchedule,
  scheduleChange,
  schedules,
} from "../../../../preload/local-service/schedules";
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

export const createScheduleRoutes = (own: Schedules): BoundRoute[] => [
  bindRoute(listRoute, async () => ({ status: 200, body: { schedules: await own.list() } })),
  bindRoute(projectRoute, async ({ params: { projectId }, body }) => ({
    status: 200,
    body: await own.changeProject(projectId, body),
  })),
  bindRoute(batchRoute, async ({ params: { batchId }, body }) => ({
    status: 200,
    body: await own.changeBatch(batchId, body),
  })),
];
