import type { Batch, BatchGroup, Translation } from "../../../preload/model/resources";
import { withoutText } from "../../../preload/facts/batch-statuses";
import { isFailed } from "../../../preload/facts/rules";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

/** The tone of a batch's status dot and progress bar, by its group. */
export const groupTones: Record<BatchGroup, Tone> = {
  running: "active",
  "needs-attention": "warn",
  failed: "bad",
  idle: "waiting",
  done: "good",
};

/** The service's status text of a batch, with the group added where the text alone is not clear. */
export function statusText({ status, group }: Batch): string {
  const text = status === "" ? t.batches.noStatus : t.serviceTexts.status(status);
  if (group === "needs-attention") return t.batches.needsAttention(text);
  return group === "idle" ? t.batches.idle(text) : text;
}

/** The tone of one language of a batch. */
export function translationTone(batch: Batch, translation: Translation): Tone {
  if (translation.isCompleted) return "good";
  if (isFailed(translation)) return "bad";
  if (isIncomplete(translation)) return "warn";
  return batch.group === "running" ? "active" : "waiting";
}

/** Whether a language has no text, and a script for it can be added: of a local workspace. */
const isWithoutText = ({ status }: Translation): boolean => status === withoutText;
/**
 * Whether a language that has no dub can get its first texts here: it has none, or its script or
 * its translation failed.
 */
export const needsTexts = (batch: Batch, translation: Translation): boolean =>
  isWithoutText(translation) || (batch.group !== "failed" && translation.status === "failed");
/** Whether a language of a local workspace has texts. */
export const hasTexts = (translation: Translation): boolean =>
  !isWithoutText(translation) && !["", "pending", "failed"].includes(translation.status);
/** Whether a language needs a text, or has lines that failed: statuses of a local workspace. */
const isIncomplete = (translation: Translation) =>
  translation.status === "incomplete" || isWithoutText(translation);

/** The progress bar's tone for a status tone. */
export function barTone(tone: Tone): "active" | "good" | "bad" | "idle" {
  return tone === "active" || tone === "good" || tone === "bad" ? tone : "idle";
}

/**
 * The service's status text of a language; if there is none, "complete" when `isCompleted` is set.
 */
export function translationText({ isCompleted, status }: Translation): string {
  if (status !== "") return t.serviceTexts.status(status);
  return isCompleted ? t.batches.completed : "–";
}

/** The message of the service about a batch. */
export const messageOf = ({ message }: { message: string }): string =>
  t.serviceTexts.message(message);

/**
 * The line below a language's name: its id, and whether it is the source or a target if the service
 * reports that.
 */
export function languageNote({ languageId, type }: Translation): string {
  if (type === "") return languageId;
  return `${languageId} · ${Object.hasOwn(t.batches.languageTypes, type) ? t.batches.languageTypes[type as "source" | "target"] : type}`;
}

/** "fr-FR" for "fr-fr": the canonical form of a language id, for narrow columns. */
export function languageTag(id: string): string {
  try {
    return Intl.getCanonicalLocales(id)[0] ?? id;
  } catch {
    return id;
  }
}
