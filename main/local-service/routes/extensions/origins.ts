/** Extension: the script, video, language and settings from which a batch was created. */
import { z } from "zod";
import { fileNameOf, isAddress } from "../../../../preload/facts/rules";
import { batchSettings } from "../../batches/settings";
import { requireBatch } from "../../batches/batches";
import type { LocalStore } from "../../rows/port";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const source = z.object({
  /** The file name at the end of the path or URL. */
  name: z.string(),
  /** A media gallery path or a URL; null for a URL that is itself an access right, for example a signed one. */
  location: z.string().nullable(),
});
const batchOrigin = z.object({
  script: source.nullable(),
  video: source.nullable(),
  languageCode: z.string().nullable(),
  /** Only the settings of the request, without defaults. */
  settings: batchSettings,
});

export const batchOriginRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/origin",
  section: "extensions",
  summary: "The script, video, language and settings from which a batch was created",
  params: batchParams,
  responses: { 200: batchOrigin, 404: errorBody, 500: errorBody },
});

/** SECURITY: the address of a stored script opens it without a token, as a signed URL does. Neither is returned. */
function isAccessRight(location: string): boolean {
  if (!isAddress(location)) return false;
  const { search, hash, pathname } = new URL(location);
  return search !== "" || hash !== "" || /\/local\/scripts\//.test(pathname);
}

function toSource(location: string | null): z.infer<typeof source> | null {
  if (location === null) return null;
  return { name: fileNameOf(location), location: isAccessRight(location) ? null : location };
}

export function createLocalOriginRoutes({ store }: { store: LocalStore }): BoundRoute[] {
  return [
    bindRoute(batchOriginRoute, async ({ params: { batchId } }) => {
      await requireBatch(store, batchId);
      const found = await store.findBatchSource(batchId);
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
