/**
 * What the user has confirmed of the external engines of local workspaces on this computer, and
 * their keys. SECURITY: the keys are in the vault; what was confirmed is in the profile of the
 * application, not in the folder of the workspace, which may come from another computer.
 */
import { z } from "zod";
import {
  fingerprintOf,
  type ExternalEngine,
  type ExternalGrants,
} from "../../common/external-grants";
import { AppError } from "../../common/errors";
import type { Vault } from "../ports";
import type { SettingsStore } from "../settings/store";

export type ExternalGrantStore = ReturnType<typeof createExternalGrants>;

/** Grants by the id of the engine. */
const entries = z.record(
  z.string(),
  z.object({
    fingerprint: z.string(),
    /** The origin to which the key is sent; null without a key. */
    keyOrigin: z.string().nullable(),
  }),
);
type Entries = z.infer<typeof entries>;

const settingOf = (workspaceId: string) => `externalEngines/${workspaceId}`;
const vaultKey = (workspaceId: string, engineId: string) =>
  `workspace/${workspaceId}/engine/${engineId}`;

/** The origin of the service of an engine; null for a command. */
export const engineOrigin = ({ settings: { connection } }: ExternalEngine): string | null =>
  connection.kind === "http" && URL.canParse(connection.baseUrl)
    ? new URL(connection.baseUrl).origin
    : null;

export function createExternalGrants({
  settings,
  vault,
  isAllowed,
}: {
  settings: SettingsStore;
  vault: Vault;
  /** Whether the administrator allows external engines: none is granted otherwise. */
  isAllowed: boolean;
}) {
  const read = (workspaceId: string): Entries =>
    entries.catch({}).parse(settings.get(settingOf(workspaceId)) ?? {});
  const write = (workspaceId: string, all: Entries) => settings.set(settingOf(workspaceId), all);

  async function remove(workspaceId: string, engineId: string): Promise<void> {
    await vault.delete(vaultKey(workspaceId, engineId));
    const { [engineId]: _removed, ...others } = read(workspaceId);
    write(workspaceId, others);
  }

  return {
    /** Whether stored keys survive the end of the process. */
    isPersistent: () => vault.isPersistent,
    /** @throws AppError "forbidden-by-policy" */
    requireAllowed(): void {
      if (!isAllowed)
        throw new AppError("forbidden-by-policy", "the administrator allows no external engines");
    },
    async of(workspaceId: string): Promise<ExternalGrants> {
      if (!isAllowed) return { confirmed: [], keys: {} };
      const keys: Record<string, string> = {};
      const all = Object.entries(read(workspaceId));
      for (const [engineId, { keyOrigin }] of all) {
        const key = keyOrigin === null ? null : await vault.get(vaultKey(workspaceId, engineId));
        if (key !== null) keys[engineId] = key;
      }
      return { confirmed: all.map(([, { fingerprint }]) => fingerprint), keys };
    },
    /**
     * Stores that the user has confirmed these settings. `key`: null keeps the stored one, ""
     * removes it. A stored key is removed when the origin changes.
     */
    async confirm(workspaceId: string, engine: ExternalEngine, key: string | null): Promise<void> {
      const name = vaultKey(workspaceId, engine.id);
      const origin = engineOrigin(engine);
      const known = read(workspaceId)[engine.id]?.keyOrigin ?? null;
      const keepsKey = key === null && known !== null && known === origin;
      const hasKey = keepsKey || (key !== null && key !== "" && origin !== null);
      if (!hasKey) await vault.delete(name);
      else if (key !== null) await vault.set(name, key);
      const entry = { fingerprint: fingerprintOf(engine), keyOrigin: hasKey ? origin : null };
      write(workspaceId, { ...read(workspaceId), [engine.id]: entry });
    },
    remove,
    async removeWorkspace(workspaceId: string): Promise<void> {
      for (const engineId of Object.keys(read(workspaceId))) await remove(workspaceId, engineId);
    },
  };
}
