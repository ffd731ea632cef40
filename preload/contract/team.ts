/** Teams of projects, and the users of a workspace. */
import { z } from "zod";
import { freshness, member, outcome, role, user } from "../model/resources";
import { call, id, ids, inProject, inWorkspace, nothing, page, search } from "./call";

export const team = {
  list: call(
    inProject.extend({ search, sort: z.enum(["name", "-name", "role", "-role"]), ...page.shape }),
    z.object({
      members: z.array(member),
      total: z.number(),
      /** The number of owners in the whole team. A team needs at least one. */
      ownerCount: z.number(),
      freshness,
    }),
  ),
  /** Adds members. Existing members get the new role. */
  add: call(
    inProject.extend({
      members: z
        .array(z.object({ userId: id, role }))
        .min(1)
        .max(10_000),
    }),
    nothing,
  ),
  remove: call(inProject.extend({ userIds: ids }), nothing),
};

export const users = {
  list: call(
    inWorkspace.extend({
      search,
      sort: z.enum(["name", "-name", "email", "-email"]),
      ...page.shape,
    }),
    z.object({ users: z.array(user), total: z.number(), freshness }),
  ),
  /** This call and those below require the extension "users". */
  create: call(inWorkspace.extend(user.omit({ id: true }).shape), user),
  change: call(inWorkspace.extend({ userId: id, ...user.omit({ id: true }).shape }), nothing),
  delete: call(inWorkspace.extend({ userIds: ids }), z.array(outcome)),
};
