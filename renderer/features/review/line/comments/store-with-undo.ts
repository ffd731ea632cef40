import { runWithToast } from "../../../../app/messages/run-with-toast";
import { toasts } from "../../../../app/messages/toasts.svelte";
import { t } from "../../../../app/strings";

/** Makes a change, and says so with an offer to undo it. */
export async function storeWithUndo(
  call: () => Promise<unknown>,
  done: string,
  undo: () => Promise<unknown>,
): Promise<void> {
  if (!(await runWithToast(call))) return;
  toasts.show(done, {
    action: { title: t.common.undo, run: () => void runWithToast(undo) },
  });
}
