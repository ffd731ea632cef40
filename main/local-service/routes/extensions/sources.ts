/**
 * Extension "review": the original of a batch or a line, for listening: bytes with ranges, facts,
 * and peaks. Extension "source-previews": a preview of a video.
 */
import type { ObjectStore } from "../../objects/port";
import { joinPeaks, samplesPerPeak } from "../../review/peaks";
import { sendFile, sendObject } from "../../review/send-file";
import type { SourceFile, SourceFiles } from "../../sources/source-file";
import type { FindSourceFacts } from "../../review/source-facts";
import type { SourcePeaks } from "../../review/source-peaks";
import type { SourcePreviews } from "../../review/source-previews";
import { previewProgress, sourceFacts } from "../../../../preload/local-service/batches";
import { maxPeaks } from "../../../../preload/facts/source-paths";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, bytesResponse, describeRoute, type BoundRoute } from "../route";
import { peaksQuery } from "./review-schemas";

const lineParams = batchParams.extend({ line: integerText(1, 100_000_000) });
const bytesOf = { 200: bytesResponse, 206: bytesResponse, 304: null, 416: null } as const;
/** 307: the bytes are in the bucket of the service. */
const bytesElsewhereOf = { ...bytesOf, 307: null } as const;

const sourceRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/source",
  section: "extensions",
  summary: "The video of a batch as it is stored, or the range of a Range header",
  params: batchParams,
  responses: { ...bytesElsewhereOf },
  errors: [400, 404],
});
const lineSourceRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/source/lines/:line",
  section: "extensions",
  summary: "The source audio of a line as it is stored, or the range of a Range header",
  params: lineParams,
  responses: { ...bytesElsewhereOf },
  errors: [400, 404],
});
const sourceFactsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/source/facts",
  section: "extensions",
  summary: "What the video of a batch contains",
  params: batchParams,
  responses: {
    200: sourceFacts,
  },
  errors: [400, 404],
});
const sourcePeaksRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/source/peaks",
  section: "extensions",
  summary:
    "Pairs of the least and the largest sample, as int8; 202 while they are computed: request again",
  params: batchParams,
  query: peaksQuery,
  responses: {
    200: bytesResponse,
    202: null,
    304: null,
  },
  errors: [400, 404],
});

const sourcePreviewRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/source/preview",
  section: "extensions",
  summary:
    "A small copy of the video in H.264 or VP8, or a range of it; 202 while it is made: request again",
  params: batchParams,
  responses: {
    ...bytesOf,
    202: previewProgress,
  },
  errors: [400, 404, 409],
});

export interface SourceDeps {
  files: SourceFiles;
  objects: Pick<ObjectStore, "open" | "readUrl">;
  findFacts: FindSourceFacts;
  peaks: SourcePeaks;
  previews: SourcePreviews;
}

/** A file of the gallery can be replaced. */
const headersOf = (version: string, name = "") => ({
  etag: `"${version}${name}"`,
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
});

/** How long a URL of an original is valid, in seconds: a player reads it bit by bit. */
const urlSeconds = 15 * 60;
const gone = "the file is not in the media gallery";

const conditionsOf = (header: (name: string) => string | undefined) => ({
  range: header("range"),
  ifNoneMatch: header("if-none-match"),
});

export function createSourceRoutes(deps: SourceDeps): BoundRoute[] {
  const send = (
    { version, location, bytes, contentType }: SourceFile,
    header: (name: string) => string | undefined,
  ): Promise<Response> =>
    sendObject(
      deps.objects,
      { location, bytes, contentType, headers: headersOf(version), urlSeconds, missing: gone },
      conditionsOf(header),
    );

  return [
    bindRoute(sourceRoute, async ({ params, header }) =>
      send(await deps.files.ofBatch(params.batchId), header),
    ),
    bindRoute(lineSourceRoute, async ({ params, header }) =>
      send(await deps.files.ofLine(params.batchId, params.line), header),
    ),
    bindRoute(sourceFactsRoute, async ({ params: { batchId }, signal }) => {
      const source = await deps.files.ofBatch(batchId);
      const { bytes, contentType } = source;
      const facts = await deps.findFacts(batchId, source, signal);
      const isRead = typeof facts !== "string";
      const { video, audio } = isRead ? facts : { video: null, audio: null };
      const body = {
        bytes,
        contentType,
        problem: isRead ? "" : facts,
        durationMs: isRead ? facts.durationMs : null,
        picture: video && {
          codec: video.codec,
          frameRate: video.frameRate,
          startTimecode: video.startTimecode,
        },
        sound: audio && { codec: audio.codec },
      };
      return { status: 200, body };
    }),
    bindRoute(sourcePreviewRoute, async ({ params: { batchId }, header }) => {
      const source = await deps.files.ofBatch(batchId);
      const found = await deps.previews.read(batchId, source);
      if ("progress" in found)
        return Response.json(found, { status: 202, headers: { "retry-after": "1" } });
      // With a file that has more than the preview: its bytes are sent by this service.
      const headers = headersOf(`${source.version}-preview`);
      return sendFile({ ...found, headers }, conditionsOf(header));
    }),
    bindRoute(sourcePeaksRoute, async ({ params: { batchId }, query, header }) => {
      const { level = samplesPerPeak, from = 0, count = maxPeaks } = query;
      const source = await deps.files.ofBatch(batchId);
      const factor = level / samplesPerPeak;
      const headers = {
        ...headersOf(source.version, `-${level}-${from}-${count}`),
        "content-type": "application/octet-stream",
      };
      if (header("if-none-match") === headers.etag)
        return new Response(null, { status: 304, headers });
      const part = { from: from * factor, count: count * factor };
      const found = await deps.peaks.read(batchId, source, part);
      if (!found) return new Response(null, { status: 202, headers: { "retry-after": "1" } });
      return new Response(Uint8Array.from(new Uint8Array(joined(found.peaks, factor))), {
        status: 200,
        headers: { ...headers, "peaks-total": String(Math.ceil(found.total / factor)) },
      });
    }),
  ];
}

function joined(peaks: Int8Array, factor: number): ArrayBuffer {
  const pairs = factor === 1 ? Int8Array.from(peaks) : joinPeaks(peaks, factor);
  return pairs.buffer as ArrayBuffer;
}
