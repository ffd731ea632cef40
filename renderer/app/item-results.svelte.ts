/**
 * Note: Outcome per item
 * Where something is done to several things at once, one that fails stops no other. What went well is a toast; what
 * failed is a list with the reason of each and a retry for those alone, drawn by ui/OutcomeDialog.
 */
import type { Outcome } from "../../preload/model/resources";
import { toProblem } from "./api";
import { problemText } from "./problem-text";
import { t } from "./strings";
import { toasts, type Toast } from "./toasts.svelte";

/** What failed of several. */
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

/** Something to be done to several things. */
export interface Work {
  ids: readonly string[];
  run: (ids: string[]) => Promise<readonly Outcome[]>;
  nameOf: (id: string) => string;
  /** The toast of what went well; null for none. */
  done: (ids: readonly string[]) => { text: string; action?: Toast["action"] } | null;
  /** The title of the list of what failed. */
  failedTitle: (count: number) => string;
}

/** Does it and says what became of it; answers the ids that went well. */
export async function carryOut(work: Work): Promise<readonly string[]> {
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
    const retry = () => carryOut({ ...work, ids: failed.map(({ id }) => id) });
    reports.current = { title: work.failedTitle(failed.length), failed, retry };
  } else if (only) {
    const action = { title: t.common.retry, run: () => void carryOut(work) };
    toasts.show(`${only.name}: ${only.text}`, { tone: "bad", action });
  }
  return well;
}
