/** Labels for Audacity: start, end in seconds and a text, separated by tabs. */
import { chosenTake, secondsOf, type Timeline } from "../timeline";

const oneRow = (text: string) => text.replace(/\s+/g, " ").trim();

/** One label for each line with a take on the timeline, in the order of lines. */
export function toLabels({ lines }: Timeline): string {
  return lines
    .flatMap((line) => {
      const take = chosenTake(line);
      if (line.start === null || !take) return [];
      const times = [line.start, line.start + take.length].map((at) => secondsOf(at).toFixed(6));
      return [`${times.join("\t")}\t${oneRow(`${line.number} ${line.character}: ${line.text}`)}\n`];
    })
    .join("");
}
