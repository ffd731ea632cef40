/** Rules of the media gallery (§4.1, §8). */
import {
  expectStatus,
  expectEmpty,
  expectError,
  expectEqual,
  parseResponse,
  type Context,
  type Rule,
} from "./rules";
import { completed, presigned, text, texts } from "./schemas";

const contentType = "audio/wav";
const multipart = "/media/upload-url/multipart";
const bytes = new TextEncoder().encode("sound");

async function upload({ call, put }: Context, fileName: string): Promise<void> {
  const response = await call("POST", "/media/upload-url", { fileName, contentType });
  expectStatus(await put(parseResponse(response, 200, text), bytes, contentType), 200);
}
const remove = async ({ call }: Context, paths: string[]) =>
  expectEmpty(await call("POST", "/media/files/delete", { paths }));
const files = async ({ call }: Context) =>
  parseResponse(await call("GET", "/media/files"), 200, texts);

const formats = [
  "audio/wav",
  "audio/mp3",
  "audio/ogg",
  "audio/mpeg",
  "audio/m4a",
  "video/mp4",
  "video/mov",
  "video/avi",
  "video/mkv",
  "video/webm",
  "video/flv",
];
const invalidBodies: [string, unknown, string][] = [
  ["no file name", { contentType }, "fileName"],
  ["an empty file name", { fileName: "", contentType }, "fileName"],
  ["no content type", { fileName: "a.wav" }, "contentType"],
  ["neither audio nor video", { fileName: "a.txt", contentType: "text/plain" }, "contentType"],
  ["another format", { fileName: "a.aiff", contentType: "audio/aiff" }, "contentType"],
];

