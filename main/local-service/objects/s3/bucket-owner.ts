/**
 * The workspace of a bucket and prefix. Two workspaces there would remove each other's objects as
 * ones without a row.
 */
import { buffer } from "node:stream/consumers";
import { AppError } from "../../../common/errors";
import type { ObjectBucket } from "../../../remote/s3/object-bucket";

/** The name of the object below the prefix. */
export const ownerName = "workspace.json";

/**
 * Makes the bucket that of the workspace `id`, unless it is that of another one. Resolves with the
 * id of the workspace to which it belongs.
 */
export async function claimBucket(
  bucket: Pick<ObjectBucket, "get" | "putNew">,
  prefix: string,
  id: string,
): Promise<string> {
  const known = await findBucketOwner(bucket, prefix);
  if (known !== null) return known;
  const key = prefix + ownerName;
  await bucket.putNew(key, Buffer.from(JSON.stringify({ workspace: id })), "application/json");
  // Another service may have stored its own at the same time.
  const owner = await findBucketOwner(bucket, prefix);
  if (owner === null) throw new AppError("unexpected-answer", `${key} was not stored`);
  return owner;
}

/**
 * The id of the workspace to which the bucket belongs; null if it belongs to none.
 * @throws AppError "invalid-input" if it does not say to which
 */
export async function findBucketOwner(
  bucket: Pick<ObjectBucket, "get">,
  prefix: string,
): Promise<string | null> {
  const key = prefix + ownerName;
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
