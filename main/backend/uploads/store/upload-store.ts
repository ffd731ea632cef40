/**
 * SQL of uploads and their parts, by subject. A change is written before it is reported. The users
 * of the store name the functions that they need.
 */
import { createCommitGroup } from "../../../common/database/commit-group";
import type { Database } from "../../../common/database/database";
import { createComparisonStore } from "./comparison-store";
import { createDropStore } from "./drop-store";
import { createFailureStore } from "./failure-store";
import { createListingStore } from "./listing-store";
import { createOrderStore } from "./order-store";
import { createProblemStore } from "./problem-store";
import { createScheduleStore } from "./schedule-store";
import { createSelectionStore } from "./selection-store";
import { createSourceStore } from "./source-store";
import { createTransferStore } from "./transfer-store";
import { createUploadQueries } from "./upload-queries";

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(db: Database) {
  const group = createCommitGroup(db);
  return {
    ...createUploadQueries(db),
    ...createDropStore(db),
    ...createScheduleStore(db),
    ...createTransferStore(db, group),
    ...createFailureStore(db, group),
    ...createSelectionStore(db),
    ...createOrderStore(db),
    ...createSourceStore(db),
    ...createProblemStore(db),
    ...createComparisonStore(db),
    ...createListingStore(db),
  };
}
