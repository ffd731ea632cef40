/** `dubyard upload`: runs the upload queue of the application without a window. */
import { mkdirSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { kindOf } from "../../preload/facts/errors";
import { AppError, toProblem } from "../common/errors";
import { lockFolder } from "../common/database/lock";
import { silentLog } from "../common/log";
import { printable } from "../common/printable";
import { normaliseFolder } from "../backend/gallery/gallery-path";
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
import { problemOf, type UploadRow } from "../backend/uploads/upload-rows";
import type { UploadStore } from "../backend/uploads/store";
import type { UploadableFile } from "../backend/uploads/plans/walk-files";
import { createCompletion } from "./completion";
import { readUploadArguments, type UploadArguments } from "./arguments";
import { exit } from "./exit-codes";
import { createReport, type Report } from "./report";
import { createSession, createSuspensionReport, stateLockPatienceMs } from "./session";

const everything = { filter: "all", search: "" } as const;

/**
 * Uploads files and folders. Resolves with the exit code: 0 only if every accepted file is in the gallery, 1 if a
 * file is not, 2 for invalid arguments, 130 if interrupted. A second run with the same state folder continues the
 * upload.
 */
export async function upload(
  argv: string[],
  { bundles }: { bundles?: string | undefined } = {},
): Promise<number> {
  let options: UploadArguments;
  try {
    options = readUploadArguments(argv, process.env);
    mkdirSync(options.stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    process.stderr.write(`dubyard upload: ${printable(toProblem(error).message)}\n`);
    return exit.usage;
  }
  const report = createReport(options.isJson);
  try {
    const lock = await lockFolder(options.stateDir, {
      program: "dubyard upload",
      patienceMs: stateLockPatienceMs,
    });
    try {
      return await run(options, report, bundles);
    } finally {
      lock.release();
    }
  } catch (error) {
    const { code, message } = toProblem(error);
    process.stderr.write(`dubyard upload: ${printable(message)} (${code})\n`);
    return exit.failed;
  }
}

async function run(
  options: UploadArguments,
  report: Report,
  bundles: string | undefined,
): Promise<number> {
  const session = createSession(options, bundles);
  const { workspaceId, store, galleryStore, queue, walk } = session;
  const plans = createPlans({
    gallery: galleryStore,
    uploads: store,
    // The gallery is read before the plan is created; see `readGallery`.
    refreshGallery: () => Promise.resolve(),
    hasWorkspace: () => true,
    onChanged: () => undefined,
    now: Date.now,
    log: silentLog,
    walk,
    wasSent: (galleryPath, file) => wasSent(store, workspaceId, galleryPath, file),
  });

  const completion = createCompletion();
  /** Number of files skipped because their gallery path became occupied after the plan was created. */
  let skippedLate = 0;
  queue.onChange(() => completion.check());
  queue.onProgress(() => report.progress(queue.summary(workspaceId)));
  queue.onArrived((rows) => {
    for (const { galleryPath, size } of rows)
      report.write({ event: "done", path: galleryPath, bytes: size });
  });
  queue.onSkipped(({ galleryPath }) => {
    skippedLate += 1;
    report.write({ event: "existing", path: galleryPath, choice: "skip" });
  });
  const reportSuspension = createSuspensionReport(report);
  completion.setCondition(() => {
    // The files are counted when none is being sent.
    if (queue.activeCount() > 0) return null;
    const summary = queue.summary(workspaceId);
    const { counts, suspension } = summary;
    reportSuspension(summary);
    if (suspension && kindOf(suspension.code) === "user") return "done";
    return counts.active + counts.waiting === 0 ? "done" : null;
  });

  const stop = new AbortController();
  const interrupt = () => {
    stop.abort();
    completion.resolve("interrupted");
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    // Resume the unfinished uploads of the previous run, and retry the failed ones.
    store.resume({ workspaceId, ...everything });
    store.retry({ workspaceId, ...everything });
    const isRead = await session.readGallery(report, stop.signal);
    const isInterrupted = stop.signal.aborted;
    if (!isRead) {
      if (options.manifest !== null) process.stderr.write("the manifest is not written\n");
      return conclude({ store, workspaceId, planned: null, report, isInterrupted });
    }
    const planned = await plan(plans, workspaceId, options, report);
    queue.start();
    completion.check();
    const outcome = await completion.outcome;
    await queue.stop();
    const code = conclude({
      store,
      workspaceId,
      planned: { ...planned, existing: planned.existing + skippedLate },
      report,
      isInterrupted: outcome === "interrupted",
    });
    if (options.manifest === null || outcome === "interrupted") return code;
    const selection = await selectionOf(options);
    const { signal } = stop;
    const target = { workspaceId, selection, ...options.manifest, signal };
    const isWritten = await writeUploadManifest(createManifestStore(session.db), target, report);
    return isWritten ? code : exit.interrupted;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
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

/** Resolves with false if it was interrupted. */
async function writeUploadManifest(
  store: ManifestStore,
  options: Omit<ManifestOptions, "onProgress">,
  report: Report,
): Promise<boolean> {
  try {
    const onProgress = (progress: ManifestProgress) => report.manifestProgress(progress);
    const result = await writeManifest(store, { ...options, onProgress });
    report.write({ event: "manifest", path: options.file, ...result });
    return true;
  } catch (error) {
    if (options.signal.aborted) return false;
    throw error;
  }
}

interface Planned {
  skipped: number;
  existing: number;
}

/** Adds the files of the arguments to the queue unless already queued, and reports the skipped files. */
async function plan(
  plans: Plans,
  workspaceId: string,
  options: UploadArguments,
  report: Report,
): Promise<Planned> {
  const planId = plans.create(workspaceId, options.paths, options.targetFolder);
  const ready = await plans.whenReady(planId);
  const planned: Planned = { skipped: 0, existing: 0 };
  for (const { relativePath, reason } of plans.entries(planId, "skipped", 0, Infinity).entries) {
    // Queued by an earlier run, and resumed from there.
    if (reason === null || reason === "already-queued") continue;
    planned.skipped += 1;
    report.write({ event: "skipped", path: relativePath, reason });
  }
  for (const { galleryPath } of plans.entries(planId, "conflict", 0, Infinity).entries) {
    if (options.existing === "skip") planned.existing += 1;
    report.write({ event: "existing", path: galleryPath, choice: options.existing });
  }
  await plans.change(planId, { conflictChoice: options.existing });
  const files = await plans.confirm(planId);
  const bytes = ready.newBytes + (options.existing === "skip" ? 0 : ready.conflictBytes);
  report.write({ event: "queued", files, bytes });
  return planned;
}

/** Whether an earlier run of the same command uploaded the file and the file has not changed since. */
function wasSent(
  store: UploadStore,
  workspaceId: string,
  galleryPath: string,
  { sourcePath, identity }: UploadableFile,
): boolean {
  return store
    .finishedTo(workspaceId, galleryPath)
    .some(
      (row) =>
        row.sourcePath === sourcePath &&
        row.size === identity.size &&
        row.mtimeNs === identity.mtimeNs,
    );
}

interface Conclusion {
  store: UploadStore;
  workspaceId: string;
  /** Null if the gallery could not be read and therefore no plan was created. */
  planned: Planned | null;
  report: Report;
  isInterrupted: boolean;
}

function conclude({ store, workspaceId, planned, report, isInterrupted }: Conclusion): number {
  const failed = store.list(workspaceId, "failed", "", 0, 100_000).rows;
  for (const row of failed) reportFailed(report, row);
  const count = { done: 0, remaining: 0, bytes: 0 };
  for (const { state, files, bytes } of store.totals(workspaceId)) {
    if (state === "done") {
      count.done = files;
      count.bytes = bytes;
    } else if (state !== "failed") count.remaining += files;
  }
  const left = planned ?? { skipped: 0, existing: 0 };
  report.write({ event: "summary", ...count, ...left, failed: failed.length });
  if (isInterrupted) {
    process.stderr.write("paused: run the same command again to continue\n");
    return exit.interrupted;
  }
  const isDone = planned !== null && failed.length + count.remaining === 0;
  return isDone ? exit.done : exit.failed;
}

/** Reports why an upload failed. */
export function reportFailed(report: Report, row: UploadRow): void {
  const problem = problemOf(row) ?? toProblem(new AppError("internal", "failed"));
  report.write({ event: "failed", path: row.galleryPath, ...problem });
}
