import type { Batch, BatchGroup, Translation } from "../../../preload/model/resources";
import { isFailed } from "../../../preload/facts/rules";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

/** What a group means, as the dot and the bar of a batch show it. */
export const groupTones: Record<BatchGroup, Tone> = {
  running: "active",
  "needs-attention": "warn",
  failed: "bad",
  idle: "waiting",
  done: "good",
};

/** The service's own word for a batch; with the group where that does not say enough. */
export function statusText({ status, group }: Batch): string {
  const word = status === "" ? t.batches.noStatus : status;
  if (group === "needs-attention") return t.batches.needsAttention(word);
  return group === "idle" ? t.batches.idle(word) : word;
}

/** What a language of a batch asks for. */
export function translationTone(batch: Batch, translation: Translation): Tone {
  if (translation.isCompleted || batch.group === "done") return "good";
  if (isFailed(translation)) return "bad";
  return batch.group === "running" ? "active" : "waiting";
}

/** The colour of the bar for it. */
export function barTone(tone: Tone): "active" | "good" | "bad" | "idle" {
  return tone === "active" || tone === "good" || tone === "bad" ? tone : "idle";
}

/** The service's own word for a language; "complete" where it says so in another way. */
export function translationText({ isCompleted, status }: Translation): string {
  return status === "" ? (isCompleted ? t.batches.completed : "–") : status;
}

/** Below a language's name: its id, and whether it is the source or a target where the service says so. */
export function languageNote({ languageId, type }: Translation): string {
  if (type === "") return languageId;
  return `${languageId} · ${Object.hasOwn(t.batches.languageTypes, type) ? t.batches.languageTypes[type as "source" | "target"] : type}`;
}

/** "fr-FR" for "fr-fr": the id of a language as it is usually written, for where there is little room. */
export function languageTag(id: string): string {
  try {
    return Intl.getCanonicalLocales(id)[0] ?? id;
  } catch {
    return id;
  }
}
