/** Characters, their voices, and the glossary of a project (interface §4.3). */
import { z } from "zod";
import type { Engines } from "../engines/engines";
import { idText } from "../common/names";
import type { Casting } from "../projects/casting";
import type { Glossary } from "../projects/glossary";
import { projectParams } from "./projects";
import { character, glossaryLine, toCharacter, toGlossaryLine } from "./resources";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

export const characterParams = projectParams.extend({ characterId: idText });
const voiceBody = z.object({ voice: z.string() });

const charactersRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId/characters",
  section: "§4.3",
  summary:
    "The characters of a project; the voice fields are empty for a character without a voice",
  params: projectParams,
  responses: { 200: z.array(character) },
  errors: [404],
});

const glossaryRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId/glossary",
  section: "§4.3",
  summary: "The glossary of a project",
  params: projectParams,
  responses: { 200: z.array(glossaryLine) },
  errors: [404],
});

const voiceRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/characters/:characterId",
  section: "§4.3",
  summary: "Assigns a voice to a character by its name; 400 only for a body without a voice",
  params: characterParams,
  body: voiceBody,
  responses: { 204: null },
  errors: [400, 404],
});

export function createCastingRoutes(deps: {
  casting: Casting;
  glossary: Glossary;
  engines: () => Engines;
}): BoundRoute[] {
  const { casting, glossary, engines } = deps;
  return [
    bindRoute(charactersRoute, async ({ params }) => ({
      status: 200,
      body: (await casting.list(params.projectId)).map((row) => toCharacter(row, engines())),
    })),
    bindRoute(voiceRoute, async ({ params, body }) => {
      await casting.assign(params.projectId, params.characterId, body.voice);
      return { status: 204 };
    }),
    bindRoute(glossaryRoute, async ({ params }) => ({
      status: 200,
      body: (await glossary.list(params.projectId)).map(toGlossaryLine),
    })),
  ];
}
