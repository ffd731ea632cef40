/** Takes are made, stopped and removed. */
import type { NamedLine, ReviewFilter } from "../../../../preload/contract/review";
import { everyLine } from "../../../../preload/facts/review";
import { api } from "../../../app/api";
import { formatBytes } from "../../../app/format";
import { confirm } from "../../../app/messages/confirm.svelte";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { Language } from "../language";

const texts = t.review;

export function createTakeCommands(
  language: Language,
  { onrequested, onchanged }: { onrequested: () => void; onchanged: () => void },
) {
  const run = async (work: () => Promise<unknown>) => {
    await runWithToast(work);
    onchanged();
  };
  return {
    /**
     * Makes the missing, outdated and failed takes of lines, or another one of lines that have all.
     */
    make: (selection: { lines: NamedLine[] } | { filter: ReviewFilter }) =>
      run(async () => {
        const { queued } = await api.review.makeTakes({ ...language, selection });
        onrequested();
        // The state of a single line shows it already.
        if (queued !== 1) toasts.show(texts.queued(queued));
      }),
    /** Removes the takes of the language that are not made yet. */
    stop: () =>
      run(async () => {
        const filter = { ...everyLine, states: ["generating" as const] };
        await api.review.stopTakes({ ...language, selection: { filter } });
        toasts.show(texts.takesStopped);
      }),
    /** Removes a failed take that was requested in addition to the others. */
    discard: (takeId: number) => run(() => api.review.discardTake({ ...language, takeId })),
    /** Removes old outdated takes, after a confirmation. */
    async clean(): Promise<void> {
      const { title, text, action, removed } = texts.cleaning;
      if (!(await confirm({ title, text, confirm: action, tone: "danger" }))) return;
      await run(async () => {
        const { takes, bytes } = await api.review.cleanTakes(language);
        toasts.show(removed(takes, formatBytes(bytes)));
      });
    },
  };
}
