/** Presets of deliveries that users save: what they set, and the rule by which they are stored. */
import {
  deliveryPartNames,
  type DeliveryNaming,
  type DeliveryPart,
  type DeliveryPreset,
  type MixLayout,
} from "./delivery";

/** What a preset sets. */
export interface DeliveryChoices {
  parts: DeliveryPart[];
  preset: DeliveryPreset;
  naming: DeliveryNaming;
  nameTemplate: string;
  originalTrack: boolean;
  mix: MixLayout;
}
export interface SavedPreset {
  id: string;
  /** No other preset has the same name. */
  name: string;
  choices: DeliveryChoices;
  /** Counts the changes from 1. */
  revision: number;
}
/** `choices`: null if they are those of another version, or damaged. */
export type StoredPreset = Omit<SavedPreset, "choices"> & { choices: DeliveryChoices | null };

/** The maximum length of a name, in characters. */
export const maxPresetName = 60;
/** The maximum number of presets of a workspace, and of the application. */
export const maxPresets = 200;

/** The parts in the order of the form. */
export const sortedParts = (parts: readonly string[]): DeliveryPart[] =>
  deliveryPartNames.filter((part) => parts.includes(part));

/** Whether two choices deliver the same. A template counts only where it is used. */
export const areSameChoices = (one: DeliveryChoices, other: DeliveryChoices): boolean =>
  sortedParts(one.parts).join() === sortedParts(other.parts).join() &&
  one.preset === other.preset &&
  one.naming === other.naming &&
  one.mix === other.mix &&
  one.originalTrack === other.originalTrack &&
  (one.naming !== "template" || one.nameTemplate === other.nameTemplate);

/**
 * - "saved": also if exactly this was stored before.
 * - "changed": it was changed or deleted since it was read.
 * - "name-taken": another preset has the name.
 * - "full": there are `maxPresets`.
 */
export const presetOutcomes = ["saved", "changed", "name-taken", "full"] as const;
export type PresetOutcome = (typeof presetOutcomes)[number];

/** `given`: its revision is the one that was read; 0 for a new preset. */
export function checkPreset(
  stored: readonly StoredPreset[],
  given: SavedPreset,
): { outcome: PresetOutcome; isStored: boolean } {
  const before = stored.find(({ id }) => id === given.id);
  const isStored =
    !!before?.choices &&
    before.name === given.name &&
    before.choices.nameTemplate === given.choices.nameTemplate &&
    areSameChoices(before.choices, given.choices);
  const outcome = (): PresetOutcome => {
    if (isStored) return "saved";
    if ((before?.revision ?? 0) !== given.revision) return "changed";
    if (stored.some(({ id, name }) => id !== given.id && name === given.name)) return "name-taken";
    return before === undefined && stored.length >= maxPresets ? "full" : "saved";
  };
  return { outcome: outcome(), isStored };
}

/** The name for 1, and a name such as "Game (2)" for other numbers. */
function numberedName(name: string, number: number): string {
  const end = number === 1 ? "" : ` (${number})`;
  return `${name.slice(0, maxPresetName - end.length).trimEnd()}${end}`;
}

/** A name that no preset has: "Game", or "Game (2)". */
export function freePresetName(name: string, stored: readonly { name: string }[]): string {
  const taken = new Set(stored.map((one) => one.name));
  for (let number = 1; ; number += 1) {
    const free = numberedName(name, number);
    if (!taken.has(free)) return free;
  }
}

/** Whether a name is one that `freePresetName` makes of another one. */
export const isNameFrom = (name: string, given: string): boolean =>
  name === given || name === numberedName(given, Number(/ \((\d+)\)$/.exec(name)?.[1] ?? 1));
