/** `dubyard upload`: runs the upload queue of the application without a window. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import { silentLog } from "../common/log";
import { isPathOrFreePath, normaliseFolder } from "../backend/gallery/gallery-path";
import {
  createManifestStore,
  type ManifestSelection,
  type ManifestStore,
} from "../backend/uploads/manifest/manifest-store";
import {
  writeManifest,
  type ManifestOptions,
  type ManifestProgress,
} from "../backend/uploads/manifest/write-manifest";
import { createPlans, type Plans } from "../backend/uploads/plans/upload-plans";
import type { UploadRow } from "../backend/uploads/store/upload-rows";
import type { UploadableFile } from "../backend/uploads/plans/walk-files";
import { hasSentContent, isAsSent } from "../backend/uploads/transfer/content-md5";
import { disk } from "../backend/uploads/transfer/disk";
import { isSameStamp } from "../backend/uploads/transfer/source-file";
import { requirePaths } from "./parse-arguments";
import { readUploadArguments, type UploadArguments } from "./arguments";
import type { HeadlessDeps } from "./deps";
import { countedAs, reportLeftOut } from "./left-out";
import { listCommand, compareWithGallery, takeOwnUploads, uploadsOf } from "./own-uploads";
import { createReport, type Report } from "./report";
import { runCommand, type CommandContext } from "./run-command";
import { createSending, type Planned } from "./send-uploads";
import { createSession, type Session } from "./session";
import { withStateLock } from "./state-lock";
import { makePrivateFolder } from "../common/private-files";

/**
 * Uploads files and folders. Resolves with the exit code: 0 only if everything that is meant to be
 * sent is in the gallery, 1 if a file is not, 130 if interrupted, else that of the error that ended
 * the command. The same command continues an upload that was interrupted.
 */
export const upload = (
  argv: string[],
  { bundles, policies }: Pick<HeadlessDeps, "bundles" | "policies">,
): Promise<number> =>
  runCommand({
    name: "upload",
    argv,
    read() {
      const options = readUploadArguments(argv, process.env, policies());
      requirePaths(options.paths);
      makePrivateFolder(options.stateDir);
      return options;
    },
    work: (options, context) =>
      withStateLock(options.stateDir, "dubyard upload", () => run(options, context, bundles)),
  });

async function run(
  options: UploadArguments,
  { output, signal }: CommandContext,
  bundles: string | undefined,
): Promise<number> {
  const report = createReport(output);
  const session = createSession(options, bundles);
  const { workspaceId, store, galleryStore, walk } = session;
  const { paths, targetFolder } = options;
  const sources = paths.map((location) => ({ location, name: path.basename(location) }));
  const isOwn = await uploadsOf(sources, targetFolder);
  /** Files that an earlier run has uploaded. */
  const uploaded = { done: 0, bytes: 0 };
  const plans = createPlans({
    gallery: galleryStore,
    uploads: {
      ...store,
      // An upload of another command is not sent, and occupies no path.
      unfinishedTo: (id, galleryPath) =>
        store
          .unfinishedTo(id, galleryPath)
          .filter(({ sourcePath }) => isOwn({ sourcePath, galleryPath })),
    },
    // The gallery is read before the plan is created; see `readGallery`.
    refreshGallery: () => Promise.resolve(),
    hasWorkspace: () => true,
    onChanged: () => undefined,
    now: Date.now,
    log: silentLog,
    walk,
    async isKnown(galleryPath, file, stopped) {
      const row = await knownUpload(session, galleryPath, file, {
        signal: AbortSignal.any([signal, stopped]),
        onCompare: () => report.comparing(galleryPath),
      });
      if (row?.state === "done") {
        uploaded.done += 1;
        uploaded.bytes += row.size;
      }
      return row !== null;
    },
  });
  const sending = createSending({ name: "upload", session, output, report, signal });
  try {
    const own = { dropsDeleted: true, listCommand: listCommand(options) };
    await takeOwnUploads(session, isOwn, report, own);
    if (!(await session.readGallery(report, signal))) {
      if (options.manifest !== null) output.line("the manifest is not written");
      return await sending.conclude(null);
    }
    compareWithGallery(session, isOwn);
    const leftOut = await plan(plans, workspaceId, options, report);
    await sending.send();
    if (options.manifest !== null && !signal.aborted) {
      const selection = await selectionOf(options);
      const target = { workspaceId, selection, ...options.manifest, signal };
      await writeUploadManifest(createManifestStore(session.db), target, report);
    }
    return await sending.conclude({ ...uploaded, ...leftOut });
  } finally {
    sending.close();
    plans.stop();
    await session.close();
  }
}

