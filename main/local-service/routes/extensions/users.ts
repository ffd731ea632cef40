/** Extension: workspace users are created, changed and deleted. */
import { z } from "zod";
import { idText, isPlainText, nameText } from "../../names";
import type { Team } from "../../projects/team";
import { user } from "../resources";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const email = z
  .string()
  .trim()
  .max(320, "must be at most 320 characters")
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, "must be an e-mail address")
  .refine(isPlainText, "must be well-formed Unicode");

export const newUserBody = z.object({ firstName: nameText, lastName: nameText, email });
export const changeUserBody = newUserBody.partial();
export const userParams = z.object({ userId: idText });

export const addUserRoute = describeRoute({
  method: "POST",
  path: "/local/users",
  section: "extensions",
  summary: "Creates a workspace user",
  body: newUserBody,
  responses: { 201: user, 400: errorBody, 500: errorBody },
});

export const changeUserRoute = describeRoute({
  method: "PUT",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Changes a user's names or address",
  params: userParams,
  body: changeUserBody,
  responses: { 200: user, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const deleteUserRoute = describeRoute({
  method: "DELETE",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Deletes a user, in every team too; 400 for the only owner of a project",
  params: userParams,
  responses: { 204: null, 400: errorBody, 404: errorBody, 500: errorBody },
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
