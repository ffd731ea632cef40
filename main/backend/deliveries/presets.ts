/**
 * Presets of deliveries that users save. A service with the extension "delivery-presets" stores
 * them, for all who use the workspace; for others they are stored on this computer only.
 */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Handlers } from "../../../preload/contract";
import type { DeliveryPreset, ImportedPresets } from "../../../preload/contract/deliveries";
import {
  areSameChoices,
  checkPreset,
  freePresetName,
  isNameFrom,
  type PresetOutcome,
  type SavedPreset,
} from "../../../preload/facts/delivery-presets";
import {
  deliveryChoices,
  presetName,
  savedPreset,
} from "../../../preload/local-service/delivery-presets";
import { readWhole, writeWhole } from "../../common/files";
import type { ResourceDeps } from "../lists/resource-deps";
import type { Dialogs } from "../ports";
import type { SettingsStore } from "../settings/store";

/** The name under which a service announces it. */
const extension = "delivery-presets";
/** The name under which the presets of the application are stored. */
const setting = "deliveryPresets";

const withId = z.object({ id: z.string() });

const fileFormat = { format: "dubyard-delivery-presets", formatVersion: 1 } as const;
const maxFileBytes = 1024 ** 2;
const presetFile = z.object({
  format: z.literal(fileFormat.format),
  formatVersion: z.literal(fileFormat.formatVersion),
  presets: z.array(z.unknown()).max(10_000),
});
const presetOfFile = z.object({ name: presetName, choices: deliveryChoices });
type PresetOfFile = z.infer<typeof presetOfFile>;

/** Where presets are stored. */
interface PresetStore {
  list(): Promise<SavedPreset[]> | SavedPreset[];
  save(preset: SavedPreset): Promise<PresetOutcome> | PresetOutcome;
  remove(id: string, revision: number): Promise<PresetOutcome> | PresetOutcome;
}

/** The presets of the application. Those that only another version can read stay stored. */
function createOwnPresets(settings: Pick<SettingsStore, "get" | "set">): PresetStore {
  const stored = () => z.array(z.unknown()).catch([]).parse(settings.get(setting));
  const list = () => stored().flatMap((one) => savedPreset.safeParse(one).data ?? []);
  const others = (id: string) => stored().filter((one) => withId.safeParse(one).data?.id !== id);
  return {
    list,
    save(preset) {
      const { outcome, isStored } = checkPreset(list(), preset);
      if (outcome === "saved" && !isStored)
        settings.set(setting, [...others(preset.id), { ...preset, revision: preset.revision + 1 }]);
      return outcome;
    },
    remove(id) {
      settings.set(setting, others(id));
      return "saved";
    },
  };
}

/** The presets of a file; null if it is not one of presets that this version can read. */
function readPresetFile(text: string): { presets: PresetOfFile[]; leftOut: number } | null {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return null;
  }
  const file = presetFile.safeParse(json);
  if (!file.success) return null;
  const presets = file.data.presets.flatMap((one) => presetOfFile.safeParse(one).data ?? []);
  return { presets, leftOut: file.data.presets.length - presets.length };
}

type Deps = Pick<ResourceDeps, "remote" | "extensions" | "changed"> & {
  settings: Pick<SettingsStore, "get" | "set">;
  dialogs: Pick<Dialogs, "chooseFile" | "saveFile">;
};
export type PresetHandlers = Pick<
  Handlers["deliveries"],
  "presets" | "savePreset" | "removePreset" | "importPresets" | "exportPresets"
>;

export function createPresets(deps: Deps): PresetHandlers {
  const { remote, extensions, changed, dialogs } = deps;
  const own = createOwnPresets(deps.settings);
  const isInWorkspace = (workspaceId: string) => extensions.offers(workspaceId, extension);
  const inWorkspace = (workspaceId: string): PresetStore =>
    remote(workspaceId).extensions.deliveryPresets;
  const storeOf = (workspaceId: string, { isOfApplication }: DeliveryPreset) => {
    if (isOfApplication) return own;
    extensions.require(workspaceId, extension);
    return inWorkspace(workspaceId);
  };
  /** Where new presets are stored. */
  const storeForNew = (workspaceId: string) =>
    isInWorkspace(workspaceId) ? inWorkspace(workspaceId) : own;

  async function list(workspaceId: string): Promise<DeliveryPreset[]> {
    const shared = isInWorkspace(workspaceId) ? await inWorkspace(workspaceId).list() : [];
    const mark = (isOfApplication: boolean) => (preset: SavedPreset) => ({
      ...preset,
      isOfApplication,
    });
    return [...shared.map(mark(false)), ...(await own.list()).map(mark(true))].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
  }

  async function addAll(
    store: PresetStore,
    presets: readonly PresetOfFile[],
  ): Promise<Omit<ImportedPresets, "isPresetFile">> {
    const result = { added: 0, renamed: 0, existing: 0, leftOut: 0 };
    for (const { name, choices } of presets) {
      const stored = await store.list();
      const isStored = stored.some(
        (one) => isNameFrom(one.name, name) && areSameChoices(one.choices, choices),
      );
      if (isStored) {
        result.existing += 1;
        continue;
      }
      const free = freePresetName(name, stored);
      const outcome = await store.save({ id: randomUUID(), name: free, choices, revision: 0 });
      if (outcome !== "saved") {
        result.leftOut += 1;
        continue;
      }
      result.added += 1;
      if (free !== name) result.renamed += 1;
    }
    return result;
  }

  return {
    presets: async ({ workspaceId }) => ({
      isInWorkspace: isInWorkspace(workspaceId),
      presets: await list(workspaceId),
    }),
    async savePreset({ workspaceId, preset }) {
      const { isOfApplication: _, ...saved } = preset;
      const outcome = await storeOf(workspaceId, preset).save(saved);
      changed("deliveryPresets");
      return { outcome };
    },
    async removePreset({ workspaceId, preset }) {
      const outcome = await storeOf(workspaceId, preset).remove(preset.id, preset.revision);
      changed("deliveryPresets");
      return { outcome };
    },
    async importPresets({ workspaceId }) {
      const path = await dialogs.chooseFile({ extensions: ["json"] });
      if (path === null) return null;
      const file = readPresetFile((await readWhole(path, maxFileBytes)).toString("utf8"));
      if (!file) return { isPresetFile: false, added: 0, renamed: 0, existing: 0, leftOut: 0 };
      const result = await addAll(storeForNew(workspaceId), file.presets);
      changed("deliveryPresets");
      return { ...result, isPresetFile: true, leftOut: result.leftOut + file.leftOut };
    },
    async exportPresets({ workspaceId }) {
      const presets = (await list(workspaceId)).map(({ name, choices }) => ({ name, choices }));
      const path = await dialogs.saveFile({
        suggestedName: "Delivery presets.json",
        extensions: ["json"],
      });
      if (path === null) return null;
      await writeWhole(
        path,
        Buffer.from(`${JSON.stringify({ ...fileFormat, presets }, null, 2)}\n`),
      );
      return { path, presets: presets.length };
    },
  };
}
