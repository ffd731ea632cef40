import type { ReviewedLine } from "../../../../preload/contract/review";
import { api } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { LineChanges } from "./line-changes.svelte";
import type { Language } from "../language";
import type { DeskListening } from "../playback/desk-listening.svelte";

interface Desk {
  language: Language;
  /** The selected line, if it is one. */
  single: () => ReviewedLine | undefined;
  listening: () => DeskListening | null;
  changes: LineChanges;
  onchanged: () => void;
}

/**
 * Returns a function that plays a take of the selected line and uses it. Variants are counted from
 * 0.
 */
export function createTakeChoice({ language, single, listening, changes, onchanged }: Desk) {
  return async (variant: number): Promise<void> => {
    const line = single();
    if (!line) return;
    const { number } = line;
    await runWithToast(() =>
      // Among the changes: a decision that follows at once is about this take.
      changes.change(line, async () => {
        const { takes } = await api.review.line({ ...language, number });
        const take = takes.find((one) => one.variant === variant && one.state === "made");
        if (!take) {
          toasts.show(t.review.noSuchTake(variant + 1));
          return null;
        }
        const { id, durationMs, isChosen } = take;
        if (single()?.number === number)
          listening()?.take(line, { id, durationMs: durationMs ?? 0 }, false);
        return isChosen ? null : { takeId: id };
      }),
    );
    onchanged();
  };
}
