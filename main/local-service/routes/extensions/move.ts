/** Extension "move": the workspace is moved to another service, or from one. */
import { z } from "zod";
import {
  listedForMove,
  maxListedObjects,
  maxObjectBytes,
  maxRowsBytes,
  missingForMove,
  moveBeginning,
  movedObjects,
  movedSize,
  moveRun,
  moveState,
  objectHash,
  storedFile,
  tableHash,
} from "../../../../preload/local-service/move";
import type { Moving } from "../../move/moving";
import type { ObjectStore } from "../../objects/port";
import { redirect, sendFile } from "../../review/send-file";
import { movedTables } from "../../rows/moved-tables";
import { fileName, multipartBody, multipartResponse } from "../media";
import { bindRoute, bytesResponse, describeRoute, textResponse, type BoundRoute } from "../route";

const tableParams = z.object({ table: z.enum(movedTables) });
const location = z.string().min(1).max(2_000);
const urlSeconds = 15 * 60;

/** What all calls of a move have in common. */
const ofMove = { section: "extensions", isPossibleWhileMoving: true } as const;

const stateRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move",
  summary: "What the workspace is in a move, and the tables whose rows are moved",
  responses: { 200: moveState },
});
const beginRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move",
  summary:
    "Begins a move, or continues one. The source can only be read from now on; the target must be empty, and accepts nothing else until the move is complete",
  body: moveBeginning,
  responses: { 200: moveState },
  errors: [400, 409],
});
const discardRoute = describeRoute({
  ...ofMove,
  method: "DELETE",
  path: "/local/move",
  summary:
    "Ends a move: the source can be changed again, and a target that is not complete is emptied",
  responses: { 204: null },
  errors: [409],
});
const finishRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/finish",
  summary: "Completes the move: the target can be used, and the source can only be read",
  responses: { 204: null },
  errors: [409],
});
const readRowsRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/rows/:table",
  summary:
    "The next rows of a table after a key, one JSON object in each line; the header x-next has the key for the next call, or nothing at the end",
  params: tableParams,
  query: z.object({ after: z.string().max(100_000).default("") }),
  responses: { 200: textResponse },
  errors: [400],
});
const addRowsRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/rows/:table",
  isUnrecorded: true,
  summary: "Adds rows of a table, one JSON object in each line. May be repeated",
  params: tableParams,
  isBodyBytes: true,
  bodyLimit: maxRowsBytes,
  responses: { 204: null },
  errors: [400, 409],
});
const hashRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/tables/:table",
  summary: "The number of rows of a table, and the SHA-256 of the values that a move keeps",
  params: tableParams,
  responses: { 200: tableHash },
  errors: [400],
});
const sizeRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/size",
  summary: "The number of files, of scripts and sounds of takes, and their size",
  responses: { 200: movedSize },
});
const runningRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/running",
  isUnrecorded: true,
  summary:
    "Reports that a program moves this workspace now, or no longer does. Repeat within two minutes; 409 while another program moves it",
  body: moveRun,
  responses: { 204: null },
  errors: [400, 409],
});
const objectsRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/objects",
  summary: `The next ${maxListedObjects} scripts and sounds of takes, after the value \`next\` of the former call`,
  query: z.object({ after: z.string().max(2_000).default("") }),
  responses: { 200: movedObjects },
  errors: [400],
});
const objectRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/objects/:location",
  summary: 'The bytes of a script or take. Its location is one segment: "takes%2Fa.wav"',
  params: z.object({ location }),
  responses: { 200: bytesResponse, 206: bytesResponse, 304: null, 307: null, 416: null },
  errors: [400, 404],
});
const storeObjectRoute = describeRoute({
  ...ofMove,
  method: "PUT",
  path: "/local/move/objects/:location",
  isUnrecorded: true,
  summary: "Stores the bytes of a script or take, which must have the SHA-256. May be repeated",
  params: z.object({ location }),
  query: z.object({ sha256: objectHash.shape.sha256 }),
  isBodyBytes: true,
  bodyLimit: maxObjectBytes,
  responses: { 204: null },
  errors: [400, 409],
});
const objectHashRoute = describeRoute({
  ...ofMove,
  method: "GET",
  path: "/local/move/hash",
  summary: "The SHA-256 of the stored bytes of a script, a take, or a file of the gallery",
  query: z.object({ location: location.optional(), path: fileName.optional() }),
  responses: { 200: objectHash },
  errors: [400, 404],
});
const missingRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/missing",
  isUnrecorded: true,
  summary: "Which of these scripts, takes and files the workspace does not have yet",
  body: listedForMove,
  responses: { 200: missingForMove },
  errors: [400],
});
const uploadRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/uploads",
  isUnrecorded: true,
  summary: "As POST /media/upload-url/multipart, while the workspace receives another one",
  bodyLimit: 4 * 1024 ** 2,
  body: multipartBody,
  responses: { 200: multipartResponse },
  errors: [400, 404, 409],
});
const storeFileRoute = describeRoute({
  ...ofMove,
  method: "POST",
  path: "/local/move/files",
  isUnrecorded: true,
  summary: "Compares a file that has arrived with its SHA-256, and gives it the values of its row",
  body: storedFile.extend({ path: fileName }),
  responses: { 204: null },
  errors: [400, 409],
});

