/** Extension: the lines of a batch are reviewed: listened to, changed, approved and rejected. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import { requireBatch } from "../../batches/batches";
import { findGlossaryHits } from "../../review/glossary-hits";
import type { Review } from "../../review/review";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";
import {
  applyBody,
  changesQuery,
  changeLineBody,
  ignoreBody,
  line,
  lineParams,
  maxLimit,
  maxListed,
  maxTextsBytes,
  historyEntry,
  glossaryHits,
  reviewQuery,
  selectionOf,
  summary,
  takeOfLine,
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
  path: "/local/batches/:batchId/review",
  section: "extensions",
  summary: "The lines of a language that match, with their states and takes",
  params: batchParams,
  query: reviewQuery,
  responses: {
    200: z.object({ total: z.number(), revision: z.number(), lines: z.array(line) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const summaryRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review/summary",
  section: "extensions",
  summary: "The numbers of lines by state and check, of each language with a dub or of one",
  params: batchParams,
  query: z.object({ languageId: z.string().max(100).optional() }),
  responses: {
    200: z.object({ languages: z.array(summary) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const changesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review/changes",
  section: "extensions",
  summary:
    "The lines of a language that changed since a revision; isReset: read all lines, the changes are not known",
  params: batchParams,
  query: changesQuery,
  responses: {
    200: z.object({ revision: z.number(), isReset: z.boolean(), lines: z.array(line) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
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
  bodyLimit: maxTextsBytes,
  params: batchParams,
  body: textsBody,
  responses: { 200: textOutcomes, 400: errorBody, 404: errorBody, 500: errorBody },
});
export function createReviewRoutes(review: Review): BoundRoute[] {
  const { store } = review;
  return [
    bindRoute(reviewRoute, async ({ params: { batchId }, query }) => {
      await requireBatch(store, batchId);
      const { languageId, page = 1, limit = maxLimit, ...filter } = query;
      const language = { batchId, languageId };
      const offset = query.offset ?? (page - 1) * limit;
      // Before the lines: a change in between is among the later ones.
      const revision = await store.reviewRevision(language);
      const found = await store.listReview(language, toFilter(filter), { offset, limit });
      const { total, lines } = found;
      return { status: 200, body: { total, revision, lines: lines.map(toLine) } };
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
    bindRoute(changesRoute, async ({ params: { batchId }, query: { languageId, since } }) => {
      await requireBatch(store, batchId);
      const language = { batchId, languageId };
      const { numbers, ...changes } = await store.listChangedLines(language, since, maxLimit);
      const lines = numbers.length === 0 ? [] : await store.listReviewed(language, numbers);
      return { status: 200, body: { ...changes, lines: lines.map(toLine) } };
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
  ];
}
