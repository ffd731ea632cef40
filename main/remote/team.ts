/** The requests of interface §4.3 for the users of the workspace and the teams of its projects. */
import type { Member, Role, User } from "../../preload/model/resources";
import type { Http } from "./http/http";
import { projectPath } from "./projects";
import type { Fields } from "./http/fields";
import { idOf, readRows, text, type ListChunks } from "./http/tolerant-parse";

export interface Team {
  /** The users of the workspace. */
  users(signal?: AbortSignal): ListChunks<User>;
  /** The members of a project's team. */
  members(projectId: string, signal?: AbortSignal): ListChunks<Member>;
  /** Adds members. An existing member gets the new role. */
  addMembers(projectId: string, members: readonly { userId: string; role: Role }[]): Promise<void>;
  removeMembers(projectId: string, userIds: readonly string[]): Promise<void>;
}

export function createTeam(http: Http): Team {
  return {
    users: (signal) => readRows(http, { path: "/users", ifMissing: "failed", signal }, toUser),
    members: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/team`, signal }, toMember),
    async addMembers(projectId, teamMembers) {
      const path = `${projectPath(projectId)}/team`;
      await http.json({ method: "POST", path, body: { teamMembers }, isRepeatable: true });
    },
    async removeMembers(projectId, userIds) {
      await http.json({
        method: "POST",
        path: `${projectPath(projectId)}/team/delete`,
        body: { teamMembers: userIds },
        isRepeatable: true,
      });
    },
  };
}

/** Parses a user; null if it has no id. */
export function toUser(fields: Fields): User | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    firstName: text(fields["firstName"]),
    lastName: text(fields["lastName"]),
    email: text(fields["email"]),
  };
}

function toMember(fields: Fields): Member | null {
  const user = toUser(fields);
  return user && { ...user, role: text(fields["role"]) };
}
