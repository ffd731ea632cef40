/** At which lines persons are. */
import type { ReviewedLanguage } from "./review-port";

export interface PresentPerson {
  userId: string;
  firstName: string;
  lastName: string;
  /** The number of the line. */
  number: number;
}

export interface PresenceRows {
  /** Records that a person is at a line now. Not durable. */
  notePresence(userId: string, language: ReviewedLanguage, number: number): Promise<void>;
  /** Removes what was recorded longer ago. Not durable. */
  removeFormerPresence(ms: number): Promise<void>;
  /** Who was at a line of the language in the last `ms`, ordered by line and name. */
  listPresent(language: ReviewedLanguage, ms: number): Promise<PresentPerson[]>;
}
