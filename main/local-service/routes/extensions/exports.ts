/** Extension: the takes, mixes and documents of a batch are delivered to a folder of this computer. */
import { z } from "zod";
import { requireBatch } from "../../batches/batches";
import type { Exports } from "../../delivery/exports";
import type { Missing } from "../../delivery/missing";
import type { ExportPlan } from "../../delivery/plan";
import { HttpError } from "../../http-error";
import { idText } from "../../names";
import type { ExportFile, ExportRow } from "../../rows/exports/export-port";
import type { LocalStore } from "../../rows/port";
import {
  deliveryNamings,
  deliveryPartNames,
  deliveryPresetNames,
  missingKinds,
  type MissingKind,
} from "../../../../preload/facts/delivery";
import { batchParams } from "../batches";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const maxLanguages = 100;
/** Lines of each kind that a plan names. */
const maxNamed = 1_000;

const request = z.object({
  languages: z.array(z.string().max(100)).min(1).max(maxLanguages),
  parts: z.array(z.enum(deliveryPartNames)).min(1),
  preset: z.enum(deliveryPresetNames),
  naming: z.enum(deliveryNamings).default("number"),
  /** Delivers also with errors and lines that are not approved. */
  includeUnapproved: z.boolean().default(false),
  /** Videos have the original sound as their second track. */
  originalTrack: z.boolean().default(false),
});
export const planBody = request;
export const startBody = request.extend({ folder: z.string().min(1).max(4096) });
const exportParams = z.object({ exportId: idText });

const plan = z.object({
  files: z.array(
    z.object({
      path: z.string(),
      /** Null if it is not known before the file is made. */
      bytes: z.number().nullable(),
      /** Why it cannot be made, or "". */
      problem: z.string(),
    }),
  ),
  /** What has to be corrected or accepted first, for each language; at most 1,000 lines of each kind. */
  missing: z.array(
    z.object({
      languageId: z.string(),
      withoutText: z.array(z.number()),
      withoutTake: z.array(z.number()),
      unapproved: z.array(z.number()),
      errors: z.array(z.object({ number: z.number(), check: z.string() })),
      /** Of all lines. */
      counts: z.object({
        withoutText: z.number(),
        withoutTake: z.number(),
        unapproved: z.number(),
        errors: z.number(),
      } satisfies Record<MissingKind, z.ZodNumber>),
    }),
  ),
});
const delivery = z.object({
  id: z.string(),
  folder: z.string(),
  version: z.number(),
  languages: z.array(z.string()),
  parts: z.array(z.string()),
  preset: z.string(),
  state: z.enum(["making", "made", "failed", "cancelled"]),
  /** Why it failed, or "". */
  problem: z.string(),
  /** Numbers of files. */
  counts: z.object({
    files: z.number(),
    made: z.number(),
    failed: z.number(),
    /** Of files that do not meet the preset. */
    findings: z.number(),
  }),
  createdAt: z.number(),
});
const file = z.object({
  path: z.string(),
  state: z.enum(["waiting", "made", "failed"]),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  /** Why it failed, or "". */
  problem: z.string(),
  /** In which way it does not meet the preset, or "". */
  finding: z.string(),
});

