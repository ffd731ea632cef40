/** Extension: starts, stops and observes the dubs of batches, and lists their takes. */
import { z } from "zod";
import { checksOfTake } from "../../checks/sound";
import { requireBatch } from "../../batches/batches";
import { HttpError } from "../../http-error";
import type { Dubs } from "../../dubbing/dubs";
import type { DubRow, TakeRow } from "../../rows/dubs/dub-port";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { maxListLength } from "../projects";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const maxLimit = 1000;

const dub = z.object({
  batchId: z.string(),
  languageId: z.string(),
  state: z.enum(["idle", "due", "making", "finishing", "made", "stopped", "blocked"]),
  /** Why it is blocked, or the first failed line; "" for none. */
  note: z.string(),
  priority: z.number(),
  /** Takes. */
  planned: z.number(),
  made: z.number(),
  failed: z.number(),
  outdated: z.number(),
  /** Estimated from the present speed; null if it is not known, or nothing is to be made. */
  secondsLeft: z.number().nullable(),
});
const dubsStatus = z.object({
  isPaused: z.boolean(),
  /** In the last minute of work; null if it is not known. */
  takesPerSecond: z.number().nullable(),
  dubs: z.array(dub),
});
const languageIds = z.array(z.string().max(100)).max(maxListLength).optional();
export const startDubsBody = z.object({
  languageIds,
  /** Dubs with a higher number are made first; default: unchanged, or 0. */
  priority: z.int().min(-100).max(100).optional(),
});
export const stopDubsBody = z.object({ languageIds });
export const pauseDubsBody = z.object({ isPaused: z.boolean() });
const changed = z.object({ languageIds: z.array(z.string()) });

export const takesParams = batchParams.extend({ languageId: z.string().max(100) });
export const takesQuery = z.object({
  afterNumber: integerText(0, 100_000_000).optional(),
  afterVariant: integerText(0, 1000).optional(),
  limit: integerText(1, maxLimit).optional(),
});
const take = z.object({
  id: z.number(),
  /** Number of the line. */
  number: z.number(),
  /** 0 for the take, from 1 for the alternative takes. */
  variant: z.number(),
  state: z.enum(["queued", "made", "failed", "outdated"]),
  problem: z.string(),
  voice: z.string(),
  measures: z
    .object({
      durationMs: z.number(),
      speed: z.number(),
      loudness: z.number().nullable(),
      peak: z.number().nullable(),
      pitch: z.number().nullable(),
    })
    .nullable(),
  checks: z.array(z.string()),
});
const takesPage = z.object({ takes: z.array(take) });

export const allDubsRoute = describeRoute({
  method: "GET",
  path: "/local/dubs",
  section: "extensions",
  summary: "The dubs in progress of all batches, in the order in which they are made",
  responses: { 200: dubsStatus, 500: errorBody },
});

export const pauseDubsRoute = describeRoute({
  method: "PUT",
  path: "/local/dubs",
  section: "extensions",
  summary: "Pauses or resumes the making of takes until the service ends",
  body: pauseDubsBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
});

export const batchDubsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/dubs",
  section: "extensions",
  summary: "The dubs of a batch by language",
  params: batchParams,
  responses: { 200: dubsStatus, 404: errorBody, 500: errorBody },
});

export const startDubsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/dubs/start",
  section: "extensions",
  summary:
    "Makes the missing, outdated and failed takes of these languages, or of all; 409 without an engine",
  params: batchParams,
  body: startDubsBody,
  responses: { 200: changed, 400: errorBody, 404: errorBody, 409: errorBody, 500: errorBody },
});

export const stopDubsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/dubs/stop",
  section: "extensions",
  summary: "Stops the dubs of these languages, or of all; finished takes stay",
  params: batchParams,
  body: stopDubsBody,
  responses: { 200: changed, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const takesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/takes/:languageId",
  section: "extensions",
  summary: "The present takes of a language after a position, by line and variant",
  params: takesParams,
  query: takesQuery,
  responses: { 200: takesPage, 400: errorBody, 404: errorBody, 500: errorBody },
});

export function createLocalDubRoutes(dubs: Dubs): BoundRoute[] {
  const toDub = ({ requestedAt: _requestedAt, ...row }: DubRow): z.infer<typeof dub> => {
    const rate = dubs.takesPerSecond();
    const left = row.planned - row.made - row.failed - row.outdated;
    return {
      ...row,
      secondsLeft: row.state === "making" && rate !== null && rate > 0 ? left / rate : null,
    };
  };
  const toStatus = (rows: readonly DubRow[]): z.infer<typeof dubsStatus> => ({
    isPaused: dubs.isPaused(),
    takesPerSecond: dubs.takesPerSecond(),
    dubs: rows.map(toDub),
  });
  const toTake = (row: TakeRow): z.infer<typeof take> => {
    const { id, number, variant, state, problem, voice, measures } = row;
    const checks = checksOfTake(row);
    return { id, number, variant, state, problem, voice, measures, checks };
  };
  return [
    bindRoute(allDubsRoute, async () => ({ status: 200, body: toStatus(await dubs.listActive()) })),
    bindRoute(pauseDubsRoute, ({ body }) => {
      dubs.setPaused(body.isPaused);
      return { status: 204 };
    }),
    bindRoute(batchDubsRoute, async ({ params }) => {
      await requireBatch(dubs.store, params.batchId);
      return { status: 200, body: toStatus(await dubs.store.listDubs(params.batchId)) };
    }),
    bindRoute(startDubsRoute, async ({ params, body }) => {
      await requireBatch(dubs.store, params.batchId);
      if (!dubs.canMake()) throw new HttpError(409, "this workspace has no engine for speech");
      return { status: 200, body: { languageIds: await dubs.start(params.batchId, body) } };
    }),
    bindRoute(stopDubsRoute, async ({ params, body }) => {
      await requireBatch(dubs.store, params.batchId);
      return {
        status: 200,
        body: { languageIds: await dubs.stop(params.batchId, body.languageIds) },
      };
    }),
    bindRoute(takesRoute, async ({ params: { batchId, languageId }, query }) => {
      await requireBatch(dubs.store, batchId);
      const { afterNumber = 0, afterVariant = 0, limit = maxLimit } = query;
      const after = { number: afterNumber, variant: afterVariant };
      const takes = await dubs.store.listTakes(batchId, languageId, after, limit);
      return { status: 200, body: { takes: takes.map(toTake) } };
    }),
  ];
}
