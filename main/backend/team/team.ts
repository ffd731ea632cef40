/** Users of a workspace, and teams of its projects. */
import { ownerRole } from "../../../preload/facts/roles";
import type { Handlers } from "../../../preload/contract";
import type { Member, User } from "../../../preload/model/resources";
import { kindKey } from "../lists/list-definitions";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import { chunk, ignoreNotFound, settleEach } from "../../common/bulk-operations";

const usersList = { kind: "users" } as const;

export function createTeam({ lists, remote }: ResourceDeps): Handlers["team"] {
  const teamOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "team", projectId);
  const teamList = (projectId: string) => ({ kind: "team", projectId }) as const;
  return {
    list({ workspaceId, projectId, ...page }) {
      const key = teamOf(workspaceId, projectId);
      const { items, total } = lists.page(key, toItemPage(page));
      return {
        members: items,
        total,
        ownerCount: lists.counts(key)[ownerRole] ?? 0,
        freshness: lists.freshness(workspaceId, teamList(projectId)),
      };
    },
    async add({ workspaceId, projectId, members }) {
      const key = teamOf(workspaceId, projectId);
      const users = kindKey(workspaceId, "users");
      try {
        for (const some of chunk(members)) {
          await remote(workspaceId).team.addMembers(projectId, some);
          const known = some.flatMap(({ userId, role }): Member[] => {
            const user = lists.get(key, userId) ?? lists.get(users, userId);
            return user ? [{ ...user, role }] : [];
          });
          lists.put(key, known);
        }
      } finally {
        lists.syncAfterWrite(workspaceId, teamList(projectId));
      }
    },
    async remove({ workspaceId, projectId, userIds }) {
      try {
        for (const ids of chunk(userIds)) {
          await remote(workspaceId).team.removeMembers(projectId, ids);
          lists.remove(teamOf(workspaceId, projectId), ids);
        }
      } finally {
        lists.syncAfterWrite(workspaceId, teamList(projectId));
      }
    },
  };
}

export function createUsers({ lists, remote, extensions }: ResourceDeps): Handlers["users"] {
  const usersOf = (workspaceId: string) => kindKey(workspaceId, "users");
  function put(workspaceId: string, user: User): User {
    lists.put(usersOf(workspaceId), [user]);
    lists.syncAfterWrite(workspaceId, usersList);
    return user;
  }
  return {
    list({ workspaceId, ...page }) {
      const { items, total } = lists.page(usersOf(workspaceId), toItemPage(page));
      return { users: items, total, freshness: lists.freshness(workspaceId, usersList) };
    },
    async create({ workspaceId, ...fields }) {
      extensions.require(workspaceId, "users");
      return put(workspaceId, await remote(workspaceId).extensions.users.add(fields));
    },
    async change({ workspaceId, userId, ...fields }) {
      extensions.require(workspaceId, "users");
      put(workspaceId, await remote(workspaceId).extensions.users.change(userId, fields));
    },
    async delete({ workspaceId, userIds }) {
      extensions.require(workspaceId, "users");
      const outcomes = await settleEach(
        userIds,
        (id) => id,
        async (id) => {
          await ignoreNotFound(remote(workspaceId).extensions.users.remove(id));
          lists.remove(usersOf(workspaceId), [id]);
        },
      );
      lists.syncAfterWrite(workspaceId, usersList);
      return outcomes;
    },
  };
}
