/** Batches (interface §4.2). */
import { z } from "zod";
import type { Batches } from "../batches/batches";
import {
  batchStatuses,
  translationStatuses,
  withoutText,
} from "../../../preload/facts/batch-statuses";
import { completionOf, isCastingCompleted, messageOf } from "../batches/messages";
import { batchSettings } from "../rows/batches/settings-schema";
import { plainText } from "../../../preload/local-service/parts";
import { idText, nameText } from "../common/names";
import type { Engines } from "../engines/engines";
import type { BatchRow, TranslationRow } from "../rows/batches/batch-port";
import { maxListLength, projectParams } from "./projects";
import { toIso } from "./resources";
import { bindRoute, describeRoute, type BoundRoute } from "./route";
import { streamArray } from "./stream";

const batchStatus = z.enum(batchStatuses);
const translation = z.object({
  languageId: z.string(),
  isCompleted: z.boolean(),
  status: z.enum([...translationStatuses, withoutText]),
});
/** A batch in the response of create: without a message, and with the types of its translations. */
const createdBatch = z.object({
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
const batch = createdBatch.extend({
  message: z.string(),
  translations: z.array(translation),
});

export const batchParams = z.object({ batchId: idText });
const createBatchBody = z.object({
  name: nameText,
  scriptPath: plainText.optional(),
  videoPath: plainText.optional(),
  languageCode: z.string().optional(),
  settings: batchSettings.optional(),
});
const deleteBatchesBody = z.object({ batchIds: z.array(idText).max(maxListLength) });
const assignMemberBody = z.object({
  members: z.array(z.object({ userId: idText, languageId: z.string() })).max(maxListLength),
});
const addBatchLanguagesBody = z.object({
  languages: z
    .array(
      z.object({
        languageId: z.string(),
        scriptPath: plainText.optional(),
        speakerSeparator: plainText.min(1).max(20).optional(),
      }),
    )
    .max(maxListLength),
});

const listBatchesRoute = describeRoute({
  method: "GET",
  path: "/projects/:projectId/batches",
  section: "§4.2",
  summary: "The batches of a project",
  params: projectParams,
  responses: { 200: z.array(batch) },
  errors: [404],
});

const createBatchRoute = describeRoute({
  method: "POST",
  path: "/projects/:projectId/batches",
  section: "§4.2",
  summary:
    "Creates a batch and ingests it in the background; 400 for an unknown project, as no 404 is listed",
  params: projectParams,
  body: createBatchBody,
  responses: { 201: createdBatch },
  errors: [400],
});

const deleteBatchesRoute = describeRoute({
  method: "POST",
  path: "/batches/delete",
  onFullDisk: "frees-space",
  section: "§4.2",
  summary: "Deletes batches; unknown ids are ignored",
  body: deleteBatchesBody,
  responses: { 204: null },
  errors: [400],
});

const getBatchRoute = describeRoute({
  method: "GET",
  path: "/batches/:batchId",
  section: "§4.2",
  summary: "One batch",
  params: batchParams,
  responses: { 200: batch },
  errors: [404],
});

const assignMemberRoute = describeRoute({
  method: "POST",
  path: "/batches/:batchId/assign-member",
  section: "§4.2",
  summary: "Assigns members of the team to languages; 400 for an unknown batch",
  params: batchParams,
  body: assignMemberBody,
  responses: { 204: null },
  errors: [400],
});

const addBatchLanguagesRoute = describeRoute({
  method: "POST",
  path: "/batches/:batchId/languages",
  section: "§4.2",
  summary:
    "Adds languages to the batch and its project, with target scripts; 400 for an unknown batch",
  params: batchParams,
  body: addBatchLanguagesBody,
  responses: { 204: null },
  errors: [400],
});

/** The fields of a batch that are the same in all responses. */
function commonFields(row: BatchRow) {
  const { id, projectId, name, status } = row;
  return {
    id,
    projectId,
    name,
    status,
    completionPercentage: completionOf(row),
    isCastingCompleted: isCastingCompleted(row),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

const translationFields = ({ languageId, status, isWithoutText }: TranslationRow) => ({
  languageId,
  isCompleted: status === "completed",
  status: isWithoutText ? withoutText : status,
});

/** Converts a row for the response of create. */
function toCreatedBatch(row: BatchRow): z.infer<typeof createdBatch> {
  const translations = row.translations.map((translation) => ({
    ...translationFields(translation),
    type: translation.type,
  }));
  return { ...commonFields(row), translations };
}

/** What the messages of batches depend on. */
export interface MessageDeps {
  engines: () => Engines;
  /** What a batch waits for, or "". */
  noteOf: (batch: BatchRow) => string;
}

/** Converts a row for lists and `GET /batches/:batchId`. */
function toBatch(row: BatchRow, { engines, noteOf }: MessageDeps): z.infer<typeof batch> {
  const translations = row.translations.map(translationFields);
  return { ...commonFields(row), message: messageOf(row, engines(), noteOf(row)), translations };
}

async function* toBatchPages(pages: AsyncGenerator<BatchRow[]>, deps: MessageDeps) {
  for await (const page of pages) yield page.map((row) => toBatch(row, deps));
}

/**
 * `/batches/delete` stands before `/batches/:batchId`, which matches it too: the first matching
 * path determines which methods a response with status 405 lists.
 */
export function createBatchRoutes(batches: Batches, deps: MessageDeps): BoundRoute[] {
  return [
    bindRoute(listBatchesRoute, async ({ params }) =>
      streamArray(toBatchPages(await batches.list(params.projectId), deps)),
    ),
    bindRoute(createBatchRoute, async ({ params, body }) => ({
      status: 201,
      body: toCreatedBatch(await batches.create(params.projectId, body)),
    })),
    bindRoute(deleteBatchesRoute, async ({ body }) => {
      await batches.remove(body.batchIds);
      return { status: 204 };
    }),
    bindRoute(getBatchRoute, async ({ params }) => ({
      status: 200,
      body: toBatch(await batches.get(params.batchId), deps),
    })),
    bindRoute(assignMemberRoute, async ({ params, body }) => {
      await batches.assign(params.batchId, body.members);
      return { status: 204 };
    }),
    bindRoute(addBatchLanguagesRoute, async ({ params, body }) => {
      await batches.addLanguages(params.batchId, body.languages);
      return { status: 204 };
    }),
  ];
}
