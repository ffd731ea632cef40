/** The bucket of a workspace, as it is given to `dubyard serve`. */
import { z } from "zod";
import { AppError } from "../../../common/errors";
import { readSmallFile } from "../../../common/files";
import { normaliseBucket, type BucketConnection } from "../../../remote/s3/address";

export interface BucketOptions {
  connection: BucketConnection;
  /** Default: the folder "work" of the workspace. */
  workDir?: string | undefined;
  /** The size of all local copies of objects; default: half of the free space. */
  workBytes?: number | undefined;
  /** See `ObjectStore.keepRemovedMs`; default: seven days. */
  keepRemovedMs?: number | undefined;
}

export interface BucketArguments {
  /** s3://BUCKET/PREFIX?endpoint=URL&region=NAME&path-style=0 */
  objectsUrl: string;
  /** A file {"accessKeyId": "…", "secretAccessKey": "…"}; otherwise they are in the environment. */
  objectsKeyFile: string | undefined;
  workDir: string | undefined;
  workBytes: number | undefined;
}

const keyFile = z.object({ accessKeyId: z.string().min(1), secretAccessKey: z.string().min(1) });
type AccessKey = z.infer<typeof keyFile>;
const defaultRegion = "us-east-1";
const knownParameters = ["endpoint", "region", "path-style"];

const invalidObjects = (message: string) => new AppError("invalid-input", `--objects: ${message}`);

/** @throws AppError "invalid-input" that names the option, and never a secret. */
export function readBucketOptions(
  { objectsUrl, objectsKeyFile, workDir, workBytes }: BucketArguments,
  environment: NodeJS.ProcessEnv,
): BucketOptions {
  const key = objectsKeyFile === undefined ? keyOf(environment) : readKeyFile(objectsKeyFile);
  return { connection: connectionOf(objectsUrl, key), workDir, workBytes };
}

function connectionOf(text: string, key: AccessKey): BucketConnection {
  if (!URL.canParse(text) || !text.startsWith("s3://"))
    throw invalidObjects(
      "must be s3://BUCKET/PREFIX, with ?endpoint=URL for another service than AWS",
    );
  const url = new URL(text);
  // SECURITY: command lines are visible to other users of the computer.
  if (url.username !== "" || url.password !== "")
    throw invalidObjects("must not contain a key: it is in the environment or in a file");
  const given = url.searchParams;
  const unknown = [...given.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined)
    throw invalidObjects(
      `has the unknown parameter "${unknown}"; known are ${knownParameters.join(", ")}`,
    );
  const region = given.get("region") ?? defaultRegion;
  const endpoint = given.get("endpoint");
  const pathStyle = given.get("path-style") ?? (endpoint === null ? "0" : "1");
  if (pathStyle !== "0" && pathStyle !== "1") throw invalidObjects("path-style must be 0 or 1");
  try {
    return normaliseBucket({
      endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`,
      region,
      bucket: url.host,
      prefix: decodeURIComponent(url.pathname),
      ...key,
      isPathStyle: pathStyle === "1",
    });
  } catch (error) {
    throw error instanceof AppError ? invalidObjects(error.message) : error;
  }
}

function keyOf(environment: NodeJS.ProcessEnv): AccessKey {
  const value = (name: string) =>
    environment[`DUBYARD_OBJECTS_${name}`] ?? environment[`AWS_${name}`] ?? "";
  const accessKeyId = value("ACCESS_KEY_ID");
  const secretAccessKey = value("SECRET_ACCESS_KEY");
  if (accessKeyId === "" || secretAccessKey === "")
    throw invalidObjects(
      "needs DUBYARD_OBJECTS_ACCESS_KEY_ID and DUBYARD_OBJECTS_SECRET_ACCESS_KEY in the environment, or --objects-key-file",
    );
  return { accessKeyId, secretAccessKey };
}

const maxKeyFileBytes = 64 * 1024;

function readKeyFile(file: string): AccessKey {
  let content: unknown;
  try {
    content = JSON.parse(readSmallFile(file, maxKeyFileBytes).toString());
  } catch {
    // SECURITY: the message of the parser would contain a part of the file.
  }
  const { data } = keyFile.safeParse(content);
  if (data) return data;
  throw new AppError(
    "invalid-input",
    '--objects-key-file: must be a file {"accessKeyId": "…", "secretAccessKey": "…"}',
  );
}