const done = { status: 204 } as const;

export function createMoveRoutes(
  moving: Moving,
  objects: Pick<ObjectStore, "readUrl">,
): BoundRoute[] {
  const state = async () => ({ status: 200 as const, body: await moving.describe() });
  return [
    bindRoute(stateRoute, state),
    bindRoute(beginRoute, async ({ body }) => {
      if (body.role === "source") await moving.beginSource(body.other);
      else await moving.beginTarget(body.id, body.other, body.schemaVersion);
      return state();
    }),
    bindRoute(discardRoute, async () => {
      await moving.discard();
      return done;
    }),
    bindRoute(finishRoute, async () => {
      await moving.finish();
      return done;
    }),
    bindRoute(readRowsRoute, async ({ params, query }) => {
      const { lines, next } = await moving.readRows(params.table, query.after);
      return new Response(lines, {
        headers: { "content-type": "application/x-ndjson", "x-next": encodeURIComponent(next) },
      });
    }),
    bindRoute(addRowsRoute, async ({ params, bytes }) => {
      moving.requireReceiving();
      await moving.addRows(params.table, await bytes());
      return done;
    }),
    bindRoute(hashRoute, async ({ params }) => ({
      status: 200,
      body: await moving.hashTable(params.table),
    })),
    bindRoute(sizeRoute, async () => ({ status: 200, body: await moving.measure() })),
    bindRoute(runningRoute, ({ body }) => {
      moving.setRunning(body.isRunning, body.mover);
      return done;
    }),
    bindRoute(objectsRoute, async ({ query }) => ({
      status: 200,
      body: await moving.listObjects(query.after, maxListedObjects),
    })),
    bindRoute(objectRoute, async ({ params, header }) => {
      const file = await moving.openObject(params.location);
      const headers = { etag: `"${file.size}"`, "cache-control": "private, no-store" };
      const sent = { file, bytes: file.size, contentType: "application/octet-stream", headers };
      const conditions = { range: header("range"), ifNoneMatch: undefined };
      const where = { location: params.location, urlSeconds };
      return (
        (await redirect(objects, { ...sent, ...where }, conditions)) ?? sendFile(sent, conditions)
      );
    }),
    bindRoute(storeObjectRoute, async ({ params, query, bytes }) => {
      moving.requireReceiving();
      await moving.storeObject(params.location, query.sha256, await bytes());
      return done;
    }),
    bindRoute(objectHashRoute, async ({ query }) => ({
      status: 200,
      body: { sha256: await moving.hashObject(query.location ?? "", query.path) },
    })),
    bindRoute(missingRoute, async ({ body }) => ({
      status: 200,
      body: await moving.findMissing(body.objects, body.files),
    })),
    bindRoute(uploadRoute, async ({ body }) => {
      if (body.action === "presign") return { status: 200, body: await moving.presignPart(body) };
      await moving.completeUpload(body);
      return { status: 200, body: { message: "Upload completed" } };
    }),
    bindRoute(storeFileRoute, async ({ body: { sha256, ...file } }) => {
      await moving.storeFile(file, sha256);
      return done;
    }),
  ];
}
