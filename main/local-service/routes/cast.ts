/** Characters, their voices, and the glossary of a project (interface §4.3). */
import { z } from "zod";
import { idText } from "../names";
import type { Casting } from "../projects/casting";
import type { Glossary } from "../projects/glossary";
import { projectParams } from "./projects";
import { character, glossaryLine, toCharacter, toGlossaryLine } from "./resources";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

export const characterParams = projectParams.extend({ characterId: idText });
export const voiceBody = z.object({ voice: z.string() });

export const charactersRoute = {
  method: "GET",
  path: "/projects/:projectId/characters",
  section: "§4.3",
  summary: "The characters of a project; without a voice its fields are empty",
  params: projectParams,
  responses: { 200: z.array(character), 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof projectParams>>;

export const glossaryRoute = {
  method: "GET",
  path: "/projects/:projectId/glossary",
  section: "§4.3",
  summary: "The glossary of a project",
  params: projectParams,
  responses: { 200: z.array(glossaryLine), 404: errorBody, 500: errorBody },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof projectParams>>;

export const voiceRoute = {
  method: "POST",
  path: "/projects/:projectId/characters/:characterId",
  section: "§4.3",
  summary: "Gives a character a voice by its name; 400 only for a body that names none",
  params: characterParams,
  body: voiceBody,
  responses: { 204: null, 400: errorBody, 404: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof voiceBody>, unknown, z.infer<typeof characterParams>>;

export function createCastRoutes(deps: { casting: Casting; glossary: Glossary }): BoundRoute[] {
  const { casting, glossary } = deps;
  return [
    bindRoute(charactersRoute, async ({ params }) => ({
      status: 200,
      body: (await casting.list(params.projectId)).map(toCharacter),
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
