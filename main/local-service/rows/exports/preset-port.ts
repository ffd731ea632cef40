/** The part of the store's port for presets of deliveries. */
import type {
  PresetOutcome,
  SavedPreset,
  StoredPreset,
} from "../../../../preload/facts/delivery-presets";

export interface PresetRows {
  /** By name. */
  listPresets(): Promise<StoredPreset[]>;
  /** Its revision is the one that was read; 0 for a new preset. See `checkPreset`. */
  savePreset(preset: SavedPreset): Promise<PresetOutcome>;
  /** Without a preset of this id nothing changes. */
  removePreset(id: string, revision: number): Promise<PresetOutcome>;
}