export const planExportRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/exports/plan",
  section: "extensions",
  summary: "The files of an export with their sizes, and what is missing; writes nothing",
  params: batchParams,
  body: planBody,
  responses: { 200: plan, 400: errorBody, 404: errorBody, 409: errorBody, 500: errorBody },
});
export const startExportRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/exports",
  section: "extensions",
  summary: "Begins an export to a new folder; 409 with errors or lines without an approval",
  params: batchParams,
  body: startBody,
  responses: {
    201: z.object({ exportId: z.string(), folder: z.string() }),
    400: errorBody,
    404: errorBody,
    409: errorBody,
    500: errorBody,
    507: errorBody,
  },
});
export const listExportsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/exports",
  section: "extensions",
  summary: "The exports of a batch, the newest first",
  params: batchParams,
  responses: { 200: z.object({ exports: z.array(delivery) }), 404: errorBody, 500: errorBody },
});
export const exportRoute = describeRoute({
  method: "GET",
  path: "/local/exports/:exportId",
  section: "extensions",
  summary:
    "An export with its files: all of them, or at most 1,000 that failed or do not meet the preset",
  params: exportParams,
  query: z.object({ files: z.enum(["all", "problems"]).default("all") }),
  responses: {
    200: delivery.extend({ files: z.array(file) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const resumeExportRoute = describeRoute({
  method: "POST",
  path: "/local/exports/:exportId/resume",
  section: "extensions",
  summary: "Makes the files that are missing or were changed",
  params: exportParams,
  responses: { 204: null, 404: errorBody, 409: errorBody, 500: errorBody },
});
export const cancelExportRoute = describeRoute({
  method: "POST",
  path: "/local/exports/:exportId/cancel",
  section: "extensions",
  summary: "Stops an export, and removes what it has written",
  params: exportParams,
  responses: { 204: null, 404: errorBody, 409: errorBody, 500: errorBody },
});

const toPlan = ({ files, missing }: ExportPlan): z.infer<typeof plan> => ({
  files: files.map(({ path, bytes, problem }) => ({ path, bytes, problem })),
  missing: missing.map((one) => ({
    languageId: one.languageId,
    withoutText: one.withoutText.slice(0, maxNamed),
    withoutTake: one.withoutTake.slice(0, maxNamed),
    unapproved: one.unapproved.slice(0, maxNamed),
    errors: one.errors.slice(0, maxNamed),
    counts: countsOf(one),
  })),
});

const countsOf = (missing: Missing) =>
  Object.fromEntries(missingKinds.map((kind) => [kind, missing[kind].length])) as Record<
    MissingKind,
    number
  >;

function toDelivery(row: ExportRow): z.infer<typeof delivery> {
  const { id, folder, version, state, problem, counts, createdAt } = row;
  const { languages, parts, preset } = row.request;
  return { id, folder, version, languages, parts, preset, state, problem, counts, createdAt };
}
const toFile = (row: ExportFile): z.infer<typeof file> => {
  const { path, state, bytes, sha256, problem, finding } = row;
  return { path, state, bytes, sha256, problem, finding };
};

export function createExportRoutes(store: LocalStore, current: () => Exports | null): BoundRoute[] {
  const require = () => {
    const found = current();
    if (!found) throw new HttpError(409, "nothing makes files now");
    return found;
  };
  return [
    bindRoute(planExportRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      return { status: 200, body: toPlan(await require().plan(batchId, body)) };
    }),
    bindRoute(startExportRoute, async ({ params: { batchId }, body: { folder, ...wanted } }) => {
      await requireBatch(store, batchId);
      const started = await require().start(batchId, wanted, folder);
      return { status: 201, body: { exportId: started.id, folder: started.folder } };
    }),
    bindRoute(listExportsRoute, async ({ params: { batchId } }) => {
      await requireBatch(store, batchId);
      return { status: 200, body: { exports: (await store.listExports(batchId)).map(toDelivery) } };
    }),
    bindRoute(exportRoute, async ({ params: { exportId }, query }) => {
      const row = await store.findExport(exportId);
      if (!row) throw new HttpError(404, "exportId: unknown");
      const files =
        query.files === "all"
          ? await store.listExportFiles(exportId)
          : await store.listProblemFiles(exportId, maxNamed);
      return { status: 200, body: { ...toDelivery(row), files: files.map(toFile) } };
    }),
    bindRoute(resumeExportRoute, async ({ params: { exportId } }) => {
      await require().resume(exportId);
      return { status: 204 };
    }),
    bindRoute(cancelExportRoute, async ({ params: { exportId } }) => {
      await require().cancel(exportId);
      return { status: 204 };
    }),
  ];
}
