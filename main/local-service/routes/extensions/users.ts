/** Extension: workspace users are created, changed and deleted. */
import { z } from "zod";
import { isPlainText } from "../../../../preload/local-service/parts";
import { idText, nameText } from "../../common/names";
import type { Team } from "../../projects/team";
import { user } from "../resources";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const email = z
  .string()
  .trim()
  .max(320, "must be at most 320 characters")
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, "must be an e-mail address")
  .refine(isPlainText, "must be well-formed Unicode");

const newUserBody = z.object({ firstName: nameText, lastName: nameText, email });
const changeUserBody = newUserBody.partial();
const userParams = z.object({ userId: idText });

const addUserRoute = describeRoute({
  method: "POST",
  path: "/local/users",
  section: "extensions",
  summary: "Creates a workspace user",
  body: newUserBody,
  responses: { 201: user },
  errors: [400],
});

const changeUserRoute = describeRoute({
  method: "PUT",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Changes a user's names or address",
  params: userParams,
  body: changeUserBody,
  responses: { 200: user },
  errors: [400, 404],
});

const deleteUserRoute = describeRoute({
  method: "DELETE",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Deletes a user, in every team too; 400 for the only owner of a project",
  params: userParams,
  responses: { 204: null },
  errors: [400, 404],
});

export function createLocalUserRoutes(team: Team): BoundRoute[] {
  return [
    bindRoute(addUserRoute, async ({ body }) => ({ status: 201, body: await team.addUser(body) })),
    bindRoute(changeUserRoute, async ({ params, body }) => ({
      status: 200,
      body: await team.changeUser(params.userId, body),
    })),
    bindRoute(deleteUserRoute, async ({ params }) => {
      await team.removeUser(params.userId);
      return { status: 204 };
    }),
  ];
}
