import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { UpdateRefused } from "./errors";
import type { ReleaseFile } from "./release-list";

/** Throws UpdateRefused unless a file has the bytes that the signed list names. */
export async function verifyFile(
  file: string,
  { size, sha512 }: Pick<ReleaseFile, "size" | "sha512">,
): Promise<void> {
  const { size: found } = await stat(file);
  if (found !== size) throw new UpdateRefused("wrong-size", `${found} bytes instead of ${size}`);
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Buffer);
  if (hash.digest("hex") !== sha512)
    throw new UpdateRefused("wrong-hash", "the file differs from the signed list");
}
