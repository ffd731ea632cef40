/** Workspace users and teams of projects (interface §4.3). */
import { z } from "zod";
import { idText } from "../common/names";
import type { Team } from "../projects/team";
import { maxListLength, projectParams } from "./projects";
import { member, role, user } from "./resources";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

const addMembersBody = z.object({
  teamMembers: z.array(z.object({ userId: idText, role })).max(maxListLength),
});
const removeMembersBody = z.object({ teamMembers: z.array(idText).max(maxListLength) });

const usersRoute = describeRoute({
  method: "GET",
  path: "/users",
  section: "§4.3",
  summary: "The users of the workspace",
  responses: { 200: z.array(user) },
});

const teamRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId/team",
  section: "§4.3",
  summary: "The team of a project; empty for an unknown one, as no 404 is listed",
  params: projectParams,
  responses: { 200: z.array(member) },
});

const addMembersRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/team",
  section: "§4.3",
  summary: "Adds members, and changes the role of existing ones; the last owner cannot be changed",
  params: projectParams,
  body: addMembersBody,
  responses: { 204: null },
  errors: [400],
});

const removeMembersRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/team/delete",
  section: "§4.3",
  summary: "Removes members, except the last owner; users that are not members are ignored",
  params: projectParams,
  body: removeMembersBody,
  responses: { 204: null },
  errors: [400],
});

export function createTeamRoutes(team: Team): BoundRoute[] {
  return [
    bindRoute(usersRoute, async () => ({ status: 200, body: await team.listUsers() })),
    bindRoute(teamRoute, async ({ params }) => ({
      status: 200,
      body: await team.list(params.projectId),
    })),
    bindRoute(addMembersRoute, async ({ params, body, actor }) => {
      await team.add(params.projectId, body.teamMembers, actor);
      return { status: 204 };
    }),
    bindRoute(removeMembersRoute, async ({ params, body, actor }) => {
      await team.remove(params.projectId, body.teamMembers, actor);
      return { status: 204 };
    }),
  ];
}
