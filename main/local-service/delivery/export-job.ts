/** Makes the files of one export. May be repeated from any point. */
import { messageText } from "../../../preload/facts/service-messages";
import { FolderMissingError } from "../../common/delivered-files";
import { isMissingFile } from "../../common/errors";
import { createFileHasher } from "../../common/file-hasher";
import type { Log } from "../../common/log";
import type { Confirmations } from "../common/confirmations";
import { BlockedError } from "../engine/engine";
import { removeWorkFiles } from "../dubbing/video";
import { EngineError } from "../engine/ports";
import { isDiskFull, isTemporary } from "../common/http-error";
import { AwaitedError } from "../common/outside-work";
import type { Lease } from "../rows/lease-port";
import type { ExportFile, ExportRow, ExportRows } from "../rows/exports/export-port";
import { makeFile } from "./make-file";
import { workFiles, type MakeInput } from "./make-sound";
import { createOutput, exportWork } from "./output";
import { readPicture, type Picture } from "./picture";
import { planExport } from "./plan";
import { isSummary, type PlannedFile } from "./planned-file";
import { isConfirmedExport, signExport } from "./signature";
import {
  completeSnapshot,
  StartTimecodeError,
  readSnapshot,
  type DeliveryDeps,
  type Snapshot,
  type SnapshotDeps,
} from "./snapshot";

export type ExportJobDeps = DeliveryDeps & {
  store: ExportRows;
  confirmations: Confirmations;
  /** How long the objects of an export are kept, in milliseconds. */
  deliveryKeepMs: number;
  /** Deletes the objects whose removal is recorded. */
  removeFiles: () => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
  log: Log;
};

/** No other file can be made either. The message is shown to users. */
class ExportStopped extends Error {}

/**
 * Makes the files that are missing or were changed. A file that cannot be made does not keep the
 * others from being made. Rejects with the reason of the signal, with AwaitedError while the video
 * is downloaded, or if the rows or the objects cannot be reached: the work has to be repeated then.
 */
export async function makeExport(
  deps: ExportJobDeps,
  id: string,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const { store } = deps;
  const row = await store.findExport(id);
  // This ends an export whose request cannot be read, too: it would be due again and again.
  if (row?.state === "cancelled") await store.cancelExport(id);
  if (row?.state !== "making" && row?.state !== "unconfirmed") return;
  const text = (await store.findSnapshot(id)) ?? "";
  const stored = readSnapshot(text);
  if (!stored) {
    const problem = "this version cannot continue it; begin a new delivery";
    await endExport(deps, lease, row, { state: "failed", problem });
    return;
  }
  // An export of objects writes nothing outside of the workspace.
  if (row.kind === "objects" && row.state === "unconfirmed") return;
  if (row.kind === "folder" && !isConfirmedExport(deps.confirmations, row, text)) {
    await store.holdExport(lease, row, planExport(stored, row.request).files);
    deps.log.warn("an export was not begun on this computer; it waits until it is resumed", id);
    return;
  }
  const hasher = createFileHasher();
  try {
    const snapshot = await withReadPicture(deps, { row, lease }, stored, signal);
    const output = createOutput(row, deps.objects, hasher);
    const comparedTakes = new Set<string>();
    await makeFiles(deps, lease, { row, snapshot, hasher, output, comparedTakes, signal });
  } catch (error) {
    if (!(error instanceof ExportStopped)) throw error;
    await endExport(deps, lease, row, { state: "failed", problem: error.message });
  } finally {
    hasher.close();
  }
  await removeWork(deps, row);
  // The former objects of files that were made again are deleted.
  if (row.kind === "objects") await deps.removeFiles();
}

/** Ends an export. If it has objects, they are kept for `deliveryKeepMs` from now on. */
const endExport = (
  { store, now, deliveryKeepMs }: Pick<ExportJobDeps, "store" | "now" | "deliveryKeepMs">,
  lease: Lease,
  { id, kind }: ExportRow,
  end: { state: "made" | "failed"; problem: string },
): Promise<void> => {
  const expiresAt = kind === "objects" ? now() + deliveryKeepMs : null;
  return store.endExport(lease, id, { ...end, expiresAt });
};

/** Removes the working files of an export that has ended. */
export async function removeWork(
  deps: Pick<SnapshotDeps, "store" | "objects" | "outside">,
  { id, batchId }: Pick<ExportRow, "id" | "batchId">,
): Promise<void> {
  await deps.objects.removeWork(workFiles.map((name) => `${exportWork(id)}/${name}`));
  await removeWorkFiles(deps, batchId);
}

/**
 * Reads a picture that was not read when the export began, such as one at a URL. All files depend
 * on its facts: those that were made without them are made again.
 */
