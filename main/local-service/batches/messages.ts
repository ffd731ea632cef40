/** What a batch says of itself in `message`: it is made of its rows whenever it is asked for. */
import { capabilities } from "../catalogue/engines";
import type { BatchRow } from "../rows/batch-port";

/** Casting is complete when somebody speaks in the batch, and everybody who does has a voice. */
export function isCastingCompleted(batch: BatchRow): boolean {
  const isOver = batch.status !== "ingesting" && batch.status !== "failed";
  return isOver && batch.characterCount > 0 && batch.uncastCount === 0;
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

/** One sentence or more: the state, what is to be known of the script, and what went wrong in a language. */
export function messageOf(batch: BatchRow): string {
  const notes = batch.translations
    .filter(({ note }) => note !== "")
    .map(({ languageId, note }) => `${languageId}: ${note}`);
  return [stateOf(batch), batch.note, ...notes].filter((text) => text !== "").join(". ");
}
