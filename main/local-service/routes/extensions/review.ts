/** Extension: the lines of a batch are reviewed: listened to, changed, approved and rejected. */
import { z } from "zod";
import { withEitherSignal } from "../../../common/either-signal";
import { invalid } from "../../common/http-error";
import type { Batches } from "../../batches/batches";
import type { ReviewReader } from "../../review/read-review";
import type { Presence } from "../../review/presence";
import { LineChanged, type Review } from "../../review/review";
import type { ReviewedLine } from "../../rows/review/review-port";
import type { TextShortening } from "../../review/shorten-text";
import {
  changedLines,
  lineDetails,
  lineOutcomes,
  linesPage,
  reviewedLine,
  shortenedText,
  shortenedTextBody,
  reviewSummaries,
  textOutcomes,
  voiceEffect,
} from "../../../../preload/local-service/review";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, type BoundRoute } from "../route";
import {
  applyBody,
  changesQuery,
  changeLineBody,
  ignoreBody,
  lineParams,
  maxLimit,
  maxListed,
  maxTextsBytes,
  reviewQuery,
  selectionOf,
  textsBody,
  toFilter,
  toLine,
  toTake,
  voiceEffectQuery,
} from "./review-schemas";

const reviewRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review",
  section: "extensions",
  summary: "The lines of a language that match, with their states and takes",
  params: batchParams,
  query: reviewQuery,
  responses: {
    200: linesPage,
  },
  errors: [400, 404],
});
const summaryRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review/summary",
  section: "extensions",
  summary: "The numbers of lines by state and check, of each language with a dub or of one",
  params: batchParams,
  query: z.object({ languageId: z.string().max(100).optional() }),
  responses: { 200: reviewSummaries },
  errors: [400, 404],
});
const changesRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/review/changes",
  section: "extensions",
  summary:
    "The lines of a language that changed since a revision, and who is at which line; isReset: read all lines, the changes are not known",
  params: batchParams,
  query: changesQuery,
  responses: {
    200: changedLines,
  },
  errors: [400, 404],
});
const lineRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId",
  section: "extensions",
  summary:
    "A line with all of its takes, the newest first, its history, and the words of the glossary",
  params: lineParams,
  responses: {
    200: lineDetails,
  },
  errors: [400, 404],
});
const changeLineRoute = describeRoute({
  method: "PUT",
  path: "/local/batches/:batchId/lines/:line/:languageId",
  section: "extensions",
  summary:
    "Changes a line; 409 if it has no take for a decision, or another revision: then with the present line and who changed it",
  params: lineParams,
  body: changeLineBody,
  responses: { 200: reviewedLine },
  errors: [400, 404, 409],
});
const voiceEffectRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/lines/:line/:languageId/voice-effect",
  section: "extensions",
  summary: "How many lines with takes become outdated by another voice of a line or its character",
  params: lineParams,
  query: voiceEffectQuery,
  responses: { 200: voiceEffect },
  errors: [400, 404],
});
const shortenRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/lines/:line/:languageId/shortened-text",
  section: "extensions",
  summary:
    "A shorter form of a text of a line, by an external engine; nothing is stored. 409 if no engine shortens texts of the language",
  params: lineParams,
  body: shortenedTextBody,
  responses: { 200: shortenedText },
  errors: [400, 404, 409],
});
const applyRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/review/apply",
  section: "extensions",
  summary: "Changes several lines, with an outcome for each",
  params: batchParams,
  body: applyBody,
  responses: {
    200: lineOutcomes,
  },
  errors: [400, 404],
});
const ignoreCheckRoute = describeRoute({
  method: "PUT",
  path: "/local/batches/:batchId/lines/:line/:languageId/checks",
  section: "extensions",
  summary: "Ignores a check of a line while the line has its present text, or ends that",
  params: lineParams,
  body: ignoreBody,
  responses: { 200: reviewedLine },
  errors: [400, 404],
});
const textsRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/review/texts",
  section: "extensions",
  summary: "Changes the texts of several lines in a language, with an outcome for each",
  bodyLimit: maxTextsBytes,
  params: batchParams,
  body: textsBody,
  responses: { 200: textOutcomes },
  errors: [400, 404],
});
/** 409 with the present line and the name of who changed it last, or "". */
const conflict = (message: string, line: ReviewedLine, changedBy: string) =>
  Response.json({ message, line: toLine(line), changedBy }, { status: 409 });

