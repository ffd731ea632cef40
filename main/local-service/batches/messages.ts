/** The `message` of a batch. It is not stored, but generated from the batch's rows on every request. */
import { capabilities } from "../catalogue/engines";
import type { BatchRow } from "../rows/batch-port";

/** Casting is complete when the batch has characters and all of them have voices. */
export function isCastingCompleted(batch: BatchRow): boolean {
  const isIngested = batch.status !== "ingesting" && batch.status !== "failed";
  return isIngested && batch.characterCount > 0 && batch.uncastCount === 0;
}

function stateOf(batch: BatchRow): string {
  const { status, characterCount, uncastCount } = batch;
  switch (status) {
    case "ingesting":
      return "The script and media are being read";
    case "failed":
      return "";
    case "casting":
      return characterCount === 0
        ? `There are no lines yet: add a language with a target script${capabilities.transcription ? "" : ". This workspace does not transcribe media"}`
        : `${uncastCount} of ${characterCount} characters have no voice yet`;
    case "ready":
      return capabilities.inference
        ? "All characters have voices"
        : "All characters have voices. This workspace does not produce audio";
    case "inferring":
      return "Lines are being synthesised";
    case "completed":
      return "All lines are synthesised";
  }
}

/** The message: the state, notes about the script, and errors of single languages. */
export function messageOf(batch: BatchRow): string {
  const notes = batch.translations
    .filter(({ note }) => note !== "")
    .map(({ languageId, note }) => `${languageId}: ${note}`);
  return [stateOf(batch), batch.note, ...notes].filter((text) => text !== "").join(". ");
}
