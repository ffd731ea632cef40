/** Extension: files on this computer are cloned into the gallery. */
import { z } from "zod";
import { HttpError, internalError, toHttpError } from "../../common/http-error";
import type { Log } from "../../../common/log";
import type { Clones, CloneTask } from "../../media/clones";
import { cloneLine, comparisonLine } from "../../../../preload/local-service/clones";
import { contentType, fileName } from "../media";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

/**
 * Milliseconds between two lines of progress. A client with a shorter timeout would take the
 * service for dead.
 */
const progressMs = 250;

const digits = z.string().regex(/^-?\d{1,30}$/, "must be a whole number, as text");
const cloneBody = z.object({
  sourcePath: z.string().min(1).max(32_768),
  fileName,
  contentType,
  size: z.int().min(0),
  mtimeNs: digits,
  inode: digits,
  expiresAt: z.int().min(0),
  signature: z.string().min(1).max(200),
});

type Line = z.infer<typeof cloneLine> | z.infer<typeof comparisonLine>;

const lines = { body: cloneBody, isResponseLines: true } as const;
const errors = [400, 403, 409, 507];

const cloneRoute = describeRoute({
  method: "POST",
  path: "/local/clones",
  section: "extensions",
  summary:
    "Clones a file on this computer into the gallery; signed by the application that started the service. The " +
    "response is one JSON object per line: progress, and the result as the last one",
  ...lines,
  responses: { 200: cloneLine },
  errors,
});

const comparisonRoute = describeRoute({
  method: "POST",
  path: "/local/clones/comparisons",
  section: "extensions",
  summary:
    "Compares a cloned file with the one on this computer by hashes; requests and responses are like those of clones",
  ...lines,
  responses: { 200: comparisonLine },
  errors,
});

export function createLocalCloneRoutes({
  clones,
  log,
}: {
  clones: Clones;
  log: Log;
}): BoundRoute[] {
  return [
    bindRoute(cloneRoute, async ({ body }) => {
      const task = await clones.begin(body);
      return respondWith(task, log, {
        progress: (copied) => ({ state: "copying", copied }),
        result: (result) => ({
          state: "stored",
          copied: task.processed(),
          isShared: result === "shared",
        }),
      });
    }),
    bindRoute(comparisonRoute, async ({ body }) =>
      respondWith(await clones.compare(body), log, {
        progress: (compared) => ({ state: "comparing", compared }),
        result: (result) => ({ state: "compared", ...result }),
      }),
    ),
  ];
}

interface LinesOf<Result> {
  progress: (processed: number) => Line;
  result: (result: Result) => Line;
}

/** Streams the progress and the result of a task. A client that disconnects aborts it. */
function respondWith<Result>(task: CloneTask<Result>, log: Log, lineOf: LinesOf<Result>): Response {
  let timer: NodeJS.Timeout | undefined;
  const encoder = new TextEncoder();
  const encode = (line: Line) => encoder.encode(`${JSON.stringify(line)}\n`);
  const failureOf = (error: unknown): Line => {
    const known = toHttpError(error);
    if (!known) log.error("local service: a clone failed", error);
    const { status, message }: HttpError = known ?? internalError;
    return { state: "failed", status, message };
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const sendProgress = () => controller.enqueue(encode(lineOf.progress(task.processed())));
      timer = setInterval(sendProgress, progressMs);
      sendProgress();
      const end = (last: Line) => {
        clearInterval(timer);
        controller.enqueue(encode(last));
        controller.close();
      };
      task.done
        .then(
          (result) => end(lineOf.result(result)),
          (error: unknown) => end(failureOf(error)),
        )
        .catch(() => undefined); // The client disconnected.
    },
    async cancel() {
      clearInterval(timer);
      await task.abort();
    },
  });
  return new Response(stream, {
    status: 200,
    headers: { "content-type": "application/x-ndjson" },
  });
}
