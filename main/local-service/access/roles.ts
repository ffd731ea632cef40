/** What the roles of a project's team allow (notes of the interface, "Roles"). */
import { ownerRole, type Role } from "../../../preload/facts/roles";
import type { Actor } from "../common/actor";
import { invalid } from "../common/http-error";

/** Who may make a call that concerns a project. */
export type Needed = "team" | "editors" | "managers" | "owners";

/** Null if the role suffices, else the rule. */
export function roleProblem(
  needed: Needed,
  role: Role,
  /** Of the call's batch; null if it is not known that the person may edit all of its languages. */
  languages: { asked: readonly string[]; assigned: ReadonlySet<string> } | null,
): string | null {
  if (needed === "team" || role === ownerRole) return null;
  if (needed === "owners") return "only a project-owner of this project may do this";
  if (role === "project-manager") return null;
  if (needed === "managers")
    return "only a project-owner or project-manager of this project may do this";
  const missing = languages?.asked.filter((language) => !languages.assigned.has(language)) ?? [];
  if (languages === null || languages.asked.length === 0)
    return "a project-editor may only edit the languages of a batch that are assigned to them";
  if (missing.length > 0)
    return `a project-editor may only edit assigned languages, and ${missing[0] ?? ""} is not assigned`;
  return null;
}

/**
 * Checks a change of a team by one of its members. Others, such as the workspace itself, may make
 * any change.
 * @throws HttpError 400 naming the rule
 */
export function checkTeamChange(
  { scope, person }: Actor,
  field: string,
  before: readonly { id: string; role: Role }[],
  changes: readonly { userId: string; role: Role | null }[],
): void {
  if (scope !== "member") return;
  const roles = new Map(before.map(({ id, role }) => [id, role]));
  const own = person ? roles.get(person.userId) : undefined;
  // The role may have been taken after the call was allowed.
  if (!person || own === undefined || own === "project-editor")
    throw invalid(field, "only a project-owner or project-manager may change the team");
  for (const { userId, role } of changes) {
    const earlier = roles.get(userId) ?? null;
    if (earlier === role) continue;
    if (own === ownerRole && userId === person.userId)
      throw invalid(field, "a project-owner cannot change their own role");
    if (own !== ownerRole && earlier === ownerRole)
      throw invalid(field, "a project-manager cannot change the role of a project-owner");
    if (own !== ownerRole && role === ownerRole)
      throw invalid(
        field,
        "a project-manager may give the roles project-manager and project-editor",
      );
  }
}
