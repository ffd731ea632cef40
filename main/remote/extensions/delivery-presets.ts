/** Presets of deliveries (extension "delivery-presets"). */
import type { PresetOutcome, SavedPreset } from "../../../preload/facts/delivery-presets";
import { presetList, presetResult } from "../../../preload/local-service/delivery-presets";
import type { Http } from "../http/http";
import { createReader, local } from "./read-form";

export interface PresetCalls {
  /** Resolves with the presets that this version can read. */
  list(): Promise<SavedPreset[]>;
  /** Stores a preset. Its revision is the one that was read; 0 for a new preset. */
  save(preset: SavedPreset): Promise<PresetOutcome>;
  remove(id: string, revision: number): Promise<PresetOutcome>;
}

export function createPresetCalls(http: Http): PresetCalls {
  const read = createReader(http);
  const presets = `${local}/delivery-presets`;
  const presetAt = (id: string) => `${presets}/${encodeURIComponent(id)}`;
  return {
    async list() {
      const found = (await read(presetList, { path: presets })).presets;
      return found.flatMap(({ choices, ...preset }) => (choices ? [{ ...preset, choices }] : []));
    },
    async save({ id, name, choices, revision }) {
      const body = { name, choices, revision };
      return (await read(presetResult, { method: "PUT", path: presetAt(id), body })).outcome;
    },
    async remove(id, revision) {
      const path = `${presetAt(id)}?revision=${revision}`;
      return (await read(presetResult, { method: "DELETE", path })).outcome;
    },
  };
}
