/**
 * Extensions: the takes, mixes and documents of a batch are delivered to a folder of this computer
 * ("exports"), or made to be downloaded ("delivery-files").
 */
import { z } from "zod";
import type { Batches } from "../../batches/batches";
import type { Exports } from "../../delivery/exports";
import type { ExportReader } from "../../delivery/read-exports";
import type { Missing } from "../../delivery/missing";
import type { ExportPlan } from "../../delivery/plan";
import { messageText } from "../../../../preload/facts/service-messages";
import { HttpError } from "../../common/http-error";
import { idText } from "../../common/names";
import type { ObjectStore } from "../../objects/port";
import { sendObject } from "../../review/send-file";
import type { ExportFile, ExportRow } from "../../rows/exports/export-port";
import { missingKinds, type MissingKind } from "../../../../preload/facts/delivery";
import {
  exportDetails,
  exportList,
  exportPlan,
  exportRequest,
  maxNamed,
  startedExport,
  type ExportFileForm,
  type ExportPlan as ExportPlanForm,
} from "../../../../preload/local-service/exports";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, bytesResponse, describeRoute, type BoundRoute } from "../route";

const { naming, includeUnapproved, originalTrack } = exportRequest.shape;
const request = exportRequest.extend({
  naming: naming.default("number"),
  includeUnapproved: includeUnapproved.default(false),
  originalTrack: originalTrack.default(false),
});
const planBody = request;
/** `folder` is absent if the files are downloaded. */
const startBody = request.extend({ folder: z.string().min(1).max(4096).optional() });
const exportParams = z.object({ exportId: idText });

const planExportRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/exports/plan",
  onFullDisk: "reads",
  section: "extensions",
  summary: "The files of an export with their sizes, and what is missing; writes nothing",
  params: batchParams,
  body: planBody,
  responses: { 200: exportPlan },
  errors: [400, 404, 409],
});
const startExportRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/exports",
  section: "extensions",
  summary:
    "Begins an export to a new folder, or without one where the files are downloaded; 409 with errors or lines without an approval",
  params: batchParams,
  body: startBody,
  responses: { 201: startedExport },
  errors: [400, 404, 409, 507],
});
const listExportsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/exports",
  section: "extensions",
  summary: "The exports of a batch, the newest first",
  params: batchParams,
  responses: { 200: exportList },
  errors: [404],
});
const exportRoute = describeRoute({
  method: "GET",
  path: "/local/exports/:exportId",
  section: "extensions",
  summary:
    "An export with its files: all of them, or at most 1,000 that failed or do not meet the preset",
  params: exportParams,
  query: z.object({ files: z.enum(["all", "problems"]).default("all") }),
  responses: { 200: exportDetails },
  errors: [400, 404],
});
const resumeExportRoute = describeRoute({
  method: "POST",
  path: "/local/exports/:exportId/resume",
  section: "extensions",
  summary:
    "Makes the files that are missing or were changed; confirms an export of another computer",
  params: exportParams,
  responses: { 204: null },
  errors: [404, 409],
});
const cancelExportRoute = describeRoute({
  method: "POST",
  path: "/local/exports/:exportId/cancel",
  onFullDisk: "frees-space",
  section: "extensions",
  summary: "Stops an export, and removes what it has written on this computer, or its files",
  params: exportParams,
  responses: { 204: null },
  errors: [404, 409],
});

const exportFileRoute = describeRoute({
  method: "GET",
  path: "/local/exports/:exportId/files/:position",
  section: "extensions",
  summary:
    "A made file of an export that is downloaded, by its place in the list of all files from 0; 410 when it has expired",
  params: exportParams.extend({ position: integerText(0, 1_000_000) }),
  responses: { 200: bytesResponse, 206: bytesResponse, 304: null, 307: null, 416: null },
  errors: [400, 404, 410],
});

const toPlan = ({ files, missing, leftOut, renamed, notes }: ExportPlan): ExportPlanForm => ({
  leftOut,
  renamed,
  notes,
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

function toDelivery(row: ExportRow): Omit<z.infer<typeof exportDetails>, "files"> {
  const { id, folder, version, state, problem, counts, bytes, createdAt, expiresAt } = row;
  const { languages, parts, preset } = row.request;
  return {
    id,
    folder,
    version,
    languages,
    parts,
    preset,
    state,
    problem,
    counts,
    bytes,
    createdAt,
    ...(expiresAt === null ? {} : { expiresAt }),
  };
}
const toFile = (row: ExportFile): ExportFileForm => {
  const { path, state, bytes, sha256, problem, finding } = row;
  return { path, state, bytes, sha256, problem, finding };
};

/** How long a URL of a file is valid, in seconds. */
const urlSeconds = 15 * 60;

/** The bytes of the files of exports of objects. */
export const createExportFileRoutes = (
  reader: Pick<ExportReader, "locate">,
  objects: Pick<ObjectStore, "open" | "readUrl">,
): BoundRoute[] => [
  bindRoute(exportFileRoute, async ({ params: { exportId, position }, header }) => {
    const { sha256, ...located } = await reader.locate(exportId, position);
    // A file that is made again with other bytes has another hash.
    const headers = { etag: `"${sha256}"`, "cache-control": "private, no-cache" };
    const missing = `position: ${messageText("delivery-file-lost", {})}`;
    const contentType = "application/octet-stream";
    return sendObject(
      objects,
      { ...located, contentType, headers, urlSeconds, missing },
      { range: header("range"), ifNoneMatch: header("if-none-match") },
    );
  }),
];

export interface ExportRoutesDeps {
  batches: Pick<Batches, "get">;
  reader: ExportReader;
  /** The queue of exports; null while the service has no engine that makes files. */
  current: () => Exports | null;
}

export function createExportRoutes({ batches, reader, current }: ExportRoutesDeps): BoundRoute[] {
  const require = () => {
    const found = current();
    if (!found) throw new HttpError(409, messageText("delivery-no-engine", {}));
    return found;
  };
  return [
    bindRoute(planExportRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      return { status: 200, body: toPlan(await require().plan(batchId, body)) };
    }),
    bindRoute(startExportRoute, async ({ params: { batchId }, body: { folder, ...wanted } }) => {
      await batches.get(batchId);
      const started = await require().start(batchId, wanted, folder ?? null);
      return { status: 201, body: { exportId: started.id, folder: started.folder } };
    }),
    bindRoute(listExportsRoute, async ({ params: { batchId } }) => {
      await batches.get(batchId);
      return { status: 200, body: { exports: (await reader.list(batchId)).map(toDelivery) } };
    }),
    bindRoute(exportRoute, async ({ params: { exportId }, query }) => {
      const row = await reader.find(exportId);
      const files =
        query.files === "all"
          ? await reader.files(exportId)
          : await reader.problems(exportId, maxNamed);
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
