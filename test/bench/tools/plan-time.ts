/** How long a plan of a folder takes: until it is shown, and until its files are queued on disk. */
import { rmSync } from "node:fs";
import path from "node:path";
import { createGalleryStore } from "../../../main/backend/gallery/store";
import { createPlans } from "../../../main/backend/uploads/plans/upload-plans";
import { walkOf } from "../../../main/backend/uploads/plans/thread-walk";
import { createUploadStore } from "../../../main/backend/uploads/store/upload-store";
import { openDatabase } from "../../../main/common/database/database";
import { migrations } from "../../../main/common/database/migrations";
import { silentLog } from "../../../main/common/log";

export interface PlanTime {
  files: number;
  /** Seconds. */
  plan: number;
  queue: number;
}

/** `folder`: for a temporary database. */
export async function planTime(folder: string, source: string): Promise<PlanTime> {
  const state = path.join(folder, "plan");
  const db = openDatabase(path.join(state, "uploads.db"), migrations);
  const plans = createPlans({
    gallery: createGalleryStore(db),
    uploads: createUploadStore(db),
    refreshGallery: () => Promise.resolve(),
    hasWorkspace: () => true,
    onChanged: () => undefined,
    now: Date.now,
    log: silentLog,
    walk: walkOf(path.resolve("out/main")),
  });
  try {
    const startedAt = performance.now();
    const planId = plans.create("bench", [source], "");
    await plans.whenReady(planId);
    const readyAt = performance.now();
    const files = await plans.confirm(planId);
    const queuedAt = performance.now();
    return { files, plan: (readyAt - startedAt) / 1000, queue: (queuedAt - readyAt) / 1000 };
  } finally {
    db.close();
    rmSync(state, { recursive: true });
  }
}
