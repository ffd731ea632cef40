/** Extensions: users created, renamed, deleted; characters renamed and merged. */
import { z } from "zod";
import { idText, isPlainText, nameText } from "../names";
import type { Casting } from "../projects/casting";
import type { Team } from "../projects/team";
import { characterParams } from "./cast";
import { character, toCharacter, user } from "./resources";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

const email = z
  .string()
  .trim()
  .max(320, "must be at most 320 characters")
  .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, "must be an e-mail address")
  .refine(isPlainText, "must be well-formed Unicode");

export const newUserBody = z.object({ firstName: nameText, lastName: nameText, email });
export const changeUserBody = newUserBody.partial();
export const userParams = z.object({ userId: idText });
export const renameBody = z.object({ name: nameText });
export const mergeBody = z.object({ intoCharacterId: idText });

export const addUserRoute = {
  method: "POST",
  path: "/local/users",
  section: "extensions",
  summary: "Creates a workspace user",
  body: newUserBody,
  responses: { 201: user, 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof newUserBody>>;

export const changeUserRoute = {
  method: "PUT",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Changes a user's names or address",
  params: userParams,
  body: changeUserBody,
  responses: { 200: user, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof changeUserBody>, unknown, z.infer<typeof userParams>>;

export const deleteUserRoute = {
  method: "DELETE",
  path: "/local/users/:userId",
  section: "extensions",
  summary: "Deletes a user, in every team too; 400 for the only owner of a project",
  params: userParams,
  responses: { 204: null, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof userParams>>;

export const renameCharacterRoute = {
  method: "PUT",
  path: "/local/projects/:projectId/characters/:characterId",
  section: "extensions",
  summary: "Renames a character",
  params: characterParams,
  body: renameBody,
  responses: { 200: character, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof renameBody>, unknown, z.infer<typeof characterParams>>;

export const mergeCharacterRoute = {
  method: "POST",
  path: "/local/projects/:projectId/characters/:characterId/merge",
  section: "extensions",
  summary: "Makes two characters one: the other one stays, with its voice",
  params: characterParams,
  body: mergeBody,
  responses: { 200: character, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof mergeBody>, unknown, z.infer<typeof characterParams>>;

export function createLocalPeopleRoutes(deps: { team: Team; casting: Casting }): BoundRoute[] {
  const { team, casting } = deps;
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
    bindRoute(renameCharacterRoute, async ({ params, body }) => ({
      status: 200,
      body: toCharacter(await casting.rename(params.projectId, params.characterId, body.name)),
    })),
    bindRoute(mergeCharacterRoute, async ({ params, body }) => ({
      status: 200,
      body: toCharacter(
        await casting.merge(params.projectId, params.characterId, body.intoCharacterId),
      ),
    })),
  ];
}
