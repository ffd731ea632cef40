/**
 * Rules of file names, content types and parts (§4.1, §8; notes § Answers, § Content types, § File
 * names).
 */
import {
  expectEmpty,
  expectStatus,
  expectError,
  expectEqual,
  parseResponse,
  type CheckedResponse,
  type Context,
  type Rule,
} from "./rules";
import { completed, presigned, text, texts } from "./schemas";

const contentType = "audio/wav";
const multipart = "/media/upload-url/multipart";
const small = new TextEncoder().encode("sound");
/** Minimum size of a part other than the last one. */
const minPartBytes = 5 * 1024 ** 2;

const registered = [
  "audio/x-wav",
  "audio/vnd.wave",
  "audio/x-m4a",
  "audio/mp4",
  "video/quicktime",
  "video/x-msvideo",
  "video/x-matroska",
  "video/x-flv",
];
const validNames: [string, (name: string) => string][] = [
  ["with folders", (name) => `${name}/one/two/a.wav`],
  ["with spaces and signs", (name) => `${name} (1) [2] #3 %41 ?&=+;'.wav`],
  ["in any script", (name) => `${name}/字幕 🎬 фильм.wav`],
  ["of 1,024 bytes", (name) => `${name}/${"a".repeat(1023 - name.length)}`],
];
const invalidNames: [string, string][] = [
  ["that begins with a slash", "/a.wav"],
  ["that ends in a slash", "a/"],
  ["with an empty segment", "a//b.wav"],
  ['with a segment "."', "a/./b.wav"],
  ['with a segment ".."', "a/../b.wav"],
  ["with a backslash", "a\\b.wav"],
  ["with a line break", "a\nb.wav"],
  ["with a NUL", "a\u0000b.wav"],
  ["of more than 1,024 bytes", "é".repeat(513)],
];

const remove = async ({ call }: Context, ...paths: string[]) =>
  expectEmpty(await call("POST", "/media/files/delete", { paths }));
const files = async ({ call }: Context) =>
  parseResponse(await call("GET", "/media/files"), 200, texts);

async function upload({ call, put }: Context, fileName: string): Promise<CheckedResponse> {
  const response = await call("POST", "/media/upload-url", { fileName, contentType });
  const sent = await put(parseResponse(response, 200, text), small, contentType);
  expectStatus(sent, 200);
  return sent;
}

/** Uploads these parts; returns the fields for `complete`. */
async function uploadParts(context: Context, ...bodies: Uint8Array[]) {
  const file = { fileName: `${context.uniqueName("folder")}/parts.wav`, contentType };
  let uploadId: string | undefined;
  const parts: { ETag: string; PartNumber: number }[] = [];
  for (const [index, body] of bodies.entries()) {
    const PartNumber = index + 1;
    const request = { action: "presign", ...file, partNumber: PartNumber };
    const reply = await context.call(
      "POST",
      multipart,
      uploadId ? { ...request, uploadId } : request,
    );
    const signed = parseResponse(reply, 200, presigned);
    uploadId = signed.uploadId;
    const sent = await context.put(signed.uploadUrl, body, contentType);
    expectStatus(sent, 200);
    parts.push({ ETag: sent.headers.get("etag") ?? "", PartNumber });
  }
  return { request: { action: "complete", ...file, uploadId }, parts, fileName: file.fileName };
}

