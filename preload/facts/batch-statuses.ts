/** The statuses of batches and their languages in a local workspace (interface §2.2: own words). */

/**
 * `completed`: each line of each target language has its takes. `incomplete`: nothing is left to do
 * without a person, and lines failed or have no text.
 */
export const batchStatuses = [
  "ingesting",
  "casting",
  "ready",
  "inferring",
  "completed",
  "incomplete",
  "failed",
] as const;

/** `pending`: the script of the language is not read yet, or the language has no text. */
export const translationStatuses = [
  "pending",
  "ready",
  "inferring",
  "completed",
  "incomplete",
  "failed",
] as const;

/** What the service reports for a `pending` language without a text. */
export const withoutText = "no text" as const;
