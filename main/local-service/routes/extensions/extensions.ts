/** The extensions and capabilities of this workspace beyond the interface. */
import { z } from "zod";
import { capabilitiesOf, type Engines } from "../../catalogue/engines";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

/** Incremented when an extension changes incompatibly. */
export const extensionsVersion = 1;

export const localRoute = describeRoute({
  method: "GET",
  path: "/local",
  section: "extensions",
  summary: "The extensions that a local workspace offers, and its capabilities",
  responses: {
    200: z.object({
      version: z.number(),
      extensions: z.array(z.string()),
      /** True or false for each capability. */
      capabilities: z.record(z.string(), z.boolean()),
    }),
    500: errorBody,
  },
});

/** `extensions` are the names of the mounted extensions. */
export function createLocalRoutes(
  extensions: readonly string[],
  engines: () => Engines,
): BoundRoute[] {
  return [
    bindRoute(localRoute, () => ({
      status: 200,
      body: {
        version: extensionsVersion,
        extensions: [...extensions],
        capabilities: capabilitiesOf(engines()),
      },
    })),
  ];
}
