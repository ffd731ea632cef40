/** Extension: work of a workspace from another computer, which waits until a user confirms it. */
import { z } from "zod";
import { heldSources, maxHeld } from "../../../../preload/local-service/maintenance";
import { idText } from "../../common/names";
import type { HeldSources } from "../../sources/held-sources";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const listHeldRoute = describeRoute({
  method: "GET",
  path: "/local/confirmations",
  section: "extensions",
  summary: "Batches and bulk requests that were begun on another computer, and wait; at most 1,000",
  responses: { 200: heldSources },
});
const confirmRoute = describeRoute({
  method: "POST",
  path: "/local/confirmations",
  section: "extensions",
  summary: "Confirms such batches and bulk requests: they continue",
  body: z.object({ ids: z.array(idText).max(maxHeld) }),
  responses: { 204: null },
  errors: [400],
});

export function createConfirmationRoutes(held: HeldSources): BoundRoute[] {
  return [
    bindRoute(listHeldRoute, async () => ({
      status: 200,
      body: { held: await held.list(maxHeld) },
    })),
    bindRoute(confirmRoute, async ({ body: { ids } }) => {
      await held.confirm(ids);
      return { status: 204 };
    }),
  ];
}
