/** Deliveries of a batch to a folder of this computer, where the service offers them (extension "exports"). */
import { z } from "zod";
import {
  deliveryNamings,
  deliveryPartNames,
  deliveryPresetNames,
  missingKinds,
} from "../facts/delivery";
import { call, filePath, id, inBatch, inWorkspace, nothing } from "./call";

const request = z.object({
  languages: z.array(id).min(1).max(100),
  parts: z.array(z.enum(deliveryPartNames)).min(1),
  preset: z.enum(deliveryPresetNames),
  naming: z.enum(deliveryNamings),
  /** Delivers also with errors and lines that are not approved. */
  includeUnapproved: z.boolean(),
  /** Videos have the original sound as their second track. */
  originalTrack: z.boolean(),
});
export type DeliveryRequest = z.infer<typeof request>;

/** What has to be corrected or accepted first, of one kind in one language. */
const missing = z.object({
  languageId: z.string(),
  kind: z.enum(missingKinds),
  /** Of lines, or of findings; not 0. */
  count: z.number(),
  /** The number of the first line. */
  line: z.number(),
  /** Names of filters of the review that select these lines; "" if there are none for them. */
  filter: z.string(),
});
export type MissingLines = z.infer<typeof missing>;

export const deliveryPlan = z.object({
  files: z.number(),
  /** Of the files whose size is known before they are made. */
  bytes: z.number(),
  /** The first `maxListedFiles` files. */
  listed: z.array(
    z.object({
      path: z.string(),
      /** Null if it is not known before the file is made. */
      bytes: z.number().nullable(),
    }),
  ),
  missing: z.array(missing),
});
export type DeliveryPlan = z.infer<typeof deliveryPlan>;

export const delivery = z.object({
  id: z.string(),
  /** The absolute folder. */
  folder: z.string(),
  languages: z.array(z.string()),
  preset: z.string(),
  /** "other": a state that this version does not know. */
  state: z.enum(["making", "made", "failed", "cancelled", "other"]),
  /** Why it failed; from the service, in English. */
  problem: z.string(),
  /** Numbers of files. */
  counts: z.object({
    files: z.number(),
    made: z.number(),
    failed: z.number(),
    /** Of files that do not meet the preset. */
    findings: z.number(),
  }),
  createdAt: z.number(),
});
export type Delivery = z.infer<typeof delivery>;

const inDelivery = inWorkspace.extend({ deliveryId: id });

/** All calls except `list` require the extension "exports". */
export const deliveries = {
  /** Writes nothing. */
  plan: call(inBatch.extend({ request }), deliveryPlan),
  /** Opens the native folder dialog; null if it was cancelled. */
  chooseFolder: call(z.object({ startAt: z.string().max(10_000) }), z.string().nullable()),
  /** Begins a delivery to a new folder below this one. */
  start: call(inBatch.extend({ request, folder: filePath }), z.object({ deliveryId: z.string() })),
  /** The newest first; empty if the service does not offer the extension. */
  list: call(inBatch, z.object({ deliveries: z.array(delivery) })),
  /** Up to 1,000 files that failed, or do not meet the preset; the reasons are in English. */
  problems: call(
    inDelivery,
    z.object({ files: z.array(z.object({ path: z.string(), problem: z.string() })) }),
  ),
  resume: call(inDelivery, nothing),
  /** Stops a delivery, and removes what it has written. */
  cancel: call(inDelivery, nothing),
  /** Shows the folder in the system's file manager. */
  show: call(inDelivery, nothing),
};
