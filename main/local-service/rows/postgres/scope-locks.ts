/** Finds the locks of a change. The lock of a batch is inside of that of its project. */
import type { Area, BatchName, Scope } from "../scopes";
import { all, jsonList, type ScopeOf, type Work } from "../unit-of-work";
import { isList, locksOf, type Lock } from "./locks";

/** Batches whose projects are remembered: a batch never leaves its project. */
const maxRemembered = 20_000;

const isWork = (found: Scope | Work<Scope>): found is Work<Scope> =>
  typeof found === "object" && "next" in found;
const isBatch = (area: Area): area is BatchName => typeof area !== "string" && "batchId" in area;

/** Returns the locks of a scope, as a unit of reads that is run before they are taken. */
export function createScopeLocks() {
  const projects = new Map<string, string>();

  function* findProjects(areas: readonly Area[]): Work<void> {
    const unknown = areas
      .filter(isBatch)
      .filter(({ batchId, projectId }) => projectId === undefined && !projects.has(batchId))
      .map(({ batchId }) => batchId);
    if (unknown.length === 0) return;
    if (projects.size > maxRemembered) projects.clear();
    const found = yield* all<{ id: string; projectId: string }>(
      "SELECT id, project_id AS projectId FROM batches WHERE id IN @texts",
      jsonList(unknown),
    );
    for (const { id, projectId } of found) projects.set(id, projectId);
  }

  return function* <Given extends unknown[]>(
    scope: Scope | ScopeOf<Given>,
    given: Given,
  ): Work<readonly Lock[]> {
    const named = typeof scope === "function" ? scope(...given) : scope;
    const own = isWork(named) ? yield* named : named;
    if (typeof own === "object") yield* findProjects(isList(own) ? own : [own]);
    return locksOf(own, (batchId) => projects.get(batchId));
  };
}
