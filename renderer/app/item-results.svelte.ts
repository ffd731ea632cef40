/**
 * Note: Outcome per item
 * When an action applies to several items, a failed item does not stop the others. Successes are shown as a toast;
 * failures as a list with a reason each and a retry for the failed items only, rendered by ui/OutcomeDialog.
 */
import type { Outcome } from "../../preload/model/resources";
import { toProblem } from "./api";
import { problemText } from "./problem-text";
import { t } from "./strings";
import { toasts, type Toast } from "./toasts.svelte";

/** The failed items of an action. */
export interface Report {
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
export interface Work {
  ids: readonly string[];
  run: (ids: string[]) => Promise<readonly Outcome[]>;
  nameOf: (id: string) => string;
  /** The toast for successful items; null for none. */
  done: (ids: readonly string[]) => { text: string; action?: Toast["action"] } | null;
  /** The title of the list of failures. */
  failedTitle: (count: number) => string;
}

/** Runs the action and shows its results. Resolves with the ids of the successful items. */
export async function runOnItems(work: Work): Promise<readonly string[]> {
  let outcomes: readonly Outcome[];
  try {
    outcomes = await work.run([...work.ids]);
  } catch (error) {
    const problem = toProblem(error);
    outcomes = work.ids.map((id) => ({ id, problem }));
  }
  const well = outcomes.filter(({ problem }) => problem === null).map(({ id }) => id);
  const said = well.length > 0 ? work.done(well) : null;
  if (said) toasts.show(said.text, { action: said.action ?? null });
  const failed = outcomes.flatMap(({ id, problem }) =>
    problem ? [{ id, name: work.nameOf(id), text: problemText(problem) }] : [],
  );
  const [only] = failed;
  if (failed.length > 1 || (only && well.length > 0)) {
    const retry = () => runOnItems({ ...work, ids: failed.map(({ id }) => id) });
    reports.current = { title: work.failedTitle(failed.length), failed, retry };
  } else if (only) {
    const action = { title: t.common.retry, run: () => void runOnItems(work) };
    toasts.show(`${only.name}: ${only.text}`, { tone: "bad", action });
  }
  return well;
}
