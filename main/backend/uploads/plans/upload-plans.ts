/** Plans of dropped files: computed and shown before anything is queued. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type {
  ConflictChoice,
  Plan,
  PlanEntry,
  Problem,
  SkipReason,
} from "../../../../preload/model";
import { AppError, toProblem } from "../../../common/errors";
import type { Log } from "../../../common/log";
import type { Gallery } from "../../gallery/gallery";
import type { GalleryStore } from "../../gallery/store";
import type { NewUpload, UploadStore } from "../store";
import { freePath, normaliseFolder, pathProblem } from "../../gallery/gallery-path";
import { walk, type SkippedFile, type TakenFile } from "./walk-files";

export interface PlansDeps {
  gallery: Pick<Gallery, "has" | "status"> | Pick<GalleryStore, "has" | "status">;
  uploads: UploadStore;
  /** Reads the gallery unless it was read recently. Rejects when that fails. */
  refreshGallery: (workspaceId: string) => Promise<unknown>;
  /** Whether this workspace still exists. */
  hasWorkspace: (workspaceId: string) => boolean;
  onChanged: () => void;
  now: () => number;
  log: Log;
  /** For plans that are created repeatedly (headless): whether this file was sent there before. */
  wasSent?: (galleryPath: string, file: TakenFile) => boolean;
}

/** A file with its gallery path. */
interface Placed {
  file: TakenFile;
  galleryPath: string;
}
interface PlanInWork {
  id: string;
  workspaceId: string;
  roots: string[];
  targetFolder: string;
  conflictChoice: ConflictChoice | null;
  state: Plan["state"];
  /** All files were found: from now on a change of the target folder compares them again. */
  isWalked: boolean;
  isConfirming: boolean;
  problem: Problem | null;
  /** Why the gallery could not be read for this plan. */
  galleryProblem: Problem | null;
  /** In the order in which they were found, before the comparison with the gallery. */
  found: TakenFile[];
  skippedOnDisk: SkippedFile[];
  fresh: Placed[];
  conflicts: Placed[];
  /** Skipped because of their gallery path; computed again when the target folder changes. */
  refused: SkippedFile[];
  stop: AbortController;
  /** Resolves when the plan is ready or has failed. */
  read: Promise<void>;
  /** Number of the comparison: an older one that is still active ends. */
  round: number;
}

type Status = PlanEntry["status"];
const slice = 1_000;

export type Plans = ReturnType<typeof createPlans>;

