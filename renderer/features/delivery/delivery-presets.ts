/** Presets of deliveries: those of the application, and those that a user saved. */
import { deliveryPartNames, deliveryPresetNames } from "../../../preload/facts/delivery";
import { deliveryNamings, mixLayouts } from "../../../preload/facts/delivery";
import { maxNameTemplate } from "../../../preload/facts/name-template";
import type { View } from "./delivery-choices";

/** What a preset sets. */
export type Choices = Pick<
  View,
  "parts" | "preset" | "naming" | "nameTemplate" | "hasOriginalTrack" | "mix"
>;
export interface SavedPreset {
  name: string;
  choices: Choices;
}

const usual = { naming: "number", nameTemplate: "{id}", hasOriginalTrack: false, mix: "stereo" };
const choicesOf = (some: Partial<Choices>): Choices => ({ ...usual, ...some }) as Choices;

/** Names of presets of the application; `hasVideo`: whether it is about projects with videos. */
export const builtInPresets = {
  film: {
    hasVideo: true,
    choices: choicesOf({ parts: "mix video subtitles", preset: "broadcast-eu" }),
  },
  editing: {
    hasVideo: true,
    choices: choicesOf({
      parts: "takes stems cues script reports session timeline",
      preset: "broadcast-eu",
    }),
  },
  game: {
    hasVideo: false,
    choices: choicesOf({
      parts: "takes cues list reports",
      preset: "game",
      naming: "template",
      nameTemplate: "{id}",
    }),
  },
  audiobook: {
    hasVideo: false,
    choices: choicesOf({ parts: "audiobook reports", preset: "audiobook" }),
  },
} as const satisfies Record<string, { hasVideo: boolean; choices: Choices }>;
export type BuiltInPreset = keyof typeof builtInPresets;
export const builtInPresetNames = Object.keys(builtInPresets) as BuiltInPreset[];

/** Characters of a stored view; see the call `app.setView`. */
const maxStored = 3_900;
/** Characters of a name. */
export const maxPresetName = 60;

/** The choices alone, of a view that has more. */
export const plainChoices = ({
  parts,
  preset,
  naming,
  nameTemplate,
  hasOriginalTrack,
  mix,
}: Choices): Choices => ({ parts, preset, naming, nameTemplate, hasOriginalTrack, mix });

const sortedParts = (parts: string) =>
  deliveryPartNames.filter((part) => parts.split(" ").includes(part)).join(" ");

/** Whether two choices deliver the same. A template counts only where it is used. */
export const areSameChoices = (one: Choices, other: Choices): boolean =>
  sortedParts(one.parts) === sortedParts(other.parts) &&
  one.preset === other.preset &&
  one.naming === other.naming &&
  one.mix === other.mix &&
  one.hasOriginalTrack === other.hasOriginalTrack &&
  (one.naming !== "template" || one.nameTemplate === other.nameTemplate);

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((one) => one === value);

/** How presets are stored: the text of a view. */
export const storedText = (presets: readonly SavedPreset[]): string =>
  JSON.stringify({ saved: JSON.stringify(presets) });

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

/** The presets of a stored text; those of another version are left out. */
export function readPresets(stored: string): SavedPreset[] {
  const json = parse((parse(stored) as { saved?: unknown } | null)?.saved);
  return (Array.isArray(json) ? json : []).flatMap((one: unknown): SavedPreset[] => {
    const { name, choices } = (one ?? {}) as { name?: unknown; choices?: Record<string, unknown> };
    if (typeof name !== "string" || typeof choices !== "object") return [];
    const { parts, preset, naming, nameTemplate, hasOriginalTrack, mix } = choices;
    const isKnown =
      isOneOf(deliveryPresetNames, preset) &&
      isOneOf(deliveryNamings, naming) &&
      isOneOf(mixLayouts, mix);
    if (!isKnown || typeof parts !== "string" || typeof nameTemplate !== "string") return [];
    const template = nameTemplate.slice(0, maxNameTemplate);
    return [
      {
        name: name.slice(0, maxPresetName),
        choices: {
          parts: sortedParts(parts),
          preset,
          naming,
          mix,
          nameTemplate: template,
          hasOriginalTrack: hasOriginalTrack === true,
        },
      },
    ];
  });
}

/** With a preset in place of one of the same name. */
export const withPreset = (saved: readonly SavedPreset[], added: SavedPreset): SavedPreset[] => [
  ...saved.filter(({ name }) => name !== added.name),
  added,
];

/** Whether so many presets can be stored. */
export const canStore = (saved: readonly SavedPreset[]): boolean =>
  storedText(saved).length <= maxStored;
