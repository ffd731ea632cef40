/** The choices of a delivery, of which the last ones of each project are stored. */
import {
  deliveryNamings,
  deliveryPresetNames,
  deliveryPresets,
  mixLayouts,
  type DeliveryNaming,
  type DeliveryPreset,
  type MixLayout,
} from "../../../preload/facts/delivery";
import { nameTemplates } from "../../../preload/facts/name-template";
import { formatDecimal } from "../../app/format";
import { storedView } from "../../app/lists/view-preferences.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

/** The choices of the last delivery of the project. */
export interface View {
  /** Names, separated by spaces. */
  parts: string;
  preset: DeliveryPreset;
  naming: DeliveryNaming;
  nameTemplate: string;
  /** Templates of former deliveries, the newest first, each in a row. */
  templates: string;
  hasOriginalTrack: boolean;
  mix: MixLayout;
  /** "" for that of the picture. */
  startTimecode: string;
  [name: string]: string | boolean;
}
/** Templates of former deliveries that are offered. */
const maxTemplates = 8;

export function deliveryView(session: Session, projectId: string, hasVideo: boolean): View {
  const initial: View = {
    parts: (hasVideo ? ["mix", "video", "subtitles"] : ["takes", "cues"]).join(" "),
    preset: "broadcast-eu",
    naming: "number",
    nameTemplate: nameTemplates[0],
    templates: "",
    hasOriginalTrack: false,
    mix: "stereo",
    startTimecode: "",
  };
  return storedView(session, `delivery/${projectId}`, initial, {
    preset: deliveryPresetNames,
    naming: deliveryNamings,
    mix: mixLayouts,
  });
}

const rowsOf = (templates: string) => templates.split("\n").filter((one) => one !== "");

/** The templates of former deliveries, then those that every project has. */
export const offeredTemplates = (templates: string): string[] => [
  ...new Set([...rowsOf(templates), ...nameTemplates]),
];

/** The stored templates after a delivery with this one. */
export const withTemplate = (templates: string, used: string): string =>
  [...new Set([used, ...rowsOf(templates)])].slice(0, maxTemplates).join("\n");

export const presetOptions = () =>
  deliveryPresetNames.map((value) => {
    const { loudness, measure, truePeak } = deliveryPresets[value];
    const unit = measure === "rms" ? "dB RMS" : "LUFS";
    const level = loudness === null ? t.delivery.noLoudness : `${formatDecimal(loudness)} ${unit}`;
    const title = t.delivery.presetOption(
      t.delivery.presetName[value],
      level,
      `${formatDecimal(truePeak)} dBTP`,
    );
    return { value, title };
  });
export const mixOptions = () =>
  mixLayouts.map((value) => ({ value, title: t.delivery.mixName[value] }));
export const namingOptions = () =>
  deliveryNamings.map((value) => ({
    value,
    title: t.delivery.namingName[value],
  }));
