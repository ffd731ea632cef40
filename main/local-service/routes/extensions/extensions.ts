/** The extensions and capabilities of this workspace beyond the interface. */
import type { ExtensionName } from "../../../../preload/facts/extensions";
import { announcement } from "../../../../preload/local-service/announcement";
import type { People } from "../../access/people";
import type { Engines } from "../../engines/engines";
import type { Moving } from "../../move/moving";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

/** Incremented when an extension changes incompatibly. */
const extensionsVersion = 1;

/** Of a service for a team, others see these in no list. */
const ofAdministrators: ReadonlySet<ExtensionName> = new Set(["administration", "move"]);

const localRoute = describeRoute({
  method: "GET",
  path: "/local",
  isPossibleWhileMoving: true,
  section: "extensions",
  summary: "The extensions that a local workspace offers, and its capabilities",
  responses: {
    200: announcement,
  },
});

/**
 * `extensions`: the names of the mounted extensions. `problem`: why the service does no work now,
 * or "".
 */
export function createLocalRoutes(
  extensions: readonly ExtensionName[],
  engines: () => Engines,
  people: People | null,
  moving: Pick<Moving, "announced">,
  problem: () => string,
): BoundRoute[] {
  return [
    bindRoute(localRoute, ({ actor: { scope, person } }) => ({
      status: 200,
      body: {
        version: extensionsVersion,
        extensions: extensions.filter((name) => scope === "admin" || !ofAdministrators.has(name)),
        capabilities: engines().capabilities,
        ...(people && {
          server: { kind: "team", name: people.serverName },
          me: { userId: person?.userId ?? null, name: person?.name ?? "", scope },
        }),
        ...moving.announced(),
        ...(problem() !== "" && { problem: problem() }),
      },
    })),
  ];
}