export const mediaRules: Rule[] = [
  ...formats.map((format): Rule => ({
    section: "§4.1 POST /media/upload-url",
    rule: `${format} is accepted, and the response is a URL`,
    async run({ call, uniqueName }) {
      const body = { fileName: `${uniqueName("file")}.bin`, contentType: format };
      const url = parseResponse(await call("POST", "/media/upload-url", body), 200, text);
      expectEqual(/^https?:\/\//.test(url), true);
    },
  })),
  ...invalidBodies.flatMap(([what, body, field]): Rule[] => [
    {
      section: "§4.1 POST /media/upload-url",
      rule: `${what} is a 400`,
      run: async ({ call }) =>
        expectError(await call("POST", "/media/upload-url", body), 400, field),
    },
    {
      section: "§4.1 POST /media/upload-url/multipart",
      rule: `presign: ${what} is a 400`,
      run: async ({ call }) =>
        expectError(
          await call("POST", multipart, { action: "presign", ...(body as object) }),
          400,
          field,
        ),
    },
  ]),
  {
    section: "§4.1 GET /media/files",
    rule: "an uploaded file is listed under its path until it is deleted",
    async run(context) {
      const path = `${context.uniqueName("folder")}/a.wav`;
      await upload(context, path);
      expectEqual((await files(context)).includes(path), true);
      await remove(context, [path]);
      expectEqual((await files(context)).includes(path), false);
    },
  },
  {
    section: "§4.1 POST /media/files/delete",
    rule: 'a path ending in "/" deletes all files below it, and no others',
    async run(context) {
      const folder = context.uniqueName("folder");
      const paths = [`${folder}/a.wav`, `${folder}/b/c.wav`, `${folder}-not/d.wav`];
      for (const path of paths) await upload(context, path);
      await remove(context, [`${folder}/`]);
      const remaining = (await files(context)).filter((path) => path.startsWith(folder));
      expectEqual(remaining, [paths[2]]);
      await remove(context, [`${folder}-not/`]);
    },
  },
  {
    section: "§4.1 POST /media/files/delete",
    rule: "paths must be a list of strings",
    async run({ call }) {
      for (const body of [{}, { paths: "a" }, { paths: [1] }])
        expectError(await call("POST", "/media/files/delete", body), 400, "paths");
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "part 1 returns an upload id; complete creates the file; a second complete is a 404",
    async run(context) {
      const { call, put } = context;
      const fileName = `${context.uniqueName("folder")}/parts.wav`;
      const file = { fileName, contentType };
      const first = await call("POST", multipart, { action: "presign", ...file });
      const { uploadId, uploadUrl } = parseResponse(first, 200, presigned);
      const sent = await put(uploadUrl, bytes, contentType);
      expectStatus(sent, 200);
      const parts = [{ ETag: sent.headers.get("etag") ?? "", PartNumber: 1 }];
      const complete = { action: "complete", ...file, uploadId, parts };
      parseResponse(await call("POST", multipart, complete), 200, completed);
      expectEqual((await files(context)).includes(fileName), true);
      expectError(await call("POST", multipart, complete), 404);
      await remove(context, [fileName]);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "an upload id is required from part 2 on, and must be omitted for part 1",
    async run({ call, uniqueName }) {
      const file = { action: "presign", fileName: `${uniqueName("file")}.wav`, contentType };
      expectError(await call("POST", multipart, { ...file, partNumber: 2 }), 400, "uploadId");
      const { uploadId } = parseResponse(await call("POST", multipart, file), 200, presigned);
      for (const input of ["chosen-by-the-client", uploadId]) {
        const first = { ...file, partNumber: 1, uploadId: input };
        expectError(await call("POST", multipart, first), 400, "uploadId");
      }
      // The part number defaults to 1.
      expectError(await call("POST", multipart, { ...file, uploadId }), 400, "uploadId");
      const next = await call("POST", multipart, { ...file, partNumber: 2, uploadId });
      expectEqual(parseResponse(next, 200, presigned).uploadId, uploadId);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "an unknown upload id is a 404, an unknown action a 400",
    async run({ call }) {
      const file = { fileName: "a.wav", contentType, uploadId: "no-such-upload" };
      const parts = [{ ETag: '"x"', PartNumber: 1 }];
      expectError(await call("POST", multipart, { action: "complete", ...file, parts }), 404);
      expectError(
        await call("POST", multipart, { action: "presign", ...file, partNumber: 2 }),
        404,
      );
      expectError(await call("POST", multipart, { action: "abort", ...file }), 400, "action");
      expectError(await call("POST", multipart, { action: "complete", ...file }), 400, "parts");
    },
  },
  {
    section: "§4.1 POST /media/upload-url",
    rule: "the URL of a whole file accepts another PUT until it expires",
    async run(context) {
      const { call, put } = context;
      const fileName = `${context.uniqueName("folder")}/again.wav`;
      const url = parseResponse(
        await call("POST", "/media/upload-url", { fileName, contentType }),
        200,
        text,
      );
      for (let times = 0; times < 2; times += 1)
        expectStatus(await put(url, bytes, contentType), 200);
      expectEqual(
        (await files(context)).filter((path) => path === fileName),
        [fileName],
      );
      await remove(context, [fileName]);
    },
  },
  {
    section: "§8 Upload URL validity",
    rule: "the URLs of a whole file and of a part are rejected after they expire",
    async run(context) {
      const { call, put } = context;
      const file = { fileName: `${context.uniqueName("folder")}/late.wav`, contentType };
      const whole = parseResponse(await call("POST", "/media/upload-url", file), 200, text);
      const part = await call("POST", multipart, { action: "presign", ...file });
      const { uploadUrl } = parseResponse(part, 200, presigned);
      await context.untilUrlsExpire();
      for (const url of [whole, uploadUrl]) expectStatus(await put(url, bytes, contentType), 403);
      expectEqual((await files(context)).includes(file.fileName), false);
    },
  },
  {
    section: "§8 Uses per multipart URL",
    rule: "a multipart URL accepts one PUT",
    async run({ call, put, uniqueName }) {
      const file = { action: "presign", fileName: `${uniqueName("file")}.wav`, contentType };
      const { uploadUrl } = parseResponse(await call("POST", multipart, file), 200, presigned);
      expectStatus(await put(uploadUrl, bytes, contentType), 200);
      expectStatus(await put(uploadUrl, bytes, contentType), 403);
    },
  },
];
