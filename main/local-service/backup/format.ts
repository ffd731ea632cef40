/**
 * The files that describe a backup: its manifest, and the list of its objects with their hashes.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { invalid } from "../common/http-error";
import { objectKinds } from "../rows/backup-port";
import { readSmall, sizeWithin } from "./folder";

/** Written last: a folder without this file is not a backup. */
export const manifestName = "backup.json";
export const listName = "files.jsonl";
export const bytesName = "bytes";
export const rowsName = "workspace.db";
/** All names that a backup creates in its folder. */
export const backupNames = [manifestName, listName, bytesName, rowsName];

const maxManifestBytes = 64 * 1024;
/** More than the lines of a million files. */
const maxListBytes = 1024 ** 3;
/** Version 1 has no list: hashes of its files are known only where rows contain them. */
export const formatVersion = 2;

/**
 * "missing", "unreadable": the backup does not contain the bytes. "damaged": they are not those
 * that the workspace stored. "removed": the take was removed while the backup was made.
 */
export const objectProblems = ["missing", "unreadable", "damaged", "removed"] as const;
export type ObjectProblem = (typeof objectProblems)[number];

const listedObject = z.object({
  kind: z.enum(objectKinds),
  location: z.string(),
  /** The gallery path, the name of the script, or the line of the take. */
  name: z.string(),
  /** Bytes in the backup. */
  size: z.number(),
  /** The hash of the bytes in the backup, in hexadecimal; null if it does not contain them. */
  sha256: z.string().nullable(),
  problem: z.enum(objectProblems).nullable(),
});
export type ListedObject = z.infer<typeof listedObject>;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const manifestSchema = z.object({
  version: z.literal(formatVersion),
  createdAt: z.string(),
  /** Whether it contains the bytes of all files of the workspace, undamaged. */
  isComplete: z.boolean(),
  hasSound: z.boolean(),
  rowsSha256: hash,
  listSha256: hash,
});
export type Manifest = z.infer<typeof manifestSchema>;

export interface BackupContents {
  /** What the backup says of itself; null for a backup of version 1. */
  manifest: Manifest | null;
  /** The objects of the backup by their location; null for a backup of version 1. */
  listed: ReadonlyMap<string, ListedObject> | null;
}

export const sha256Of = (data: string | Uint8Array): string =>
  createHash("sha256").update(data).digest("hex");

export const listText = (objects: readonly ListedObject[]): string =>
  objects.map((one) => `${JSON.stringify(one)}\n`).join("");

/**
 * Whether the folder contains a manifest, and can therefore be read: a drive that was disconnected
 * does not look like a backup without files.
 */
export const hasManifest = async (folder: string): Promise<boolean> =>
  (await sizeWithin(folder, manifestName).catch(() => null)) !== null;

/** @throws HttpError 400 naming `folder` if it is not a backup, or if its list is damaged. */
export async function readContents(folder: string): Promise<BackupContents> {
  const found = await readManifest(folder);
  const { version } = (found ?? {}) as { version?: unknown };
  if (version === 1) return { manifest: null, listed: null };
  const parsed = manifestSchema.safeParse(found);
  if (!parsed.success)
    throw invalid(
      "folder",
      version === formatVersion
        ? "does not contain a complete backup"
        : "contains a backup of another version",
    );
  const listed = await readList(folder, parsed.data.listSha256);
  return { manifest: parsed.data, listed: new Map(listed.map((one) => [one.location, one])) };
}

async function readManifest(folder: string): Promise<unknown> {
  try {
    return JSON.parse((await readSmall(folder, manifestName, maxManifestBytes)) ?? "");
  } catch {
    throw invalid("folder", "does not contain a complete backup");
  }
}

async function readList(folder: string, sha256: string): Promise<ListedObject[]> {
  const size = await sizeWithin(folder, listName);
  const text =
    size === null || size > maxListBytes ? "" : await readFile(path.join(folder, listName), "utf8");
  if (sha256Of(text) !== sha256)
    throw invalid("folder", `the list of its files (${listName}) is damaged`);
  try {
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => listedObject.parse(JSON.parse(line)));
  } catch {
    throw invalid("folder", `the list of its files (${listName}) is damaged`);
  }
}