export interface ReviewRoutesDeps {
  batches: Pick<Batches, "get">;
  reader: ReviewReader;
  review: Review;
  /** Null where persons have no credentials of their own. */
  presence: Presence | null;
  shortening: TextShortening;
  /** Aborted when the service closes. */
  closing: AbortSignal;
}

export function createReviewRoutes(deps: ReviewRoutesDeps): BoundRoute[] {
  const { batches, reader, review, presence, shortening, closing } = deps;
  return [
    bindRoute(reviewRoute, async ({ params: { batchId }, query }) => {
      await batches.get(batchId);
      const { languageId, page = 1, limit = maxLimit, ...filter } = query;
      const language = { batchId, languageId };
      const offset = query.offset ?? (page - 1) * limit;
      const found = await reader.page(language, toFilter(filter), { offset, limit });
      return { status: 200, body: { ...found, lines: found.lines.map(toLine) } };
    }),
    bindRoute(summaryRoute, async ({ params: { batchId }, query: { languageId } }) => {
      await batches.get(batchId);
      return { status: 200, body: { languages: await reader.summarise(batchId, languageId) } };
    }),
    bindRoute(changesRoute, async ({ params: { batchId }, query, actor }) => {
      await batches.get(batchId);
      const { languageId, since, at = null } = query;
      const language = { batchId, languageId };
      const changes = await reader.changesSince(language, since, maxLimit);
      const people = presence ? { people: await presence.meet(actor, language, at) } : {};
      return { status: 200, body: { ...changes, lines: changes.lines.map(toLine), ...people } };
    }),
    bindRoute(lineRoute, async ({ params }) => {
      await batches.get(params.batchId);
      const found = await reader.line(params, params.line, maxListed);
      const takes = found.takes.map(toTake);
      const canShorten = shortening.isPossible(params.languageId);
      const body = { ...found, line: toLine(found.line), takes, canShorten };
      return { status: 200, body };
    }),
    bindRoute(changeLineRoute, async ({ params, body: { revision, ...requested } }) => {
      await batches.get(params.batchId);
      try {
        const changed = await review.change(params, { number: params.line, revision }, requested);
        return { status: 200, body: toLine(changed) };
      } catch (error) {
        if (!(error instanceof LineChanged)) throw error;
        const { line, history } = await reader.line(params, params.line, 1);
        return conflict(error.message, line, history[0]?.by ?? "");
      }
    }),
    bindRoute(ignoreCheckRoute, async ({ params, body }) => {
      await batches.get(params.batchId);
      const { check, isIgnored, identity = null, by = "" } = body;
      if (isIgnored && by.trim() === "") throw invalid("by", "must not be empty");
      const ignored = { check, by: isIgnored ? by.trim() : null };
      const line = await review.ignore(params, { number: params.line, identity }, ignored);
      return { status: 200, body: toLine(line) };
    }),
    bindRoute(voiceEffectRoute, async ({ params, query }) => {
      await batches.get(params.batchId);
      return { status: 200, body: await review.voiceEffect(params, params.line, query) };
    }),
    bindRoute(shortenRoute, async ({ params, body, signal }) => {
      await batches.get(params.batchId);
      const proposed = await withEitherSignal(signal, closing, (ended) =>
        shortening.propose(params, params.line, body.text, ended),
      );
      return { status: 200, body: proposed };
    }),
    bindRoute(applyRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      const language = { batchId, languageId: body.languageId };
      const lines = await review.apply(language, selectionOf(body), body.change);
      return { status: 200, body: { lines } };
    }),
    bindRoute(textsRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      const language = { batchId, languageId: body.languageId };
      const lines = await review.setTexts(language, body.texts, body.by ?? "");
      return { status: 200, body: { lines } };
    }),
  ];
}
