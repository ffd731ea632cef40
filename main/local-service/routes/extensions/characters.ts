/** Extensions: characters are renamed and merged, and have voices in single languages. */
import { z } from "zod";
import type { Engines } from "../../engines/engines";
import { languageVoiceBody } from "../../../../preload/local-service/casting";
import { idText, nameText } from "../../common/names";
import type { Casting } from "../../projects/casting";
import { characterParams } from "../casting";
import { character, toCharacter } from "../resources";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const renameBody = z.object({ name: nameText });
const mergeBody = z.object({ intoCharacterId: idText });

const renameCharacterRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/characters/:characterId",
  section: "extensions",
  summary: "Renames a character",
  params: characterParams,
  body: renameBody,
  responses: { 200: character },
  errors: [400, 404],
});

const mergeCharacterRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/characters/:characterId/merge",
  section: "extensions",
  summary: "Merges a character into another one, which keeps its voice",
  params: characterParams,
  body: mergeBody,
  responses: { 200: character },
  errors: [400, 404],
});

const languageVoiceRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/characters/:characterId/voices/:languageId",
  section: "extensions",
  summary:
    "Assigns a voice to a character in one language; null for the voice that it has in all others. 409 for a character without a voice",
  params: characterParams.extend({ languageId: idText }),
  body: languageVoiceBody,
  responses: { 204: null },
  errors: [400, 404, 409],
});

export function createLocalCharacterRoutes(casting: Casting, engines: () => Engines): BoundRoute[] {
  return [
    bindRoute(renameCharacterRoute, async ({ params: { projectId, characterId }, body }) => {
      const renamed = await casting.rename(projectId, characterId, body.name);
      return { status: 200, body: toCharacter(renamed, engines()) };
    }),
    bindRoute(mergeCharacterRoute, async ({ params: { projectId, characterId }, body }) => {
      const merged = await casting.merge(projectId, characterId, body.intoCharacterId);
      return { status: 200, body: toCharacter(merged, engines()) };
    }),
    bindRoute(languageVoiceRoute, async ({ params, body }) => {
      const { projectId, characterId, languageId } = params;
      await casting.assignIn(projectId, characterId, { languageId, voice: body.voice });
      return { status: 204 };
    }),
  ];
}
