/** Extension: the script store. */
import { z } from "zod";
import { storedScript } from "../../../../preload/local-service/scripts";
import { idText, nameText } from "../../common/names";
import { maxScriptBytes, type ScriptStore } from "../../scripts/script-store";
import type { ScriptRow } from "../../rows/batches/script-port";
import { toIso } from "../resources";
import { bindRoute, describeRoute, bytesResponse, type BoundRoute } from "../route";

/**
 * The segment is a name in a PUT and an id in a DELETE: Hono requires the same parameter name for
 * both.
 */
const scriptNameParams = z.object({
  script: nameText.refine((name) => !/[/\\]/.test(name), 'must not contain "/" or a backslash'),
});
const scriptParams = z.object({ script: idText });
const scriptFileParams = z.object({ scriptId: idText, name: z.string() });

const putScriptRoute = describeRoute({
  method: "PUT",
  path: "/local/scripts/:script",
  section: "extensions",
  summary: "Stores the bytes of a script under a name; returns a URL for scriptPath",
  params: scriptNameParams,
  bodyLimit: maxScriptBytes,
  isBodyBytes: true,
  responses: { 201: storedScript },
  errors: [400, 507],
});

const scriptsRoute = describeRoute({
  method: "GET",
  path: "/local/scripts",
  section: "extensions",
  summary: "The stored scripts",
  responses: { 200: z.array(storedScript) },
});

/** SECURITY: a public URL of a service for a team would be a right that cannot be revoked. */
const describeScriptFile = (isPublic: boolean) =>
  describeRoute({
    method: "GET",
    path: "/local/scripts/:scriptId/:name",
    section: "extensions",
    summary: `The bytes of a script${isPublic ? "; needs no token, since the URL contains a random id" : ""}`,
    isPublic,
    params: scriptFileParams,
    responses: { 200: bytesResponse },
    errors: [404],
  });

const deleteScriptRoute = describeRoute({
  method: "DELETE",
  path: "/local/scripts/:script",
  section: "extensions",
  summary: "Deletes a script by its id; batches keep their lines",
  params: scriptParams,
  responses: { 204: null },
  errors: [404],
});

/** `isPublic`: whether the URL of a script needs no token. */
export function createLocalScriptRoutes(deps: {
  scripts: ScriptStore;
  /** Known once the service listens. */
  baseUrl: () => string;
  isPublic: boolean;
}): BoundRoute[] {
  const { scripts, baseUrl, isPublic } = deps;
  const toScript = ({ id, name, size, createdAt }: ScriptRow): z.infer<typeof storedScript> => ({
    id,
    name,
    size,
    url: `${baseUrl()}/local/scripts/${id}/${encodeURIComponent(name)}`,
    createdAt: toIso(createdAt),
  });
  return [
    bindRoute(putScriptRoute, async ({ params, bytes }) => ({
      status: 201,
      body: toScript(await scripts.put(params.script, await bytes())),
    })),
    bindRoute(scriptsRoute, async () => ({
      status: 200,
      body: (await scripts.list()).map(toScript),
    })),
    bindRoute(describeScriptFile(isPublic), async ({ params }) => {
      const { bytes } = await scripts.read(params.scriptId);
      return new Response(Uint8Array.from(bytes), {
        status: 200,
        headers: {
          "content-type": "application/octet-stream",
          // SECURITY: a browser must not display an uploaded document as a page of this origin.
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
