/** The takes that were played on this computer, by the languages of batches. */
import { playedTakesPrefix } from "../../preload/facts/played-takes";
import { openFormDraft } from "../app/forms/form-drafts.svelte";

/** Takes that are remembered for a language; those that were played first are dropped. */
const maxTakes = 50_000;

interface Stored {
  /** Ids of takes, with commas between them: short, since it is written after each new take. */
  takes: string;
}
const empty = (): Stored => ({ takes: "" });

function readStored(stored: unknown): Stored | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { takes } = stored as Partial<Record<keyof Stored, unknown>>;
  return typeof takes === "string" && /^[\d,]*$/.test(takes) ? { takes } : null;
}
const idsOf = ({ takes }: Stored): number[] =>
  takes === "" ? [] : takes.split(",").map((id) => Number(id));

export interface PlayedTakes {
  /** A take is played from now on. */
  add: (takeId: number) => void;
  /** The takes that were played until now. */
  ids: () => ReadonlySet<number>;
}

/** Opens the record of a language of a batch. */
export async function openPlayedTakes({
  workspaceId,
  batchId,
  languageId,
}: {
  workspaceId: string;
  batchId: string;
  languageId: string;
}): Promise<PlayedTakes> {
  const key = `${playedTakesPrefix}${batchId}/${languageId}`;
  const form = await openFormDraft(workspaceId, key, empty, readStored);
  let last: number | null = null;
  return {
    add(takeId) {
      // It is reported many times while it plays.
      if (takeId === last) return;
      last = takeId;
      const ids = idsOf(form.value);
      if (ids.includes(takeId)) return;
      form.value.takes = [...ids, takeId].slice(-maxTakes).join(",");
      form.save();
    },
    ids: () => new Set(idsOf(form.value)),
  };
}
