/** The catalogues of a service: languages, models, voices and speaking styles. */
import { z } from "zod";
import { freshness, language, model, voice, voiceStyle } from "../model/resources";
import { call, inWorkspace, page, search } from "./call";

export const catalogue = {
  languages: call(inWorkspace, z.object({ languages: z.array(language), freshness })),
  models: call(inWorkspace, z.object({ models: z.array(model), freshness })),
  voices: call(
    inWorkspace.extend({
      model: z.string(),
      search,
      /** "" for all; the same applies to the filters below. */
      gender: z.string(),
      age: z.string(),
      timbre: z.string(),
      voiceTag: z.string(),
      /** An id. */
      language: z.string(),
      provider: z.string(),
      sort: z.enum(["name", "-name"]),
      ...page.shape,
    }),
    z.object({
      voices: z.array(voice),
      total: z.number(),
      /** The filter values that occur among all voices of the model. */
      facets: z.object({
        genders: z.array(z.string()),
        ages: z.array(z.string()),
        timbres: z.array(z.string()),
        voiceTags: z.array(z.string()),
        languages: z.array(z.string()),
        providers: z.array(z.string()),
      }),
      freshness,
    }),
  ),
  styles: call(
    inWorkspace.extend({ model: z.string() }),
    z.object({ styles: z.array(voiceStyle), freshness }),
  ),
};
