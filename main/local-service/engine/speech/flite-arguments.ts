/** The command line of Flite, and its textual output. */
import type { FliteJob } from "./program-messages";

/**
 * The arguments for a job. The option -ssml is never used: Flite does not end for some SSML.
 */
export function fliteArguments(
  { voice, features, input, output }: FliteJob,
  { textFile, soundFile }: { textFile: string; soundFile: string },
): string[] {
  return [
    "-voice",
    voice,
    ...features.flatMap(([name, value]) => ["--setf", `${name}=${value.toFixed(4)}`]),
    ...("text" in input ? ["-f", textFile] : ["-p", input.phones]),
    ...(output === "phones" ? ["-ps", "-o", "none"] : ["-o", soundFile]),
  ];
}

/** The phones that the option -ps printed, without the pauses around utterances. */
export const phonesOf = (printed: string): string =>
  printed
    .split("\n")
    .map((utterance) =>
      utterance
        .trim()
        .replace(/^pau\b ?|\bpau$/g, "")
        .trim(),
    )
    .filter((phones) => phones !== "")
    .join(" pau ");