export function createPlans(deps: PlansDeps) {
  const plans = new Map<string, PlanInWork>();

  function find(planId: string): PlanInWork {
    const plan = plans.get(planId);
    if (!plan) throw new AppError("not-found", "this plan no longer exists");
    return plan;
  }

  async function read(plan: PlanInWork, sourcePaths: readonly string[]): Promise<void> {
    // Conflicts are found in the present gallery if it can be read, else in the cached one.
    const refreshed = deps.refreshGallery(plan.workspaceId).catch((error: unknown) => {
      plan.galleryProblem = toProblem(error);
      deps.log.warn("plans: gallery not read", plan.galleryProblem.message);
    });
    let reportedAt = deps.now();
    for await (const found of walk(sourcePaths, plan.stop.signal)) {
      if (found.kind === "file") plan.found.push(found.file);
      else plan.skippedOnDisk.push(found.file);
      if (deps.now() - reportedAt > 150) {
        reportedAt = deps.now();
        deps.onChanged();
      }
    }
    await refreshed;
    plan.isWalked = true;
    await compare(plan);
  }

  /** Sorts the found files into new, conflicting and skipped ones, in slices that leave the event loop free. */
  async function compare(plan: PlanInWork): Promise<void> {
    plan.round += 1;
    const { round, targetFolder } = plan;
    plan.state = "reading";
    plan.fresh = [];
    plan.conflicts = [];
    plan.refused = [];
    const seen = new Set<string>();
    for (let from = 0; from < plan.found.length; from += slice) {
      for (const file of plan.found.slice(from, from + slice))
        place(plan, file, targetFolder, seen);
      await yieldToEventLoop();
      if (plan.round !== round || plan.stop.signal.aborted) return;
    }
    plan.state = "ready";
    deps.onChanged();
  }

  function place(plan: PlanInWork, file: TakenFile, targetFolder: string, seen: Set<string>): void {
    const galleryPath = targetFolder + file.relativePath;
    const refuse = (reason: SkipReason) =>
      plan.refused.push({
        sourcePath: file.sourcePath,
        relativePath: file.relativePath,
        size: file.identity.size,
        reason,
      });
    if (pathProblem(galleryPath) !== null) {
      refuse("name");
      return;
    }
    if (seen.has(galleryPath)) {
      refuse("duplicate");
      return;
    }
    seen.add(galleryPath);
    const queued = deps.uploads.underWay(plan.workspaceId, galleryPath);
    if (queued.some((upload) => upload.sourcePath === file.sourcePath)) {
      refuse("already-queued");
    } else if (
      deps.wasSent?.(galleryPath, file) &&
      deps.gallery.has(plan.workspaceId, galleryPath)
    ) {
      refuse("already-queued");
    } else if (queued.length > 0 || deps.gallery.has(plan.workspaceId, galleryPath)) {
      plan.conflicts.push({ file, galleryPath });
    } else {
      plan.fresh.push({ file, galleryPath });
    }
  }

  function describe(plan: PlanInWork): Plan {
    const left = [...plan.skippedOnDisk, ...plan.refused];
    const skipped: Record<string, number> = {};
    for (const { reason } of left) skipped[reason] = (skipped[reason] ?? 0) + 1;
    const isReading = plan.state === "reading";
    const bytes = (files: readonly TakenFile[]) =>
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
        new: isReading ? plan.found.length : plan.fresh.length,
        conflict: isReading ? 0 : plan.conflicts.length,
        skipped: left.length,
      },
      skipped,
      newBytes: bytes(isReading ? plan.found : plan.fresh.map(({ file }) => file)),
      conflictBytes: isReading ? 0 : bytes(plan.conflicts.map(({ file }) => file)),
      galleryReadAt: deps.gallery.status(plan.workspaceId).readAt,
      galleryProblem: plan.galleryProblem,
    };
  }

  function entries(planId: string, status: Status, offset: number, limit: number) {
    const plan = find(planId);
    if (status === "skipped") {
      const left = [...plan.skippedOnDisk, ...plan.refused];
      return {
        total: left.length,
        entries: left.slice(offset, offset + limit).map((file, index) => ({
          index: offset + index,
          relativePath: file.relativePath,
          galleryPath: "",
          size: file.size,
          status,
          reason: file.reason,
        })),
      };
    }
    const placed = status === "new" ? plan.fresh : plan.conflicts;
    return {
      total: placed.length,
      entries: placed.slice(offset, offset + limit).map(({ file, galleryPath }, index) => ({
        index: offset + index,
        relativePath: file.relativePath,
        galleryPath,
        size: file.identity.size,
        status,
        reason: null,
      })),
    };
  }

  /** The uploads of a plan; files that are renamed have their new names. */
  function toUploads(plan: PlanInWork): NewUpload[] {
    const isGalleryKnown = deps.gallery.status(plan.workspaceId).readAt !== null;
    const upload = ({ file, galleryPath }: Placed, replaces: boolean): NewUpload => ({
      sourcePath: file.sourcePath,
      galleryPath,
      contentType: file.contentType,
      // If the gallery was never read, a file may be there.
      replaces: replaces || !isGalleryKnown,
      // Applied again before the first byte: files may be added to the gallery while this one waits.
      onConflict: plan.conflictChoice ?? "ask",
      ...file.identity,
    });
    const uploads = plan.fresh.map((placed) => upload(placed, false));
    if (plan.conflictChoice === "replace") {
      uploads.push(...plan.conflicts.map((placed) => upload(placed, true)));
    } else if (plan.conflictChoice === "rename") {
      const taken = new Set(uploads.map(({ galleryPath }) => galleryPath));
      for (const { file, galleryPath } of plan.conflicts) {
        const free = freePath(
          galleryPath,
          (candidate) =>
            taken.has(candidate) ||
            deps.gallery.has(plan.workspaceId, candidate) ||
            deps.uploads.underWay(plan.workspaceId, candidate).length > 0,
        );
        taken.add(free);
        uploads.push(upload({ file, galleryPath: free }, false));
      }
    }
    return uploads;
  }

  async function queueAll(workspaceId: string, uploads: readonly NewUpload[]): Promise<void> {
    const dropId = deps.uploads.addDrop(workspaceId, deps.now());
    for (let from = 0; from < uploads.length; from += slice) {
      if (!deps.hasWorkspace(workspaceId)) {
        throw new AppError("not-found", "this workspace no longer exists");
      }
      deps.uploads.add(dropId, workspaceId, uploads.slice(from, from + slice));
      await yieldToEventLoop();
    }
    deps.uploads.closeDrop(dropId);
  }

  return {
    /** Starts a plan; returns at once. Its state becomes "ready". */
    create(workspaceId: string, sourcePaths: readonly string[], targetFolder: string): string {
      const plan: PlanInWork = {
        id: randomUUID(),
        workspaceId,
        roots: sourcePaths.map((source) => path.basename(source) || source).slice(0, 1000),
        targetFolder: readFolder(targetFolder),
        conflictChoice: null,
        state: "reading",
        isWalked: false,
        isConfirming: false,
        problem: null,
        galleryProblem: null,
        found: [],
        skippedOnDisk: [],
        fresh: [],
        conflicts: [],
        refused: [],
        stop: new AbortController(),
        read: Promise.resolve(),
        round: 0,
      };
      plans.set(plan.id, plan);
      plan.read = read(plan, sourcePaths).catch((error: unknown) => {
        if (plan.stop.signal.aborted) return;
        deps.log.error("plans: reading failed", error);
        plan.state = "failed";
        plan.problem = toProblem(error);
        deps.onChanged();
      });
      return plan.id;
    },
    get: (planId: string) => describe(find(planId)),
    entries,
    async change(
      planId: string,
      change: { targetFolder?: string | undefined; conflictChoice?: ConflictChoice | undefined },
    ): Promise<Plan> {
      const plan = find(planId);
      if (change.conflictChoice !== undefined) plan.conflictChoice = change.conflictChoice;
      if (change.targetFolder !== undefined) {
        const folder = readFolder(change.targetFolder);
        if (folder !== plan.targetFolder) {
          plan.targetFolder = folder;
          // Before the walk has ended, the comparison that follows it uses the new folder.
          if (plan.isWalked) await compare(plan);
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
      if (plan.conflicts.length > 0 && plan.conflictChoice === null) {
        throw new AppError(
          "invalid-input",
          "conflictChoice: choose what happens to files already there",
          {
            details: [
              { field: "conflictChoice", message: "choose what happens to files already there" },
            ],
          },
        );
      }
      const uploads = toUploads(plan);
      plan.isConfirming = true;
      try {
        if (uploads.length > 0) await queueAll(plan.workspaceId, uploads);
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
      await find(planId).read;
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

function readFolder(folder: string): string {
  const normal = normaliseFolder(folder);
  const problem = normal === "" ? null : pathProblem(normal.slice(0, -1));
  if (problem === null) return normal;
  throw new AppError("invalid-input", `targetFolder: ${problem}`, {
    details: [{ field: "targetFolder", message: problem }],
  });
}
