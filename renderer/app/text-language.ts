import { api } from "./api";

/**
 * Reports the language of the field that has the focus, for the spell check: that of the nearest
 * element that names one. Returns a function that ends it.
 */
export function followTextLanguage(): () => void {
  let reported = "";
  const onFocus = ({ target }: FocusEvent) => {
    const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
    if (!isText || !target.spellcheck) return;
    const language = target.closest<HTMLElement>("[lang]")?.lang ?? "";
    if (language === "" || language === reported) return;
    reported = language;
    void api.app.noteTextLanguage({ language }).catch(() => undefined);
  };
  document.addEventListener("focusin", onFocus);
  return () => document.removeEventListener("focusin", onFocus);
}
