/** Extension: characters are renamed and merged. */
import { z } from "zod";
import { idText, nameText } from "../names";
import type { Casting } from "../projects/casting";
import { characterParams } from "./casting";
import { character, toCharacter } from "./resources";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "./route";

export const renameBody = z.object({ name: nameText });
export const mergeBody = z.object({ intoCharacterId: idText });

export const renameCharacterRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/characters/:characterId",
  section: "extensions",
  summary: "Renames a character",
  params: characterParams,
  body: renameBody,
  responses: { 200: character, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const mergeCharacterRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/characters/:characterId/merge",
  section: "extensions",
  summary: "Merges a character into another one, which keeps its voice",
  params: characterParams,
  body: mergeBody,
  responses: { 200: character, 400: errorBody, 404: errorBody, 500: errorBody },
});

export function createLocalCharacterRoutes(casting: Casting): BoundRoute[] {
  return [
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
