/** Changes of the presets that users saved, with toasts that can undo them. */
import type { DeliveryPreset, ImportedPresets } from "../../../preload/contract/deliveries";
import type { PresetOutcome } from "../../../preload/facts/delivery-presets";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";

const texts = t.delivery.presets;

/** Whether the change was stored; why not is shown. */
async function isStored(change: () => Promise<{ outcome: PresetOutcome }>): Promise<boolean> {
  const result: { outcome: PresetOutcome | null } = { outcome: null };
  await runWithToast(async () => {
    result.outcome = (await change()).outcome;
  });
  const { outcome } = result;
  if (outcome === "saved") return true;
  if (outcome !== null) toasts.show(texts.notSaved[outcome], { tone: "bad" });
  return false;
}

/** Stores a preset; a new one has the revision 0. Resolves with whether it is stored. */
export const storePreset = (workspaceId: string, preset: DeliveryPreset): Promise<boolean> =>
  isStored(() => api.deliveries.savePreset({ workspaceId, preset }));

const offerUndo = (text: string, undo: () => unknown): void => {
  toasts.show(text, { action: { title: t.common.undo, run: () => void undo() } });
};

/** Stores other values of a preset. Resolves with whether they are stored. */
export async function changePreset(
  workspaceId: string,
  before: DeliveryPreset,
  values: Partial<Pick<DeliveryPreset, "name" | "choices">>,
  text: string,
): Promise<boolean> {
  if (!(await storePreset(workspaceId, { ...before, ...values }))) return false;
  const revision = before.revision + 1;
  offerUndo(text, () => storePreset(workspaceId, { ...before, revision }));
  return true;
}

export async function removePreset(workspaceId: string, preset: DeliveryPreset): Promise<void> {
  if (!(await isStored(() => api.deliveries.removePreset({ workspaceId, preset })))) return;
  const restore = () => storePreset(workspaceId, { ...preset, revision: 0 });
  offerUndo(texts.removed(preset.name), restore);
}

/** Stores a preset of the application in the workspace instead. */
export async function sharePreset(workspaceId: string, preset: DeliveryPreset): Promise<void> {
  const shared = { ...preset, isOfApplication: false, revision: 0 };
  if (!(await storePreset(workspaceId, shared))) return;
  if (await isStored(() => api.deliveries.removePreset({ workspaceId, preset })))
    toasts.show(texts.shared(preset.name));
}

export async function importPresets(workspaceId: string): Promise<void> {
  await runWithToast(async () => {
    const imported = await api.deliveries.importPresets({ workspaceId });
    if (imported) toasts.show(textOf(imported), imported.isPresetFile ? {} : { tone: "bad" });
  });
}

function textOf({ isPresetFile, added, renamed, existing, leftOut }: ImportedPresets): string {
  if (!isPresetFile) return texts.noPresetFile;
  const counts: [number, (number: number) => string][] = [
    [renamed, texts.renamedOnImport],
    [existing, texts.existing],
    [leftOut, texts.leftOut],
  ];
  const others = counts.flatMap(([number, text]) => (number > 0 ? [text(number)] : []));
  return [texts.imported(added), ...others].join(" ");
}

export async function exportPresets(workspaceId: string): Promise<void> {
  await runWithToast(async () => {
    const exported = await api.deliveries.exportPresets({ workspaceId });
    if (exported) toasts.show(texts.exported(exported.presets));
  });
}
