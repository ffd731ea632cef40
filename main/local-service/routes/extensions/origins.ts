/** Extension: the script, video, language and settings from which a batch was created. */
import { fileNameOf, isAddress } from "../../../../preload/facts/rules";
import { batchOrigin, type BatchSource } from "../../../../preload/local-service/batches";
import type { Batches } from "../../batches/batches";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const batchOriginRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/origin",
  section: "extensions",
  summary: "The script, video, language and settings from which a batch was created",
  params: batchParams,
  responses: { 200: batchOrigin },
  errors: [404],
});

/**
 * SECURITY: the address of a stored script opens it without a token, as a signed URL does. Neither
 * is returned.
 */
function isAccessRight(location: string): boolean {
  if (!isAddress(location)) return false;
  const { search, hash, pathname } = new URL(location);
  return search !== "" || hash !== "" || /\/local\/scripts\//.test(pathname);
}

function toSource(location: string | null): BatchSource {
  if (location === null) return null;
  return { name: fileNameOf(location), location: isAccessRight(location) ? null : location };
}

export function createLocalOriginRoutes(batches: Batches): BoundRoute[] {
  return [
    bindRoute(batchOriginRoute, async ({ params: { batchId } }) => {
      const found = await batches.findSource(batchId);
      return {
        status: 200,
        body: {
          script: toSource(found?.scriptPath ?? null),
          video: toSource(found?.videoPath ?? null),
          languageCode: found?.languageCode ?? null,
          settings: { ...found?.settings },
        },
      };
    }),
  ];
}
