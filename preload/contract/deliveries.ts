/** Deliveries of a batch to a folder of this computer; see `deliveryWayOf`. */
import { z } from "zod";
import { deliveryNotes, deliveryPartNames, leftOutReasons, missingKinds } from "../facts/delivery";
import { exportEntry, exportRequest } from "../local-service/exports";
import { presetResult, savedPreset } from "../local-service/delivery-presets";
import { problem } from "../model";
import { call, filePath, id, inBatch, inWorkspace, nothing } from "./call";

const request = exportRequest;
export type DeliveryRequest = z.infer<typeof request>;

/** What has to be corrected or accepted first, of one kind in one language. */
const missing = z.object({
  languageId: z.string(),
  kind: z.enum(missingKinds),
  /** Number of lines, or of findings; not 0. */
  count: z.number(),
  /** The number of the first line. */
  line: z.number(),
  /** Names of filters of the review that select these lines; "" if there are none for them. */
  filter: z.string(),
});
export type MissingLines = z.infer<typeof missing>;

export const deliveryPlan = z.object({
  files: z.number(),
  /** Size of the files whose size is known before they are made. */
  bytes: z.number(),
  /** The first `maxListedFiles` files. */
  listed: z.array(
    z.object({
      path: z.string(),
      /** The size of the file; null if it is not known before the file is made. */
      bytes: z.number().nullable(),
    }),
  ),
  missing: z.array(missing),
  /** Takes whose names have a number, since others have the same, or are cut. */
  renamed: z.number(),
  /** What the delivery does not do as its request could be understood. */
  notes: z.array(z.object({ note: z.enum(deliveryNotes), count: z.number() })),
  /** The requested parts that have no files in a language. */
  leftOut: z.array(
    z.object({
      languageId: z.string(),
      part: z.enum(deliveryPartNames),
      reason: z.enum(leftOutReasons),
    }),
  ),
});
export type DeliveryPlan = z.infer<typeof deliveryPlan>;

export const delivery = exportEntry.omit({ version: true }).extend({
  /**
   * The download of a delivery; null where the service writes to the folder. "none": there is none
   * to this computer. While it is running the state is "making", and `made` counts its files.
   */
  download: z
    .object({
      state: z.enum(["none", "running", "done", "failed"]),
      problem: problem.nullable(),
    })
    .nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * A preset that users saved. `isOfApplication`: it is stored on this computer only, for all
 * workspaces.
 */
const deliveryPreset = savedPreset.extend({ isOfApplication: z.boolean() });
export type DeliveryPreset = z.infer<typeof deliveryPreset>;
const importedPresets = z.object({
  /** False: the file has no presets that this version can read. */
  isPresetFile: z.boolean(),
  added: z.number(),
  /** The added presets that got another name, since a different preset has theirs. */
  renamed: z.number(),
  /** The presets that existed already, with the same choices. */
  existing: z.number(),
  /** The presets with choices that this version does not know, or for which there was no room. */
  leftOut: z.number(),
});
export type ImportedPresets = z.infer<typeof importedPresets>;

const inDelivery = inWorkspace.extend({ deliveryId: id });

/** All calls except `list` and those of presets require a service that delivers. */
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
  /** Downloads a delivery to a new folder below this one. Only where deliveries are downloaded. */
  download: call(inBatch.extend({ deliveryId: id, folder: filePath }), nothing),
  /**
   * Continues a delivery that failed, makes one again that has expired, and confirms one that is
   * unconfirmed.
   */
  resume: call(inDelivery, nothing),
  /**
   * Stops a delivery at the service, and removes what it has written: its folder, or the files that
   * all who use the workspace download.
   */
  cancel: call(inDelivery, nothing),
  /** Stops a download, and removes what it has written on this computer. */
  removeDownload: call(inDelivery, nothing),
  /** Shows the folder in the system's file manager. */
  show: call(inDelivery, nothing),
  /** Begins to drag the folder out of the window; called while the mouse button is pressed. */
  drag: call(inDelivery, nothing),
  /**
   * The presets that users saved: those of the workspace, if its service stores them
   * (`isInWorkspace`: new ones are stored there), and those of the application.
   */
  presets: call(
    inWorkspace,
    z.object({ isInWorkspace: z.boolean(), presets: z.array(deliveryPreset) }),
  ),
  /** Adds or changes a preset. A new one has the revision 0. */
  savePreset: call(
    inWorkspace.extend({
      preset: deliveryPreset.extend({ revision: z.number().int().min(0) }),
    }),
    presetResult,
  ),
  removePreset: call(inWorkspace.extend({ preset: deliveryPreset }), presetResult),
  /** Adds the presets of a file, which the user chooses; null if the dialog was cancelled. */
  importPresets: call(inWorkspace, importedPresets.nullable()),
  /** Writes all presets to a file, which the user chooses; null if the dialog was cancelled. */
  exportPresets: call(inWorkspace, z.object({ path: z.string(), presets: z.number() }).nullable()),
};
