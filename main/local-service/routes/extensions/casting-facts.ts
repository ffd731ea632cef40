/** Extension: what a casting needs to know of voices and characters beyond the interface. */
import { z } from "zod";
import { castingFacts, voiceFacts } from "../../../../preload/local-service/casting";
import type { Engines } from "../../engines/engines";
import { languageIds } from "../../catalogue/language-names";
import { voiceIn, type BuiltInEngine, type CataloguedVoice } from "../../catalogue/voices";
import type { ExternalConfiguration } from "../../engines/external-configuration";
import type { Packs } from "../../engine/packs/packs";
import type { Casting } from "../../projects/casting";
import type { Projects } from "../../projects/projects";
import { projectParams } from "../projects";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const voiceFactsRoute = describeRoute({
  method: "GET",
  path: "/local/voices",
  section: "extensions",
  summary: "The languages and providers of all voices",
  responses: { 200: z.array(voiceFacts) },
});

const castingRoute = describeRoute({
  method: "GET",
  path: "/local/projects/:projectId/casting",
  section: "extensions",
  summary:
    "The languages of a project that are spoken, and the lines and voices in single languages of its characters",
  params: projectParams,
  responses: {
    200: castingFacts,
  },
  errors: [404],
});

export interface CastingFactsDeps {
  projects: Pick<Projects, "listLanguages">;
  casting: Pick<Casting, "countLines" | "listLanguageVoices">;
  engines: () => Engines;
  packs: Pick<Packs, "list"> | null;
  external: Pick<ExternalConfiguration, "list"> | null;
}

const builtIn: Readonly<Record<BuiltInEngine, string>> = { espeak: "eSpeak NG", flite: "Flite" };

export function createCastingFactRoutes(deps: CastingFactsDeps): BoundRoute[] {
  const { projects, casting, engines, packs, external } = deps;
  /** The names of the engines by their ids. */
  async function providers(): Promise<Map<string, string>> {
    const names = new Map<string, string>(Object.entries(builtIn));
    for (const { description } of (await packs?.list()) ?? [])
      names.set(`pack:${description.id}`, description.name);
    for (const { id, settings } of external?.list() ?? [])
      names.set(`external:${id}`, settings.name);
    return names;
  }
  const factsOf = (
    voice: CataloguedVoice,
    names: ReadonlyMap<string, string>,
  ): z.infer<typeof voiceFacts> => {
    const { name, languages, source } = voice;
    const spoken = languageIds.filter((id) => voiceIn(voice, id) !== null);
    return {
      name,
      languages: [...(languages ?? [source.languageId])],
      speaks: spoken.length === languageIds.length ? null : spoken,
      provider: names.get(source.engine) ?? source.engine,
    };
  };
  return [
    bindRoute(voiceFactsRoute, async () => {
      const names = await providers();
      return { status: 200, body: engines().voices.map((voice) => factsOf(voice, names)) };
    }),
    bindRoute(castingRoute, async ({ params: { projectId } }) => {
      const [targetLanguages, lines, voices] = await Promise.all([
        projects.listLanguages(projectId),
        casting.countLines(projectId),
        casting.listLanguageVoices(projectId),
      ]);
      return { status: 200, body: { targetLanguages, lines, voices } };
    }),
  ];
}
