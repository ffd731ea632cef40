/** The actions of a bulk request and its rows. */
import ArrowLeft from "@lucide/svelte/icons/arrow-left";
import Copy from "@lucide/svelte/icons/copy";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import type { Action } from "../../../app/actions.svelte";
import { api } from "../../../app/api";
import type { Selection } from "../../../app/lists/selection.svelte";
import { copyText, runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { router } from "../../../app/router.svelte";
import { t } from "../../../app/strings";
import { rowState, type BulkRequest, type RequestRow } from "./request-state";

interface RequestActionsOptions {
  workspaceId: string;
  projectId: () => string;
  request: () => BulkRequest;
  selection: Pick<Selection<RequestRow>, "count" | "rows">;
  onback: () => void;
}

/** Call during the initialization of the component that shows the request. */
export function requestActions(options: RequestActionsOptions) {
  const { workspaceId, projectId, request, selection } = options;
  let isBusy = $state(false);

  function copyMessage(row: RequestRow): Promise<void> {
    const { status, message } = rowState(request(), row);
    return copyText(`${row.name}: ${status} ${message}`, t.bulk.requests.messageCopied);
  }
  const openBatch = ({ id: batchId }: RequestRow) =>
    batchId !== "" && router.go({ screen: "batch", projectId: projectId(), batchId });
  async function retryFailed(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    await runWithToast(async () => {
      const { requestId } = request();
      const project = { workspaceId, projectId: projectId() };
      const draft = await api.bulk.retryFailed({ ...project, requestId });
      toasts.show(t.bulk.requests.retried(draft.rowCount), { tone: "good" });
      router.go({ screen: "bulk", projectId: projectId(), draftId: draft.id });
    });
    isBusy = false;
  }

  const group = t.bulk.group;
  const back: Action = $derived({
    id: "bulk.all-requests",
    title: t.bulk.requests.back,
    icon: ArrowLeft,
    shortcut: "Backspace",
    isListShortcut: true,
    group,
    run: options.onback,
  });
  const retry: Action = $derived({
    id: "bulk.retry-failed",
    title: t.bulk.requests.retry,
    icon: RotateCcw,
    group,
    reason: !request().isSentHere
      ? t.bulk.requests.retryElsewhere
      : request().counts.failed === 0
        ? t.bulk.requests.retryReason
        : undefined,
    run: retryFailed,
  });
  const single = $derived(selection.count === 1 ? selection.rows[0] : undefined);
  const ofRows = $derived.by<Action[]>(() => {
    const one = single;
    const none = one ? undefined : t.bulk.requests.selectRow;
    return [
      {
        id: "bulk.open-batch",
        title: t.bulk.requests.openBatch,
        icon: FolderOpen,
        shortcut: "Enter",
        isListShortcut: true,
        group,
        reason: none ?? (one?.id === "" ? t.bulk.requests.noBatch : undefined),
        run: () => one && openBatch(one),
      },
      {
        id: "bulk.copy-message",
        title: t.bulk.requests.copyMessage,
        icon: Copy,
        group,
        reason: none,
        run: () => one && copyMessage(one),
      },
    ];
  });

  return {
    /** Back to all requests. */
    get back() {
      return back;
    },
    /** Puts the rows that failed into a new draft. */
    get retry() {
      return retry;
    },
    /** Actions of the selected row. */
    get ofRows() {
      return ofRows;
    },
    openBatch,
  };
}
