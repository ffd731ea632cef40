/** ETags of real storage: the MD5 of a part, or an identifier that cannot be compared. */
import path from "node:path";
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  hashOf,
  writeMediaFile,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import {
  kmsEtag,
  md5Of,
  startEncryptingService,
  type EncryptingService,
  type StorageBehaviour,
} from "../../helpers/encrypting-service";
import { long } from "../../long";

const mebibyte = 1024 ** 2;
/** Three parts of 5 MiB and a rest. */
const bigSize = 17 * mebibyte + 12_345;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: EncryptingService;
let test: TestBackend;
let workspaceId: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startEncryptingService();
  test = startBackend(path.join(folder.path, "profile"));
  await test.handlers.uploads.setSettings({
    maxConnections: 1,
    partSize: 5 * mebibyte,
    bandwidthLimit: 0,
  });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

async function send(behaviour: Partial<StorageBehaviour>, name = "small.wav", size = 100_000) {
  Object.assign(service.behaviour, behaviour);
  const file = await writeMediaFile(path.join(folder.path, "source"), name, size);
  await uploadPaths(test, workspaceId, [file]);
  const uploads = await waitForUploads(test, workspaceId);
  const upload = uploads.find((one) => one.name === name)!;
  const stored = service.files.get(name);
  const isWhole =
    stored !== undefined &&
    createHash("sha256").update(stored).digest("hex") === (await hashOf(file));
  return { upload, isWhole };
}
const partsSent = () => service.puts.map(({ partNumber }) => partNumber);
/** A hash other than MD5. */
const otherHash = (bytes: Buffer) => md5Of(Buffer.concat([bytes, Buffer.from("salt")]));

describe("an ETag that the storage declares not to be an MD5", () => {
  it.each([
    ["aws:kms", { "x-amz-server-side-encryption": "aws:kms" }],
    ["aws:kms:dsse", { "x-amz-server-side-encryption": "aws:kms:dsse" }],
    ["SSE-C", { "x-amz-server-side-encryption-customer-algorithm": "AES256" }],
  ])("(%s) is not compared", async (_name, headers) => {
    const { upload, isWhole } = await send({ etagOf: kmsEtag, headers });
    expect(upload).toMatchObject({ state: "done", problem: null, isUnverified: true });
    expect(isWhole).toBe(true);
    expect(service.puts).toHaveLength(1);
  });

  it("is stored as the identifier of the part", async () => {
    const headers = { "x-amz-server-side-encryption": "aws:kms" };
    const { upload, isWhole } = await send({ etagOf: kmsEtag, headers }, "big.mov", bigSize);
    expect(upload).toMatchObject({ state: "done", isUnverified: true });
    expect(isWhole).toBe(true);
    expect(partsSent()).toEqual([1, 2, 3, 4]);
    expect(new Set(service.completedEtags).size).toBe(4);
  });
});

describe("an undeclared ETag of 32 digits", () => {
  it("is compared if encryption preserves the MD5 (SSE-S3)", async () => {
    const headers = { "x-amz-server-side-encryption": "AES256" };
    const { upload } = await send({ headers });
    expect(upload).toMatchObject({ state: "done", isUnverified: false });
    expect(service.puts.every(({ contentMd5 }) => contentMd5 === null)).toBe(true);
  });

  const counts = "(%s) counts as an identifier after storage has confirmed the bytes";
  it.each([["another hash", otherHash]])(counts, countsAsIdentifier);
  it.each([["random", kmsEtag]])(counts, long, countsAsIdentifier);
  async function countsAsIdentifier(_name: string, etagOf: typeof otherHash): Promise<void> {
    const { upload, isWhole } = await send({ etagOf });
    expect(upload).toMatchObject({ state: "done", problem: null, isUnverified: true });
    expect(isWhole).toBe(true);
    // Without Content-MD5, with a wrong one (rejected), and with the right one.
    expect(service.puts.map(({ status }) => status)).toEqual([200, 400, 200]);
    const again = await send({}, "big.mov", bigSize);
    expect(again.upload).toMatchObject({ state: "done", isUnverified: true });
    expect(again.isWhole).toBe(true);
    expect(partsSent().slice(3)).toEqual([1, 2, 3, 4]);
  }

  it("is classified with the first part of a file", async () => {
    const { upload, isWhole } = await send({ etagOf: kmsEtag }, "big.mov", bigSize);
    expect(upload).toMatchObject({ state: "done", isUnverified: true });
    expect(isWhole).toBe(true);
    expect(partsSent()).toEqual([1, 1, 1, 2, 3, 4]);
  });

  it("is compared again after the host returned an MD5", async () => {
    await send({ etagOf: kmsEtag });
    await send({ etagOf: md5Of }, "plain.wav");
    const { upload } = await send(
      { damage: (bytes) => Buffer.from(bytes).fill(0, 0, 1) },
      "damaged.wav",
    );
    expect(upload).toMatchObject({ state: "failed", problem: { code: "etag-mismatch" } });
  });
});

describe("bytes damaged during transfer", () => {
  const damage = (bytes: Buffer) => Buffer.from(bytes).fill(bytes.readUInt8(0) ^ 1, 0, 1);

  it.each([
    ["that checks Content-MD5", { checksContentMd5: true }],
    ["that ignores Content-MD5", { checksContentMd5: false }],
    ["whose URLs exclude Content-MD5", { refusesContentMd5: true }],
  ])("fail the file if it happens each time, with storage %s", async (_name, behaviour) => {
    const { upload } = await send({ damage, ...behaviour });
    expect(upload).toMatchObject({ state: "failed", problem: { code: "etag-mismatch" } });
  });

  it.each([
    ["that checks Content-MD5", { checksContentMd5: true }],
    ["that ignores Content-MD5", { checksContentMd5: false }],
    ["whose URLs exclude Content-MD5", { refusesContentMd5: true }],
  ])("are sent again if it happens once, with storage %s", async (_name, behaviour) => {
    let remaining = 1;
    const once = (bytes: Buffer) => (remaining-- > 0 ? damage(bytes) : bytes);
    const { upload, isWhole } = await send({ damage: once, ...behaviour });
    expect(upload).toMatchObject({ state: "done", isUnverified: false });
    expect(isWhole).toBe(true);
  });
});

it("fail a file whose ETags differ if the storage cannot confirm the bytes", async () => {
  const { upload } = await send({ etagOf: otherHash, checksContentMd5: false });
  expect(upload).toMatchObject({ state: "failed", problem: { code: "etag-mismatch" } });
});
