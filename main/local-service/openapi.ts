/** The interface as an OpenAPI 3.1 document, made of the descriptions and schemas that requests are checked with. */
import { z } from "zod";
import { bytesAnswer, type RouteDescription } from "./routes/route";

type JsonObject = Record<string, unknown>;

const meanings: Readonly<Record<number, string>> = {
  200: "Success",
  201: "Created",
  204: "Success, with no body",
  400: "Invalid input; the message names the field",
  401: "The access token is missing, bad or expired",
  403: "The request names another host than this service, or comes from a page of another origin",
  404: "Not found",
  405: "The path takes other methods; Allow names them",
  408: "The request did not come to its end in time",
  411: "The length of the body is missing",
  413: "The body is larger than this call takes",
  417: "Only 100-continue may be expected",
  431: "The headers are larger than 16 KiB",
  500: "Internal server error",
  507: "No room left on the disk",
};
/** Refusals of requests that no call has seen. */
const beforeAnyCall = [400, 403, 404, 405, 408, 413, 417, 431];

const refusal = z.object({ message: z.string() });
/** Bytes of any kind, in words that generators of clients know. */
const bytes = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

/** What a client sends is described before it is changed (trimmed, in NFC), what it gets as it is sent. */
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

function parametersOf(place: "path" | "query", schema: z.ZodType | undefined): JsonObject[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, described]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: described,
  }));
}

function bodyOf({ body, isBodyBytes }: RouteDescription): JsonObject {
  if (isBodyBytes) return { requestBody: { required: true, content: bytes } };
  if (!body) return {};
  const content = { "application/json": { schema: schemaOf(body, "input") } };
  return { requestBody: { required: true, content } };
}

const descriptionOf = (status: number) => ({ description: meanings[status] ?? "Refused" });

function responsesOf(route: RouteDescription): JsonObject {
  const responses: JsonObject = {};
  for (const [status, answer] of Object.entries(route.responses)) {
    if (Number(status) >= 400) continue;
    const content =
      answer === bytesAnswer
        ? bytes
        : answer && { "application/json": { schema: schemaOf(answer, "output") } };
    responses[status] = { ...descriptionOf(Number(status)), ...(content ? { content } : {}) };
  }
  for (const status of refusalsOf(route))
    responses[status] = { $ref: `#/components/responses/${status}` };
  return responses;
}

/** What a call may be refused with: by itself, and by what is common to all. */
function refusalsOf(route: RouteDescription): number[] {
  const own = Object.keys(route.responses).map(Number);
  const hasBody = route.body !== undefined || route.isBodyBytes === true;
  return [
    ...own.filter((status) => status >= 400),
    403,
    ...(route.isPublic ? [] : [401]),
    ...(hasBody || route.query ? [400] : []),
    ...(hasBody ? [408, 413] : []),
    // Whatever changes something needs room for it.
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

function refusalOf(status: number): JsonObject {
  const content = { "application/json": { schema: schemaOf(refusal, "output") } };
  const headers = { Allow: { schema: { type: "string" } } };
  return { ...descriptionOf(status), ...(status === 405 ? { headers } : {}), content };
}

/** The document. `serverUrl` is the base URL that its paths are below. */
export function describeInterface(
  routes: readonly RouteDescription[],
  serverUrl: string,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = templated(route.path);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Media, Batches and Projects Service Interface",
      summary: "As the local workspace of Dubyard answers it",
      description:
        "Requests that reach no call, for want of such a path or method or of sense, are refused with " +
        `${beforeAnyCall.join(", ")} as described under components. An upload URL takes one PUT of bytes, and ` +
        "answers 200 with their ETag, or 400, 403, 404, 411 or 507.",
      version: "1",
    },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    components: {
      responses: Object.fromEntries(
        Object.keys(meanings)
          .map(Number)
          .filter((status) => status >= 400)
          .map((status) => [status, refusalOf(status)]),
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
