/** The forms of the extension "delivery-presets": presets of deliveries, for all projects. */
import { z } from "zod";
import {
  deliveryNamings,
  deliveryPartNames,
  deliveryPresetNames,
  mixLayouts,
} from "../facts/delivery";
import {
  maxPresetName,
  presetOutcomes,
  type DeliveryChoices,
  type SavedPreset,
} from "../facts/delivery-presets";
import { maxNameTemplate } from "../facts/name-template";
import { idOf, listOf, optionalLine, plainText, userText } from "./parts";

export const deliveryChoices = z.object({
  parts: z.array(z.enum(deliveryPartNames)).max(100),
  preset: z.enum(deliveryPresetNames),
  naming: z.enum(deliveryNamings),
  nameTemplate: plainText.max(maxNameTemplate),
  originalTrack: z.boolean(),
  mix: z.enum(mixLayouts),
}) satisfies z.ZodType<DeliveryChoices>;

export const presetName = optionalLine.min(1, "must not be empty").max(maxPresetName);

/** A preset as it is stored. */
export const savedPreset = z.object({
  id: idOf,
  name: presetName,
  choices: deliveryChoices,
  revision: z.int().min(1),
}) satisfies z.ZodType<SavedPreset>;

/** A preset of a response. */
const listedPreset = savedPreset.extend({
  name: userText,
  /** Null if it has a choice that this version does not know. */
  choices: deliveryChoices.nullable().catch(null),
});
export const presetList = z.object({ presets: listOf(listedPreset, 10_000) });

/** `revision`: the one that was read; 0 for a new preset. */
export const presetChange = z
  .object({ name: presetName, choices: deliveryChoices, revision: z.int().min(0) })
  .strict();
export type PresetChange = z.infer<typeof presetChange>;

export const presetResult = z.object({ outcome: z.enum(presetOutcomes) });
