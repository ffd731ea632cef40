/** Presets of deliveries that users save, for all projects of the workspace. */
import {
  sortedParts,
  type PresetOutcome,
  type StoredPreset,
} from "../../../preload/facts/delivery-presets";
import type { PresetChange } from "../../../preload/local-service/delivery-presets";
import type { PresetRows } from "../rows/exports/preset-port";

export interface Presets {
  list(): Promise<StoredPreset[]>;
  save(id: string, change: PresetChange): Promise<PresetOutcome>;
  remove(id: string, revision: number): Promise<PresetOutcome>;
}

export const createPresets = (store: PresetRows): Presets => ({
  list: () => store.listPresets(),
  save(id, { choices, ...change }) {
    const parts = sortedParts(choices.parts);
    return store.savePreset({ id, ...change, choices: { ...choices, parts } });
  },
  remove: (id, revision) => store.removePreset(id, revision),
});
