/** Extension: files on this computer are cloned into the gallery. */
import { z } from "zod";
import { HttpError, internalError, toHttpError } from "../http-error";
import type { Log } from "../../common/log";
import type { Clones, CloneTask } from "../media/clones";
import { contentType, fileName } from "./media";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "./route";

/** Milliseconds between two lines of progress. A client with a shorter timeout would take the service for dead. */
const progressMs = 250;

const digits = z.string().regex(/^-?\d{1,30}$/, "must be a whole number, as text");
export const cloneBody = z.object({
  sourcePath: z.string().min(1).max(32_768),
  fileName,
  contentType,
  size: z.int().min(0),
  mtimeNs: digits,
  inode: digits,
  expiresAt: z.int().min(0),
  signature: z.string().min(1).max(200),
});

/** A line of the response. The last one has `state` "stored", or `error`. */
const progressLine = z.union([
  z.object({ state: z.literal("copying"), copied: z.number() }),
  z.object({ state: z.literal("stored"), copied: z.number() }),
  z.object({ state: z.literal("failed"), status: z.number(), message: z.string() }),
]);

export const cloneRoute = describeRoute({
  method: "POST",
  path: "/local/clones",
  section: "extensions",
  summary:
    "Clones a file on this computer into the gallery; signed by the application that started the service. The " +
    "response is one JSON object per line: progress, and the result as the last one",
  body: cloneBody,
  isResponseLines: true,
  responses: { 200: progressLine, 400: errorBody, 409: errorBody, 500: errorBody, 507: errorBody },
});

export function createLocalCloneRoutes({
  clones,
  log,
}: {
  clones: Clones;
  log: Log;
}): BoundRoute[] {
  return [bindRoute(cloneRoute, async ({ body }) => progressOf(await clones.begin(body), log))];
}

/** Streams the progress of a clone. A client that disconnects aborts it. */
function progressOf(task: CloneTask, log: Log): Response {
  let timer: NodeJS.Timeout | undefined;
  const encoder = new TextEncoder();
  const lineOf = (line: z.infer<typeof progressLine>) =>
    encoder.encode(`${JSON.stringify(line)}\n`);
  const failureOf = (error: unknown) => {
    const known = toHttpError(error);
    if (!known) log.error("local service: a clone failed", error);
    const { status, message }: HttpError = known ?? internalError;
    return lineOf({ state: "failed", status, message });
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const sendProgress = () =>
        controller.enqueue(lineOf({ state: "copying", copied: task.copied() }));
      timer = setInterval(sendProgress, progressMs);
      sendProgress();
      const end = (last: Uint8Array) => {
        clearInterval(timer);
        controller.enqueue(last);
        controller.close();
      };
      task.done
        .then(
          () => end(lineOf({ state: "stored", copied: task.copied() })),
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
