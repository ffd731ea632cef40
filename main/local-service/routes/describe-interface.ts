/**
 * The interface as an OpenAPI 3.1 document, generated from the route descriptions and their
 * schemas.
 */
import { z } from "zod";
import { bytesResponse, pageResponse, textResponse, type RouteDescription } from "./route";

type JsonObject = Record<string, unknown>;

const statusDescriptions: Readonly<Record<number, string>> = {
  200: "Success",
  201: "Created",
  202: "The result is being made; the same request has it later",
  204: "Success, with no body",
  206: "The requested range",
  304: "Not changed",
  400: "Invalid input; the message names the field",
  401: "The access token is missing, invalid or expired",
  403: "The Host header is not that of this service, or the request comes from a page of another origin",
  404: "Not found",
  405: "The path supports other methods; see Allow",
  408: "The request was not complete in time",
  409: "The state of the workspace, or of a file, does not allow it",
  411: "The length of the body is missing",
  413: "The body is larger than this call accepts",
  416: "The range is outside of the file",
  417: "Only the expectation 100-continue is supported",
  429: "Too many requests; the header Retry-After says when to repeat it",
  431: "The headers are larger than 16 KiB",
  500: "Internal server error",
  503: "The service stops, or cannot do its work now",
  507: "No space left on the disk",
};
/** Statuses of errors that occur before a request reaches a route. */
const statusesBeforeRouting = [400, 403, 404, 405, 408, 413, 417, 431];

/** The body of every error response (interface §7 does not define one). */
const errorSchema = z.object({ message: z.string() });
/** Arbitrary bytes, in the form that client generators support. */
const bytes = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
/** The content of a response that is not JSON, by its mark. */
const contents = {
  [bytesResponse]: bytes,
  [textResponse]: { "text/plain": { schema: { type: "string" } } },
  [pageResponse]: { "text/html": { schema: { type: "string" } } },
};

/** What the paths of the document are below. */
export interface ServerUrls {
  /** The base URL of the interface. */
  api: string;
  origin: string;
  metrics: string;
}

/** JSON Schema of input before transformations (trim, NFC), or of output as it is sent. */
function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return described;
}

/** "/projects/:projectId" → "/projects/{projectId}". */
const templated = (path: string) => path.replace(/:(\w+)/g, "{$1}");

function parametersOf(location: "path" | "query", schema: z.ZodType | undefined): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: location,
    required: location === "path" || required.includes(name),
    schema: described,
  }));
}

function bodyOf({ body, isBodyBytes }: RouteDescription): JsonObject {
  if (isBodyBytes) return { requestBody: { required: true, content: bytes } };
  if (!body) return {};
  const content = { "application/json": { schema: schemaOf(body, "input") } };
  return { requestBody: { required: true, content } };
}

const descriptionOf = (status: number) => ({ description: statusDescriptions[status] ?? "Error" });

function responsesOf(route: RouteDescription): JsonObject {
  const responses: JsonObject = {};
  const type = route.isResponseLines ? "application/x-ndjson" : "application/json";
  for (const [status, response] of Object.entries(route.responses)) {
    const content =
      typeof response === "string"
        ? contents[response]
        : response && { [type]: { schema: schemaOf(response, "output") } };
    responses[status] = { ...descriptionOf(Number(status)), ...(content ? { content } : {}) };
  }
  for (const status of errorStatusesOf(route))
    responses[status] = { $ref: `#/components/responses/${status}` };
  return responses;
}

/** Error statuses of a call: those in its description, and those that are common to all calls. */
function errorStatusesOf(route: RouteDescription): number[] {
  const hasBody = route.body !== undefined || route.isBodyBytes === true;
  return [
    ...(route.errors ?? []),
    403,
    500,
    ...(route.isPublic ? [] : [401]),
    ...(hasBody || route.query ? [400] : []),
    ...(hasBody ? [408, 413] : []),
    // Every change may need disk space.
    ...(route.method === "GET" || route.isPublic ? [] : [507]),
  ];
}

function operationOf(route: RouteDescription): JsonObject {
  const parameters = [...parametersOf("path", route.params), ...parametersOf("query", route.query)];
  return {
    operationId: `${route.method} ${templated(route.path)}`,
    summary: route.summary,
    tags: [route.section],
    ...(route.isPublic ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...bodyOf(route),
    responses: responsesOf(route),
  };
}

function errorResponseOf(status: number): JsonObject {
  const content = { "application/json": { schema: schemaOf(errorSchema, "output") } };
  const headers = { Allow: { schema: { type: "string" } } };
  return { ...descriptionOf(status), ...(status === 405 ? { headers } : {}), content };
}

/** Generates the document. A path of another server names it. */
export function describeInterface(
  routes: readonly RouteDescription[],
  urls: ServerUrls,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = templated(route.path);
    const servers = route.server ? { servers: [{ url: urls[route.server] }] } : {};
    paths[path] = { ...paths[path], ...servers, [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Media, Batches and Projects Service Interface",
      summary: "As implemented by the local workspace of Dubyard",
      description:
        "Requests with an unknown path or method, and malformed requests, get one of " +
        `${statusesBeforeRouting.join(", ")} as described under components. An upload URL accepts one PUT of ` +
        "bytes; the response is 200 with their ETag, or 400, 403, 404, 411 or 507.",
      version: "1",
    },
    servers: [{ url: urls.api }],
    security: [{ accessToken: [] }],
    components: {
      responses: Object.fromEntries(
        Object.keys(statusDescriptions)
          .map(Number)
          .filter((status) => status >= 400)
          .map((status) => [status, errorResponseOf(status)]),
      ),
      securitySchemes: {
        accessToken: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: 'The access token of POST /auth/token, raw or after "Bearer "',
        },
      },
    },
    paths,
  };
}