const partRules: Rule[] = [
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "all parts but the last have at least 5 MB: one byte less is a 400, 5 MB are accepted",
    async run(context) {
      const { call } = context;
      const short = await uploadParts(context, new Uint8Array(minPartBytes - 1), small);
      expectError(await call("POST", multipart, { ...short.request, parts: short.parts }), 400);
      const valid = await uploadParts(context, new Uint8Array(minPartBytes), small);
      const done = await call("POST", multipart, { ...valid.request, parts: valid.parts });
      parseResponse(done, 200, completed);
      const listed = await files(context);
      expectEqual(
        [listed.includes(valid.fileName), listed.includes(short.fileName)],
        [true, false],
      );
      await remove(context, valid.fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "a sequence with a gap, in invalid order, with a duplicate, without a part, or with a invalid ETag is a 400",
    async run(context) {
      const { request, parts, fileName } = await uploadParts(
        context,
        new Uint8Array(minPartBytes),
        small,
      );
      const [one, two] = parts;
      if (!one || !two) throw new Error("two parts were uploaded");
      for (const invalid of [
        [],
        [two],
        [two, one],
        [one, one],
        [one, { ...two, PartNumber: 3 }],
        [one, { ...two, ETag: one.ETag }],
        [one, { PartNumber: 2 }],
        [one, { ETag: two.ETag }],
      ])
        expectError(
          await context.call("POST", multipart, { ...request, parts: invalid }),
          400,
          "parts",
        );
      parseResponse(await context.call("POST", multipart, { ...request, parts }), 200, completed);
      await remove(context, fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "an upload id belongs to one file: another name or content type is rejected",
    async run(context) {
      const { request, parts, fileName } = await uploadParts(context, small);
      const complete = { ...request, parts };
      const { call } = context;
      const renamed = { ...complete, fileName: `${fileName}.wav` };
      expectError(await call("POST", multipart, renamed), 404);
      expectError(
        await call("POST", multipart, { ...complete, contentType: "audio/ogg" }),
        400,
        "contentType",
      );
      const second = { ...renamed, action: "presign", partNumber: 2 };
      expectError(await call("POST", multipart, second), 404);
      parseResponse(await call("POST", multipart, complete), 200, completed);
      await remove(context, fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "a part number is an integer from 1 to 10,000",
    async run({ call, uniqueName }) {
      const file = { action: "presign", fileName: `${uniqueName("file")}.wav`, contentType };
      const first = { ...file, partNumber: null, uploadId: null };
      const { uploadId } = parseResponse(await call("POST", multipart, first), 200, presigned);
      for (const partNumber of [0, -1, 1.5, 10_001, "2"])
        expectError(
          await call("POST", multipart, { ...file, uploadId, partNumber }),
          400,
          "partNumber",
        );
      const last = await call("POST", multipart, { ...file, uploadId, partNumber: 10_000 });
      expectEqual(parseResponse(last, 200, presigned).uploadId, uploadId);
    },
  },
  {
    section: "notes § Answers to be tolerant of",
    rule: "ETags are in double quotes",
    async run(context) {
      const path = `${context.uniqueName("file")}.wav`;
      expectEqual(/^"[^"]+"$/.test((await upload(context, path)).headers.get("etag") ?? ""), true);
      await remove(context, path);
    },
  },
];

export const fileRules: Rule[] = [
  ...partRules,
  ...registered.map((format): Rule => ({
    section: "notes § Content types",
    rule: `${format} is accepted`,
    async run({ call, uniqueName }) {
      const body = { fileName: `${uniqueName("file")}.bin`, contentType: format };
      parseResponse(await call("POST", "/media/upload-url", body), 200, text);
    },
  })),
  {
    section: "notes § Content types",
    rule: "parameters of a content type do not count, in any call of an upload",
    async run(context) {
      const { call, put, uniqueName } = context;
      const fileName = `${uniqueName("file")}.mp4`;
      const withParameters = { fileName, contentType: "video/mp4; codecs=avc1.42E01E" };
      const without = { fileName, contentType: "video/mp4" };
      for (const [signed, sent] of [
        [withParameters, without],
        [without, withParameters],
      ] as const) {
        const url = parseResponse(await call("POST", "/media/upload-url", signed), 200, text);
        expectStatus(await put(url, small, sent.contentType), 200);
        const presign = { ...signed, action: "presign" };
        const opened = parseResponse(await call("POST", multipart, presign), 200, presigned);
        const part = await put(opened.uploadUrl, small, sent.contentType);
        const parts = [{ ETag: part.headers.get("etag") ?? "", PartNumber: 1 }];
        const complete = { ...sent, action: "complete", uploadId: opened.uploadId, parts };
        parseResponse(await call("POST", multipart, complete), 200, completed);
      }
      await remove(context, fileName);
    },
  },
  ...validNames.map(([what, nameFrom]): Rule => ({
    section: "notes § File names",
    rule: `a name ${what} is listed unchanged`,
    async run(context) {
      const name = nameFrom(context.uniqueName("folder"));
      await upload(context, name);
      expectEqual((await files(context)).includes(name), true);
      await remove(context, name);
      expectEqual((await files(context)).includes(name), false);
    },
  })),
  ...invalidNames.map(([what, fileName]): Rule => ({
    section: "notes § File names",
    rule: `a name ${what} is a 400`,
    async run({ call }) {
      const body = { fileName, contentType };
      expectError(await call("POST", "/media/upload-url", body), 400, "fileName");
      expectError(await call("POST", multipart, { action: "presign", ...body }), 400, "fileName");
    },
  })),
  {
    section: "notes § File names",
    rule: "a name is listed in NFC, and any Unicode form of it is the same file",
    async run(context) {
      const name = `${context.uniqueName("folder")}/é.wav`;
      await upload(context, name.normalize("NFD"));
      await upload(context, name);
      expectEqual(
        (await files(context)).filter((path) => path.normalize("NFC") === name),
        [name],
      );
      await remove(context, name.normalize("NFD"));
      expectEqual((await files(context)).includes(name), false);
    },
  },
  {
    section: "notes § File names",
    rule: "uploading the same path again replaces the file",
    async run(context) {
      const path = `${context.uniqueName("folder")}/a.wav`;
      await upload(context, path);
      await upload(context, path);
      expectEqual(
        (await files(context)).filter((other) => other === path),
        [path],
      );
      await remove(context, path);
    },
  },
  {
    section: "§4.1 POST /media/files/delete",
    rule: "several files and folders are deleted at once, and missing ones are ignored",
    async run(context) {
      const folder = context.uniqueName("folder");
      for (const name of ["a.wav", "b/c.wav", "d.wav"]) await upload(context, `${folder}/${name}`);
      await remove(
        context,
        `${folder}/a.wav`,
        `${folder}/b/`,
        `${folder}/none.wav`,
        `${folder}/e/`,
      );
      expectEqual(
        (await files(context)).filter((path) => path.startsWith(`${folder}/`)),
        [`${folder}/d.wav`],
      );
      await remove(context, `${folder}/`);
    },
  },
];
