/** Extension: changes to the glossary of a project, and import from CSV. */
import { z } from "zod";
import { glossaryFields, importedGlossary } from "../../../../preload/local-service/casting";
import { idText } from "../../common/names";
import type { Glossary } from "../../projects/glossary";
import { readGlossaryCsv } from "../../projects/glossary-csv";
import { projectParams } from "../projects";
import { glossaryLine, toGlossaryLine } from "../resources";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

/** Values that a new line does not need. */
const { word, languageId, ...other } = glossaryFields.shape;
const newLineBody = z.object({
  word,
  languageId,
  phonemization: other.phonemization.default(""),
  phonemizationLanguageId: other.phonemizationLanguageId.default(""),
  pronunciationLanguageId: other.pronunciationLanguageId.default(""),
  pronounceAs: other.pronounceAs.default(""),
  caseSensitive: other.caseSensitive.default(false),
});
const lineParams = projectParams.extend({ lineId: idText });
const importBody = z.object({ csv: z.string() });
const addLineRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/glossary",
  section: "extensions",
  summary: "Adds a line to the glossary",
  params: projectParams,
  body: newLineBody,
  responses: { 201: glossaryLine },
  errors: [400, 404],
});

const changeLineRoute = describeRoute({
  method: "PUT",
  path: "/local/projects/:projectId/glossary/:lineId",
  section: "extensions",
  summary: "Changes a line of the glossary",
  params: lineParams,
  body: glossaryFields.partial(),
  responses: { 200: glossaryLine },
  errors: [400, 404],
});

const deleteLineRoute = describeRoute({
  method: "DELETE",
  path: "/local/projects/:projectId/glossary/:lineId",
  section: "extensions",
  summary: "Deletes a line of the glossary",
  params: lineParams,
  responses: { 204: null },
  errors: [404],
});

const importRoute = describeRoute({
  method: "POST",
  path: "/local/projects/:projectId/glossary/import",
  section: "extensions",
  summary:
    "Imports CSV whose header names the fields; updates lines with the same word, language and case",
  // About a hundred thousand words.
  bodyLimit: 16 * 1024 ** 2,
  params: projectParams,
  body: importBody,
  responses: { 200: importedGlossary },
  errors: [400, 404],
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
