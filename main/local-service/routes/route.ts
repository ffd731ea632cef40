/**
 * Descriptions of routes, and their binding to handlers. The OpenAPI document is generated from the
 * descriptions.
 */
import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { People } from "../access/people";
import type { Actor } from "../common/actor";
import type { Auth } from "../common/auth";
import { HttpError } from "../common/http-error";

/** Marks a response body of arbitrary bytes. */
export const bytesResponse = "bytes";
/** Marks a response body of plain text. */
export const textResponse = "text";
/** Marks a response body of HTML, for browsers. */
export const pageResponse = "page";

export interface RouteDescription<Body = unknown, Query = unknown, Params = unknown> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base URL, or that of `server`; ":name" matches a segment. */
  path: string;
  /**
   * What the path is below instead of the base URL: the origin of the service, or that of its
   * metrics.
   */
  server?: "origin" | "metrics";
  /** Section of the interface, or "extensions". */
  section: string;
  summary: string;
  /** Whether no access token is required. */
  isPublic?: boolean;
  /** Maximum size of the body in bytes; default 1 MiB. */
  bodyLimit?: number;
  body?: z.ZodType<Body>;
  /** Whether the body is arbitrary bytes, which the handler gets as `bytes`. */
  isBodyBytes?: boolean;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  /** Whether the 200 has several JSON objects, one per line, as its schema describes each. */
  isResponseLines?: boolean;
  /**
   * What the call does while the disk of the workspace is full. Unless given, GET reads, DELETE
   * frees space, and others are refused.
   */
  onFullDisk?: "reads" | "frees-space";
  /**
   * Whether the call is possible on a workspace that is being moved. Unless given, a source can
   * only be read, and a target accepts no call with a token.
   */
  isPossibleWhileMoving?: boolean;
  /** Whether the audit does not name the call: another one that it belongs to is named. */
  isUnrecorded?: boolean;
  /**
   * Error statuses of the call, all with the same body. The errors that are common to all calls (no
   * token, another Host, a body that is too large, a full disk, a fault) are not listed.
   */
  errors?: readonly number[];
  /** Responses of the call by status below 400; null for a response without a body. */
  responses: Readonly<
    Record<
      number,
      z.ZodType | typeof bytesResponse | typeof textResponse | typeof pageResponse | null
    >
  >;
}

export interface RouteInput<Body, Query, Params> {
  body: Body;
  query: Query;
  params: Params;
  /**
   * Reads the body of a call with `isBodyBytes`; empty for others. Large ones are read only when
   * everything else about the call was checked.
   */
  bytes: () => Promise<Uint8Array>;
  /** A header of the request. */
  header: (name: string) => string | undefined;
  /**
   * Aborted when the client disconnects before it has the response. The reason is an HttpError, so
   * that work that rejects with it is not an unexpected error.
   */
  signal: AbortSignal;
  /** The sender; an actor without rights for a public call. */
  actor: Actor;
  /** The address of the sender. */
  address: string;
}

/** The sender of a public call, who may do nothing else. */
const nobody: Actor = { credentialId: "", credentialName: "", scope: "member", person: null };

/** The effect of a call on the disk of the workspace, which also says whether it is a change. */
export function effectOf({ method, isPublic, onFullDisk }: RouteDescription) {
  if (onFullDisk) return onFullDisk;
  if (method === "GET" || isPublic) return "reads";
  return method === "DELETE" ? "frees-space" : "writes";
}
/** `body` is sent as JSON; a Response is sent unchanged. */
export type RouteResult = { status: 200 | 201; body: unknown } | { status: 204 } | Response;

/** Who sends a request, and who decides whether it may be made; null: every sender may. */
export interface Sender {
  actor: Actor;
  address: string;
  people: People | null;
}

const unknownSender: Sender = { actor: nobody, address: "", people: null };

export interface BoundRoute {
  description: RouteDescription;
  handle: (context: Context, sender?: Sender) => Promise<Response>;
}

const defaultBodyLimit = 1024 ** 2;
const maxReportedIssues = 5;

/** A route description whose body, query and parameter types are those of its schemas. */
export function describeRoute<Body, Query, Params>(
  description: RouteDescription<Body, Query, Params>,
): RouteDescription<Body, Query, Params> {
  return description;
}

/** Binds a description to its handler. */
export function bindRoute<Body, Query, Params>(
  description: RouteDescription<Body, Query, Params>,
  handle: (input: RouteInput<Body, Query, Params>) => RouteResult | Promise<RouteResult>,
): BoundRoute {
  return {
    description,
    async handle(context, { actor, address, people } = unknownSender) {
      const { body, query, params, bodyLimit, isBodyBytes = false } = description;
      const input = {
        params: params && check(params, context.req.param()),
        query: query && checkQuery(query, context.req.queries()),
        body: body && checkBody(body, await readJson(context, bodyLimit)),
        // SECURITY: not before the sender is known to be allowed to make the call.
        bytes: () =>
          isBodyBytes ? readBody(context.req.raw, bodyLimit) : Promise.resolve(new Uint8Array()),
        header: (name: string) => context.req.header(name),
        // Only for calls that use it: it makes Hono build a whole Request.
        get signal() {
          return disconnectionOf(context.req.raw);
        },
        actor,
        address,
      } as RouteInput<Body, Query, Params>;
      const respond = async () => toResponse(context, await handle(input));
      if (!people || description.isPublic) return respond();
      return people.guard(
        actor,
        {
          name: nameOf(description),
          params: input.params,
          body: input.body,
          errors: description.errors ?? [],
          isChange: effectOf(description) !== "reads" && description.isUnrecorded !== true,
        },
        respond,
      );
    },
  };
}

