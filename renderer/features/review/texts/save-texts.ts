import { api, fieldIssues } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import type { Language } from "../language";

/** Saves the texts of a language as a file that the user chooses. */
export const saveTexts = (language: Language) =>
  runWithToast(async () => {
    try {
      const saved = await api.review.saveTexts(language);
      if (saved) toasts.show(t.review.textsFile.saved(saved.lines));
    } catch (error) {
      if (!fieldIssues(error).some(({ field }) => field === "format")) throw error;
      toasts.show(t.review.textsFile.withoutTimes, { tone: "bad" });
    }
  });
