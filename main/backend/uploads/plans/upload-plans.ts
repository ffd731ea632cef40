/** Plans of dropped files: computed and shown before anything is queued. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { ConflictChoice, Plan, PlanEntry } from "../../../../preload/model";
import { AppError, invalidFields, toProblem } from "../../../common/errors";
import type { Log } from "../../../common/log";
import type { Gallery } from "../../gallery/gallery";
import { readTargetFolder } from "../../gallery/gallery-path";
import type { GalleryStore } from "../../gallery/store";
import type { NewUpload } from "../store/drop-store";
import type { UploadStore } from "../store/upload-store";
import {
  addRoots,
  createOpenPlan,
  describePlan,
  pageOfEntries,
  uploadsOf,
  type OpenPlan,
} from "./open-plan";
import { createWalk, type Walk } from "./walk-files";
import { createPlanComparison, sliceSize, type PlanComparisonDeps } from "./compare-plan";

export interface PlansDeps extends PlanComparisonDeps {
  gallery: Pick<Gallery, "has" | "status"> | Pick<GalleryStore, "has" | "status">;
  uploads: UploadStore;
  /** Reads the gallery unless it was read recently. Rejects when that fails. */
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  /** Whether this workspace still exists. */
  hasWorkspace: (workspaceId: string) => boolean;
  now: () => number;
  log: Log;
  /** Default: in this thread. */
  walk?: Walk;
}

/** Files of the plan whose path is taken: in the gallery, the queue, or the plan itself. */
const conflictCount = ({ conflicts, duplicates }: OpenPlan) => conflicts.length + duplicates.length;

export type Plans = ReturnType<typeof createPlans>;

