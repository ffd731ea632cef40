import { AppError } from "../../../app/api";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { LineChanges } from "../changes/line-changes.svelte";
import type { Language } from "../language";
import { setTexts } from "../changes/set-texts";

interface TextChanges {
  language: Language;
  changes: LineChanges;
  texts: readonly { number: number; revision: number; before: string; target: string }[];
  onchanged: () => void;
  onProgress: (done: number) => void;
}

/**
 * Stores texts, and shows how many were stored. Rejects after a failure; what was stored before it
 * can be undone.
 */
export async function saveTextChanges(options: TextChanges): Promise<void> {
  const { language, changes, texts, onchanged, onProgress } = options;
  const { changed, problems, error } = await setTexts(language, texts, onProgress);
  changes.addTexts(changed);
  onchanged();
  if (changed.length > 0 || error === null) toasts.show(t.review.replace.done(changed.length));
  if (problems.length > 0)
    toasts.show(t.review.replace.notChanged(problems.length), { tone: "bad" });
  if (error) throw new AppError(error.code, error.message);
}
