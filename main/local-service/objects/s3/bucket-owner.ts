/**
 * The workspace of a bucket and prefix. Two workspaces there would remove each other's objects as
 * ones without a row.
 */
import { buffer } from "node:stream/consumers";
import { AppError } from "../../../common/errors";
import type { ObjectBucket } from "../../../remote/s3/object-bucket";

const ownerName = "workspace.json";

/**
 * Makes the bucket that of the workspace `id`, unless it is that of another one. Resolves with the
 * id of the workspace to which it belongs.
 */
export async function claimBucket(
  bucket: Pick<ObjectBucket, "get" | "putNew">,
  prefix: string,
  id: string,
): Promise<string> {
  const key = prefix + ownerName;
  const known = await readOwner(bucket, key);
  if (known !== null) return known;
  await bucket.putNew(key, Buffer.from(JSON.stringify({ workspace: id })), "application/json");
  // Another service may have stored its own at the same time.
  const owner = await readOwner(bucket, key);
  if (owner === null) throw new AppError("unexpected-answer", `${key} was not stored`);
  return owner;
}

async function readOwner(bucket: Pick<ObjectBucket, "get">, key: string): Promise<string | null> {
  const found = await bucket.get(key, { first: 0 });
  if (!found) return null;
  let workspace: unknown;
  try {
    const text = (await buffer(found.body)).toString("utf8");
    ({ workspace } = JSON.parse(text) as { workspace?: unknown });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof workspace === "string") return workspace;
  throw new AppError("invalid-input", `--objects: ${key} of the bucket names no workspace`);
}
