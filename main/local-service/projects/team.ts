/**
 * Workspace users and project teams, and their rules (interface §2.5, §2.6, §4.3; notes § Roles).
 */
import { randomUUID } from "node:crypto";
import { ownerRole } from "../../../preload/facts/roles";
import { truncate } from "../../common/printable";
import { checkTeamChange } from "../access/roles";
import type { Actor } from "../common/actor";
import { foldName } from "../common/names";
import { HttpError, invalid } from "../common/http-error";
import type { MemberRow, Role, UserRow, TeamRows, UserRows } from "../rows/projects/project-port";
import { expectProject, projectLock, type Changes, type ProjectsDeps } from "./projects";

type UserFields = Omit<UserRow, "id">;

interface NewMember {
  userId: string;
  role: Role;
}

export interface Team {
  listUsers(): Promise<UserRow[]>;
  /** 400 when another user has the address. */
  addUser(fields: UserFields): Promise<UserRow>;
  /** 404 for an unknown user. */
  changeUser(id: string, fields: Changes<UserFields>): Promise<UserRow>;
  /** 404 for an unknown user; 400 if the user is the only owner of a project. */
  removeUser(id: string): Promise<void>;

  /** Empty for an unknown project: the interface lists neither 400 nor 404 for this call. */
  list(projectId: string): Promise<MemberRow[]>;
  /**
   * Adds members, and changes the role of existing ones. 400 for an unknown project or user, and if
   * the team would lose its last owner, or a member may not make the change.
   */
  add(projectId: string, members: readonly NewMember[], actor: Actor): Promise<void>;
  /**
   * Ignores users that are not members. 400 for an unknown project, and if the team would lose its
   * last owner.
   */
  remove(projectId: string, userIds: readonly string[], actor: Actor): Promise<void>;
}

/**
 * Note: One owner stays. A team may have no owner until the first one is added; from then on no
 * change may remove the last owner. All changes to users and teams run under one lock, so that two
 * concurrent changes, each valid alone, cannot remove both owners.
 */
const usersLock = "users";

export function createTeam({ store, now }: ProjectsDeps<TeamRows & UserRows>): Team {
  /** 400 when `after` lacks an owner that the team has now. */
  function checkOwners(field: string, before: readonly MemberRow[], after: readonly Role[]): void {
    const hadOwner = before.some(({ role }) => role === ownerRole);
    if (hadOwner && !after.includes(ownerRole))
      throw invalid(field, "a project keeps at least one project-owner");
  }

  async function requireUser(id: string): Promise<UserRow> {
    const found = (await store.listUsers()).find((user) => user.id === id);
    if (!found) throw new HttpError(404, `userId: there is no user "${truncate(id)}"`);
    return found;
  }

  async function checkEmail(email: string, ownId: string | null): Promise<void> {
    const other = await store.findUserByEmail(foldName(email));
    if (other && other.id !== ownId) throw invalid("email", "another user has this address");
  }

  return {
    listUsers: () => store.listUsers(),
    addUser: (fields) =>
      store.exclusively(usersLock, async () => {
        await checkEmail(fields.email, null);
        const user = { id: randomUUID(), ...fields };
        await store.putUser(user, foldName(user.email), now());
        return user;
      }),
    changeUser: (id, fields) =>
      store.exclusively(usersLock, async () => {
        const before = await requireUser(id);
        const user = {
          id,
          firstName: fields.firstName ?? before.firstName,
          lastName: fields.lastName ?? before.lastName,
          email: fields.email ?? before.email,
        };
        await checkEmail(user.email, id);
        await store.putUser(user, foldName(user.email), now());
        return user;
      }),
    removeUser: (id) =>
      store.exclusively(usersLock, async () => {
        await requireUser(id);
        const [project] = await store.listSoleOwnerships(id);
        if (project !== undefined)
          throw invalid("userId", `is the only project-owner of project "${project}"`);
        await store.removeUser(id);
      }),

    list: (projectId) => store.listTeam(projectId),
    add: (projectId, members, actor) =>
      store.exclusively(usersLock, () =>
        store.exclusively(projectLock(projectId), async () => {
          await expectProject(store, projectId);
          const known = await store.findExistingUsers(members.map(({ userId }) => userId));
          members.forEach(({ userId }, index) => {
            if (!known.has(userId))
              throw invalid(
                `teamMembers[${index}].userId`,
                `there is no user "${truncate(userId)}"`,
              );
          });
          const before = await store.listTeam(projectId);
          checkTeamChange(actor, "teamMembers", before, members);
          const after = new Map(before.map(({ id, role }) => [id, role]));
          for (const { userId, role } of members) after.set(userId, role);
          checkOwners("teamMembers", before, [...after.values()]);
          await store.putMembers(projectId, members);
        }),
      ),
    remove: (projectId, userIds, actor) =>
      store.exclusively(usersLock, () =>
        store.exclusively(projectLock(projectId), async () => {
          await expectProject(store, projectId);
          const removed = new Set(userIds);
          const before = await store.listTeam(projectId);
          const changes = userIds.map((userId) => ({ userId, role: null }));
          checkTeamChange(actor, "teamMembers", before, changes);
          const after = before.filter(({ id }) => !removed.has(id)).map(({ role }) => role);
          checkOwners("teamMembers", before, after);
          await store.removeMembers(projectId, userIds);
        }),
      ),
  };
}
