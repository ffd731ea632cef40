/** The interface as an OpenAPI 3.1 document, made of the descriptions and schemas that requests are checked with. */
import { z } from "zod";
import type { RouteDescription } from "./routes/route";

type JsonObject = Record<string, unknown>;

const meanings: Readonly<Record<number, string>> = {
  200: "Success",
  201: "Created",
  204: "Success, with no body",
  400: "Invalid input; the message names the field",
  401: "The access token is missing, bad or expired",
  404: "Not found",
  500: "Internal server error",
  507: "No room left on the disk",
};

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
  if (isBodyBytes)
    return { requestBody: { required: true, content: { "application/octet-stream": {} } } };
  if (!body) return {};
  const content = { "application/json": { schema: schemaOf(body, "input") } };
  return { requestBody: { required: true, content } };
}

function responsesOf(route: RouteDescription): JsonObject {
  const responses: JsonObject = {};
  const refusal = z.object({ message: z.string() });
  const all: RouteDescription["responses"] = {
    ...route.responses,
    ...(route.isPublic ? {} : { 401: refusal }),
  };
  for (const [status, schema] of Object.entries(all)) {
    const content = schema && { "application/json": { schema: schemaOf(schema, "output") } };
    const description = meanings[Number(status)] ?? "Refused";
    responses[status] = content ? { description, content } : { description };
  }
  return responses;
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
      version: "1",
    },
    servers: [{ url: serverUrl }],
    security: [{ accessToken: [] }],
    components: {
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
