/** Languages, models, voices and styles: the catalogues that interface §4 names and shows nowhere. */
import { z } from "zod";
import { languages } from "../catalogue/languages";
import { localModel, models, styles } from "../catalogue/models";
import { voices } from "../catalogue/voices";
import { HttpProblem } from "../problem";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";

export const voicesQuery = z.object({ model: z.string().optional() });
export const stylesParams = z.object({ model: z.string() });

export const languagesRoute = {
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
    500: errorBody,
  },
} satisfies RouteDescription;

export const modelsRoute = {
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
    500: errorBody,
  },
} satisfies RouteDescription;

export const voicesRoute = {
  method: "GET",
  path: "/voices",
  section: "§4",
  summary: "The voices of a model, or of all; a voice's name is its id",
  query: voicesQuery,
  responses: {
    200: z.array(
      z.object({ name: z.string(), gender: z.string(), age: z.string(), timbre: z.string() }),
    ),
    404: errorBody,
    500: errorBody,
  },
} satisfies RouteDescription<unknown, z.infer<typeof voicesQuery>>;

export const stylesRoute = {
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
    404: errorBody,
    500: errorBody,
  },
} satisfies RouteDescription<unknown, unknown, z.infer<typeof stylesParams>>;

export function createCatalogueRoutes(): BoundRoute[] {
  const requireModel = (model: string) => {
    if (model !== localModel) throw new HttpProblem(404, "model: no such model");
  };
  // How a voice is made stays with us.
  const shownVoices = voices.map(({ source: _source, ...voice }) => voice);
  return [
    bindRoute(languagesRoute, () => ({ status: 200, body: languages })),
    bindRoute(modelsRoute, () => ({ status: 200, body: models })),
    bindRoute(voicesRoute, ({ query }) => {
      if (query.model !== undefined) requireModel(query.model);
      return { status: 200, body: shownVoices };
    }),
    bindRoute(stylesRoute, ({ params }) => {
      requireModel(params.model);
      return { status: 200, body: styles };
    }),
  ];
}
