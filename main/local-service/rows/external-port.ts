/** The part of the store's port for external engines. */
import type { ExternalEngine } from "../../common/external-grants";

export interface ExternalEngineRows {
  /** External engines by id. A restored backup may contain invalid settings. */
  listExternalEngines(): Promise<{ id: string; settings: unknown }[]>;
  /** Adds or replaces the engine of this id. */
  setExternalEngine(engine: ExternalEngine): Promise<void>;
  /** False if there is none. */
  removeExternalEngine(id: string): Promise<boolean>;
}
