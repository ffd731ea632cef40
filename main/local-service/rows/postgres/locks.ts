/** Advisory locks of PostgreSQL. Most end with their transaction. */
import { createHash } from "node:crypto";
import type { Area, Scope } from "../scopes";

export interface Lock {
  name: string;
  /** Several transactions hold a shared lock at the same time. */
  isShared: boolean;
}

/** The lock of all rows. */
export const workspaceLock: Lock = { name: "workspace", isShared: false };

/** A change that needs more locks takes that of the workspace: the server has few. */
const maxLocks = 400;

/** The names of the locks of an area, each inside of the one before it. */
function pathOf(area: Area, projectOf: (batchId: string) => string | undefined): string[] {
  if (typeof area === "string") return [area];
  if (!("batchId" in area)) {
    const project = `project ${area.projectId}`;
    return "requestId" in area ? [project, `request ${area.requestId}`] : [project];
  }
  const { batchId, languageId, part } = area;
  // A batch without a row gets a name that no project has.
  const projectId = area.projectId ?? projectOf(batchId) ?? "";
  const path = [`project ${projectId}`, `batch ${batchId}`];
  if (part !== undefined) path.push(`${part} ${batchId}`);
  else if (languageId !== undefined) path.push(`language ${batchId}/${languageId}`);
  return path;
}

/**
 * The locks of a change, in the order in which all changes take them: the workspace, then those of
 * its areas by depth (a project, a batch, a language) and name. Each lock is inside of one of the
 * depth before it, which is shared. `projectOf`: of a batch; undefined if there is none.
 */
export function locksOf(
  scope: Scope,
  projectOf: (batchId: string) => string | undefined,
): readonly Lock[] {
  if (scope === "workspace") return [workspaceLock];
  const areas = scope === "own-rows" ? [] : isList(scope) ? scope : [scope];
  const depths = [new Map([[workspaceLock.name, { ...workspaceLock, isShared: true }]])];
  for (const area of areas) {
    const path = pathOf(area, projectOf);
    for (const [index, name] of path.entries()) {
      const locks = (depths[index + 1] ??= new Map<string, Lock>());
      const isShared = index < path.length - 1 && (locks.get(name)?.isShared ?? true);
      locks.set(name, { name, isShared });
    }
  }
  const ordered = depths.flatMap((locks) =>
    [...locks.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
  );
  return ordered.length > maxLocks ? [workspaceLock] : ordered;
}

export const isList = (scope: Scope): scope is readonly Area[] => Array.isArray(scope);

/** The number of a lock: the first 8 bytes of the SHA-256 of its name. */
export const numberOf = (name: string): bigint =>
  createHash("sha256").update(`dubyard ${name}`).digest().readBigInt64BE();

/** A statement that waits for the locks in their order. */
export const lockStatement = (locks: readonly Lock[]): string =>
  `SELECT ${locks
    .map(
      ({ name, isShared }) =>
        `pg_advisory_xact_lock${isShared ? "_shared" : ""}(${numberOf(name)})`,
    )
    .join(", ")}`;
