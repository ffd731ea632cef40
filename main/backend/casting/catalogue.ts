/** The catalogues of a workspace. */
import type { Handlers } from "../../../preload/contract";
import type { Voice } from "../../../preload/model/resources";
import { kindKey, type Kind, type KindKey } from "../lists/list-definitions";
import { sortOf, type ResourceDeps } from "../lists/resource-deps";

interface Facets {
  genders: string[];
  ages: string[];
  timbres: string[];
  voiceTags: string[];
}

/** Bound of a catalogue without pages; they have some dozen items. */
const maxItems = 10_000;

export function createCatalogue({ lists }: ResourceDeps): Handlers["catalogue"] {
  const whole = <K extends Kind>(key: KindKey<K>) =>
    lists.page(key, { order: "name", isDescending: false, offset: 0, limit: maxItems }).items;
  /** Cache for the model shown last. */
  let cachedFacets: { of: string; facets: Facets } | null = null;

  async function facetsOf(key: KindKey<"voices">): Promise<Facets> {
    const of = JSON.stringify([key, lists.version(key)]);
    if (cachedFacets?.of === of) return cachedFacets.facets;
    const found = { gender: new Set<string>(), age: new Set<string>(), timbre: new Set<string>() };
    const voiceTags = new Set<string>();
    const add = (voice: Voice) => {
      found.gender.add(voice.gender);
      found.age.add(voice.age);
      found.timbre.add(voice.timbre);
      voiceTags.add(voice.voiceTag);
    };
    for await (const some of lists.items(key)) some.forEach(add);
    const sorted = (values: Set<string>) => [...values].filter((value) => value !== "").sort();
    const facets = {
      genders: sorted(found.gender),
      ages: sorted(found.age),
      timbres: sorted(found.timbre),
      voiceTags: sorted(voiceTags),
    };
    cachedFacets = { of, facets };
    return facets;
  }

  return {
    languages: ({ workspaceId }) => ({
      languages: whole(kindKey(workspaceId, "languages")),
      freshness: lists.freshness(workspaceId, { kind: "languages" }),
    }),
    models: ({ workspaceId }) => ({
      models: whole(kindKey(workspaceId, "models")),
      freshness: lists.freshness(workspaceId, { kind: "models" }),
    }),
    styles: ({ workspaceId, model }) => ({
      styles: whole(kindKey(workspaceId, "styles", model)),
      freshness: lists.freshness(workspaceId, { kind: "styles", model }),
    }),
    async voices({ workspaceId, model, gender, age, timbre, voiceTag, ...query }) {
      const key = kindKey(workspaceId, "voices", model);
      const fields = Object.entries({ timbre, voiceTag }).filter(([, value]) => value !== "");
      const { items, total } = lists.page(key, {
        search: query.search,
        ...(gender === "" ? {} : { category: gender }),
        ...(age === "" ? {} : { subtype: age }),
        ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
        ...sortOf(query.sort),
        offset: query.offset,
        limit: query.limit,
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
