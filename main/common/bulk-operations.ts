/** What writes to many things at once have in common. */
import type { Outcome } from "../../preload/model/resources";
import { affectsWorkspace } from "../../preload/facts/errors";
import type { Broken } from "../../preload/facts/rules";
import { AppError, invalidFields, toProblem } from "./errors";
import { inParallel } from "./for-each-limit";

/** Ids of one request: keeps bodies small, and one refused request away from the others. */
export const idsARequest = 1_000;
const requestsAtOnce = 4;

/** Portions of a list, in its order. */
export function inPortions<T>(items: readonly T[], size = idsARequest): T[][] {
  const portions: T[][] = [];
  for (let from = 0; from < items.length; from += size)
    portions.push(items.slice(from, from + size));
  return portions;
}

/**
 * Does something to each of several, some at a time: one that fails stops no other. What fails for want of a way to
 * the service fails for the rest as well, which is not tried any more.
 */
export async function toEach<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let hopeless: AppError | null = null;
  await inParallel(requestsAtOnce, items.entries(), async ([index, item]) => {
    const outcome: Outcome = { id: idOf(item), problem: null };
    outcomes[index] = outcome;
    try {
      if (hopeless !== null) throw hopeless;
      await work(item);
    } catch (error) {
      outcome.problem = toProblem(error);
      if (error instanceof AppError && affectsWorkspace(error.code)) hopeless = error;
    }
  });
  return outcomes;
}

/** Ends quietly when what was to be deleted is not there any more. */
export async function orGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not-found") throw error;
  }
}

/** Refuses what breaks a rule: each field with the name of its rule, for the window to word. */
export function refuseBroken(broken: readonly Broken[]): void {
  if (broken.length > 0)
    throw invalidFields(broken.map(({ field, rule }) => ({ field, message: rule })));
}
