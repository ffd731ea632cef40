/** `dubyard watch`: uploads the new and changed media of a folder, until it is interrupted. */
import { mkdirSync } from "node:fs";
import { kindOf } from "../../preload/facts/errors";
import type { SkipReason } from "../../preload/model";
import { createWatchFolders, type WatchFolders } from "../backend/watch-folders/watch-folders";
import { readTargetFolder } from "../backend/gallery/gallery-path";
import { lockFolder } from "../common/database/lock";
import { toProblem } from "../common/errors";
import { silentLog } from "../common/log";
import { printable } from "../common/printable";
import { readWatchArguments, type WatchArguments } from "./arguments";
import { createCompletion } from "./completion";
import { exit } from "./exit-codes";
import { createReport, type Report } from "./report";
import {
  createSession,
  createSuspensionReport,
  stateLockPatienceMs,
  type Session,
} from "./session";
import { reportFailed } from "./upload";

const everything = { filter: "all", search: "" } as const;

/**
 * Watches a folder. Resolves with the exit code: 130 when interrupted, 1 if the credentials are rejected, 2 for invalid
 * arguments. With `--once` it ends when everything is uploaded: 0 if every accepted file is in the gallery, 1 if a file
 * is not or the folder does not exist. A second run with the same state folder uploads only what is new or changed.
 */
