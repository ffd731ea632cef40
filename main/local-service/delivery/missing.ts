/**
 * What stops the delivery of a batch: lines that are not complete or not approved, and errors of
 * checks.
 */
import { missingKinds, type MissingKind } from "../../../preload/facts/delivery";
import { chosenTake, type Timeline, type TimelineLine } from "./timeline";

/** Numbers of lines of a language by the kind of what is missing. */
export type Missing = { languageId: string } & Record<Exclude<MissingKind, "errors">, number[]> & {
    errors: { number: number; check: string }[];
  };

/**
 * A line without a text or a take is complete if its check "missing" is ignored, such as one that
 * is not dubbed.
 */
const isMissingIgnored = ({ checks }: TimelineLine) =>
  checks.some(({ name, ignoredBy }) => name === "missing" && ignoredBy !== null);

/** A line is missing in one way at most. */
function missingOf(line: TimelineLine): Exclude<MissingKind, "errors"> | null {
  const hasText = line.text.trim() !== "";
  if (hasText && chosenTake(line)) return line.state === "approved" ? null : "unapproved";
  if (isMissingIgnored(line)) return null;
  return hasText ? "withoutTake" : "withoutText";
}

/** The errors are those of all lines, the findings of missing texts and takes included. */
export function missingIn({ languageId, lines }: Timeline): Missing {
  const missing: Missing = {
    languageId,
    withoutText: [],
    withoutTake: [],
    unapproved: [],
    errors: [],
  };
  for (const line of lines) {
    const kind = missingOf(line);
    if (kind !== null) missing[kind].push(line.number);
    for (const { name, severity, ignoredBy } of line.checks)
      if (severity === "error" && ignoredBy === null)
        missing.errors.push({ number: line.number, check: name });
  }
  return missing;
}

/** Whether nothing is missing in these languages. */
export const isComplete = (missing: readonly Missing[]): boolean =>
  missing.every((one) => missingKinds.every((kind) => one[kind].length === 0));
