/** Extension "delivery-presets": presets of deliveries, for all projects of the workspace. */
import { z } from "zod";
import {
  presetChange,
  presetList,
  presetResult,
} from "../../../../preload/local-service/delivery-presets";
import type { Presets } from "../../delivery/presets";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const params = z.object({
  presetId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/, "must be an id"),
});
const listRoute = describeRoute({
  method: "GET",
  path: "/local/delivery-presets",
  section: "extensions",
  summary: "The presets of deliveries that users saved, by name",
  responses: { 200: presetList },
});
const saveRoute = describeRoute({
  method: "PUT",
  path: "/local/delivery-presets/:presetId",
  section: "extensions",
  summary:
    "Adds or changes a preset of deliveries. The client makes the id. Nothing changes if the preset has another " +
    "revision, or another one has the name",
  params,
  body: presetChange,
  responses: { 200: presetResult },
  errors: [400, 507],
});
const removeRoute = describeRoute({
  method: "DELETE",
  path: "/local/delivery-presets/:presetId",
  onFullDisk: "frees-space",
  section: "extensions",
  summary: "Removes a preset of deliveries, unless it has another revision",
  params,
  query: z.object({ revision: integerText(1, Number.MAX_SAFE_INTEGER) }),
  responses: { 200: presetResult },
  errors: [400],
});

export const createPresetRoutes = (presets: Presets): BoundRoute[] => [
  bindRoute(listRoute, async () => ({ status: 200, body: { presets: await presets.list() } })),
  bindRoute(saveRoute, async ({ params: { presetId }, body }) => ({
    status: 200,
    body: { outcome: await presets.save(presetId, body) },
  })),
  bindRoute(removeRoute, async ({ params: { presetId }, query: { revision } }) => ({
    status: 200,
    body: { outcome: await presets.remove(presetId, revision) },
  })),
];
