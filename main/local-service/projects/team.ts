/** Workspace users and the teams of projects: their rules (interface §2.5, §2.6, §4.3; notes § Roles). */
import { randomUUID } from "node:crypto";
import { shortened } from "../catalogue/lookup";
import { foldName } from "../names";
import { HttpProblem, invalid } from "../problem";
import type { MemberRow, Role, UserRow } from "../rows/project-port";
import { expectProject, projectTurn, type Changed, type ProjectsDeps } from "./projects";

export type UserFields = Omit<UserRow, "id">;
export interface NewMember {
  userId: string;
  role: Role;
}

export interface Team {
  listUsers(): Promise<UserRow[]>;
  /** 400 when somebody else has the address. */
  addUser(fields: UserFields): Promise<UserRow>;
  /** 404 for an unknown user. */
  changeUser(id: string, fields: Changed<UserFields>): Promise<UserRow>;
  /** 404 for an unknown user; 400 while a project has no other owner. */
  removeUser(id: string): Promise<void>;

  /** Empty for an unknown project: the interface lists neither 400 nor 404 for this call. */
  list(projectId: string): Promise<MemberRow[]>;
  /** Adds members; who is one already gets the new role. 400 for what is unknown, and for the last owner's role. */
  add(projectId: string, members: readonly NewMember[]): Promise<void>;
  /** Those who are no members are fine. 400 for an unknown project, and for the last owner. */
  remove(projectId: string, userIds: readonly string[]): Promise<void>;
}

const owner: Role = "project-owner";

/**
 * Note: One owner stays. A team may be without an owner until it gets its first; from then on no change may leave
 * it without one. Every change to users and teams waits its turn under one name, so that two changes that are
 * right by themselves do not add up to a wrong one.
 */
const usersTurn = "users";

export function createTeam({ store, now }: ProjectsDeps): Team {
  /** 400 when `after` lacks an owner that the team has now. */
  function checkOwners(field: string, before: readonly MemberRow[], after: readonly Role[]): void {
    const hadOwner = before.some(({ role }) => role === owner);
    if (hadOwner && !after.includes(owner))
      throw invalid(field, "a project keeps at least one project-owner");
  }

  async function requireUser(id: string): Promise<UserRow> {
    const found = (await store.listUsers()).find((user) => user.id === id);
    if (!found) throw new HttpProblem(404, `userId: there is no user "${shortened(id)}"`);
    return found;
  }

  async function checkEmail(email: string, ownId: string | null): Promise<void> {
    const other = await store.findUserByEmail(foldName(email));
    if (other && other.id !== ownId) throw invalid("email", "another user has this address");
  }

  return {
    listUsers: () => store.listUsers(),
    addUser: (fields) =>
      store.exclusively(usersTurn, async () => {
        await checkEmail(fields.email, null);
        const user = { id: randomUUID(), ...fields };
        await store.putUser(user, foldName(user.email), now());
        return user;
      }),
    changeUser: (id, fields) =>
      store.exclusively(usersTurn, async () => {
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
      store.exclusively(usersTurn, async () => {
        await requireUser(id);
        const [project] = await store.listSoleOwnerships(id);
        if (project !== undefined)
          throw invalid("userId", `is the only project-owner of project "${project}"`);
        await store.removeUser(id);
      }),

    list: (projectId) => store.listTeam(projectId),
    add: (projectId, members) =>
      store.exclusively(usersTurn, () =>
        store.exclusively(projectTurn(projectId), async () => {
          await expectProject(store, projectId);
          const known = await store.knownUsers(members.map(({ userId }) => userId));
          members.forEach(({ userId }, index) => {
            if (!known.has(userId))
              throw invalid(
                `teamMembers[${index}].userId`,
                `there is no user "${shortened(userId)}"`,
              );
          });
          const before = await store.listTeam(projectId);
          const after = new Map(before.map(({ id, role }) => [id, role]));
          for (const { userId, role } of members) after.set(userId, role);
          checkOwners("teamMembers", before, [...after.values()]);
          await store.putMembers(projectId, members);
        }),
      ),
    remove: (projectId, userIds) =>
      store.exclusively(usersTurn, () =>
        store.exclusively(projectTurn(projectId), async () => {
          await expectProject(store, projectId);
          const gone = new Set(userIds);
          const before = await store.listTeam(projectId);
          const after = before.filter(({ id }) => !gone.has(id)).map(({ role }) => role);
          checkOwners("teamMembers", before, after);
          await store.removeMembers(projectId, userIds);
        }),
      ),
  };
}
