/**
 * Note: Results per item
 * When an action applies to several items, a failed item does not stop the others. Successes are
 * shown as a toast; failures as a list with a reason each and a retry for the failed items only,
 * rendered by ui/OutcomeDialog.
 */
import type { Outcome } from "../../../preload/model/resources";
import { toProblem } from "../api";
import { problemText } from "../messages/problem-text";
import { t } from "../strings";
import { toasts, type Toast } from "../messages/toasts.svelte";

/** The failed items of an action. */
interface Report {
  title: string;
  failed: readonly { id: string; name: string; text: string }[];
  retry: () => unknown;
}

class Reports {
  current = $state.raw<Report | null>(null);
}

/** The window's one open list of failures. */
export const reports = new Reports();

/** An action on several items. */
export interface ItemAction {
  ids: readonly string[];
  run: (ids: string[]) => Promise<readonly Outcome[]>;
  nameOf: (id: string) => string;
  /** The toast for successful items; null for none. */
  done: (ids: readonly string[]) => { text: string; action?: Toast["action"] } | null;
  /** The title of the list of failures. */
  failedTitle: (count: number) => string;
}

/** Runs the action and shows its results. Resolves with the ids of the successful items. */
export async function runOnItems(action: ItemAction): Promise<readonly string[]> {
  let outcomes: readonly Outcome[];
  try {
    outcomes = await action.run([...action.ids]);
  } catch (error) {
    const problem = toProblem(error);
    outcomes = action.ids.map((id) => ({ id, problem }));
  }
  const succeeded = outcomes.filter(({ problem }) => problem === null).map(({ id }) => id);
  const toast = succeeded.length > 0 ? action.done(succeeded) : null;
  if (toast) toasts.show(toast.text, { action: toast.action ?? null });
  const failed = outcomes.flatMap(({ id, problem }) =>
    problem ? [{ id, name: action.nameOf(id), text: problemText(problem) }] : [],
  );
  const [only] = failed;
  if (failed.length > 1 || (only && succeeded.length > 0)) {
    const retry = () => runOnItems({ ...action, ids: failed.map(({ id }) => id) });
    reports.current = { title: action.failedTitle(failed.length), failed, retry };
  } else if (only) {
    const retry = { title: t.common.retry, run: () => void runOnItems(action) };
    toasts.show(`${only.name}: ${only.text}`, { tone: "bad", action: retry });
  }
  return succeeded;
}
