/**
 * Copies the objects of a backup into the workspace, and verifies them, before its rows replace
 * those of the workspace.
 */
import { createReadStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { HttpError, isDiskFull } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import type { ObjectRow } from "../rows/backup-port";
import { isErrorInFolder, sizeWithin } from "./folder";
import { bytesName, hasManifest, type BackupContents, type ListedObject } from "./format";
import type { BackupProblem } from "../../../preload/local-service/maintenance";
import { describeProblems } from "./report";
import { clearRestoring, restoringLocation } from "./restoring-folder";

/** The drive of the backup was disconnected: the restore continues when it is there again. */
export class BackupUnavailable extends HttpError {
  constructor() {
    super(400, "folder: cannot be read any more; the restore continues when it is repeated");
    this.name = "BackupUnavailable";
  }
}

/** A backup with damaged files, which are not to be skipped. */
export class DamagedBackup extends HttpError {
  readonly problems: readonly BackupProblem[];

  constructor(problems: readonly BackupProblem[]) {
    super(400, `folder: ${describeProblems(problems)}`);
    this.name = "DamagedBackup";
    this.problems = problems;
  }
}

export interface ImportOptions {
  objects: ObjectStore;
  dataDir: string;
  /** The folder of the backup. */
  folder: string;
  contents: BackupContents;
  /** Whether the database of the backup is the one that was backed up. */
  areRowsIntact: boolean;
  /** Restores what is not damaged. */
  skipDamaged: boolean;
  signal: AbortSignal;
  /** Distinguishes bytes without a hash, which a later restore does not use. */
  runId: string;
  onTotal: (total: { files: number; bytes: number }) => void;
  onBytes: (bytes: number) => void;
  onFile: () => void;
}

export interface ImportedObjects {
  /** Staged names by location. */
  staged: Map<string, string>;
  /** The number of files of the gallery. */
  files: number;
  bytes: number;
  /** What is missing or damaged, the problems that the backup itself lists included. */
  problems: BackupProblem[];
  /** Files whose bytes could only be checked by their size. */
  unverified: number;
}

/** An object that the backup contains. */
interface Wanted {
  row: ObjectRow;
  size: number;
  sha256: string | null;
  staged: string;
}

/**
 * Every copied object is synced under its staged name, and is used by a repeated restore.
 * @throws DamagedBackup; BackupUnavailable; HttpError 507 before anything is copied, if the disk
 * has no space for all.
 */
export async function importObjects(
  rows: readonly ObjectRow[],
  options: ImportOptions,
): Promise<ImportedObjects> {
  const { objects, folder, skipDamaged, signal } = options;
  const { wanted, known } = selectObjects(rows, options);
  const found: BackupProblem[] = options.areRowsIntact
    ? []
    : [{ kind: "rows", name: "workspace.db", problem: "damaged" }];
  const addProblem = ({ kind, name }: ObjectRow, problem: BackupProblem["problem"]) =>
    found.push({ kind, name, problem });
  const rejectDamaged = () => {
    if (found.length > 0 && !skipDamaged) throw new DamagedBackup(found);
  };

  // What is missing is known before hours of copying.
  const present: Wanted[] = [];
  for (const one of wanted) {
    const size = await sizeWithin(folder, fileIn(one.row));
    if (size === one.size) present.push(one);
    else addProblem(one.row, size === null ? "missing" : "damaged");
  }
  await requireAvailable(found.length, folder);
  rejectDamaged();

  const bytes = present.reduce((total, { size }) => total + size, 0);
  options.onTotal({ files: present.length, bytes });
  await clearRestoring(options.dataDir, new Set(present.map(({ staged }) => staged)));
  const isCopied = new Set<string>();
  for (const { staged, size } of present)
    if ((await objects.sizeAt(staged)) === size) isCopied.add(staged);
  const missingBytes = present.reduce(
    (total, { staged, size }) => total + (isCopied.has(staged) ? 0 : size),
    0,
  );
  if ((await objects.freeBytes()) < missingBytes)
    throw new HttpError(507, "no space left on the disk of the local workspace");

  const result: ImportedObjects = {
    staged: new Map(),
    files: 0,
    bytes: 0,
    problems: known,
    unverified: 0,
  };
  for (const one of present) {
    signal.throwIfAborted();
    if (isCopied.has(one.staged)) options.onBytes(one.size);
    else {
      const problem = await importObject(one, options);
      if (problem !== null) {
        await requireAvailable(1, folder);
        addProblem(one.row, problem);
        continue;
      }
    }
    options.onFile();
    result.staged.set(one.row.location, one.staged);
    result.bytes += one.size;
    if (one.row.kind === "media") result.files += 1;
    if (one.sha256 === null && one.row.md5 === null) result.unverified += 1;
  }
  rejectDamaged();
  result.problems = [...found, ...known];
  return result;
}

const fileIn = ({ location }: ObjectRow): string => path.join(bytesName, location);

/** A drive that was disconnected is no backup without files. */
async function requireAvailable(problems: number, folder: string): Promise<void> {
  if (problems > 0 && !(await hasManifest(folder))) throw new BackupUnavailable();
}

/** The objects that the backup is to contain, and the problems that it lists itself. */
function selectObjects(rows: readonly ObjectRow[], { contents, runId }: ImportOptions) {
  const wanted: Wanted[] = [];
  const known: BackupProblem[] = [];
  const want = (row: ObjectRow, size: number, sha256: string | null) => {
    const identity = [row.location, size, sha256 ?? runId];
    wanted.push({ row, size, sha256, staged: restoringLocation(identity) });
  };
  for (const row of rows) {
    const isSound = row.kind === "take" || row.kind === "speech";
    const { kind, name } = row;
    if (contents.listed === null) {
      // A backup of version 1 contains no sound.
      if (!isSound && row.size !== null) want(row, row.size, null);
      continue;
    }
    const listed = contents.listed.get(row.location);
    if (listed) {
      if (listed.problem !== null && listed.problem !== "removed")
        known.push({ kind, name, problem: listed.problem });
      if (isRestorable(row, listed)) want(row, listed.size, listed.sha256);
    } else if (!isSound || contents.manifest?.hasSound === true)
      known.push({ kind, name, problem: "missing" });
  }
  return { wanted, known };
}

/** A take with other bytes than those of its row is not the one that was reviewed. */
const isRestorable = (row: ObjectRow, { sha256 }: ListedObject): boolean =>
  sha256 !== null && (row.kind !== "take" || row.sha256 === null || row.sha256 === sha256);

/** Copies an object, verifies the copy, and moves it to its staged name. */
async function importObject(
  { row, size, sha256, staged }: Wanted,
  { objects, folder, signal, onBytes }: ImportOptions,
): Promise<BackupProblem["problem"] | null> {
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path.join(folder, fileIn(row)))) {
      signal.throwIfAborted();
      onBytes((chunk as Buffer).length);
      yield chunk as Buffer;
    }
  }
  let received: string;
  try {
    ({ staged: received } = await objects.receive({ stream: Readable.from(counted()), size }));
  } catch (error) {
    signal.throwIfAborted();
    if (isDiskFull(error) || !isErrorInFolder(folder, error)) throw error;
    return "unreadable";
  }
  const hashes = await objects.hash(received, size, { signal }).catch(async (error: unknown) => {
    await objects.discardStaged(received);
    throw error;
  });
  const isIntact =
    sha256 !== null ? hashes.sha256 === sha256 : row.md5 === null || hashes.md5 === row.md5;
  if (!isIntact) {
    await objects.discardStaged(received);
    return "damaged";
  }
  await objects.publish(received, staged);
  return null;
}
