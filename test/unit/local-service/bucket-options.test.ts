/** The bucket of `dubyard serve --objects`, and its key. */
import { mkdtemp, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readArguments } from "../../../main/local-service/arguments";
import { readBucketOptions } from "../../../main/local-service/objects/s3/bucket-options";

const environment = {
  DUBYARD_OBJECTS_ACCESS_KEY_ID: "KEY",
  DUBYARD_OBJECTS_SECRET_ACCESS_KEY: "SECRET",
};
const read = (objectsUrl: string, env: NodeJS.ProcessEnv = environment, objectsKeyFile?: string) =>
  readBucketOptions({ objectsUrl, objectsKeyFile, workDir: undefined, workBytes: undefined }, env);

it("names a bucket of AWS, or of another service with its endpoint", () => {
  expect(read("s3://team/a/b?region=eu-central-1").connection).toEqual({
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: "team",
    prefix: "a/b/",
    accessKeyId: "KEY",
    secretAccessKey: "SECRET",
    isPathStyle: false,
  });
  const other = read("s3://team?endpoint=https%3A%2F%2Fs3.example.com%3A8000");
  expect(other.connection).toMatchObject({
    endpoint: "https://s3.example.com:8000",
    prefix: "",
    isPathStyle: true,
  });
});

it("has its key in the environment or in a file, and names neither in a message", async () => {
  const aws = { AWS_ACCESS_KEY_ID: "A", AWS_SECRET_ACCESS_KEY: "B" };
  expect(read("s3://team", aws).connection).toMatchObject({ accessKeyId: "A" });
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-key-"));
  const file = path.join(folder, "key.json");
  await writeFile(file, '{"accessKeyId": "F", "secretAccessKey": "G"}');
  expect(read("s3://team", {}, file).connection).toMatchObject({ secretAccessKey: "G" });
  await writeFile(file, "TOPSECRET");
  const message = "--objects-key-file: must be a file";
  expect(() => read("s3://team", {}, file)).toThrow(message);
  expect(() => read("s3://team", {}, file)).not.toThrow("TOPSECRET");
  expect(() => read("s3://team", {})).toThrow("DUBYARD_OBJECTS_ACCESS_KEY_ID");
});

it.each([
  ["https://team", "must be s3://"],
  ["team", "must be s3://"],
  ["s3://team?region=a_b", "region"],
  ["s3://team?endpoint=http://s3.example.com", "https://"],
  ["s3://team?key=SECRET", 'unknown parameter "key"'],
  ["s3://team?path-style=2", "path-style must be 0 or 1"],
  ["s3://team/a/../b//c", "prefix"],
  ["s3://me:secret@team", "key"],
])("refuses %s", (url, message) => {
  expect(() => read(url)).toThrow(message);
});

it("options of a bucket need one", () => {
  expect(readArguments(["--data", "d", "--work-bytes", "1"])).toBe("--work-bytes needs --objects");
  expect(readArguments(["--data", "d", "--objects", "s3://team"])).toMatchObject({
    bucketArguments: { objectsUrl: "s3://team" },
  });
  expect(readArguments(["--data", "d"])).toMatchObject({ bucketArguments: null });
});
