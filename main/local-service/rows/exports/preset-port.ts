/** The part of the store's port for presets of deliveries. */
import type {
  PresetOutcome,
  SavedPreset,
  StoredPreset,
} from "../../../../preload/facts/delivery-presets";

export interface PresetRows {
  /** Lists all presets, ordered by name. */
  listPresets(): Promise<StoredPreset[]>;
  /** `preset`: its revision is the one that was read; 0 for a new one. See `checkPreset`. */
  savePreset(preset: SavedPreset): Promise<PresetOutcome>;
  /** Removes a preset with this revision. Resolves with "saved" too if there is none of this id. */
  removePreset(id: string, revision: number): Promise<PresetOutcome>;
}
