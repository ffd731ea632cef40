/** Who is at which line of a language. */
import type { Log } from "../../common/log";
import type { Actor } from "../common/actor";
import type { PresenceRows } from "../rows/review/presence-port";
import type { ReviewedLanguage } from "../rows/review/review-port";

export interface Presence {
  /**
   * Records that the person of a sender is at a line; null for none. Resolves with the others who
   * are at lines of the language.
   */
  meet(
    actor: Actor,
    language: ReviewedLanguage,
    number: number | null,
  ): Promise<{ name: string; number: number }[]>;
}

/** Who did not renew their presence for this long has left, in milliseconds. */
const presentMs = 15_000;
/** A person who stays at a line is recorded again after this time, in milliseconds. */
const renewMs = 5_000;
/** Time between two removals of former rows, in milliseconds. */
const removalMs = 60_000;
/** Languages of persons; the records of more are forgotten, and made again. */
const maxRecorded = 10_000;

export function createPresence({
  rows,
  log,
  now,
}: {
  rows: PresenceRows;
  log: Log;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
}): Presence {
  /** What this process has recorded. */
  const recorded = new Map<string, { number: number; at: number }>();
  let removedAt = now();

  async function note(userId: string, language: ReviewedLanguage, number: number): Promise<void> {
    const key = JSON.stringify([userId, language.batchId, language.languageId]);
    const last = recorded.get(key);
    if (last?.number === number && now() < last.at + renewMs) return;
    if (recorded.size >= maxRecorded) recorded.clear();
    recorded.set(key, { number, at: now() });
    try {
      await rows.notePresence(userId, language, number);
      if (now() < removedAt + removalMs) return;
      removedAt = now();
      await rows.removeFormerPresence(removalMs);
    } catch (error) {
      // Lines can be read on a full disk.
      log.warn("review: the presence of a person is not recorded", error);
    }
  }

  return {
    async meet({ person }, language, number) {
      if (person && number !== null) await note(person.userId, language, number);
      const present = await rows.listPresent(language, presentMs);
      return present
        .filter(({ userId }) => userId !== person?.userId)
        .map(({ firstName, lastName, number: at }) => ({
          name: `${firstName} ${lastName}`.trim(),
          number: at,
        }));
    },
  };
}