export function createPlans(deps: PlansDeps) {
  const { walk = createWalk() } = deps;
  const compare = createPlanComparison(deps);
  const plans = new Map<string, OpenPlan>();

  function find(planId: string): OpenPlan {
    const plan = plans.get(planId);
    if (!plan) throw new AppError("not-found", "this plan no longer exists");
    return plan;
  }

  /**
   * Walks the dropped files and folders; the last of several walks compares what was found.
   * `decided`: number of conflicts that the choice of the plan was made for.
   */
  async function read(
    plan: OpenPlan,
    sourcePaths: readonly string[],
    decided: number,
  ): Promise<void> {
    // Conflicts are found in the present gallery if it can be read, else in the cached one.
    const refreshed = deps.refreshGallery(plan.workspaceId).catch((error: unknown) => {
      plan.galleryProblem = toProblem(error);
      deps.log.warn("plans: gallery not read", plan.galleryProblem.message);
    });
    for await (const found of walk(sourcePaths, plan.stop.signal)) {
      if (found.kind === "file") plan.found.push(found.file);
      else plan.skippedOnDisk.push(found.file);
      deps.onChanged();
    }
    await refreshed;
    plan.walks -= 1;
    if (plan.walks > 0) return;
    await compare(plan);
    if (conflictCount(plan) <= decided) return;
    plan.conflictChoice = null;
    deps.onChanged();
  }

  /** Reads after what the plan already reads. */
  function startReading(plan: OpenPlan, sourcePaths: readonly string[], decided: number): void {
    plan.walks += 1;
    plan.whenRead = plan.whenRead
      .then(() => (plan.state === "failed" ? undefined : read(plan, sourcePaths, decided)))
      .catch((error: unknown) => {
        if (plan.stop.signal.aborted) return;
        deps.log.error("plans: reading failed", error);
        plan.state = "failed";
        plan.problem = toProblem(error);
        deps.onChanged();
      });
  }

  const describe = (plan: OpenPlan) =>
    describePlan(plan, deps.gallery.status(plan.workspaceId).readAt);

  async function queueAll(workspaceId: string, uploads: readonly NewUpload[]): Promise<void> {
    const dropId = deps.uploads.addDrop(workspaceId, deps.now());
    for (let from = 0; from < uploads.length; from += sliceSize) {
      if (!deps.hasWorkspace(workspaceId)) {
        throw new AppError("not-found", "this workspace no longer exists");
      }
      deps.uploads.add(dropId, workspaceId, uploads.slice(from, from + sliceSize));
      await yieldToEventLoop();
    }
    deps.uploads.closeDrop(dropId);
  }

  return {
    /** Starts a plan; returns at once. Its state becomes "ready". */
    create(workspaceId: string, sourcePaths: readonly string[], targetFolder: string): string {
      const plan = createOpenPlan(workspaceId, sourcePaths, readTargetFolder(targetFolder));
      plans.set(plan.id, plan);
      startReading(plan, sourcePaths, Infinity);
      return plan.id;
    },
    /**
     * Adds further files and folders to a plan. The choice about conflicts is asked for again if
     * they bring any, because it was made about others. Returns false, and adds nothing, if the
     * plan does not exist, is of another workspace, has failed or is being queued.
     */
    add(planId: string, workspaceId: string, sourcePaths: readonly string[]): boolean {
      const plan = plans.get(planId);
      if (plan?.workspaceId !== workspaceId) return false;
      if (plan.isConfirming || plan.state === "failed") return false;
      addRoots(plan, sourcePaths);
      const decided = conflictCount(plan);
      // A comparison that is running ends, and the one after the walk begins.
      plan.round += 1;
      plan.state = "reading";
      startReading(plan, sourcePaths, decided);
      deps.onChanged();
      return true;
    },
    get: (planId: string) => describe(find(planId)),
    entries: (planId: string, status: PlanEntry["status"], offset: number, limit: number) =>
      pageOfEntries(find(planId), status, offset, limit),
    async change(
      planId: string,
      change: { targetFolder?: string | undefined; conflictChoice?: ConflictChoice | undefined },
    ): Promise<Plan> {
      const plan = find(planId);
      if (change.conflictChoice !== undefined) plan.conflictChoice = change.conflictChoice;
      if (change.targetFolder !== undefined) {
        const folder = readTargetFolder(change.targetFolder);
        if (folder !== plan.targetFolder) {
          plan.targetFolder = folder;
          // Before the walk has ended, the comparison that follows it uses the new folder.
          if (plan.walks === 0) await compare(plan);
        }
      }
      deps.onChanged();
      return describe(plan);
    },
    /** Queues the plan's files; their rows are on disk when it resolves. Returns how many. */
    async confirm(planId: string): Promise<number> {
      const plan = find(planId);
      if (plan.isConfirming) throw new AppError("invalid-input", "the plan is being queued");
      if (plan.state !== "ready") throw new AppError("invalid-input", "the plan is not ready yet");
      if (conflictCount(plan) > 0 && plan.conflictChoice === null) {
        throw invalidFields([
          { field: "conflictChoice", message: "choose what happens to files already there" },
        ]);
      }
      const { workspaceId } = plan;
      const uploads = uploadsOf(plan, {
        isGalleryKnown: deps.gallery.status(workspaceId).readAt !== null,
        isTaken: (candidate) =>
          deps.gallery.has(workspaceId, candidate) ||
          deps.uploads.unfinishedTo(workspaceId, candidate).length > 0,
      });
      plan.isConfirming = true;
      try {
        if (uploads.length > 0) await queueAll(workspaceId, uploads);
      } finally {
        plan.isConfirming = false;
      }
      plans.delete(planId);
      return uploads.length;
    },
    discard(planId: string): void {
      plans.get(planId)?.stop.abort(new Error("discarded"));
      plans.delete(planId);
    },
    /** Resolves when the plan is ready. Rejects when it has failed. */
    async whenReady(planId: string): Promise<Plan> {
      await find(planId).whenRead;
      const plan = describe(find(planId));
      if (plan.problem) throw new AppError(plan.problem.code, plan.problem.message);
      return plan;
    },
    /** Ends and deletes all plans, or those of one workspace. */
    stop(workspaceId?: string): void {
      for (const plan of plans.values()) {
        if (workspaceId !== undefined && plan.workspaceId !== workspaceId) continue;
        plan.stop.abort(new Error("stopping"));
        plans.delete(plan.id);
      }
    },
  };
}
