/** Names of the results of a dub in the gallery. */
import { resultsFolder } from "../common/results-folder";
import { fold } from "../media/locations";
import type { DubSubject } from "../rows/dubs/dub-port";

const maxNameLength = 80;
const maxCandidates = 10_000;

/** A text as the name of a file or folder on every system: other characters become "_". */
export function safeName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N} ._()-]+/gu, "_")
    .replace(/\s+/g, " ");
  const trimmed = Array.from(name)
    .slice(0, maxNameLength)
    .join("")
    .replace(/^[. ]+/, "")
    .replace(/(?<![. ])[. ]+$/, "");
  return trimmed === "" ? "_" : trimmed;
}

/**
 * Folders for the results of a batch: "Dubs/Project/Batch", "Dubs/Project/Batch (2)", and so on.
 */
export function* folderCandidates({ projectName, batchName }: DubSubject) {
  const folder = `${resultsFolder}/${safeName(projectName)}/${safeName(batchName)}`;
  yield { folder, folded: fold(folder) };
  for (let index = 2; index <= maxCandidates; index += 1) {
    const candidate = `${folder} (${index})`;
    yield { folder: candidate, folded: fold(candidate) };
  }
}

/** "takes/0012_ANNA.wav", and "takes/0012_ANNA_2.wav" for the first alternative take. */
export function takeName(line: { number: number; character: string }, variant: number): string {
  const number = String(line.number).padStart(4, "0");
  const alternative = variant === 0 ? "" : `_${variant + 1}`;
  return `takes/${number}_${safeName(line.character)}${alternative}.wav`;
}

/**
 * "Episode 1_ES-ES.wav": the track or the video of a batch in a language. `extension` without a
 * dot.
 */
export const programName = (
  { batchName, languageId }: Pick<DubSubject, "batchName" | "languageId">,
  extension: string,
): string => `${safeName(batchName)}_${languageId.toUpperCase()}.${extension}`;
