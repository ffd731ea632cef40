/** Extension "review": the takes of lines are made, stopped, listed, heard and removed. */
import { z } from "zod";
import type { Batches } from "../../batches/batches";
import type { ReviewReader } from "../../review/read-review";
import type { Review } from "../../review/review";
import type { TakeFiles } from "../../review/take-files";
import { cleanedTakes, lineTake, requestedTakes } from "../../../../preload/local-service/review";
import { batchParams } from "../batches";
import { bindRoute, bytesResponse, describeRoute, type BoundRoute } from "../route";
import {
  cleanTakesBody,
  lineParams,
  makeTakesBody,
  maxListed,
  peaksQuery,
  selectionOf,
  stopTakesBody,
  takeParams,
  toTake,
} from "./review-schemas";

const makeTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes",
  section: "extensions",
  summary:
    "Makes the missing, outdated and failed takes of lines, or further ones of lines that have all; 409 without an engine",
  params: batchParams,
  body: makeTakesBody,
  responses: { 201: requestedTakes },
  errors: [400, 404, 409],
});
const takeAudioRoute = describeRoute({
  method: "GET",
  path: "/local/takes/:takeId/audio",
  section: "extensions",
  summary: "The sound of a take as WAV, or a range of its bytes",
  params: takeParams,
  responses: {
    200: bytesResponse,
    206: bytesResponse,
    304: null,
    307: null,
    416: null,
  },
  errors: [400, 404],
});
const takePeaksRoute = describeRoute({
  method: "GET",
  path: "/local/takes/:takeId/peaks",
  section: "extensions",
  summary: "Pairs of the least and the largest sample of a take, as int8",
  params: takeParams,
  query: peaksQuery,
  responses: { 200: bytesResponse, 304: null },
  errors: [400, 404],
});

const lineTakesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId/takes",
  section: "extensions",
  summary: "The takes of a line with their measures and checks, the newest first",
  params: lineParams,
  responses: { 200: z.object({ takes: z.array(lineTake) }) },
  errors: [400, 404],
});
const stopTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes/stop",
  onFullDisk: "frees-space",
  section: "extensions",
  summary: "Removes the takes of lines that are not made yet; those that are being made end unused",
  params: batchParams,
  body: stopTakesBody,
  responses: { 204: null },
  errors: [400, 404],
});
const cleanTakesRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/takes/clean",
  onFullDisk: "frees-space",
  section: "extensions",
  summary:
    "Removes the outdated takes of each line beyond the newest 20, except decided ones; 409 while files are delivered",
  params: batchParams,
  body: cleanTakesBody,
  responses: { 200: cleanedTakes },
  errors: [400, 404, 409],
});
const discardTakeRoute = describeRoute({
  method: "DELETE",
  path: "/local/takes/:takeId",
  section: "extensions",
  summary: "Removes a failed take that was requested in addition; 409 for any other take",
  params: takeParams,
  responses: { 204: null },
  errors: [400, 409],
});

export interface TakeRoutesDeps {
  batches: Pick<Batches, "get">;
  reader: ReviewReader;
  review: Review;
  files: TakeFiles;
}

export function createTakeRoutes(deps: TakeRoutesDeps): BoundRoute[] {
  const { batches, reader, review, files } = deps;
  return [
    bindRoute(makeTakesRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      const language = { batchId, languageId: body.languageId };
      const { count, by = "" } = body;
      const made = await review.makeTakes(language, selectionOf(body), { count, by });
      return { status: 201, body: made };
    }),
    bindRoute(stopTakesRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      await review.stopTakes({ batchId, languageId: body.languageId }, selectionOf(body));
      return { status: 204 };
    }),
    bindRoute(cleanTakesRoute, async ({ params: { batchId }, body: { languageId } }) => {
      await batches.get(batchId);
      return { status: 200, body: await review.cleanTakes({ batchId, languageId }) };
    }),
    bindRoute(discardTakeRoute, async ({ params: { takeId } }) => {
      await review.discardFailedTake(takeId);
      return { status: 204 };
    }),
    bindRoute(lineTakesRoute, async ({ params }) => {
      await batches.get(params.batchId);
      const takes = await reader.takesOfLine(params, params.line, maxListed);
      return { status: 200, body: { takes: takes.map(toTake) } };
    }),
    bindRoute(takeAudioRoute, ({ params, header }) =>
      files.send(params.takeId, {
        range: header("range"),
        ifNoneMatch: header("if-none-match"),
      }),
    ),
    bindRoute(takePeaksRoute, ({ params, query, header }) =>
      files.peaks(params.takeId, query, header("if-none-match")),
    ),
  ];
}
