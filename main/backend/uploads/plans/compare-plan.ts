/** What happens to each file of a plan: it is new, in conflict with another one, or skipped. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { SkipReason } from "../../../../preload/model";
import { galleryPathRule } from "../../gallery/gallery-path";
import type { UploadStore } from "../store/upload-store";
import { leftOut, type OpenPlan } from "./open-plan";
import type { UploadableFile } from "./walk-files";

/**
 * Files that are compared or queued between two yields to the event loop. Each slice that is queued
 * is synced to disk.
 */
export const sliceSize = 200;

export interface PlanComparisonDeps {
  gallery: { has: (workspaceId: string, galleryPath: string) => boolean };
  uploads: Pick<UploadStore, "unfinishedTo">;
  onChanged: () => void;
  /**
   * For plans that are created repeatedly (headless): whether this file was sent there before, or
   * is queued. Rejects with the reason why that cannot be known; the plan fails then.
   */
  isKnown?: (galleryPath: string, file: UploadableFile, signal: AbortSignal) => Promise<boolean>;
}

/** Creates the comparison of a plan with the gallery, the queue and its other files. */
export function createPlanComparison(deps: PlanComparisonDeps) {
  /**
   * Sorts the found files into new, conflicting and skipped ones, in slices that leave the event
   * loop free.
   */
  async function compare(plan: OpenPlan): Promise<void> {
    plan.round += 1;
    const { round } = plan;
    const isOutdated = () => plan.round !== round || plan.stop.signal.aborted;
    plan.state = "reading";
    plan.fresh = [];
    plan.conflicts = [];
    plan.duplicates = [];
    plan.skippedByPath = [];
    const seen = new Map<string, string>();
    for (let from = 0; from < plan.found.length; from += sliceSize) {
      const slice = plan.found.slice(from, from + sliceSize);
      const known = await knownOf(plan, slice);
      if (isOutdated()) return;
      for (const file of slice) classify(plan, file, seen, known);
      await yieldToEventLoop();
      if (isOutdated()) return;
    }
    plan.state = "ready";
    deps.onChanged();
  }

  /** The files that were sent before, or are queued; see `isKnown`. */
  async function knownOf(
    { targetFolder, stop }: OpenPlan,
    files: readonly UploadableFile[],
  ): Promise<ReadonlySet<UploadableFile>> {
    const known = new Set<UploadableFile>();
    if (!deps.isKnown) return known;
    for (const file of files)
      if (await deps.isKnown(targetFolder + file.relativePath, file, stop.signal)) known.add(file);
    return known;
  }

  /** `seen`: the source path of the first file with each gallery path. */
  function classify(
    plan: OpenPlan,
    file: UploadableFile,
    seen: Map<string, string>,
    known: ReadonlySet<UploadableFile>,
  ): void {
    const galleryPath = plan.targetFolder + file.relativePath;
    const skip = (reason: SkipReason) => plan.skippedByPath.push(leftOut(file, reason));
    if (galleryPathRule(galleryPath) !== null) {
      skip("name");
      return;
    }
    const queued = deps.uploads.unfinishedTo(plan.workspaceId, galleryPath);
    const isQueued = queued.some((upload) => upload.sourcePath === file.sourcePath);
    const first = seen.get(galleryPath);
    if (first === undefined) seen.set(galleryPath, file.sourcePath);
    if (isQueued || known.has(file) || first === file.sourcePath) skip("already-queued");
    else if (first !== undefined) plan.duplicates.push({ file, galleryPath });
    else if (queued.length > 0 || deps.gallery.has(plan.workspaceId, galleryPath))
      plan.conflicts.push({ file, galleryPath });
    else plan.fresh.push({ file, galleryPath });
  }

  return compare;
}
