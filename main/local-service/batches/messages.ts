/** The `message` of a batch. It is not stored, but generated from the batch's rows on every request. */
import { capabilitiesOf, type Engines } from "../catalogue/engines";
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
      return batch.transcription
        ? `Speech is being transcribed: ${batch.transcription.done} of ${batch.transcription.total} spans`
        : "The script and media are being read";
    case "failed":
      return "";
    case "casting":
      return characterCount === 0
        ? noLines(capabilities.transcription)
        : `${uncastCount} of ${characterCount} characters have no voice yet`;
    case "ready":
      return capabilities.inference
        ? `All characters have voices${outdatedOf(batch)}`
        : "All characters have voices. This workspace does not produce audio";
    case "inferring":
      return `Lines are being synthesised${progressOf(batch)}`;
    case "completed":
      return `All lines are synthesised${progressOf(batch)}`;
  }
}

const noLines = (transcribes: boolean) =>
  transcribes
    ? "There are no lines yet: add a language with a target script"
    : "There are no lines yet: no transcription is installed. Add a pack, or a language with a target script";

const sumOf = (batch: BatchRow, counter: "planned" | "made" | "failed" | "outdated") =>
  batch.translations.reduce((sum, { dub }) => sum + (dub?.[counter] ?? 0), 0);

function progressOf(batch: BatchRow): string {
  const [planned, failed] = [sumOf(batch, "planned"), sumOf(batch, "failed")];
  if (planned === 0) return "";
  const finished = `: ${sumOf(batch, "made")} of ${planned} takes`;
  return failed === 0 ? finished : `${finished}, ${failed} failed`;
}

function outdatedOf(batch: BatchRow): string {
  const outdated = sumOf(batch, "outdated");
  return outdated === 0 ? "" : `. ${outdated} of ${sumOf(batch, "planned")} takes are to be made`;
}

/**
 * The share of finished takes in percent, rounded down; 100 only when everything is made. Without dubs, the share of
 * completed languages.
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

/** The message: the state, notes about the script, and errors of single languages. */
export function messageOf(batch: BatchRow, engines: Engines): string {
  const notes = batch.translations.flatMap(({ languageId, note, dub }) =>
    [note, dub?.note ?? ""].filter((text) => text !== "").map((text) => `${languageId}: ${text}`),
  );
  return [stateOf(batch, engines), batch.note, ...notes].filter((text) => text !== "").join(". ");
}
