/** Extensions that only read: the lines and assignments of a batch, and statistics of the workspace. */
import { z } from "zod";
import { workspaceStatistics } from "../../../../preload/model/resources";
import { requireBatch, type Batches } from "../../batches/batches";
import type { LocalStore } from "../../rows/port";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const maxLimit = 1000;
const defaultLimit = 50;

export const linesQuery = z.object({
  page: integerText(1, 1_000_000).optional(),
  limit: integerText(1, maxLimit).optional(),
});
const line = z.object({
  /** From 1, in the order of the script. */
  number: z.number(),
  lineId: z.string(),
  characterId: z.string(),
  character: z.string(),
  sourceAudio: z.string(),
  emotion: z.string(),
  intensity: z.string(),
  startMs: z.number().nullable(),
  endMs: z.number().nullable(),
  texts: z.record(z.string(), z.string()),
});
const linesPage = z.object({
  page: z.number(),
  limit: z.number(),
  total: z.number(),
  lines: z.array(line),
});
const assignment = z.object({ userId: z.string(), languageId: z.string() });

export const linesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines",
  section: "extensions",
  summary: "A page of the lines of a batch, with their characters and their texts by language",
  params: batchParams,
  query: linesQuery,
  responses: { 200: linesPage, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const assignmentsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/members",
  section: "extensions",
  summary: "The members assigned to the languages of a batch",
  params: batchParams,
  responses: { 200: z.array(assignment), 404: errorBody, 500: errorBody },
});

export const statisticsRoute = describeRoute({
  method: "GET",
  path: "/local/statistics",
  section: "extensions",
  summary: "Numbers of the workspace's contents",
  responses: { 200: workspaceStatistics, 500: errorBody },
});

export function createLocalReportRoutes(deps: {
  store: LocalStore;
  batches: Batches;
}): BoundRoute[] {
  const { store, batches } = deps;
  return [
    bindRoute(linesRoute, async ({ params: { batchId }, query }) => {
      const batch = await requireBatch(store, batchId);
      const { page = 1, limit = defaultLimit } = query;
      // The lines of an unfinished ingestion are incomplete.
      const isIngested = batch.status !== "ingesting";
      const total = isIngested ? await store.countLines(batchId) : 0;
      const lines = isIngested ? await store.listLines(batchId, (page - 1) * limit, limit) : [];
      return { status: 200, body: { page, limit, total, lines } };
    }),
    bindRoute(assignmentsRoute, async ({ params }) => ({
      status: 200,
      body: await batches.listAssignments(params.batchId),
    })),
    bindRoute(statisticsRoute, async () => ({ status: 200, body: await store.statistics() })),
  ];
}
