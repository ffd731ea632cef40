/**
 * Languages, models, voices and styles: catalogues that interface §4 mentions without describing
 * them.
 */
import { z } from "zod";
import type { Engines } from "../engines/engines";
import { languagesOf } from "../engines/languages";
import { localModel, modelsOf, styles } from "../catalogue/models";
import { HttpError } from "../common/http-error";
import { bindRoute, describeRoute, type BoundRoute } from "./route";

const voicesQuery = z.object({ model: z.string().optional() });
const stylesParams = z.object({ model: z.string() });

const languagesRoute = describeRoute({
  method: "GET",
  path: "/languages",
  section: "§4",
  summary: "All languages",
  responses: {
    200: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        code: z.string(),
        isTextSupported: z.boolean(),
        isAudioSupported: z.boolean(),
      }),
    ),
  },
});

const modelsRoute = describeRoute({
  method: "GET",
  path: "/models",
  section: "§4",
  summary: "All models",
  responses: {
    200: z.array(
      z.object({
        model: z.string(),
        description: z.string(),
        defaultOutputBitrate: z.number(),
        defaultOutputSamplingRate: z.number(),
      }),
    ),
  },
});

const voicesRoute = describeRoute({
  method: "GET",
  path: "/voices",
  section: "§4",
  summary: "The voices of a model, or of all; a voice's name is its id",
  query: voicesQuery,
  responses: {
    200: z.array(
      z.object({ name: z.string(), gender: z.string(), age: z.string(), timbre: z.string() }),
    ),
  },
  errors: [404],
});

const stylesRoute = describeRoute({
  method: "GET",
  path: "/models/:model/styles",
  section: "§4",
  summary: "The styles of a model",
  params: stylesParams,
  responses: {
    200: z.array(
      z.object({
        style: z.string(),
        supportedGenders: z.array(z.string()),
        description: z.string(),
      }),
    ),
  },
  errors: [404],
});

/** `engines` is called for each request: installing a pack changes it. */
export function createCatalogueRoutes(engines: () => Engines): BoundRoute[] {
  const requireModel = (model: string) => {
    if (model !== localModel) throw new HttpError(404, "model: unknown model");
  };
  // The engine settings are internal.
  const publicVoices = () =>
    engines().voices.map(({ name, gender, age, timbre }) => ({ name, gender, age, timbre }));
  return [
    bindRoute(languagesRoute, () => ({ status: 200, body: languagesOf(engines()) })),
    bindRoute(modelsRoute, () => ({
      status: 200,
      body: modelsOf(engines().capabilities.inference),
    })),
    bindRoute(voicesRoute, ({ query }) => {
      if (query.model !== undefined) requireModel(query.model);
      return { status: 200, body: publicVoices() };
    }),
    bindRoute(stylesRoute, ({ params }) => {
      requireModel(params.model);
      return { status: 200, body: styles };
    }),
  ];
}
