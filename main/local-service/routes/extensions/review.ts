/** Extension: the lines of a batch are reviewed: listened to, changed, approved and rejected. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { requireBatch } from "../../batches/batches";
import { findGlossaryHits } from "../../review/glossary-hits";
import type { Review } from "../../review/review";
import type { TakeFiles } from "../../review/take-files";
import { batchParams } from "../batches";
import { bindRoute, bytesResponse, describeRoute, errorBody, type BoundRoute } from "../route";
import {
  applyBody,
  changeLineBody,
  ignoreBody,
  line,
  lineParams,
  makeTakesBody,
  maxLimit,
  maxListed,
  historyEntry,
  glossaryHits,
  reviewParams,
  reviewQuery,
  selectionOf,
  summary,
  takeOfLine,
  takeParams,
  textOutcomes,
  textsBody,
  toFilter,
  toLine,
  toTake,
  voiceEffect,
  voiceEffectQuery,
} from "./review-schemas";

export const reviewRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review/:languageId",
  section: "extensions",
  summary: "The lines of a language that match, with their states and takes",
  params: reviewParams,
  query: reviewQuery,
  responses: {
    200: z.object({ total: z.number(), lines: z.array(line) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const summaryRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review",
  section: "extensions",
  summary: "The numbers of lines by state and check, of each language with a dub or of one",
  params: batchParams,
  query: z.object({ languageId: z.string().optional() }),
  responses: { 200: z.object({ languages: z.array(summary) }), 404: errorBody, 500: errorBody },
});
export const lineRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId",
  section: "extensions",
  summary:
    "A line with all of its takes, the newest first, its history, and the words of the glossary",
  params: lineParams,
  responses: {
    200: z.object({
      line,
      takes: z.array(takeOfLine),
      history: z.array(historyEntry),
      glossary: glossaryHits,
    }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const changeLineRoute = describeRoute({
  method: "PUT",
  path: "/local/batches/:batchId/lines/:line/:languageId",
  section: "extensions",
  summary: "Changes a line; 409 if it has another revision, or no take for a decision",
  params: lineParams,
  body: changeLineBody,
  responses: { 200: line, 400: errorBody, 404: errorBody, 409: errorBody, 500: errorBody },
});
export const voiceEffectRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId/voice-effect",
  section: "extensions",
  summary: "How many lines with takes become outdated by another voice of a line or its character",
  params: lineParams,
  query: voiceEffectQuery,
  responses: { 200: voiceEffect, 400: errorBody, 404: errorBody, 500: errorBody },
});
export const applyRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/review/apply",
  section: "extensions",
  summary: "Changes several lines, with an outcome for each",
  params: batchParams,
  body: applyBody,
  responses: {
    200: z.object({
      lines: z.array(z.object({ number: z.number(), problem: z.string().nullable() })),
    }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const ignoreCheckRoute = describeRoute({
  method: "PUT",
  path: "/local/batches/:batchId/lines/:line/:languageId/checks",
  section: "extensions",
  summary: "Ignores a check of a line while the line has its present text, or ends that",
  params: lineParams,
  body: ignoreBody,
  responses: { 200: line, 400: errorBody, 404: errorBody, 500: errorBody },
});
export const textsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/review/texts",
  section: "extensions",
  summary: "Changes the texts of several lines in a language, with an outcome for each",
  params: batchParams,
  body: textsBody,
  responses: { 200: textOutcomes, 400: errorBody, 404: errorBody, 500: errorBody },
});
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
  summary: "The least and the largest value of every 256 samples of a take, alternately, as int8",
  params: takeParams,
  responses: { 200: bytesResponse, 304: null, 400: errorBody, 404: errorBody, 500: errorBody },
});

export function createReviewRoutes(review: Review, files: TakeFiles): BoundRoute[] {
  const { store } = review;
  return [
    bindRoute(reviewRoute, async ({ params, query }) => {
      await requireBatch(store, params.batchId);
      const { offset = 0, limit = maxLimit, commented, withoutWarnings, ...filter } = query;
      const page = await store.listReview(
        params,
        toFilter({
          ...filter,
          isCommented: commented === "true",
          isWithoutWarnings: withoutWarnings === "true",
        }),
        { offset, limit },
      );
      return { status: 200, body: { total: page.total, lines: page.lines.map(toLine) } };
    }),
    bindRoute(summaryRoute, async ({ params: { batchId }, query: { languageId: only } }) => {
      await requireBatch(store, batchId);
      const languages = [];
      for (const { languageId } of await store.listDubs(batchId)) {
        if (only !== undefined && languageId !== only) continue;
        languages.push(await store.summariseLanguage({ batchId, languageId }));
        // Each reads all of its lines; other requests are answered in between.
        await yieldToEventLoop();
      }
      return { status: 200, body: { languages } };
    }),
    bindRoute(lineRoute, async ({ params }) => {
      await requireBatch(store, params.batchId);
      const found = await review.find(params, params.line);
      const takes = await store.listLineTakes(params, params.line, maxListed);
      const history = await store.listHistory(params, params.line, maxListed);
      const glossary = await findGlossaryHits(store, params, found);
      const body = { line: toLine(found), takes: takes.map(toTake), history, glossary };
      return { status: 200, body };
    }),
    bindRoute(changeLineRoute, async ({ params, body: { revision, ...requested } }) => {
      await requireBatch(store, params.batchId);
      const changed = await review.change(params, { number: params.line, revision }, requested);
      return { status: 200, body: toLine(changed) };
    }),
    bindRoute(ignoreCheckRoute, async ({ params, body: { check, isIgnored, by = "" } }) => {
      await requireBatch(store, params.batchId);
      const ignored = { check, by: isIgnored ? by.trim() : null };
      return { status: 200, body: toLine(await review.ignore(params, params.line, ignored)) };
    }),
    bindRoute(voiceEffectRoute, async ({ params, query }) => {
      await requireBatch(store, params.batchId);
      return { status: 200, body: await review.voiceEffect(params, params.line, query) };
    }),
    bindRoute(applyRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      const language = { batchId, languageId: body.languageId };
      const lines = await review.apply(language, selectionOf(body), body.change);
      return { status: 200, body: { lines } };
    }),
    bindRoute(textsRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      const language = { batchId, languageId: body.languageId };
      const lines = await review.setTexts(language, body.texts, body.by ?? "");
      return { status: 200, body: { lines } };
    }),
    bindRoute(makeTakesRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      const language = { batchId, languageId: body.languageId };
      const made = await review.makeTakes(language, selectionOf(body), body.count);
      return { status: 201, body: made };
    }),
    bindRoute(takeAudioRoute, ({ params, header }) =>
      files.send(params.takeId, {
        ...{ range: header("range"), ifNoneMatch: header("if-none-match") },
      }),
    ),
    bindRoute(takePeaksRoute, ({ params, header }) =>
      files.peaks(params.takeId, header("if-none-match")),
    ),
  ];
}
