/**
 * The `message` of a batch. It is not stored, but generated from the batch's rows on every request.
 */
import { messageText } from "../../../preload/facts/service-messages";
import type { Engines } from "../engines/engines";
import { heldNote } from "../rows/confirmation-port";
import type { BatchRow, TranslationRow } from "../rows/batches/batch-port";

/** Casting is complete when the batch has characters and all of them have voices. */
export function isCastingCompleted(batch: BatchRow): boolean {
  const isIngested = batch.status !== "ingesting" && batch.status !== "failed";
  return isIngested && batch.characterCount > 0 && batch.uncastCount === 0;
}

function stateOf(batch: BatchRow, engines: Engines): string {
  const { capabilities } = engines;
  const { status, characterCount, uncastCount } = batch;
  switch (status) {
    case "ingesting":
      if (batch.note === heldNote) return "";
      return batch.transcription
        ? messageText("transcribing", batch.transcription)
        : messageText("reading", {});
    case "failed":
      return "";
    case "casting":
      return characterCount === 0
        ? noLines(capabilities.transcription)
        : messageText("voices-missing", { uncast: uncastCount, characters: characterCount });
    case "ready":
      return capabilities.inference
        ? `${messageText("cast", {})}${outdatedOf(batch)}`
        : messageText("cast-no-audio", {});
    case "inferring":
    case "incomplete":
    case "completed":
      return progressOf(batch, status);
  }
}

const noLines = (transcribes: boolean) =>
  messageText(transcribes ? "no-lines" : "no-lines-no-transcription", {});

const sumOf = (batch: BatchRow, counter: "planned" | "made" | "failed" | "outdated") =>
  batch.translations.reduce((sum, { dub }) => sum + (dub?.[counter] ?? 0), 0);

function progressOf(batch: BatchRow, state: "inferring" | "incomplete" | "completed"): string {
  const [planned, failed] = [sumOf(batch, "planned"), sumOf(batch, "failed")];
  if (planned === 0) return messageText(state, {});
  const made = sumOf(batch, "made");
  return failed === 0 || state === "completed"
    ? messageText(`${state}-takes`, { made, planned })
    : messageText(`${state}-failed`, { made, planned, failed });
}

function outdatedOf(batch: BatchRow): string {
  const outdated = sumOf(batch, "outdated");
  if (outdated === 0) return "";
  return `. ${messageText("takes-due", { outdated, planned: sumOf(batch, "planned") })}`;
}

/**
 * The share of the takes that are made, in percent, rounded down; 100 only when the batch is
 * completed. Each language that is dubbed has the same weight; lines without a text count as takes
 * that are not made.
 */
export function completionOf(batch: BatchRow): number {
  if (batch.status === "completed") return 100;
  const languages = batch.translations.filter(({ type, dub }) => type === "target" || dub !== null);
  const sum = languages.reduce((total, language) => total + shareOf(language), 0);
  return languages.length === 0 ? 0 : Math.min(99, Math.floor((100 * sum) / languages.length));
}

function shareOf({ status, dub }: TranslationRow): number {
  if (status === "completed") return 1;
  if (!dub || dub.planned === 0) return 0;
  return Math.min(1, dub.made / (dub.planned + dub.untranslated));
}

/** What keeps a language from being complete, besides its script and its takes. */
function missingOf({ isWithoutText, dub }: TranslationRow): string {
  if (isWithoutText) return messageText("language-no-text", {});
  const lines = dub?.untranslated ?? 0;
  if (lines === 1) return messageText("line-no-text", {});
  return lines === 0 ? "" : messageText("lines-no-text", { lines });
}

/**
 * The message: the state, what the batch waits for, notes about the script, and what is missing or
 * failed in single languages.
 */
export function messageOf(batch: BatchRow, engines: Engines, waiting: string): string {
  const notes = batch.translations.flatMap((translation) =>
    [missingOf(translation), translation.note, translation.dub?.note ?? ""]
      .filter((text) => text !== "")
      .map((text) => `${translation.languageId}: ${text}`),
  );
  return [stateOf(batch, engines), waiting, batch.note, ...notes]
    .filter((text) => text !== "")
    .join(". ");
}