/** The uploads of the command, including those of earlier runs. */
async function selectionOf({ paths, targetFolder }: UploadArguments): Promise<ManifestSelection> {
  // Source paths are stored below the real path of an argument.
  const sources = await Promise.all(paths.map((given) => realpath(given).catch(() => given)));
  return { folder: normaliseFolder(targetFolder), sources };
}

async function writeUploadManifest(
  store: ManifestStore,
  options: Omit<ManifestOptions, "onProgress">,
  report: Report,
): Promise<void> {
  try {
    const onProgress = (progress: ManifestProgress) => report.manifestProgress(progress);
    const result = await writeManifest(store, { ...options, onProgress });
    report.write({ event: "manifest", path: options.file, ...result });
  } catch (error) {
    if (!options.signal.aborted) throw error;
  }
}

type LeftOutCounts = Pick<Planned, "skipped" | "failed" | "existing">;

/**
 * Adds the files of the arguments to the queue unless already queued, and reports the files that
 * are left out.
 */
async function plan(
  plans: Plans,
  workspaceId: string,
  options: UploadArguments,
  report: Report,
): Promise<LeftOutCounts> {
  const planId = plans.create(workspaceId, options.paths, options.targetFolder);
  await plans.whenReady(planId);
  const planned: LeftOutCounts = { skipped: 0, failed: 0, existing: 0 };
  const chosen = await plans.change(planId, { conflictChoice: options.existing });
  for (const list of ["skipped", "failed"] as const) {
    for (const { relativePath, reason } of plans.entries(planId, list, 0, Infinity).entries) {
      // Queued by an earlier run, and resumed from there.
      if (reason === null || reason === "already-queued") continue;
      const counted = countedAs(list, reason, options);
      planned[counted] += 1;
      reportLeftOut(report, counted, { path: relativePath, reason });
      await report.ready();
    }
  }
  for (const { galleryPath } of plans.entries(planId, "conflict", 0, Infinity).entries) {
    if (options.existing === "skip") planned.existing += 1;
    report.write({ event: "existing", path: galleryPath, choice: options.existing });
    await report.ready();
  }
  const files = await plans.confirm(planId);
  const bytes = chosen.newBytes + (options.existing === "skip" ? 0 : chosen.conflictBytes);
  report.write({ event: "queued", files, bytes });
  return planned;
}

interface ComparisonOptions {
  signal: AbortSignal;
  /** The file is read, because only its content shows whether it is the one that was sent. */
  onCompare: () => void;
}

/**
 * The upload of an earlier run of the same command: unfinished, or finished with the file in its
 * present state. It has this gallery path, or a free name that the file was given there. Rejects
 * with the reason of the signal.
 */
async function knownUpload(
  { store, galleryStore, workspaceId }: Session,
  galleryPath: string,
  file: UploadableFile,
  options: ComparisonOptions,
): Promise<UploadRow | null> {
  const compared = new Set<string>();
  for (const row of store.ofSource(workspaceId, file.sourcePath)) {
    if (!isPathOrFreePath(row.galleryPath, galleryPath)) continue;
    if (row.state !== "done") return row;
    // The last upload to a path, which is the first of these, has replaced the others there.
    if (compared.has(row.galleryPath)) continue;
    compared.add(row.galleryPath);
    if (!galleryStore.has(workspaceId, row.galleryPath)) continue;
    if (!(await isUnchanged(row, file, options))) continue;
    // The next run reads the file only if it has changed again.
    if (!isSameStamp(row, file.identity)) store.setStamp(row.id, file.identity);
    return row;
  }
  return null;
}

/**
 * Whether the file is the one that was sent. One that cannot be read counts as another: its upload
 * names the reason.
 */
async function isUnchanged(
  row: UploadRow,
  { identity }: UploadableFile,
  { signal, onCompare }: ComparisonOptions,
): Promise<boolean> {
  if (isAsSent(row, identity) === null) onCompare();
  try {
    return await hasSentContent(disk, row, identity, signal);
  } catch {
    signal.throwIfAborted();
    return false;
  }
}
