/** Makes the files of one export. May be repeated from any point. */
import { createFileHasher, type FileHasher } from "../../common/file-hasher";
import type { Log } from "../../common/log";
import { BlockedError } from "../dubbing/deps";
import { removeWorkFiles } from "../dubbing/video";
import { EngineError } from "../engine/ports";
import { isDiskFull } from "../http-error";
import type { ExportFile, ExportRow } from "../rows/exports/export-port";
import { makeFile, type DeliveryDeps } from "./make-file";
import { exportWork, workFiles, type MakeInput } from "./make-sound";
import { FolderMissingError, prepareFile } from "./output-folder";
import { readPicture } from "./picture";
import { planExport } from "./plan";
import { isSummary, type PlannedFile } from "./planned-file";
import { completeSnapshot, readSnapshot, type Snapshot } from "./snapshot";

export type ExportJobDeps = DeliveryDeps & { log: Log };

/** No other file can be made either. The message is shown to users. */
class ExportStopped extends Error {}

/**
 * Makes the files that are missing or were changed. A file that cannot be made does not keep the others from being made.
 * Rejects with the reason of the signal, or if the rows cannot be written: the work has to be repeated then.
 */
export async function makeExport(
  deps: ExportJobDeps,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const row = await store.findExport(id);
  if (row?.state !== "making") return;
  const stored = readSnapshot(await store.findSnapshot(id));
  if (!stored) {
    const problem = "this version cannot continue it; begin a new delivery";
    await store.setExportState(id, "failed", problem);
    return;
  }
  const hasher = createFileHasher();
  try {
    const snapshot = await withReadPicture(deps, row, stored, signal);
    await makeFiles(deps, { row, snapshot, hasher, signal });
  } finally {
    hasher.close();
  }
  await removeWork(deps, row);
}

/** Removes the working files of an export that has ended. */
export async function removeWork(
  deps: DeliveryDeps,
  { id, batchId }: Pick<ExportRow, "id" | "batchId">,
): Promise<void> {
  await deps.objects.remove(workFiles.map((name) => `${exportWork(id)}/${name}`));
  await removeWorkFiles(deps, batchId);
}

/**
 * Reads a picture that was not read when the export began, such as one at a URL. All files depend on its facts: those
 * that were made without them are made again.
 */
async function withReadPicture(
  { store, ...deps }: ExportJobDeps,
  { id, batchId, request }: ExportRow,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<Snapshot> {
  if (!snapshot.picture || snapshot.picture.facts) return snapshot;
  const subject = { batchId, videoPath: snapshot.picture.path };
  const picture = await readPicture({ ...deps, store }, subject, { signal, mayDownload: true });
  const complete = completeSnapshot(snapshot, picture);
  if (picture.facts)
    await store.replaceExportFiles(
      id,
      JSON.stringify(complete),
      planExport(complete, request).files,
    );
  return complete;
}

type JobInput = Pick<MakeInput, "row" | "snapshot" | "signal"> & { hasher: FileHasher };

async function makeFiles(deps: ExportJobDeps, input: JobInput): Promise<void> {
  const { store } = deps;
  const { row, snapshot } = input;
  const { files, missing } = planExport(snapshot, row.request);
  const known = new Map((await store.listExportFiles(row.id)).map((file) => [file.path, file]));
  const make = async (planned: PlannedFile) =>
    store.setExportFile(row.id, {
      path: planned.path,
      ...(await outcomeOf(deps, { ...input, missing }, planned)),
    });
  try {
    for (const planned of files.filter((file) => !isSummary(file))) {
      // The export may have been cancelled, or its batch deleted.
      if ((await store.findExport(row.id))?.state !== "making") return;
      const before = known.get(planned.path);
      if (!before || !(await isStillThere(input, before))) await make(planned);
    }
    for (const planned of files.filter(isSummary)) await make(planned);
  } catch (error) {
    if (!(error instanceof ExportStopped)) throw error;
    await store.setExportState(row.id, "failed", error.message);
    return;
  }
  const [first] = await store.listProblemFiles(row.id, 1);
  const failed = (await store.findExport(row.id))?.counts.failed ?? 0;
  if (!first || failed === 0) await store.setExportState(row.id, "made", "");
  else {
    const others = failed === 1 ? "" : ` (${failed} of ${files.length} files)`;
    await store.setExportState(row.id, "failed", `${first.path}: ${first.problem}${others}`);
  }
}

/** @throws ExportStopped, or the reason of the signal. */
async function outcomeOf(
  deps: ExportJobDeps,
  input: MakeInput,
  planned: PlannedFile,
): Promise<Omit<ExportFile, "path">> {
  const failed = (problem: string) => ({
    ...{ state: "failed" as const, bytes: planned.bytes, sha256: null, problem, finding: "" },
    measures: null,
  });
  if (planned.problem !== "") return failed(planned.problem);
  try {
    return { state: "made", problem: "", ...(await makeFile(deps, input, planned)) };
  } catch (error) {
    if (input.signal.aborted) throw error;
    deps.log.warn("a file of an export could not be made", error);
    if (error instanceof FolderMissingError) throw new ExportStopped(error.message);
    if (isDiskFull(error)) throw new ExportStopped("the disk is full");
    return failed(reasonOf(error));
  }
}

/** Whether a file that was made has the same bytes as then. */
async function isStillThere(
  { row, hasher, signal }: JobInput,
  { path, state, bytes, sha256 }: ExportFile,
): Promise<boolean> {
  if (state !== "made" || bytes === null) return false;
  try {
    const found = await hasher.hash(await prepareFile(row.folder, path), bytes, { signal });
    return found.sha256 === sha256;
  } catch (error) {
    if (signal.aborted) throw error;
    return false;
  }
}

/** Why a file could not be made, for users. */
function reasonOf(error: unknown): string {
  if (error instanceof EngineError || error instanceof BlockedError) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return "cannot be written";
  if (code === "ENOENT" || code === "ENOTDIR") return "a file that it is made of is missing";
  return "could not be made";
}
