import { toProblem } from "./api";
import { problemText } from "./problem-text";
import { t } from "./strings";
import { toasts } from "./toasts.svelte";

/** Runs a call for its effect; a refusal becomes a toast with its sentence. True when it went well. */
export async function attempt(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const problem = toProblem(error);
    // Only the service knows what it does not accept.
    const text = problem.code === "invalid-input" ? problemText(problem) : t.problem(problem);
    toasts.show(text, { tone: "bad" });
    return false;
  }
}

/** Puts text on the clipboard and says so. */
export async function copyText(text: string, said: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => copyBySelection(text),
  );
  toasts.show(isCopied ? said : t.copyFailed, isCopied ? {} : { tone: "bad" });
}

/** The way that asks for no permission: a window may be denied the clipboard's own interface. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a permission
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
