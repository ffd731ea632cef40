/**
 * The state of a plan while the user decides: what was found, and what is uploaded, in conflict or
 * skipped.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { leftOutAs, type LeftOut } from "../../../../preload/facts/skip-reasons";
import type { ConflictChoice, Plan, PlanEntry, Problem } from "../../../../preload/model";
import { freePath } from "../../gallery/gallery-path";
import type { NewUpload } from "../store/drop-store";
import type { SkippedFile, UploadableFile } from "./walk-files";

/** Names of dropped items that a plan lists. */
const maxRoots = 1_000;

/** A file with its gallery path. */
interface PlannedFile {
  file: UploadableFile;
  galleryPath: string;
}
/** A plan that is not confirmed yet. */
export interface OpenPlan {
  id: string;
  workspaceId: string;
  roots: string[];
  targetFolder: string;
  conflictChoice: ConflictChoice | null;
  state: Plan["state"];
  /** Number of walks that have not ended: files are compared once all are found. */
  walks: number;
  isConfirming: boolean;
  problem: Problem | null;
  /** Why the gallery could not be read for this plan. */
  galleryProblem: Problem | null;
  /** In the order in which they were found, before the comparison with the gallery. */
  found: UploadableFile[];
  skippedOnDisk: SkippedFile[];
  /** Files whose gallery path is free. */
  fresh: PlannedFile[];
  conflicts: PlannedFile[];
  /**
   * Files with the gallery path of another file of the plan. They are uploaded with another name,
   * or not at all.
   */
  duplicates: PlannedFile[];
  /** Left out because of their gallery path; computed again when the target folder changes. */
  skippedByPath: SkippedFile[];
  stop: AbortController;
  /** Resolves when the plan is ready or has failed. */
  whenRead: Promise<void>;
  /** Number of the comparison: an older one that is still active ends. */
  round: number;
}

const namesOfRoots = (sourcePaths: readonly string[]) =>
  sourcePaths.map((source) => path.basename(source) || source).slice(0, maxRoots);

/** Lists further dropped items in the plan. */
export function addRoots(plan: OpenPlan, sourcePaths: readonly string[]): void {
  plan.roots = [...plan.roots, ...namesOfRoots(sourcePaths)].slice(0, maxRoots);
}

/** `targetFolder`: normalised. */
export function createOpenPlan(
  workspaceId: string,
  sourcePaths: readonly string[],
  targetFolder: string,
): OpenPlan {
  return {
    id: randomUUID(),
    workspaceId,
    roots: namesOfRoots(sourcePaths),
    targetFolder,
    conflictChoice: null,
    state: "reading",
    walks: 0,
    isConfirming: false,
    problem: null,
    galleryProblem: null,
    found: [],
    skippedOnDisk: [],
    fresh: [],
    conflicts: [],
    duplicates: [],
    skippedByPath: [],
    stop: new AbortController(),
    whenRead: Promise.resolve(),
    round: 0,
  };
}

/** The files that are left out: those that are not meant to be sent, or those that cannot be. */
function leftOutOf(plan: OpenPlan, as: LeftOut): SkippedFile[] {
  const duplicates = plan.conflictChoice === "rename" ? [] : plan.duplicates;
  const all = [
    ...plan.skippedOnDisk,
    ...plan.skippedByPath,
    ...duplicates.map(({ file }) => leftOut(file, "duplicate")),
  ];
  return all.filter(({ reason, isNamed }) => leftOutAs(reason, isNamed) === as);
}

/** A found file that is left out. */
export const leftOut = (
  { sourcePath, relativePath, identity }: UploadableFile,
  reason: SkippedFile["reason"],
): SkippedFile => ({
  sourcePath,
  relativePath,
  size: identity.size,
  reason,
  isNamed: false,
  isFolder: false,
});

/**
 * Files whose gallery path exists; with "rename" also those that have the path of another file of
 * the plan.
 */
