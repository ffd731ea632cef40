/**
 * The hidden file in the folder of a delivery that is being downloaded: which delivery it is, so
 * that another run can continue it. It is removed when the files are complete.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { ExportEntry } from "../../../preload/local-service/exports";
import { AppError, isMissingFile } from "../../common/errors";
import { readSmallFile } from "../../common/files";
import { privateFileMode } from "../../common/private-files";
import { writeFileDurably } from "../../local-service/objects/files";

const recordName = ".dubyard-delivery.json";
const maxBytes = 10_000;
const record = z.object({
  deliveryId: z.string().min(1).max(200),
  createdAt: z.number(),
});

const fileIn = (folder: string) => path.join(folder, recordName);

export async function writeRecord(
  folder: string,
  { id, createdAt }: Pick<ExportEntry, "id" | "createdAt">,
): Promise<void> {
  const text = JSON.stringify({ deliveryId: id, createdAt });
  await writeFileDurably(fileIn(folder), Buffer.from(`${text}\n`), privateFileMode);
}

export const removeRecord = (folder: string): Promise<void> => rm(fileIn(folder), { force: true });

/**
 * The delivery of which a folder has a part.
 * @throws AppError "invalid-input" for a folder without one
 */
export function readRecord(folder: string): z.infer<typeof record> {
  const refuse = (why: string, cause?: unknown) =>
    new AppError("invalid-input", `--continue: ${folder} ${why}`, { cause });
  try {
    return record.parse(JSON.parse(readSmallFile(fileIn(folder), maxBytes).toString()));
  } catch (error) {
    if (isMissingFile(error)) throw refuse("has no download that was broken off", error);
    throw refuse("has no valid record of a delivery", error);
  }
}

/** @throws AppError "invalid-input" for another delivery than that of the record */
export function requireSame(
  { createdAt }: z.infer<typeof record>,
  delivery: Pick<ExportEntry, "createdAt">,
): void {
  if (createdAt === delivery.createdAt) return;
  throw new AppError("invalid-input", "--continue: the service has another delivery of this id");
}
