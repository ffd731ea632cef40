/** Extension: the script store. */
import { z } from "zod";
import { idText, nameText } from "../names";
import { maxScriptBytes, type ScriptStore } from "../scripts/script-store";
import type { ScriptRow } from "../rows/port";
import { toIso } from "./resources";
import { bindRoute, bytesAnswer, errorBody, type BoundRoute, type RouteDescription } from "./route";

const script = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** What `scriptPath` takes. */
  url: z.url(),
  createdAt: z.iso.datetime(),
});

/** What a PUT takes for a name stands where a DELETE takes the id: in a path, one place has one name. */
export const scriptNameParams = z.object({
  script: nameText.refine((name) => !/[/\\]/.test(name), 'must hold no "/" and no backslash'),
});
export const scriptParams = z.object({ script: idText });
export const scriptFileParams = z.object({ scriptId: idText, name: z.string() });

export const putScriptRoute = {
  method: "PUT",
  path: "/local/scripts/:script",
  section: "extensions",
  summary: "Keeps the bytes of a script under its name; its URL is for scriptPath",
  params: scriptNameParams,
  bodyLimit: maxScriptBytes,
  isBodyBytes: true,
  responses: { 201: script, 400: errorBody, 500: errorBody, 507: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof scriptNameParams>>;

export const scriptsRoute = {
  method: "GET",
  path: "/local/scripts",
  section: "extensions",
  summary: "The scripts that are kept",
  responses: { 200: z.array(script), 500: errorBody },
} satisfies RouteDescription;

export const scriptFileRoute = {
  method: "GET",
  path: "/local/scripts/:scriptId/:name",
  section: "extensions",
  summary: "The bytes of a script; whoever knows the URL may read it",
  isPublic: true,
  params: scriptFileParams,
  responses: { 200: bytesAnswer, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof scriptFileParams>>;

export const deleteScriptRoute = {
  method: "DELETE",
  path: "/local/scripts/:script",
  section: "extensions",
  summary: "Deletes a script by its id; batches keep their lines",
  params: scriptParams,
  responses: { 204: null, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof scriptParams>>;

/** `baseUrl` is known once the service listens. */
export function createLocalScriptRoutes(deps: {
  scripts: ScriptStore;
  baseUrl: () => string;
}): BoundRoute[] {
  const { scripts, baseUrl } = deps;
  const shown = ({ id, name, size, createdAt }: ScriptRow): z.infer<typeof script> => ({
    id,
    name,
    size,
    url: `${baseUrl()}/local/scripts/${id}/${encodeURIComponent(name)}`,
    createdAt: toIso(createdAt),
  });
  return [
    bindRoute(putScriptRoute, async ({ params, bytes }) => ({
      status: 201,
      body: shown(await scripts.put(params.script, bytes)),
    })),
    bindRoute(scriptsRoute, async () => ({
      status: 200,
      body: (await scripts.list()).map(shown),
    })),
    bindRoute(scriptFileRoute, async ({ params }) => {
      const { bytes } = await scripts.read(params.scriptId);
      return new Response(Uint8Array.from(bytes), {
        status: 200,
        headers: {
          "content-type": "application/octet-stream",
          // SECURITY: somebody else's document is never shown as a page of this service.
          "content-disposition": "attachment",
          "x-content-type-options": "nosniff",
        },
      });
    }),
    bindRoute(deleteScriptRoute, async ({ params }) => {
      await scripts.remove(params.script);
      return { status: 204 };
    }),
  ];
}
