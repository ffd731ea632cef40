/** Extension "review": the takes of lines are made, stopped, listed, heard and removed. */
import { z } from "zod";
import { requireBatch } from "../../batches/batches";
import { HttpError } from "../../http-error";
import type { Gallery } from "../../media/gallery";
import type { Review } from "../../review/review";
import type { TakeFiles } from "../../review/take-files";
import { batchParams } from "../batches";
import { bindRoute, bytesResponse, describeRoute, errorBody, type BoundRoute } from "../route";
import {
  cleanedTakes,
  cleanTakesBody,
  lineParams,
  makeTakesBody,
  maxListed,
  peaksQuery,
  selectionOf,
  stopTakesBody,
  takeOfLine,
  takeParams,
  toTake,
} from "./review-schemas";

export const makeTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes",
  section: "extensions",
  summary:
    "Makes the missing, outdated and failed takes of lines, or further ones of lines that have all; 409 without an engine",
  params: batchParams,
  body: makeTakesBody,
  responses: {
    201: z.object({ queued: z.number(), skipped: z.number() }),
    400: errorBody,
    404: errorBody,
    409: errorBody,
    500: errorBody,
  },
});
export const takeAudioRoute = describeRoute({
  method: "GET",
  path: "/local/takes/:takeId/audio",
  section: "extensions",
  summary: "The sound of a take as WAV, or a range of its bytes",
  params: takeParams,
  responses: {
    200: bytesResponse,
    206: bytesResponse,
    304: null,
    400: errorBody,
    404: errorBody,
    416: null,
    500: errorBody,
  },
});
export const takePeaksRoute = describeRoute({
  method: "GET",
  path: "/local/takes/:takeId/peaks",
  section: "extensions",
  summary: "Pairs of the least and the largest sample of a take, as int8",
  params: takeParams,
  query: peaksQuery,
  responses: { 200: bytesResponse, 304: null, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const lineTakesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId/takes",
  section: "extensions",
  summary: "The takes of a line with their measures and checks, the newest first",
  params: lineParams,
  responses: {
    200: z.object({ takes: z.array(takeOfLine) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const stopTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes/stop",
  section: "extensions",
  summary: "Removes the takes of lines that are not made yet; those that are being made end unused",
  params: batchParams,
  body: stopTakesBody,
  responses: { 204: null, 400: errorBody, 404: errorBody, 500: errorBody },
});
export const cleanTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes/clean",
  section: "extensions",
  summary:
    "Removes the outdated takes of each line beyond the newest 20, except decided ones; 409 while files are delivered",
  params: batchParams,
  body: cleanTakesBody,
  responses: { 200: cleanedTakes, 400: errorBody, 404: errorBody, 409: errorBody, 500: errorBody },
});
export const discardTakeRoute = describeRoute({
  method: "DELETE",
  path: "/local/takes/:takeId",
  section: "extensions",
  summary: "Removes a failed take that was requested in addition; 409 for any other take",
  params: takeParams,
  responses: { 204: null, 400: errorBody, 409: errorBody, 500: errorBody },
});

export interface TakeRoutesDeps {
  review: Review;
  files: TakeFiles;
  gallery: Pick<Gallery, "removeRecorded">;
}

export function createTakeRoutes({ review, files, gallery }: TakeRoutesDeps): BoundRoute[] {
  const { store } = review;
  return [
    bindRoute(makeTakesRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      const language = { batchId, languageId: body.languageId };
      const { count, by = "" } = body;
      const made = await review.makeTakes(language, selectionOf(body), { count, by });
      return { status: 201, body: made };
    }),
    bindRoute(stopTakesRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      await review.stopTakes({ batchId, languageId: body.languageId }, selectionOf(body));
      return { status: 204 };
    }),
    bindRoute(cleanTakesRoute, async ({ params: { batchId }, body: { languageId } }) => {
      await requireBatch(store, batchId);
      if (await store.isExporting(batchId))
        throw new HttpError(409, "files of this batch are being delivered");
      const removed = await store.cleanTakes({ batchId, languageId });
      await gallery.removeRecorded();
      return { status: 200, body: removed };
    }),
    bindRoute(discardTakeRoute, async ({ params: { takeId } }) => {
      await review.discardFailedTake(takeId);
      return { status: 204 };
    }),
    bindRoute(lineTakesRoute, async ({ params }) => {
      await requireBatch(store, params.batchId);
      await review.find(params, params.line);
      const takes = await store.listLineTakes(params, params.line, maxListed);
      return { status: 200, body: { takes: takes.map(toTake) } };
    }),
    bindRoute(takeAudioRoute, ({ params, header }) =>
      files.send(params.takeId, {
        ...{ range: header("range"), ifNoneMatch: header("if-none-match") },
      }),
    ),
    bindRoute(takePeaksRoute, ({ params, query, header }) =>
      files.peaks(params.takeId, query, header("if-none-match")),
    ),
  ];
}
