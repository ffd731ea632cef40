/**
 * Extensions that only read: the lines and assignments of a batch, and statistics of the workspace.
 */
import { z } from "zod";
import {
  assignedMember,
  maxScriptLines,
  scriptLinesPage,
} from "../../../../preload/local-service/batches";
import { workspaceStatistics } from "../../../../preload/local-service/maintenance";
import type { Batches } from "../../batches/batches";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const defaultLimit = 50;

const linesQuery = z.object({
  page: integerText(1, 1_000_000).optional(),
  limit: integerText(1, maxScriptLines).optional(),
});
const linesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines",
  section: "extensions",
  summary: "A page of the lines of a batch, with their characters and their texts by language",
  params: batchParams,
  query: linesQuery,
  responses: { 200: scriptLinesPage },
  errors: [400, 404],
});

const assignmentsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/members",
  section: "extensions",
  summary: "The members assigned to the languages of a batch",
  params: batchParams,
  responses: { 200: z.array(assignedMember) },
  errors: [404],
});

const statisticsRoute = describeRoute({
  method: "GET",
  path: "/local/statistics",
  section: "extensions",
  summary: "Numbers of the workspace's contents",
  responses: { 200: workspaceStatistics },
});

export function createLocalReportRoutes(batches: Batches): BoundRoute[] {
  return [
    bindRoute(linesRoute, async ({ params: { batchId }, query }) => {
      const { page = 1, limit = defaultLimit } = query;
      const found = await batches.listLines(batchId, (page - 1) * limit, limit);
      return { status: 200, body: { page, limit, ...found } };
    }),
    bindRoute(assignmentsRoute, async ({ params }) => ({
      status: 200,
      body: await batches.listAssignments(params.batchId),
    })),
    bindRoute(statisticsRoute, async () => ({ status: 200, body: await batches.statistics() })),
  ];
}
