/** `dubyard watch`: uploads the new and changed media of a folder, until it is interrupted. */
import { skipReasons, type LeftOut, type SkipReason } from "../../preload/facts/skip-reasons";
import { createWatchFolders, type WatchFolders } from "../backend/watch-folders/watch-folders";
import { readTargetFolder } from "../backend/gallery/gallery-path";
import { silentLog } from "../common/log";
import { readWatchArguments, type WatchArguments } from "./arguments";
import { createCompletion } from "./completion";
import type { HeadlessDeps } from "./deps";
import { exit, exitCodes } from "./exit-codes";
import { countedAs, reportLeftOut } from "./left-out";
import { createOwnProgress, listCommand, takeOwnUploads, uploadsOf } from "./own-uploads";
import { isFolder } from "./parse-arguments";
import { createReport, reportRetry, type Report } from "./report";
import { runCommand, type CommandContext } from "./run-command";
import { createSession, createSuspensionReport, type Session } from "./session";
import { terminalStreams } from "./terminal-streams";
import { reportFailed } from "./send-uploads";
import { withStateLock } from "./state-lock";
import { makePrivateFolder } from "../common/private-files";

/**
 * Watches a folder. Resolves with the exit code: 130 when interrupted or when the reader of its
 * JSON lines has ended, else that of the error that ended it. With `--once` it ends when everything
 * is uploaded: 0 if every accepted file is in the gallery, 1 if a file is not, 2 if the folder does
 * not exist. A second run with the same state folder uploads only what is new or changed.
 */
export const watch = (
  argv: string[],
  { bundles, policies }: Pick<HeadlessDeps, "bundles" | "policies">,
): Promise<number> =>
  runCommand({
    name: "watch",
    argv,
    read() {
      const options = readWatchArguments(argv, process.env, policies());
      makePrivateFolder(options.stateDir);
      return options;
    },
    work: (options, context) =>
      withStateLock(options.stateDir, "dubyard watch", () => run(options, context, bundles)),
  });

async function run(
  options: WatchArguments,
  { output, signal }: CommandContext,
  bundles: string | undefined,
): Promise<number> {
  const report = createReport(output, { listsUploads: true });
  const session = createSession(options, bundles);
  const { workspaceId, store, queue } = session;
  const completion = createCompletion();
  const count = { done: 0, bytes: 0, existing: 0 };
  const leftOutAs = (reason: SkipReason) => countedAs(skipReasons[reason], reason, options);
  const leftOut = createLeftOutReport(report, leftOutAs);
  const reportFailures = createFailureReport(session, report);
  queue.onChange(() => {
    reportFailures();
    completion.check();
  });
  queue.onArrived((rows) => {
    for (const { galleryPath, size } of rows) {
      count.done += 1;
      count.bytes += size;
      report.write({ event: "done", path: galleryPath, bytes: size });
    }
  });
  // With `--once` the condition of the end requests the list.
  if (!options.isOnce) queue.onArrived(() => queue.confirmSoon(workspaceId));
  queue.onRetry((row, at) => reportRetry(report, row, at));
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
    listeners: { onChanged: () => completion.check(), onSkipped: leftOut.add, leftOutAs },
  });

  const interrupt = () => completion.resolve("interrupted");
  signal.addEventListener("abort", interrupt);
  // Without an end of its own, the command would run without a reader for ever.
  if (options.isJson) terminalStreams().stdout.onClosed(interrupt);
  try {
    const id = await selectFolder(folders, workspaceId, options);
    const source = { location: options.folder, name: "" };
    const isOwn = await uploadsOf([source], options.targetFolder);
    const dropsDeleted = isFolder(options.folder);
    const own = { dropsDeleted, listCommand: listCommand(options) };
    await takeOwnUploads(session, isOwn, report, own);
    const progressOf = createOwnProgress(session);
    queue.onProgress(() => report.progress(progressOf(queue.summary(workspaceId))));
    const isRead = !options.isOnce || (await session.readGallery(report, signal));
    let isInterrupted = signal.aborted;
    if (isRead) {
      completion.setCondition(
        createCondition({ options, report, session, folders, id, completion }),
      );
      queue.start();
      folders.start();
      isInterrupted = (await completion.outcome) === "interrupted";
    }
    const status = folders.status(id);
    const unconfirmed = queue.confirm(workspaceId).problem;
    await folders.stop();
    await queue.stop();
    const { counts, suspension } = queue.summary(workspaceId);
    // Paused ones belong to other commands.
    const remaining = counts.active + counts.waiting;
    const skipped = leftOut.skipped();
    const failed = counts.failed + (status?.failed ?? 0);
    const isDone = status?.state === "watching" && status.deferred === 0;
    const problem =
      session.galleryProblem() ?? suspension ?? unconfirmed ?? status?.problem ?? null;
    let exitCode: number = exit.failed;
    if (isInterrupted) exitCode = exit.interrupted;
    else if (failed === 0 && problem) exitCode = exitCodes[problem.code];
    else if (isRead && isDone && failed + remaining === 0) exitCode = exit.done;
    report.write({ event: "summary", ...count, failed, skipped, remaining, exitCode });
    if (problem && exitCode === exitCodes[problem.code])
      output.error("watch", { ...problem, exitCode });
    return exitCode;
  } finally {
    signal.removeEventListener("abort", interrupt);
    await session.close();
  }
}

/**
 * The watch folder of the arguments: the one of the last run with the present settings, or a new
 * one.
 */
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

/**
 * Whether the command ends: credentials that are rejected, or with `--once` nothing left to upload.
 */
function createCondition({ options, report, session, folders, id, completion }: ConditionDeps) {
  const { queue, workspaceId } = session;
  const reportSuspension = createSuspensionReport(report);
  let lastState = "";
  let isPollingReported = options.isOnce;
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
    if (status?.polling && !isPollingReported) {
      isPollingReported = true;
      report.write({ event: "polling", folder: options.folder, ...status.polling });
    }
    // Until the user acts, who is not present.
    if (suspension?.until === null && counts.active === 0) return "done";
    if (!options.isOnce || !status || status.state === "walking") return null;
    if (status.state !== "watching") return "done";
    if (status.waiting + status.comparing + counts.active + counts.waiting > 0) return null;
    // A file may have changed, or waited for another, while the uploads were active: the folder is
    // walked again. Not believed until the gallery lists it.
    const { isConfirmed, problem } = queue.confirm(workspaceId);
    if (!isConfirmed) return problem ? "done" : null;
    const ended = counts.done + counts.failed;
    if (ended === endedBefore) return "done";
    endedBefore = ended;
    void folders.walkNow(id).then(completion.check);
    return null;
  };
}

/** Reports each file that is left out once, although every walk finds it. */
function createLeftOutReport(report: Report, leftOutAs: (reason: SkipReason) => LeftOut) {
  const reported = new Set<string>();
  let skipped = 0;
  return {
    add(path: string, reason: SkipReason): void {
      if (reported.has(path)) return;
      reported.add(path);
      const list = leftOutAs(reason);
      if (list === "skipped") skipped += 1;
      reportLeftOut(report, list, { path, reason });
    },
    /** The number of files that are not meant to be sent. */
    skipped: () => skipped,
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
