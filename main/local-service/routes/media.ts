/** The media gallery (interface §4.1). */
import { z } from "zod";
import type { Gallery } from "../media/gallery";
import {
  contentTypeProblem,
  withoutParameters,
  deletionPathProblem,
  fileNameProblem,
  maxPartNumber,
} from "../objects/file-rules";
import type { Uploads } from "../media/uploads";
import { idText } from "../common/names";
import { bindRoute, describeRoute, type BoundRoute } from "./route";
import { streamArray } from "./stream";

/** A text that is valid if `problemOf` returns null; otherwise that is the message. */
function textWithRule(problemOf: (text: string) => string | null) {
  return z
    .string()
    .normalize("NFC")
    .superRefine((text, context) => {
      const message = problemOf(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });
}

export const fileName = textWithRule(fileNameProblem);
/**
 * Without its parameters: the type of "video/mp4; codecs=avc1" is "video/mp4", in all calls of an
 * upload.
 */
export const contentType = z
  .string()
  .max(1_000)
  .transform(withoutParameters)
  .superRefine((text, context) => {
    const message = contentTypeProblem(text);
    if (message !== null) context.addIssue({ code: "custom", message });
  });
const partNumber = z.int().min(1).max(maxPartNumber);

const uploadUrlBody = z.object({ fileName, contentType });
const presignBody = z.object({
  action: z.literal("presign"),
  fileName,
  contentType,
  partNumber: partNumber.optional(),
  uploadId: idText.optional(),
});
const completeBody = z.object({
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
const deleteBody = z.object({ paths: z.array(textWithRule(deletionPathProblem)) });

export const multipartResponse = z.union([
  z.object({ uploadId: z.string(), uploadUrl: z.string() }),
  z.object({ message: z.string() }),
]);

const uploadUrlRoute = describeRoute({
  method: "POST",
  path: "/media/upload-url",
  section: "§4.1",
  summary: "A pre-signed URL for one file in one PUT",
  body: uploadUrlBody,
  responses: { 200: z.string() },
  errors: [400],
});

const multipartRoute = describeRoute({
  method: "POST",
  path: "/media/upload-url/multipart",
  section: "§4.1",
  summary: "A pre-signed URL for a part, or completion of a multipart upload",
  // Enough for 10,000 parts as indented JSON.
  bodyLimit: 4 * 1024 ** 2,
  body: multipartBody,
  responses: {
    200: multipartResponse,
  },
  errors: [400, 404, 507],
});

const filesRoute = describeRoute({
  method: "GET",
  path: "/media/files",
  section: "§4.1",
  summary: "All file paths of the gallery, in order of their UTF-8 bytes",
  responses: { 200: z.array(z.string()) },
});

const deleteRoute = describeRoute({
  method: "POST",
  path: "/media/files/delete",
  onFullDisk: "frees-space",
  section: "§4.1",
  summary: 'Deletes files, and folders (ending in "/") with all files below them',
  // Enough for several hundred thousand paths.
  bodyLimit: 32 * 1024 ** 2,
  body: deleteBody,
  responses: { 204: null },
  errors: [400],
});

export function createMediaRoutes(deps: { uploads: Uploads; gallery: Gallery }): BoundRoute[] {
  const { uploads, gallery } = deps;
  return [
    bindRoute(uploadUrlRoute, async ({ body }) => ({
      status: 200,
      body: await uploads.presignFile(body),
    })),
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
