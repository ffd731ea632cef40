/** Bulk requests (interface §4.2). */
import { z } from "zod";
import type { Bulk } from "../batches/bulk";
import { batchSettings } from "../rows/batches/settings-schema";
import { plainText } from "../../../preload/local-service/parts";
import { idText } from "../common/names";
import { projectParams } from "./projects";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

const maxLimit = 1000;
const defaultLimit = 50;

/** An integer in a query parameter, as decimal digits. */
export const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, "must be a whole number")
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const bulkBody = z.object({
  scriptPath: plainText,
  settings: batchSettings.optional(),
});
const bulkParams = z.object({ requestId: idText });
const bulkQuery = z.object({
  page: integerText(1, 1_000_000_000).optional(),
  limit: integerText(1, maxLimit).optional(),
});

const bulkRequest = z.object({ requestId: z.string() });
const bulkSummary = z.object({
  requestId: z.string(),
  status: z.enum(["queued", "processing", "completed", "failed"]),
  progress: z.string(),
});
const bulkPage = z.object({
  requestId: z.string(),
  page: z.number(),
  limit: z.number(),
  batches: z.array(
    z.object({ id: z.string(), name: z.string(), status: z.string(), message: z.string() }),
  ),
});

const bulkRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/batches/bulk",
  section: "§4.2",
  summary: "Starts the creation of one batch per row of a template",
  params: projectParams,
  body: bulkBody,
  responses: { 200: bulkRequest },
  errors: [400, 404],
});

const bulkStatusRoute = describeRoute({
  method: "GET",
  path: "/batches/bulk/:requestId/status",
  section: "§4.2",
  summary: "Progress of a bulk request; with page or limit, the state of each row",
  params: bulkParams,
  query: bulkQuery,
  responses: { 200: z.union([bulkSummary, bulkPage]) },
  errors: [400, 404],
});

export function createBulkRoutes(bulk: Bulk): BoundRoute[] {
  return [
    bindRoute(bulkRoute, async ({ params, body }) => ({
      status: 200,
      body: { requestId: await bulk.start(params.projectId, body) },
    })),
    bindRoute(bulkStatusRoute, async ({ params: { requestId }, query }) => {
      if (query.page === undefined && query.limit === undefined) {
        const { status, percent } = await bulk.status(requestId);
        return { status: 200, body: { requestId, status, progress: `${percent}%` } };
      }
      const { page = 1, limit = defaultLimit } = query;
      const batches = await bulk.page(requestId, page, limit);
      return { status: 200, body: { requestId, page, limit, batches } };
    }),
  ];
}
