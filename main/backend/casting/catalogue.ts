/** The catalogues of a workspace. */
import type { Handlers } from "../../../preload/contract";
import type { Voice } from "../../../preload/model/resources";
import { kindKey, type KindKey } from "../lists/list-definitions";
import { catalogueItems, toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";

interface Facets {
  genders: string[];
  ages: string[];
  timbres: string[];
  voiceTags: string[];
  languages: string[];
  providers: string[];
}

export function createCatalogue({ lists }: ResourceDeps): Handlers["catalogue"] {
  /** Cache for the model shown last. */
  let cachedFacets: { of: string; facets: Facets } | null = null;

  async function facetsOf(key: KindKey<"voices">): Promise<Facets> {
    const of = JSON.stringify([key, lists.version(key)]);
    if (cachedFacets?.of === of) return cachedFacets.facets;
    const found = { gender: new Set<string>(), age: new Set<string>(), timbre: new Set<string>() };
    const voiceTags = new Set<string>();
    const languages = new Set<string>();
    const providers = new Set<string>();
    const add = (voice: Voice) => {
      found.gender.add(voice.gender);
      found.age.add(voice.age);
      found.timbre.add(voice.timbre);
      voiceTags.add(voice.voiceTag);
      for (const language of voice.languages ?? []) languages.add(language);
      providers.add(voice.provider ?? "");
    };
    for await (const some of lists.items(key)) some.forEach(add);
    const sorted = (values: Set<string>) => [...values].filter((value) => value !== "").sort();
    const facets = {
      genders: sorted(found.gender),
      ages: sorted(found.age),
      timbres: sorted(found.timbre),
      voiceTags: sorted(voiceTags),
      languages: sorted(languages),
      providers: sorted(providers),
    };
    cachedFacets = { of, facets };
    return facets;
  }

  return {
    languages: ({ workspaceId }) => ({
      languages: catalogueItems(lists, kindKey(workspaceId, "languages")),
      freshness: lists.freshness(workspaceId, { kind: "languages" }),
    }),
    models: ({ workspaceId }) => ({
      models: catalogueItems(lists, kindKey(workspaceId, "models")),
      freshness: lists.freshness(workspaceId, { kind: "models" }),
    }),
    styles: ({ workspaceId, model }) => ({
      styles: catalogueItems(lists, kindKey(workspaceId, "styles", model)),
      freshness: lists.freshness(workspaceId, { kind: "styles", model }),
    }),
    async voices({
      workspaceId,
      model,
      gender,
      age,
      timbre,
      voiceTag,
      language,
      provider,
      ...page
    }) {
      const key = kindKey(workspaceId, "voices", model);
      const fields = { timbre, voiceTag, languages: language, provider };
      const filter = { category: gender, subtype: age, fields };
      // Voices are searched by their languages too: "fri" is in Frieda and in Afrikaans.
      const { items, total } = lists.page(key, {
        ...toItemPage(page, filter),
        prefersNames: true,
      });
      return {
        voices: items,
        total,
        facets: await facetsOf(key),
        freshness: lists.freshness(workspaceId, { kind: "voices", model }),
      };
    },
  };
}
