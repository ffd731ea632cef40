/** Batches (interface §4.2). */
import { z } from "zod";
import type { Batches } from "../batches/batches";
import { isCastingCompleted, messageOf } from "../batches/messages";
import { batchSettings } from "../batches/settings";
import { idText, nameText, plainText } from "../names";
import type { BatchRow } from "../rows/batch-port";
import { maxListed, projectParams } from "./projects";
import { toIso } from "./resources";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "./route";
import { streamArray } from "./stream";

const batchStatus = z.enum(["ingesting", "casting", "ready", "inferring", "completed", "failed"]);
const translation = z.object({
  languageId: z.string(),
  isCompleted: z.boolean(),
  status: z.enum(["pending", "ready", "inferring", "completed", "failed"]),
});
/** A batch in the response of create: without a message, and with the types of its translations. */
export const createdBatch = z.object({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  status: batchStatus,
  completionPercentage: z.number(),
  translations: z.array(translation.extend({ type: z.enum(["source", "target"]) })),
  isCastingCompleted: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
/** A batch in lists and in `GET /batches/:batchId`. */
export const batch = createdBatch.extend({
  message: z.string(),
  translations: z.array(translation),
});

export const batchParams = z.object({ batchId: idText });
export const createBatchBody = z.object({
  name: nameText,
  scriptPath: plainText.optional(),
  videoPath: plainText.optional(),
  languageCode: z.string().optional(),
  settings: batchSettings.optional(),
});
export const deleteBatchesBody = z.object({ batchIds: z.array(idText).max(maxListed) });
export const assignBody = z.object({
  members: z.array(z.object({ userId: idText, languageId: z.string() })).max(maxListed),
});
export const batchLanguagesBody = z.object({
  languages: z
    .array(
      z.object({
        languageId: z.string(),
        scriptPath: plainText.optional(),
        speakerSeparator: plainText.min(1).max(20).optional(),
      }),
    )
    .max(maxListed),
});

export const batchesRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId/batches",
  section: "§4.2",
  summary: "The batches of a project",
  params: projectParams,
  responses: { 200: z.array(batch), 404: errorBody, 500: errorBody },
});

export const batchRoute = describeRoute({
  method: "GET",
  path: "/batches/:batchId",
  section: "§4.2",
  summary: "One batch",
  params: batchParams,
  responses: { 200: batch, 404: errorBody, 500: errorBody },
});

export const createBatchRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/batches",
  section: "§4.2",
  summary:
    "Creates a batch and ingests it in the background; 400 for an unknown project, as no 404 is listed",
  params: projectParams,
  body: createBatchBody,
  responses: { 201: createdBatch, 400: errorBody, 500: errorBody },
});

export const deleteBatchesRoute = describeRoute({
  method: "POST",
  path: "/batches/delete",
  section: "§4.2",
  summary: "Deletes batches; unknown ids are ignored",
  body: deleteBatchesBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
});

export const assignMemberRoute = describeRoute({
  method: "POST",
  path: "/batches/:batchId/assign-member",
  section: "§4.2",
  summary: "Assigns members of the team to languages; 400 for an unknown batch",
  params: batchParams,
  body: assignBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
});

export const batchLanguagesRoute = describeRoute({
  method: "POST",
  path: "/batches/:batchId/languages",
  section: "§4.2",
  summary:
    "Adds languages to the batch and its project, with target scripts; 400 for an unknown batch",
  params: batchParams,
  body: batchLanguagesBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
});

/** The percentage is that of completed languages; there is no finer progress, since nothing is synthesised yet. */
function commonFields(row: BatchRow) {
  const completed = row.translations.filter(({ status }) => status === "completed").length;
  const { id, projectId, name, status } = row;
  return {
    id,
    projectId,
    name,
    status,
    completionPercentage:
      completed === 0 ? 0 : Math.floor((100 * completed) / row.translations.length),
    isCastingCompleted: isCastingCompleted(row),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

/** Converts a row for the response of create. */
export function toCreatedBatch(row: BatchRow): z.infer<typeof createdBatch> {
  const translations = row.translations.map(({ languageId, type, status }) => ({
    languageId,
    type,
    isCompleted: status === "completed",
    status,
  }));
  return { ...commonFields(row), translations };
}

/** Converts a row for lists and `GET /batches/:batchId`. */
export function toBatch(row: BatchRow): z.infer<typeof batch> {
  const translations = row.translations.map(({ languageId, status }) => ({
    languageId,
    isCompleted: status === "completed",
    status,
  }));
  return { ...commonFields(row), message: messageOf(row), translations };
}

async function* toPages(pages: AsyncGenerator<BatchRow[]>) {
  for await (const page of pages) yield page.map(toBatch);
}

export function createBatchRoutes(batches: Batches): BoundRoute[] {
  return [
    bindRoute(batchesRoute, async ({ params }) =>
      streamArray(toPages(await batches.list(params.projectId))),
    ),
    bindRoute(createBatchRoute, async ({ params, body }) => ({
      status: 201,
      body: toCreatedBatch(await batches.create(params.projectId, body)),
    })),
    bindRoute(deleteBatchesRoute, async ({ body }) => {
      await batches.remove(body.batchIds);
      return { status: 204 };
    }),
    bindRoute(batchRoute, async ({ params }) => ({
      status: 200,
      body: toBatch(await batches.get(params.batchId)),
    })),
    bindRoute(assignMemberRoute, async ({ params, body }) => {
      await batches.assign(params.batchId, body.members);
      return { status: 204 };
    }),
    bindRoute(batchLanguagesRoute, async ({ params, body }) => {
      await batches.addLanguages(params.batchId, body.languages);
      return { status: 204 };
    }),
  ];
}