export async function watch(
  argv: string[],
  { bundles }: { bundles?: string | undefined } = {},
): Promise<number> {
  let options: WatchArguments;
  try {
    options = readWatchArguments(argv, process.env);
    mkdirSync(options.stateDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    process.stderr.write(`dubyard watch: ${printable(toProblem(error).message)}\n`);
    return exit.usage;
  }
  try {
    const lock = await lockFolder(options.stateDir, {
      program: "dubyard watch",
      patienceMs: stateLockPatienceMs,
    });
    try {
      const report = createReport(options.isJson, { listsUploads: true });
      return await run(options, report, bundles);
    } finally {
      lock.release();
    }
  } catch (error) {
    const { code, message } = toProblem(error);
    process.stderr.write(`dubyard watch: ${printable(message)} (${code})\n`);
    return code === "invalid-input" ? exit.usage : exit.failed;
  }
}

async function run(
  options: WatchArguments,
  report: Report,
  bundles: string | undefined,
): Promise<number> {
  const session = createSession(options, bundles);
  const { workspaceId, store, queue } = session;
  const completion = createCompletion();
  const count = { done: 0, bytes: 0, existing: 0 };
  const reportSkipped = createSkippedReport(report);
  const reportFailures = createFailureReport(session, report);
  queue.onChange(() => {
    reportFailures();
    completion.check();
  });
  queue.onProgress(() => report.progress(queue.summary(workspaceId)));
  queue.onArrived((rows) => {
    for (const { galleryPath, size } of rows) {
      count.done += 1;
      count.bytes += size;
      report.write({ event: "done", path: galleryPath, bytes: size });
    }
  });
  queue.onSkipped(({ galleryPath }) => {
    count.existing += 1;
    report.write({ event: "existing", path: galleryPath, choice: "skip" });
  });
  const folders = createWatchFolders({
    db: session.db,
    uploads: store,
    queue,
    walk: session.walk,
    log: silentLog,
    now: Date.now,
    listeners: { onChanged: () => completion.check(), onSkipped: reportSkipped.add },
  });

  const stop = new AbortController();
  const interrupt = () => {
    stop.abort();
    completion.resolve("interrupted");
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    const id = await selectFolder(folders, workspaceId, options);
    // Resume the unfinished uploads of the previous run, and retry the failed ones.
    store.resume({ workspaceId, ...everything });
    store.retry({ workspaceId, ...everything });
    const isRead = !options.isOnce || (await session.readGallery(report, stop.signal));
    if (isRead) {
      completion.setCondition(
        createCondition({ options, report, session, folders, id, completion }),
      );
      queue.start();
      folders.start();
      await completion.outcome;
    }
    const status = folders.status(id);
    await folders.stop();
    await queue.stop();
    const { counts } = queue.summary(workspaceId);
    const remaining = counts.all - counts.done - counts.failed;
    const skipped = reportSkipped.count();
    report.write({ event: "summary", ...count, failed: counts.failed, skipped, remaining });
    if (stop.signal.aborted) return exit.interrupted;
    const isDone = status?.state === "watching" && status.deferred === 0;
    return isRead && isDone && counts.failed + remaining === 0 ? exit.done : exit.failed;
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
    await session.close();
  }
}

/** The watch folder of the arguments: the one of the last run with the present settings, or a new one. */
async function selectFolder(
  folders: WatchFolders,
  workspaceId: string,
  { folder, targetFolder, include, exclude, quietMs, existing }: WatchArguments,
): Promise<number> {
  const settings = {
    sourcePath: folder,
    targetFolder: readTargetFolder(targetFolder),
    include,
    exclude,
    quietMs,
    onConflict: existing,
  };
  let id: number | null = null;
  for (const stored of folders.list(workspaceId)) {
    const isSame =
      stored.sourcePath === settings.sourcePath && stored.targetFolder === settings.targetFolder;
    if (isSame) {
      id = stored.id;
      await folders.change(stored.id, settings);
    }
    // A state folder that is used for several folders: only the one of this command is watched.
    await folders.setPaused(stored.id, !isSame);
  }
  return id ?? folders.add(workspaceId, settings);
}

interface ConditionDeps {
  options: WatchArguments;
  report: Report;
  session: Session;
  folders: WatchFolders;
  id: number;
  completion: ReturnType<typeof createCompletion>;
}

/** Whether the command ends: credentials that are rejected, or with `--once` nothing left to upload. */
function createCondition({ options, report, session, folders, id, completion }: ConditionDeps) {
  const { queue, workspaceId } = session;
  const reportSuspension = createSuspensionReport(report);
  let lastState = "";
  /** Number of uploads that had ended when the last walk began. */
  let endedBefore = 0;
  return () => {
    const summary = queue.summary(workspaceId);
    const { counts, suspension } = summary;
    const status = folders.status(id);
    reportSuspension(summary);
    if (status && status.state !== lastState) {
      lastState = status.state;
      if (status.problem) report.write({ event: "waiting", ...status.problem });
      else if (status.state === "watching")
        report.write({ event: "watching", folder: options.folder });
    }
    if (suspension && kindOf(suspension.code) === "user" && counts.active === 0) return "done";
    if (!options.isOnce || !status || status.state === "walking") return null;
    if (status.state !== "watching") return "done";
    if (status.waiting + counts.active + counts.waiting > 0) return null;
    // A file may have changed, or waited for another, while the uploads were active: the folder is walked again.
    const ended = counts.done + counts.failed;
    if (ended === endedBefore) return "done";
    endedBefore = ended;
    void folders.walkNow(id).then(completion.check);
    return null;
  };
}

/** Reports each skipped file once, although every walk finds it. */
function createSkippedReport(report: Report) {
  const reported = new Set<string>();
  return {
    add(path: string, reason: SkipReason): void {
      if (reported.has(path)) return;
      reported.add(path);
      report.write({ event: "skipped", path, reason });
    },
    count: () => reported.size,
  };
}

/** Reports failed uploads when they fail. */
function createFailureReport({ store, queue, workspaceId }: Session, report: Report) {
  const reported = new Set<string>();
  let lastCount = 0;
  return () => {
    const { failed } = queue.summary(workspaceId).counts;
    if (failed === lastCount) return;
    lastCount = failed;
    for (const row of store.list(workspaceId, "failed", "", 0, 10_000).rows) {
      const key = `${row.id} ${row.mtimeNs} ${row.errorCode}`;
      if (reported.has(key)) continue;
      reported.add(key);
      reportFailed(report, row);
    }
  };
}
