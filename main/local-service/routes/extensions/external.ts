/**
 * Extension: external engines. SECURITY: these routes store settings only. An engine is used when
 * the application that started the service has confirmed exactly these settings over the channel of
 * the process; its key arrives there too.
 */
import { z } from "zod";
import {
  externalEngineSettings,
  externalTest,
  fingerprintedEngine,
} from "../../../../preload/local-service/external-engines";
import { fingerprintOf } from "../../../common/external-grants";
import type { ExternalConfiguration, ListedEngine } from "../../engines/external-configuration";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const params = z.object({ engineId: z.string().regex(/^[a-z0-9-]{1,64}$/, "must be an id") });
const externalEnginesRoute = describeRoute({
  method: "GET",
  path: "/local/external-engines",
  section: "extensions",
  summary: "The external engines: commands and HTTP services. Keys are never returned",
  responses: { 200: z.object({ engines: z.array(fingerprintedEngine) }) },
});
const putExternalEngineRoute = describeRoute({
  method: "PUT",
  path: "/local/external-engines/:engineId",
  section: "extensions",
  summary:
    "Adds or replaces an external engine. It is not used before the application that started the service has " +
    "confirmed these settings",
  params,
  body: externalEngineSettings,
  responses: { 200: fingerprintedEngine },
  errors: [400, 507],
});
const removeExternalEngineRoute = describeRoute({
  method: "DELETE",
  path: "/local/external-engines/:engineId",
  section: "extensions",
  summary: "Removes an external engine",
  params,
  responses: { 204: null },
  errors: [400, 404],
});
const testExternalEngineRoute = describeRoute({
  method: "POST",
  path: "/local/external-engines/:engineId/test",
  section: "extensions",
  summary:
    "Speaks or transcribes a sentence, and reports the result; 409 if the settings are not confirmed",
  params,
  responses: { 200: externalTest },
  errors: [400, 404, 409],
});

const toListed = ({ id, settings, isConfirmed, hasKey }: ListedEngine) => ({
  id,
  settings,
  fingerprint: fingerprintOf({ id, settings }),
  isConfirmed,
  hasKey,
});

export function createLocalExternalRoutes(
  configuration: ExternalConfiguration,
  /** Aborted when the service closes. */
  closing: AbortSignal,
): BoundRoute[] {
  return [
    bindRoute(externalEnginesRoute, () => ({
      status: 200,
      body: { engines: configuration.list().map(toListed) },
    })),
    bindRoute(putExternalEngineRoute, async ({ params: { engineId }, body }) => ({
      status: 200,
      body: toListed(await configuration.put(engineId, body)),
    })),
    bindRoute(removeExternalEngineRoute, async ({ params: { engineId } }) => {
      await configuration.remove(engineId);
      return { status: 204 };
    }),
    bindRoute(testExternalEngineRoute, async ({ params: { engineId }, signal }) => ({
      status: 200,
      body: await configuration.test(engineId, AbortSignal.any([signal, closing])),
    })),
  ];
}
