import { deliveryPresetsView } from "../../../preload/facts/delivery";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import type { Session } from "../../app/session.svelte";
import { readPresets, storedText, type SavedPreset } from "./delivery-presets";

/**
 * The presets that the user saved, shared by all forms of the window, so that an undo also works
 * after the form was closed.
 */
class StoredPresets {
  #changed = $state.raw<readonly SavedPreset[] | null>(null);

  /** The presets; reactive. */
  list(session: Session): readonly SavedPreset[] {
    return this.#changed ?? readPresets(session.app.data?.views[deliveryPresetsView] ?? "");
  }

  /** Stores the presets; an error is shown. Resolves with whether they are stored. */
  async set(session: Session, presets: readonly SavedPreset[]): Promise<boolean> {
    const before = this.list(session);
    this.#changed = presets;
    const view = storedText(presets);
    const isStored = await runWithToast(() =>
      api.app.setView({ screen: deliveryPresetsView, view }),
    );
    if (!isStored && this.#changed === presets) this.#changed = before;
    return isStored;
  }
}

export const storedPresets = new StoredPresets();
