/** What this workspace can do beyond the interface. */
import { z } from "zod";
import { capabilities } from "../catalogue/engines";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

/** Grows when an extension changes in a way that its users must know of. */
export const extensionsVersion = 1;

export const localRoute = {
  method: "GET",
  path: "/local",
  section: "extensions",
  summary: "The extensions that a local workspace offers, and its capabilities",
  responses: {
    200: z.object({
      version: z.number(),
      extensions: z.array(z.string()),
      /** What the service does with scripts and media: true or false for each capability that it knows. */
      capabilities: z.record(z.string(), z.boolean()),
    }),
    500: errorBody,
  },
} satisfies RouteDescription;

/** `extensions` are the names of those that are mounted. */
export function createLocalRoutes(extensions: readonly string[]): BoundRoute[] {
  return [
    bindRoute(localRoute, () => ({
      status: 200,
      body: { version: extensionsVersion, extensions, capabilities },
    })),
  ];
}
