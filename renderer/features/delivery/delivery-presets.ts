/** Presets of deliveries: those of Dubyard, and the choices of the form as presets have them. */
import { sortedParts, type DeliveryChoices } from "../../../preload/facts/delivery-presets";
import type { View } from "./delivery-choices";

const choicesWith = (
  some: Pick<DeliveryChoices, "parts" | "preset"> & Partial<DeliveryChoices>,
): DeliveryChoices => ({
  naming: "number",
  nameTemplate: "{id}",
  originalTrack: false,
  mix: "stereo",
  ...some,
});

/** The presets of Dubyard, by name; `hasVideo`: whether it is about projects with videos. */
export const builtInPresets = {
  film: {
    hasVideo: true,
    choices: choicesWith({ parts: ["mix", "video", "subtitles"], preset: "broadcast-eu" }),
  },
  editing: {
    hasVideo: true,
    choices: choicesWith({
      parts: ["takes", "stems", "cues", "script", "reports", "session", "timeline"],
      preset: "broadcast-eu",
    }),
  },
  game: {
    hasVideo: false,
    choices: choicesWith({
      parts: ["takes", "cues", "list", "reports"],
      preset: "game",
      naming: "template",
      nameTemplate: "{id}",
    }),
  },
  audiobook: {
    hasVideo: false,
    choices: choicesWith({ parts: ["audiobook", "reports"], preset: "audiobook" }),
  },
} satisfies Record<string, { hasVideo: boolean; choices: DeliveryChoices }>;
export type BuiltInPreset = keyof typeof builtInPresets;
export const builtInPresetNames = Object.keys(builtInPresets) as BuiltInPreset[];

/** The choices of the form. */
export const choicesOfView = (view: View): DeliveryChoices => ({
  parts: sortedParts(view.parts.split(" ")),
  preset: view.preset,
  naming: view.naming,
  nameTemplate: view.nameTemplate,
  originalTrack: view.hasOriginalTrack,
  mix: view.mix,
});

/** What the form takes over from a preset. */
export const viewOfChoices = ({
  parts,
  originalTrack,
  ...choices
}: DeliveryChoices): Partial<View> => ({
  ...choices,
  parts: parts.join(" "),
  hasOriginalTrack: originalTrack,
});
