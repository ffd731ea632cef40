/** Rules of file names, content types and parts (§4.1, §8; notes § Answers, § Content types, § File names). */
import {
  empty,
  expectStatus,
  refused,
  same,
  shaped,
  type Answer,
  type Context,
  type Rule,
} from "./rules";
import { completed, presigned, text, texts } from "./schemas";

const contentType = "audio/wav";
const multipart = "/media/upload-url/multipart";
const small = new TextEncoder().encode("sound");
/** The least that a part may have which is not the last one. */
const leastBytes = 5 * 1024 ** 2;

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
const goodNames: [string, (name: string) => string][] = [
  ["with folders", (name) => `${name}/one/two/a.wav`],
  ["with spaces and signs", (name) => `${name} (1) [2] #3 %41 ?&=+;'.wav`],
  ["in any script", (name) => `${name}/字幕 🎬 фильм.wav`],
  ["of 1,024 bytes", (name) => `${name}/${"a".repeat(1023 - name.length)}`],
];
const badNames: [string, string][] = [
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
  empty(await call("POST", "/media/files/delete", { paths }));
const files = async ({ call }: Context) => shaped(await call("GET", "/media/files"), 200, texts);

async function upload({ call, put }: Context, fileName: string): Promise<Answer> {
  const answer = await call("POST", "/media/upload-url", { fileName, contentType });
  const sent = await put(shaped(answer, 200, text), small, contentType);
  expectStatus(sent, 200);
  return sent;
}

/** An upload with these parts; gives what belongs in a `complete`. */
async function uploadParts(context: Context, ...bodies: Uint8Array[]) {
  const file = { fileName: `${context.fresh("folder")}/parts.wav`, contentType };
  let uploadId: string | undefined;
  const parts: { ETag: string; PartNumber: number }[] = [];
  for (const [index, body] of bodies.entries()) {
    const PartNumber = index + 1;
    const request = { action: "presign", ...file, partNumber: PartNumber };
    const answer = await context.call(
      "POST",
      multipart,
      uploadId ? { ...request, uploadId } : request,
    );
    const signed = shaped(answer, 200, presigned);
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
    rule: "all parts but the last have at least 5 MB: one less is a 400, at 5 MB the file is made",
    async run(context) {
      const { call } = context;
      const short = await uploadParts(context, new Uint8Array(leastBytes - 1), small);
      refused(await call("POST", multipart, { ...short.request, parts: short.parts }), 400);
      const good = await uploadParts(context, new Uint8Array(leastBytes), small);
      const done = await call("POST", multipart, { ...good.request, parts: good.parts });
      shaped(done, 200, completed);
      const listed = await files(context);
      same([listed.includes(good.fileName), listed.includes(short.fileName)], [true, false]);
      await remove(context, good.fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "a sequence with a gap, out of order, twice the same, without a part, or with a foreign ETag is a 400",
    async run(context) {
      const { request, parts, fileName } = await uploadParts(
        context,
        new Uint8Array(leastBytes),
        small,
      );
      const [one, two] = parts;
      if (!one || !two) throw new Error("two parts were sent");
      for (const wrong of [
        [],
        [two],
        [two, one],
        [one, one],
        [one, { ...two, PartNumber: 3 }],
        [one, { ...two, ETag: one.ETag }],
        [one, { PartNumber: 2 }],
        [one, { ETag: two.ETag }],
      ])
        refused(await context.call("POST", multipart, { ...request, parts: wrong }), 400, "parts");
      shaped(await context.call("POST", multipart, { ...request, parts }), 200, completed);
      await remove(context, fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "an upload id is that of one file: another name or content type is refused",
    async run(context) {
      const { request, parts, fileName } = await uploadParts(context, small);
      const complete = { ...request, parts };
      const { call } = context;
      const renamed = { ...complete, fileName: `${fileName}.wav` };
      refused(await call("POST", multipart, renamed), 404);
      refused(
        await call("POST", multipart, { ...complete, contentType: "audio/ogg" }),
        400,
        "contentType",
      );
      const second = { ...renamed, action: "presign", partNumber: 2 };
      refused(await call("POST", multipart, second), 404);
      shaped(await call("POST", multipart, complete), 200, completed);
      await remove(context, fileName);
    },
  },
  {
    section: "§4.1 POST /media/upload-url/multipart",
    rule: "a part number is a whole one from 1 to 10,000",
    async run({ call, fresh }) {
      const file = { action: "presign", fileName: `${fresh("file")}.wav`, contentType };
      const { uploadId } = shaped(await call("POST", multipart, file), 200, presigned);
      for (const partNumber of [0, -1, 1.5, 10_001, "2", null])
        refused(
          await call("POST", multipart, { ...file, uploadId, partNumber }),
          400,
          "partNumber",
        );
      const last = await call("POST", multipart, { ...file, uploadId, partNumber: 10_000 });
      same(shaped(last, 200, presigned).uploadId, uploadId);
    },
  },
  {
    section: "notes § Answers to be tolerant of",
    rule: "ETags come in double quotes",
    async run(context) {
      const path = `${context.fresh("file")}.wav`;
      same(/^"[^"]+"$/.test((await upload(context, path)).headers.get("etag") ?? ""), true);
      await remove(context, path);
    },
  },
];

export const fileRules: Rule[] = [
  ...partRules,
  ...registered.map((format): Rule => ({
    section: "notes § Content types",
    rule: `${format} is taken`,
    async run({ call, fresh }) {
      const body = { fileName: `${fresh("file")}.bin`, contentType: format };
      shaped(await call("POST", "/media/upload-url", body), 200, text);
    },
  })),
  ...goodNames.map(([what, nameFrom]): Rule => ({
    section: "notes § File names",
    rule: `a name ${what} is listed as it was given`,
    async run(context) {
      const name = nameFrom(context.fresh("folder"));
      await upload(context, name);
      same((await files(context)).includes(name), true);
      await remove(context, name);
      same((await files(context)).includes(name), false);
    },
  })),
  ...badNames.map(([what, fileName]): Rule => ({
    section: "notes § File names",
    rule: `a name ${what} is a 400`,
    async run({ call }) {
      const body = { fileName, contentType };
      refused(await call("POST", "/media/upload-url", body), 400, "fileName");
      refused(await call("POST", multipart, { action: "presign", ...body }), 400, "fileName");
    },
  })),
  {
    section: "notes § File names",
    rule: "a name is listed in NFC, and is the same file however its accents are put together",
    async run(context) {
      const name = `${context.fresh("folder")}/é.wav`;
      await upload(context, name.normalize("NFD"));
      await upload(context, name);
      same(
        (await files(context)).filter((path) => path.normalize("NFC") === name),
        [name],
      );
      await remove(context, name.normalize("NFD"));
      same((await files(context)).includes(name), false);
    },
  },
  {
    section: "notes § File names",
    rule: "the same path uploaded again replaces the file",
    async run(context) {
      const path = `${context.fresh("folder")}/a.wav`;
      await upload(context, path);
      await upload(context, path);
      same(
        (await files(context)).filter((other) => other === path),
        [path],
      );
      await remove(context, path);
    },
  },
  {
    section: "§4.1 POST /media/files/delete",
    rule: "several files and folders go at once, and what is not there is no failure",
    async run(context) {
      const folder = context.fresh("folder");
      for (const name of ["a.wav", "b/c.wav", "d.wav"]) await upload(context, `${folder}/${name}`);
      await remove(
        context,
        `${folder}/a.wav`,
        `${folder}/b/`,
        `${folder}/none.wav`,
        `${folder}/e/`,
      );
      same(
        (await files(context)).filter((path) => path.startsWith(`${folder}/`)),
        [`${folder}/d.wav`],
      );
      await remove(context, `${folder}/`);
    },
  },
];
