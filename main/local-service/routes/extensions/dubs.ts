/** Extension: starts, stops and observes the dubs of batches, and lists their takes. */
import { z } from "zod";
import {
  changedDubs,
  dubsStatus,
  firstTextSources,
  proposedStart,
  takesPage,
  takesPerPage,
  type Dub,
  type DubsStatus,
  type Take,
} from "../../../../preload/local-service/dubs";
import { checksOfTake } from "../../checks/sound";
import type { Batches } from "../../batches/batches";
import type { FirstTexts } from "../../batches/first-texts";
import { HttpError } from "../../common/http-error";
import type { ScriptStarts } from "../../delivery/script-start";
import type { Dubs } from "../../dubbing/dubs";
import type { DubRow, TakeRow } from "../../rows/dubs/dub-port";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { maxListLength } from "../projects";
import type { Access } from "../../access/access";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const languageIds = z.array(z.string().max(100)).max(maxListLength).optional();
const startDubsBody = z.object({
  languageIds,
  /** Dubs with a higher number are made first; default: unchanged, or 0. */
  priority: z.int().min(-100).max(100).optional(),
});
const stopDubsBody = z.object({ languageIds });
const pauseDubsBody = z.object({ isPaused: z.boolean() });

const takesParams = batchParams.extend({ languageId: z.string().max(100) });
const takesQuery = z.object({
  afterNumber: integerText(0, 100_000_000).optional(),
  afterVariant: integerText(0, 1000).optional(),
  limit: integerText(1, takesPerPage).optional(),
});
const allDubsRoute = describeRoute({
  method: "GET",
  path: "/local/dubs",
  section: "extensions",
  summary: "The dubs in progress of all batches, in the order in which they are made",
  responses: { 200: dubsStatus },
});

const pauseDubsRoute = describeRoute({
  method: "PUT",
  path: "/local/dubs",
  section: "extensions",
  summary: "Pauses or resumes the making of takes until the service ends",
  body: pauseDubsBody,
  responses: { 204: null },
  errors: [400],
});

const batchDubsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/dubs",
  section: "extensions",
  summary: "The dubs of a batch by language",
  params: batchParams,
  responses: { 200: dubsStatus },
  errors: [404],
});

const startDubsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/dubs/start",
  section: "extensions",
  summary:
    "Makes the missing, outdated and failed takes of these languages, or of all; 409 without an engine",
  params: batchParams,
  body: startDubsBody,
  responses: { 200: changedDubs },
  errors: [400, 404, 409],
});

const acceptVideoRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/dubs/accept-video",
  section: "extensions",
  summary:
    "Dubs a video that was cut off or damaged as far as it goes, and starts the dubs that this has blocked",
  params: batchParams,
  responses: { 200: changedDubs },
  errors: [404, 409],
});

const stopDubsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/dubs/stop",
  onFullDisk: "frees-space",
  section: "extensions",
  summary: "Stops the dubs of these languages, or of all; finished takes stay",
  params: batchParams,
  body: stopDubsBody,
  responses: { 200: changedDubs },
  errors: [400, 404],
});

const findStartRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/script-start",
  section: "extensions",
  summary: "Whether all lines lie after the picture, because their times count from its timecode",
  params: batchParams,
  responses: { 200: proposedStart },
  errors: [404],
});

const moveScriptRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/script-start",
  section: "extensions",
  summary: "Moves all lines by the proposed time; 409 if another or none is proposed",
  params: batchParams,
  body: z.object({ offsetMs: z.number().min(0).max(1e9) }),
  responses: { 204: null },
  errors: [400, 404, 409],
});

const firstTextsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/texts/:languageId",
  section: "extensions",
  summary:
    "Gives a target language without texts its first ones: those of the source, or a translation; 409 if it has texts, the source has none, or no translation is installed",
  params: takesParams,
  body: z.object({ from: z.enum(firstTextSources) }),
  responses: { 204: null },
  errors: [400, 404, 409],
});

const takesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/takes/:languageId",
  section: "extensions",
  summary: "The present takes of a language after a position, by line and variant",
  params: takesParams,
  query: takesQuery,
  responses: { 200: takesPage },
  errors: [400, 404],
});

export interface DubRoutesDeps {
  dubs: Dubs;
  batches: Pick<Batches, "get">;
  firstTexts: FirstTexts;
  scriptStarts: ScriptStarts;
  /** Aborted when the service closes. */
  closing: AbortSignal;
  /** Decides which batches a member sees; null if everyone sees all. */
  access: Access | null;
}

export function createLocalDubRoutes({
  dubs,
  batches,
  firstTexts,
  scriptStarts,
  access,
  closing,
}: DubRoutesDeps): BoundRoute[] {
  const toDub = ({ requestedAt: _requestedAt, ...row }: DubRow): Dub => {
    const rate = dubs.making.takesPerSecond();
    const left = row.planned - row.made - row.failed - row.outdated;
    return {
      ...row,
      secondsLeft: row.state === "making" && rate !== null && rate > 0 ? left / rate : null,
    };
  };
  const toStatus = (rows: readonly DubRow[]): DubsStatus => ({
    isPaused: dubs.making.isPaused(),
    takesPerSecond: dubs.making.takesPerSecond(),
    dubs: rows.map(toDub),
  });
  const toTake = (row: TakeRow): Take => {
    const { id, number, variant, state, problem, voice, measures } = row;
    const checks = checksOfTake(row);
    return { id, number, variant, state, problem, voice, measures, checks };
  };
  return [
    bindRoute(allDubsRoute, async ({ actor }) => {
      const active = await dubs.listActive();
      const ids = active.map(({ batchId }) => batchId);
      const visible = (await access?.visibleBatches(actor, ids)) ?? null;
      const shown = visible ? active.filter(({ batchId }) => visible.has(batchId)) : active;
      return { status: 200, body: toStatus(shown) };
    }),
    bindRoute(pauseDubsRoute, async ({ body }) => {
      await dubs.making.setPaused(body.isPaused);
      return { status: 204 };
    }),
    bindRoute(batchDubsRoute, async ({ params }) => {
      await batches.get(params.batchId);
      return { status: 200, body: toStatus(await dubs.list(params.batchId)) };
    }),
    bindRoute(startDubsRoute, async ({ params, body }) => {
      await batches.get(params.batchId);
      if (!dubs.making.canMake())
        throw new HttpError(409, "this workspace has no engine for speech");
      return { status: 200, body: { languageIds: await dubs.start(params.batchId, body) } };
    }),
    bindRoute(acceptVideoRoute, async ({ params: { batchId } }) => {
      await batches.get(batchId);
      return { status: 200, body: { languageIds: await dubs.acceptVideo(batchId) } };
    }),
    bindRoute(stopDubsRoute, async ({ params, body }) => {
      await batches.get(params.batchId);
      return {
        status: 200,
        body: { languageIds: await dubs.stop(params.batchId, body.languageIds) },
      };
    }),
    bindRoute(findStartRoute, async ({ params: { batchId } }) => {
      await batches.get(batchId);
      return { status: 200, body: { proposed: await scriptStarts.find(batchId, closing) } };
    }),
    bindRoute(moveScriptRoute, async ({ params: { batchId }, body: { offsetMs } }) => {
      await batches.get(batchId);
      await scriptStarts.move(batchId, offsetMs, closing);
      return { status: 204 };
    }),
    bindRoute(firstTextsRoute, async ({ params, body: { from } }) => {
      await firstTexts.begin(await batches.get(params.batchId), params.languageId, from);
      return { status: 204 };
    }),
    bindRoute(takesRoute, async ({ params: { batchId, languageId }, query }) => {
      await batches.get(batchId);
      const { afterNumber = 0, afterVariant = 0, limit = takesPerPage } = query;
      const after = { number: afterNumber, variant: afterVariant };
      const takes = await dubs.listTakes(batchId, languageId, after, limit);
      return { status: 200, body: { takes: takes.map(toTake) } };
    }),
  ];
}
