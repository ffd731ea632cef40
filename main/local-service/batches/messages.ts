/**
 * The `message` of a batch. It is not stored, but generated from the batch's rows on every request.
 */
import { messageText } from "../../../preload/facts/service-messages";
import { capabilitiesOf, type Engines } from "../engines/engines";
import { heldNote } from "../rows/confirmation-port";
import type { BatchRow } from "../rows/batches/batch-port";

/** Casting is complete when the batch has characters and all of them have voices. */
export function isCastingCompleted(batch: BatchRow): boolean {
  const isIngested = batch.status !== "ingesting" && batch.status !== "failed";
  return isIngested && batch.characterCount > 0 && batch.uncastCount === 0;
}

function stateOf(batch: BatchRow, engines: Engines): string {
  const capabilities = capabilitiesOf(engines);
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
    case "completed":
      return progressOf(batch, status);
  }
}

const noLines = (transcribes: boolean) =>
  messageText(transcribes ? "no-lines" : "no-lines-no-transcription", {});

const sumOf = (batch: BatchRow, counter: "planned" | "made" | "failed" | "outdated") =>
  batch.translations.reduce((sum, { dub }) => sum + (dub?.[counter] ?? 0), 0);

function progressOf(batch: BatchRow, state: "inferring" | "completed"): string {
  const [planned, failed] = [sumOf(batch, "planned"), sumOf(batch, "failed")];
  if (planned === 0) return messageText(state, {});
  const made = sumOf(batch, "made");
  return failed === 0
    ? messageText(`${state}-takes`, { made, planned })
    : messageText(`${state}-failed`, { made, planned, failed });
}

function outdatedOf(batch: BatchRow): string {
  const outdated = sumOf(batch, "outdated");
  if (outdated === 0) return "";
  return `. ${messageText("takes-due", { outdated, planned: sumOf(batch, "planned") })}`;
}

/**
 * The share of finished takes in percent, rounded down; 100 only when everything is made. Without
 * dubs, the share of completed languages.
 */
export function completionOf(batch: BatchRow): number {
  if (batch.status === "completed") return 100;
  const planned = sumOf(batch, "planned");
  if (planned > 0) {
    const finished = sumOf(batch, "made") + sumOf(batch, "failed");
    return Math.min(99, Math.floor((100 * finished) / planned));
  }
  const { translations } = batch;
  const completed = translations.filter(({ status }) => status === "completed").length;
  return translations.length === 0 ? 0 : Math.floor((100 * completed) / translations.length);
}

/**
 * The message: the state, what the batch waits for, notes about the script, and errors of single
 * languages.
 */
export function messageOf(batch: BatchRow, engines: Engines, waiting: string): string {
  const notes = batch.translations.flatMap(({ languageId, note, dub }) =>
    [note, dub?.note ?? ""].filter((text) => text !== "").map((text) => `${languageId}: ${text}`),
  );
  return [stateOf(batch, engines), waiting, batch.note, ...notes]
    .filter((text) => text !== "")
    .join(". ");
}
