/** The media gallery (interface §4.1). */
import { z } from "zod";
import type { Gallery } from "../media/gallery";
import {
  contentTypeProblem,
  deletionPathProblem,
  fileNameProblem,
  maxPartNumber,
} from "../media/rules";
import type { Uploads } from "../media/uploads";
import { idText } from "../names";
import { bindRoute, errorBody, type BoundRoute, type RouteDescription } from "./route";
import { streamArray } from "./stream";

/** A text under a rule of ours: what is wrong with it becomes the message. */
function ruled(problemOf: (text: string) => string | null) {
  return z
    .string()
    .normalize("NFC")
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });
}

export const fileName = ruled(fileNameProblem);
export const contentType = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((text, context) => {
    const message = contentTypeProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
const partNumber = z.int().min(1).max(maxPartNumber);

export const uploadUrlBody = z.object({ fileName, contentType });
export const presignBody = z.object({
  action: z.literal("presign"),
  fileName,
  contentType,
  partNumber: partNumber.optional(),
  uploadId: idText.optional(),
});
export const completeBody = z.object({
  action: z.literal("complete"),
  fileName,
  contentType,
  uploadId: idText,
  parts: z
    .array(z.object({ ETag: z.string().min(1).max(200), PartNumber: partNumber }))
    .min(1)
    .max(maxPartNumber),
});
export const multipartBody = z.discriminatedUnion("action", [presignBody, completeBody]);
export const deleteBody = z.object({ paths: z.array(ruled(deletionPathProblem)) });

export const uploadUrlRoute = {
  method: "POST",
  path: "/media/upload-url",
  section: "§4.1",
  summary: "A pre-signed URL for one file in one PUT",
  body: uploadUrlBody,
  responses: { 200: z.string(), 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof uploadUrlBody>>;

export const multipartRoute = {
  method: "POST",
  path: "/media/upload-url/multipart",
  section: "§4.1",
  summary: "A pre-signed URL for a part, or the end of a multipart upload",
  // 10,000 parts, however they are indented.
  bodyLimit: 4 * 1024 ** 2,
  body: multipartBody,
  responses: {
    200: z.union([
      z.object({ uploadId: z.string(), uploadUrl: z.string() }),
      z.object({ message: z.string() }),
    ]),
    400: errorBody,
    404: errorBody,
    500: errorBody,
    507: errorBody,
  },
} satisfies RouteDescription<z.infer<typeof multipartBody>>;

export const filesRoute = {
  method: "GET",
  path: "/media/files",
  section: "§4.1",
  summary: "All file paths of the gallery, in order of their UTF-8 bytes",
  responses: { 200: z.array(z.string()), 500: errorBody },
} satisfies RouteDescription;

export const deleteRoute = {
  method: "POST",
  path: "/media/files/delete",
  section: "§4.1",
  summary: 'Deletes files, and folders (ending in "/") with all that is below them',
  // Room for some hundred thousand paths.
  bodyLimit: 32 * 1024 ** 2,
  body: deleteBody,
  responses: { 204: null, 400: errorBody, 500: errorBody },
} satisfies RouteDescription<z.infer<typeof deleteBody>>;

export function createMediaRoutes(deps: { uploads: Uploads; gallery: Gallery }): BoundRoute[] {
  const { uploads, gallery } = deps;
  return [
    bindRoute(uploadUrlRoute, ({ body }) => ({ status: 200, body: uploads.presignFile(body) })),
    bindRoute(multipartRoute, async ({ body }) => {
      if (body.action === "presign") return { status: 200, body: await uploads.presignPart(body) };
      await uploads.complete(body);
      return { status: 200, body: { message: "Upload completed" } };
    }),
    bindRoute(filesRoute, () => streamArray(gallery.list())),
    bindRoute(deleteRoute, async ({ body }) => {
      await gallery.remove(body.paths);
      return { status: 204 };
    }),
  ];
}
