/** How a call is described and answered. The descriptions are data: a document of the interface can be made of them. */
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { Auth } from "../auth";
import { HttpProblem } from "../problem";

/** An answer that is bytes of any kind. */
export const bytesAnswer = "bytes";

export interface RouteDescription<Body = unknown, Query = unknown, Params = unknown> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base URL; ":name" stands for a segment. */
  path: string;
  /** Where the interface tells of it. */
  section: string;
  summary: string;
  /** No token is asked for. */
  isPublic?: boolean;
  /** Bytes; 1 MiB where nothing is said. */
  bodyLimit?: number;
  body?: z.ZodType<Body>;
  /** The body is bytes of any kind; `bytes` holds them. */
  isBodyBytes?: boolean;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  /**
   * What the call itself answers, by status; null for an answer without a body. What every call may be refused with
   * (no token, another Host, a body that is too large, a full disk) is known without.
   */
  responses: Readonly<Record<number, z.ZodType | typeof bytesAnswer | null>>;
}

export interface RouteInput<Body, Query, Params> {
  body: Body;
  query: Query;
  params: Params;
  /** Empty unless the description says that the body is bytes. */
  bytes: Uint8Array;
}
/** `body` is answered as JSON; a Response is sent as it is. */
export type RouteAnswer = { status: 200 | 201; body: unknown } | { status: 204 } | Response;

export interface BoundRoute {
  description: RouteDescription;
  answer: (context: Context) => Promise<Response>;
}

/** The body of every refusal and failure (interface §7 shows none). */
export const errorBody = z.object({ message: z.string() });

const defaultBodyLimit = 1024 ** 2;
const issuesTold = 5;

/** Ties a description to the function that answers it. */
export function bindRoute<Body, Query, Params>(
  description: RouteDescription<Body, Query, Params>,
  handle: (input: RouteInput<Body, Query, Params>) => RouteAnswer | Promise<RouteAnswer>,
): BoundRoute {
  return {
    description,
    async answer(context) {
      const { body, query, params, bodyLimit, isBodyBytes = false } = description;
      const input = {
        params: params && check(params, context.req.param()),
        query: query && checkQuery(query, context.req.queries()),
        body: body && check(body, await readJson(context, bodyLimit)),
        bytes: isBodyBytes ? await readBody(context.req.raw, bodyLimit) : new Uint8Array(),
      } as RouteInput<Body, Query, Params>;
      const answer = await handle(input);
      if (answer instanceof Response) return answer;
      if (answer.status === 204) return new Response(null, { status: 204 });
      return context.json(answer.body as object, answer.status);
    },
  };
}

/** The API below `base`: the routes, 404 for other paths and 405 for other methods. Failures are thrown. */
export function mountRoutes(base: string, routes: readonly BoundRoute[], auth: Auth): Hono {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const { description, answer } of routes) {
    const { method, path } = description;
    methods.set(path, [...(methods.get(path) ?? []), method]);
    app.on(method, base + path, (context) => {
      if (!description.isPublic) auth.check(context.req.header("authorization"));
      return answer(context);
    });
  }
  for (const [path, allowed] of methods) {
    app.all(base + path, () => {
      throw new HttpProblem(405, `only ${allowed.join(", ")} here`, { Allow: allowed.join(", ") });
    });
  }
  app.notFound(() => {
    throw new HttpProblem(404, "no such path");
  });
  return app;
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const told = parsed.error.issues.slice(0, issuesTold).map((issue) => {
    return `${fieldOf(issue.path)}: ${issue.message}`;
  });
  throw new HttpProblem(400, told.join("; "));
}

/** Of a query only the parameters that a call has count; each may be given once. */
function checkQuery<T>(schema: z.ZodType<T>, given: Record<string, string[]>): T {
  const all = Object.entries(given).map(([name, values]) => [name, values[0]] as const);
  const parsed = check(schema, Object.fromEntries(all));
  for (const name of Object.keys(parsed as object))
    if (Object.hasOwn(given, name) && (given[name]?.length ?? 0) > 1)
      throw new HttpProblem(400, `${name}: is given more than once`);
  return parsed;
}

/** ["parts", 2, "ETag"] → "parts[2].ETag". */
function fieldOf(path: readonly PropertyKey[]): string {
  const text = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("");
  return text === "" ? "body" : text.replace(/^\./, "");
}

async function readJson(context: Context, limit = defaultBodyLimit): Promise<unknown> {
  const bytes = await readBody(context.req.raw, limit);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw new HttpProblem(400, "body: must be JSON in UTF-8");
  }
}

async function readBody(request: Request, limit = defaultBodyLimit): Promise<Uint8Array> {
  const tooLarge = new HttpProblem(413, `body: must be at most ${limit} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // SECURITY: a body without a length is measured as it comes.
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
