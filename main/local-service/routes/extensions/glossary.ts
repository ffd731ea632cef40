/** Extension: changes to the glossary of a project, and import from CSV. */
import { z } from "zod";
import { idText, nameText, optionalLine } from "../../names";
import type { Glossary } from "../../projects/glossary";
import { readGlossaryCsv } from "../../projects/glossary-csv";
import { projectParams } from "../projects";
import { glossaryLine, toGlossaryLine } from "../resources";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

export const changeLineBody = z.object({
  word: nameText.optional(),
  languageId: z.string().optional(),
  phonemization: optionalLine.optional(),
  phonemizationLanguageId: z.string().optional(),
  pronunciationLanguageId: z.string().optional(),
  pronounceAs: optionalLine.optional(),
  caseSensitive: z.boolean().optional(),
});
export const newLineBody = z.object({
  word: nameText,
  languageId: z.string(),
  phonemization: optionalLine.default(""),
  phonemizationLanguageId: z.string().default(""),
  pronunciationLanguageId: z.string().default(""),
  pronounceAs: optionalLine.default(""),
  caseSensitive: z.boolean().default(false),
});
export const lineParams = projectParams.extend({ lineId: idText });
export const importBody = z.object({ csv: z.string() });
const importResult = z.object({
  added: z.number(),
  changed: z.number(),
  problems: z.array(z.object({ row: z.number(), message: z.string() })),
});

export const addLineRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/glossary",
  section: "extensions",
  summary: "Adds a line to the glossary",
  params: projectParams,
  body: newLineBody,
  responses: { 201: glossaryLine, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const changeLineRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/glossary/:lineId",
  section: "extensions",
  summary: "Changes a line of the glossary",
  params: lineParams,
  body: changeLineBody,
  responses: { 200: glossaryLine, 400: errorBody, 404: errorBody, 500: errorBody },
});

export const deleteLineRoute = describeRoute({
  method: "DELETE",
  path: "/local/projects/:projectId/glossary/:lineId",
  section: "extensions",
  summary: "Deletes a line of the glossary",
  params: lineParams,
  responses: { 204: null, 404: errorBody, 500: errorBody },
});

export const importRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/glossary/import",
  section: "extensions",
  summary:
    "Imports CSV whose header names the fields; updates lines with the same word, language and case",
  // About a hundred thousand words.
  bodyLimit: 16 * 1024 ** 2,
  params: projectParams,
  body: importBody,
  responses: { 200: importResult, 400: errorBody, 404: errorBody, 500: errorBody },
});

export function createLocalGlossaryRoutes(glossary: Glossary): BoundRoute[] {
  return [
    bindRoute(importRoute, async ({ params, body }) => {
      const { lines, problems } = readGlossaryCsv(body.csv);
      const counts = await glossary.merge(params.projectId, lines);
      return { status: 200, body: { ...counts, problems } };
    }),
    bindRoute(addLineRoute, async ({ params, body }) => ({
      status: 201,
      body: toGlossaryLine(await glossary.add(params.projectId, body)),
    })),
    bindRoute(changeLineRoute, async ({ params, body }) => ({
      status: 200,
      body: toGlossaryLine(await glossary.change(params.projectId, params.lineId, body)),
    })),
    bindRoute(deleteLineRoute, async ({ params }) => {
      await glossary.remove(params.projectId, params.lineId);
      return { status: 204 };
    }),
  ];
}
