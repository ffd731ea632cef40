/** Helpers for operations that write to several resources. */
import type { Outcome } from "../../preload/model/resources";
import { affectsWorkspace } from "../../preload/facts/errors";
import type { Violation } from "../../preload/facts/rules";
import { AppError, invalidFields, toProblem } from "./errors";
import { forEachLimit } from "./for-each-limit";

/**
 * Maximum number of ids per request: limits the body size, and a rejected request affects only its
 * own ids.
 */
const maxIdsPerRequest = 1_000;
const maxConcurrentRequests = 4;

/** Splits a list into chunks of at most `size` items. The order is preserved. */
export function chunk<T>(items: readonly T[], size = maxIdsPerRequest): T[][] {
  const chunks: T[][] = [];
  for (let from = 0; from < items.length; from += size) chunks.push(items.slice(from, from + size));
  return chunks;
}

/**
 * Runs `work` for each item with limited concurrency. A failed item does not stop the others,
 * except after an error that affects the whole workspace (for example, no connection): the
 * remaining items then fail with the same error and `work` is not called for them. Returns one
 * outcome per item, in the order of the items.
 */
export async function settleEach<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let workspaceError: AppError | null = null;
  await forEachLimit(maxConcurrentRequests, items.entries(), async ([index, item]) => {
    const outcome: Outcome = { id: idOf(item), problem: null };
    outcomes[index] = outcome;
    try {
      if (workspaceError !== null) throw workspaceError;
      await work(item);
    } catch (error) {
      outcome.problem = toProblem(error);
      if (error instanceof AppError && affectsWorkspace(error.code)) workspaceError = error;
    }
  });
  return outcomes;
}

/** Awaits a deletion. Ignores "not-found": the resource is already deleted. */
export async function ignoreNotFound(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not-found") throw error;
  }
}

/**
 * Throws "invalid-input" if any field violates a rule. The message of each field is the name of its
 * rule, which the window translates.
 */
export function throwIfInvalid(violations: readonly Violation[]): void {
  if (violations.length > 0)
    throw invalidFields(violations.map(({ field, rule }) => ({ field, message: rule })));
}