async function withReadPicture(
  { store, confirmations, ...deps }: ExportJobDeps,
  { row, lease }: { row: ExportRow; lease: Lease },
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { id, batchId, request } = row;
  if (!snapshot.picture || snapshot.picture.facts) return snapshot;
  const {
    soundTrack,
    picture: { path: videoPath },
  } = snapshot;
  const settings = typeof soundTrack === "number" ? { soundTrack } : {};
  const subject = { batchId, videoPath, settings };
  const picture = await readPicture({ ...deps, store }, subject, { signal, mayDownload: true });
  const complete = completed(snapshot, picture);
  if (picture.facts) {
    const text = JSON.stringify(complete);
    const signature = row.kind === "folder" ? signExport(confirmations, row, text) : "";
    const { files } = planExport(complete, request);
    await store.replaceExportFiles(lease, id, { snapshot: text, signature }, files);
  }
  return complete;
}

/**
 * @throws ExportStopped for a start timecode that the picture does not have, or with a picture that
 * cannot be read.
 */
function completed(snapshot: Snapshot, picture: Picture): Snapshot {
  try {
    return completeSnapshot(snapshot, picture);
  } catch (error) {
    const isStopped = error instanceof StartTimecodeError || error instanceof BlockedError;
    throw isStopped ? new ExportStopped(error.message) : error;
  }
}

type JobInput = Omit<MakeInput, "files">;

async function makeFiles(deps: ExportJobDeps, lease: Lease, input: JobInput): Promise<void> {
  const { store } = deps;
  const { row, snapshot } = input;
  const planned = planExport(snapshot, row.request).files;
  const positions = new Map(planned.map((file, position) => [file, position]));
  const summaries = planned.filter(isSummary);
  const files = new Map((await store.listExportFiles(row.id)).map((file) => [file.path, file]));
  // They are made again: their former failures are none of this delivery.
  for (const { path, bytes } of summaries)
    files.set(path, { ...failedFile(bytes, ""), path, state: "waiting" });
  async function make(one: PlannedFile): Promise<void> {
    const outcome = await outcomeOf(deps, { ...input, files }, one, positions.get(one) ?? 0);
    const file = { path: one.path, ...outcome };
    files.set(one.path, file);
    await store.setExportFile(lease, row.id, file);
  }
  for (const one of planned.filter((file) => !isSummary(file))) {
    // The export may have been cancelled, or its batch deleted.
    if ((await store.findExport(row.id))?.state !== "making") return;
    const before = files.get(one.path);
    if (!before || !(await isStillThere(input, before))) await make(one);
  }
  for (const one of summaries) await make(one);
  const failed = [...files.values()].filter(({ state }) => state === "failed");
  const [first] = failed;
  if (!first) await endExport(deps, lease, row, { state: "made", problem: "" });
  else {
    const counts = { failed: failed.length, files: files.size };
    const others = failed.length === 1 ? "" : ` ${messageText("delivery-files-failed", counts)}`;
    const problem = `${first.path}: ${first.problem}${others}`;
    await endExport(deps, lease, row, { state: "failed", problem });
  }
}

const failedFile = (bytes: number | null, problem: string): Omit<ExportFile, "path"> => ({
  state: "failed",
  bytes,
  sha256: null,
  problem,
  finding: "",
  measures: null,
  location: null,
});

/**
 * @throws ExportStopped, the reason of the signal, or an error after which the work is repeated.
 */
async function outcomeOf(
  deps: ExportJobDeps,
  input: MakeInput,
  planned: PlannedFile,
  position: number,
): Promise<Omit<ExportFile, "path">> {
  const failed = (problem: string) => failedFile(planned.bytes, problem);
  if (planned.problem !== "") return failed(planned.problem);
  try {
    return { state: "made", problem: "", ...(await makeFile(deps, input, planned, position)) };
  } catch (error) {
    const isRepeated = error instanceof AwaitedError || isTemporary(error);
    if (input.signal.aborted || isRepeated) throw error;
    deps.log.warn("a file of an export could not be made", error);
    if (error instanceof FolderMissingError) throw new ExportStopped(error.message);
    if (isDiskFull(error)) throw new ExportStopped(messageText("disk-full", {}));
    return failed(reasonOf(error));
  }
}

/** Whether a file that was made has the same bytes as then. */
async function isStillThere({ output, signal }: JobInput, file: ExportFile): Promise<boolean> {
  if (file.state !== "made" || file.bytes === null) return false;
  try {
    return await output.isThere(file, signal);
  } catch (error) {
    if (signal.aborted || isTemporary(error)) throw error;
    return false;
  }
}

/** Why a file could not be made, for users. */
function reasonOf(error: unknown): string {
  if (error instanceof EngineError || error instanceof BlockedError) return error.message;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return messageText("file-not-writable", {});
  return messageText(isMissingFile(error) ? "file-part-missing" : "file-not-made", {});
}
