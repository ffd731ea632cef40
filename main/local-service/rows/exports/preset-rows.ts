/** SQL of the presets of deliveries. */
import {
  checkPreset,
  type DeliveryChoices,
  type StoredPreset,
} from "../../../../preload/facts/delivery-presets";
import { deliveryChoices } from "../../../../preload/local-service/delivery-presets";
import { all, exists, run, type Rows, type Work } from "../unit-of-work";
import type { PresetRows } from "./preset-port";

/** Null for what this version cannot read: the row may come from another one, or be damaged. */
function readChoices(text: string): DeliveryChoices | null {
  try {
    return deliveryChoices.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function* list(): Work<StoredPreset[]> {
  const found = yield* all<Omit<StoredPreset, "choices"> & { choices: string }>(
    "SELECT id, name, choices, revision FROM delivery_presets ORDER BY name",
  );
  return found.map((row) => ({ ...row, choices: readChoices(row.choices) }));
}

export function createPresetRows(rows: Rows): PresetRows {
  return {
    listPresets: rows.read(list),
    savePreset: rows.within("presets").change(function* (preset) {
      const { outcome, isStored } = checkPreset(yield* list(), preset);
      if (outcome === "saved" && !isStored)
        yield* run(
          `INSERT INTO delivery_presets (id, name, choices, revision) VALUES (?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE
             SET name = excluded.name, choices = excluded.choices, revision = excluded.revision`,
          preset.id,
          preset.name,
          JSON.stringify(preset.choices),
          preset.revision + 1,
        );
      return outcome;
    }),
    removePreset: rows.within("presets").change(function* (id, revision) {
      const removed = yield* run(
        "DELETE FROM delivery_presets WHERE id = ? AND revision = ?",
        id,
        revision,
      );
      const isOther =
        removed === 0 &&
        (yield* exists("SELECT 1 AS found FROM delivery_presets WHERE id = ?", id));
      return isOther ? "changed" : "saved";
    }),
  };
}
