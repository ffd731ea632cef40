import type { Problem } from "../../../preload/model";
import { toProblem } from "../api";
import { copyToClipboard } from "../clipboard";
import { errorTopics } from "../help-topics";
import { problemText } from "./problem-text";
import { t } from "../strings";
import { toasts } from "./toasts.svelte";

/**
 * Runs a call; an error is shown as a toast, unless the screen shows it already (`isShown`).
 * Resolves with whether the call succeeded.
 */
export async function runWithToast(
  run: () => Promise<unknown>,
  isShown: (problem: Problem) => Promise<boolean> = () => Promise.resolve(false),
): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const problem = toProblem(error);
    if (await isShown(problem)) return false;
    // The service's message describes the invalid input.
    const text = problem.code === "invalid-input" ? problemText(problem) : t.problem(problem);
    toasts.show(text, { tone: "bad", help: errorTopics[problem.code] });
    return false;
  }
}

/** Copies text to the clipboard and shows a toast. */
export async function copyText(text: string, success: string): Promise<void> {
  const isCopied = await copyToClipboard(text);
  toasts.show(isCopied ? success : t.copyFailed, isCopied ? {} : { tone: "bad" });
}