/** The status of nginx for requests whose client disconnected; no client receives it. */
const disconnected = new HttpError(499, "the client disconnected");

function disconnectionOf({ signal }: Request): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(disconnected);
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort, { once: true });
  return controller.signal;
}

/** The name of a call in the tables of permissions and in the audit. */
const nameOf = ({ method, path }: Pick<RouteDescription, "method" | "path">): string =>
  `${method} ${path}`;

function toResponse(context: Context, result: RouteResult): Response {
  if (result instanceof Response) return result;
  if (result.status === 204) return new Response(null, { status: 204 });
  return context.json(result.body as object, result.status);
}

/** Decides whether a call is possible, and runs it. */
export type Admit = (
  description: RouteDescription,
  handle: () => Promise<Response>,
) => Promise<Response>;

export interface MountOptions {
  auth: Auth;
  admit: Admit;
  /** Who may make which call; null if every sender may make all calls. */
  people?: People | null;
  /** The address of a sender; without it, it is not known. */
  addressOf?: (request: IncomingMessage) => string;
  /** Called with each request that reaches a route. */
  onRoute?: ((context: Context, description: RouteDescription) => void) | undefined;
}

/**
 * Mounts the routes below `base`, and those of other servers below their origin, with 404 for other
 * paths and 405 for other methods. HEAD gets the response of GET without its body. Errors are
 * thrown.
 */
export function mountRoutes(
  base: string,
  routes: readonly BoundRoute[],
  { auth, admit, people = null, addressOf, onRoute }: MountOptions,
): Hono {
  const app = new Hono();
  const methods = new Map<string, string[]>();
  for (const { description, handle } of routes) {
    const { method, server } = description;
    const path = (server ? "" : base) + description.path;
    methods.set(path, [...(methods.get(path) ?? []), method]);
    app.on(method, path, async (context) => {
      onRoute?.(context, description);
      const actor = description.isPublic
        ? nobody
        : await auth.check(context.req.header("authorization"));
      if (!description.isPublic) people?.limits.takeCall(actor.credentialId);
      const address = addressOf?.((context.env as HttpBindings).incoming) ?? "";
      const response = await admit(description, () => handle(context, { actor, address, people }));
      // Hono answers HEAD with the headers of GET, and drops the body without ending it: its file
      // would stay open.
      if (context.req.method === "HEAD") await response.body?.cancel();
      return response;
    });
  }
  for (const [path, allowed] of methods) {
    app.all(path, () => {
      throw new HttpError(405, `only ${allowed.join(", ")} is supported here`, {
        Allow: allowed.join(", "),
      });
    });
  }
  app.notFound(() => {
    throw new HttpError(404, "unknown path");
  });
  return app;
}

/** How often a body is checked: removing a member may show that another one is invalid. */
const maxChecks = 3;

/**
 * Checks a body. Members that are null count as absent where their schema does not accept null:
 * some clients send all fields of a form.
 */
function checkBody<T>(schema: z.ZodType<T>, value: unknown): T {
  for (let round = 1; round < maxChecks; round += 1) {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const removed = parsed.error.issues.filter(({ path }) => removeNull(value, path));
    if (removed.length === 0) break;
  }
  return check(schema, value);
}

/** Removes the member at this path if it is null. Returns whether it was. */
function removeNull(value: unknown, path: readonly PropertyKey[]): boolean {
  let parent = value;
  for (const step of path.slice(0, -1)) {
    if (typeof parent !== "object" || parent === null || !Object.hasOwn(parent, step)) return false;
    parent = (parent as Record<PropertyKey, unknown>)[step];
  }
  const name = path.at(-1);
  if (name === undefined || typeof parent !== "object" || parent === null) return false;
  if (Array.isArray(parent) || !Object.hasOwn(parent, name)) return false;
  const members = parent as Record<PropertyKey, unknown>;
  return members[name] === null && Reflect.deleteProperty(members, name);
}

function check<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const messages = parsed.error.issues.slice(0, maxReportedIssues).map((issue) => {
    return `${fieldOf(issue.path)}: ${issue.message}`;
  });
  throw new HttpError(400, messages.join("; "));
}

/** Validates the query parameters of a call, each at most once; ignores other parameters. */
function checkQuery<T>(schema: z.ZodType<T>, given: Record<string, string[]>): T {
  const all = Object.entries(given).map(([name, values]) => [name, values[0]] as const);
  const parsed = check(schema, Object.fromEntries(all));
  for (const name of Object.keys(parsed as object))
    if (Object.hasOwn(given, name) && (given[name]?.length ?? 0) > 1)
      throw new HttpError(400, `${name}: occurs more than once`);
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
    throw new HttpError(400, "body: must be JSON in UTF-8");
  }
}

async function readBody(request: Request, limit = defaultBodyLimit): Promise<Uint8Array> {
  const tooLarge = new HttpError(413, `body: must be at most ${limit} bytes`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge;
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // SECURITY: the received bytes are counted; Content-Length may be missing.
    if (size > limit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
