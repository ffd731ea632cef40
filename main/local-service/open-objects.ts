/** Opens the store of objects: the folder of the workspace, or a bucket. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { AppError } from "../common/errors";
import { lockFolder } from "../common/database/lock";
import { readWhole } from "../common/files";
import type { Log } from "../common/log";
import { privateFileMode } from "../common/private-files";
import { openDiskObjects } from "./objects/disk";
import { createFolder, writeFileDurably } from "./objects/files";
import type { DiskObjects } from "./objects/port";
import type { BucketOptions } from "./objects/s3/bucket-options";
import { openS3Objects, type S3Objects } from "./objects/s3/s3-objects";

export type OpenedObjects =
  { kind: "disk"; objects: DiskObjects } | { kind: "bucket"; objects: S3Objects };

interface OpenOptions {
  dataDir: string;
  /** The id of the workspace. */
  clientId: string;
  bucket?: BucketOptions | undefined;
  freeBytesLimit?: number | undefined;
  log: Log;
  now: () => number;
}

/** Names the bucket of a workspace, so that it is not opened with another one, or without. */
const bucketName = "bucket.json";
const folderNames = ["media", "renamed", "scripts", "takes"];

/**
 * @throws AppError "invalid-input" for another store than the one that has the objects, and for a
 * bucket of another workspace.
 */
export async function openObjects(options: OpenOptions): Promise<OpenedObjects> {
  const { dataDir, clientId, bucket, log, now } = options;
  const known = await readKnown(dataDir);
  if (!bucket) {
    if (known !== null) throw elsewhere(`are in ${known}: name it with --objects`);
    return { kind: "disk", objects: await openDiskObjects(options) };
  }
  const { endpoint, bucket: name, prefix } = bucket.connection;
  const wanted = `s3://${name}/${prefix} at ${endpoint}`;
  if (known !== null && known !== wanted) throw elsewhere(`are in ${known}, not in ${wanted}`);
  if (known === null && (await hasFiles(dataDir)))
    throw elsewhere("are files of its folder, which --objects does not move");
  const work = await openWorkFolder(bucket.workDir, dataDir);
  const objects = await openS3Objects({ ...bucket, workDir: work.folder, log, now });
  const close = async () => {
    await objects.close();
    work.release();
  };
  try {
    // Before anything else is stored: the key can be used, and no other workspace is there.
    const owner = await objects.claim(clientId);
    if (owner !== clientId)
      throw new AppError(
        "invalid-input",
        `--objects: ${wanted} has the files of the workspace ${owner}, and this one is ${clientId}`,
      );
    if (known === null)
      await writeFileDurably(
        path.join(dataDir, bucketName),
        Buffer.from(JSON.stringify({ objects: wanted })),
        privateFileMode,
      );
  } catch (error) {
    await close();
    throw error;
  }
  return { kind: "bucket", objects: { ...objects, close } };
}

/** A folder of its own in --work-dir, since what it contains is removed at each start. */
async function openWorkFolder(workDir: string | undefined, dataDir: string) {
  if (workDir === undefined) return { folder: dataDir, release: () => undefined };
  const folder = path.join(workDir, "dubyard-work");
  await createFolder(folder);
  const { release } = await lockFolder(folder);
  return { folder, release };
}

const elsewhere = (message: string) =>
  new AppError("invalid-input", `--objects: the files of this workspace ${message}`);

const maxKnownBytes = 64 * 1024;

async function readKnown(dataDir: string): Promise<string | null> {
  try {
    // A pipe in the folder of another person would never end.
    const bytes = await readWhole(path.join(dataDir, bucketName), maxKnownBytes);
    return String((JSON.parse(bytes.toString()) as { objects?: unknown }).objects);
  } catch (error) {
    if (error instanceof AppError && error.code === "file-missing") return null;
    throw error;
  }
}

/** Whether a folder has objects of its own, or had ones in a bucket. */
export const hasObjects = async (dataDir: string): Promise<boolean> =>
  (await readKnown(dataDir)) !== null || (await hasFiles(dataDir));

async function hasFiles(dataDir: string): Promise<boolean> {
  for (const name of folderNames) {
    const names = await readdir(path.join(dataDir, name)).catch(() => []);
    if (names.length > 0) return true;
  }
  return false;
}
