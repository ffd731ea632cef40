import type { UploadFilter } from "../../../preload/model";

/** The filters of the queue, in display order. */
export const uploadFilters: readonly UploadFilter[] = [
  "all",
  "active",
  "waiting",
  "paused",
  "failed",
  "done",
];
