import type { UploadFilter } from "../../../preload/model";

/** The groups of the queue, in the order they are shown. */
export const uploadFilters: readonly UploadFilter[] = [
  "all",
  "active",
  "waiting",
  "paused",
  "failed",
  "done",
];
