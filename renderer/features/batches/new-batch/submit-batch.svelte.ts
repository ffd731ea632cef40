/** Sends the form of a batch: creates the batch, or changes its pending request. */
import { onDestroy } from "svelte";
import type { ProjectType } from "../../../../preload/model/resources";
import { api, toProblem } from "../../../app/api";
import { confirm } from "../../../app/messages/confirm.svelte";
import { finishForm, openRoute } from "../../../app/forms/finish-form";
import type { FormCheck } from "../../../app/forms/form-check.svelte";
import type { FormDraft } from "../../../app/forms/form-drafts.svelte";
import { problemText } from "../../../app/messages/problem-text";
import { router } from "../../../app/router.svelte";
import { formatRoute, type Route } from "../../../app/routes";
import { useSession } from "../../../app/session.svelte";
import { t } from "../../../app/strings";
import { toasts } from "../../../app/messages/toasts.svelte";
import { toFolder } from "../../../domain/media-files";
import { toBatchRequest, type BatchForm } from "./batch-form";

interface SubmitBatchOptions {
  workspaceId: string;
  projectId: string;
  type: ProjectType;
  /** The outbox entry being edited; undefined for a new batch. */
  entryId: number | undefined;
  filled: FormDraft<BatchForm>;
  check: FormCheck;
  fieldNames: () => string[];
  /** Number of errors in the local script. */
  scriptErrors: () => number;
  form: () => HTMLFormElement | undefined;
}

/** Call during the initialization of the component that shows the form. */
export function submitBatch(options: SubmitBatchOptions) {
  const { workspaceId, projectId, type, filled, check, fieldNames, form } = options;
  const session = useSession();
  const initialRoute = router.route;
  let isMounted = true;
  onDestroy(() => (isMounted = false));

  /**
   * Shows a confirmation if the script has errors, because it can be sent nevertheless. True to
   * continue.
   */
  async function confirmErrors(): Promise<boolean> {
    const errors = options.scriptErrors();
    if (errors === 0) return true;
    return confirm({
      title: t.scripts.confirmTitle(errors),
      text: t.scripts.confirmText,
      confirm: t.scripts.confirmAction,
      tone: "neutral",
    });
  }

  /** Shows a toast and opens a route, unless the user has left this screen meanwhile. */
  function finish(text: string, route: Route, tone: "neutral" | "bad" = "neutral"): void {
    const isAwaited =
      session.workspaceId === workspaceId &&
      formatRoute(router.route) === formatRoute(initialRoute);
    finishForm({ session, workspaceId, isAwaited, text, tone, open: openRoute(route) });
  }

  /**
   * Sends the request. Resolves to the id of its entry, and to the id of the batch if it was
   * created.
   */
  async function send(request: ReturnType<typeof toBatchRequest>) {
    const targetFolder = toFolder(filled.value.targetFolder);
    const content = { workspaceId, request, targetFolder };
    const { entryId } = options;
    if (entryId !== undefined) {
      await api.outbox.change({ ...content, entryId });
      return { entryId, batchId: null };
    }
    const { id, state, resultId } = await api.outbox.add({ ...content, projectId });
    return { entryId: id, batchId: state === "sent" ? resultId : null };
  }

  return {
    /** Checks and sends the form, and opens the batch, or the pending one. */
    async create(): Promise<void> {
      if (!check.send()) return check.focusFirst(form());
      if (!(await confirmErrors())) return;
      filled.isSending = true;
      const request = toBatchRequest(type, $state.snapshot(filled.value));
      const { name } = request;
      try {
        const { entryId, batchId } = await send(request);
        // The screen is left before the cleared form could report its empty fields.
        filled.clear();
        if (batchId === null)
          finish(t.scripts.queued(name), { screen: "pending-batch", projectId, entryId });
        else finish(t.batches.made(name), { screen: "batch", projectId, batchId });
      } catch (error) {
        if (!isMounted) {
          finish(t.batches.notMade(name, problemText(toProblem(error))), initialRoute, "bad");
          return;
        }
        check.showError(error, fieldNames());
        await check.focusFirst(form());
      } finally {
        filled.isSending = false;
      }
    },
    /** Empties the form, with a toast that can undo it. */
    discard(): void {
      const before = $state.snapshot(filled.value);
      filled.clear();
      check.reset();
      toasts.show(t.batches.discarded, {
        action: {
          title: t.common.undo,
          // Also works after the screen was left.
          run: () => {
            filled.value = before;
            filled.save();
          },
        },
      });
      form()?.querySelector<HTMLElement>("input:not([type=file])")?.focus();
    },
  };
}