const conflictsOf = (plan: OpenPlan): PlannedFile[] =>
  plan.conflictChoice === "rename" ? [...plan.conflicts, ...plan.duplicates] : plan.conflicts;

function countReasons(files: readonly SkippedFile[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { reason } of files) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

const isReading = ({ state }: OpenPlan) => state === "reading";

/**
 * The plan as the window shows it. `galleryReadAt`: when the gallery was last synced; null if
 * never.
 */
export function describePlan(plan: OpenPlan, galleryReadAt: number | null): Plan {
  const skipped = leftOutOf(plan, "skipped");
  const failed = leftOutOf(plan, "failed");
  const conflicts = isReading(plan) ? [] : conflictsOf(plan);
  const bytes = (files: readonly UploadableFile[]) =>
    files.reduce((sum, file) => sum + file.identity.size, 0);
  return {
    id: plan.id,
    workspaceId: plan.workspaceId,
    state: plan.state,
    problem: plan.problem,
    targetFolder: plan.targetFolder,
    conflictChoice: plan.conflictChoice,
    roots: plan.roots,
    counts: {
      new: isReading(plan) ? plan.found.length : plan.fresh.length,
      conflict: conflicts.length,
      failed: failed.length,
      skipped: skipped.length,
    },
    failed: countReasons(failed),
    skipped: countReasons(skipped),
    duplicates: plan.duplicates.length,
    newBytes: bytes(isReading(plan) ? plan.found : plan.fresh.map(({ file }) => file)),
    conflictBytes: bytes(conflicts.map(({ file }) => file)),
    galleryReadAt,
    galleryProblem: plan.galleryProblem,
  };
}

/** A page of the files with a status, in the order in which they were found. */
export function pageOfEntries(
  plan: OpenPlan,
  status: PlanEntry["status"],
  offset: number,
  limit: number,
): { entries: PlanEntry[]; total: number } {
  if (status === "skipped" || status === "failed") {
    const files = leftOutOf(plan, status);
    return {
      total: files.length,
      entries: files.slice(offset, offset + limit).map((file, index) => ({
        index: offset + index,
        relativePath: file.relativePath,
        galleryPath: "",
        size: file.size,
        status,
        reason: file.reason,
      })),
    };
  }
  const planned = status === "new" ? plan.fresh : conflictsOf(plan);
  return {
    total: planned.length,
    entries: planned.slice(offset, offset + limit).map(({ file, galleryPath }, index) => ({
      index: offset + index,
      relativePath: file.relativePath,
      galleryPath,
      size: file.identity.size,
      status,
      reason: null,
    })),
  };
}

/**
 * The uploads of a plan; files that are renamed have their new names. `isTaken`: the gallery has a
 * file at the path, or an unfinished upload has it as its target.
 */
export function uploadsOf(
  plan: OpenPlan,
  { isGalleryKnown, isTaken }: { isGalleryKnown: boolean; isTaken: (path: string) => boolean },
): NewUpload[] {
  const upload = ({ file, galleryPath }: PlannedFile, replaces: boolean): NewUpload => ({
    sourcePath: file.sourcePath,
    galleryPath,
    contentType: file.contentType,
    // If the gallery was never read, a file may be there.
    replaces: replaces || !isGalleryKnown,
    // Applied again before the first byte: files may be added to the gallery while this one waits.
    onConflict: plan.conflictChoice ?? "ask",
    ...file.identity,
  });
  const uploads = plan.fresh.map((planned) => upload(planned, false));
  if (plan.conflictChoice === "replace")
    return [...uploads, ...plan.conflicts.map((planned) => upload(planned, true))];
  if (plan.conflictChoice !== "rename") return uploads;
  const taken = new Set(uploads.map(({ galleryPath }) => galleryPath));
  for (const { file, galleryPath } of conflictsOf(plan)) {
    const free = freePath(galleryPath, (candidate) => taken.has(candidate) || isTaken(candidate));
    taken.add(free);
    uploads.push(upload({ file, galleryPath: free }, false));
  }
  return uploads;
}
