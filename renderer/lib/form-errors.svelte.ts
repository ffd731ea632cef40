import { tick } from "svelte";
import { fieldIssues, toProblem } from "./api";
import { problemText } from "./problem-text";
import { t } from "./strings";

/** What is wrong with the fields of a form, in words; and with all of it, where no field is to blame. */
export class FormErrors {
  #fields = $state.raw<Readonly<Record<string, string>>>({});
  /** About no single field, or "". */
  general = $state("");

  of(field: string): string | undefined {
    return this.#fields[field];
  }

  clear(): void {
    this.#fields = {};
    this.general = "";
  }

  /** Puts words under fields; true when there are none, so that the form may be sent. */
  set(errors: Readonly<Record<string, string | undefined>>): boolean {
    const found = Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1]);
    this.#fields = Object.fromEntries(found);
    this.general = "";
    return found.length === 0;
  }

  /** Takes a refusal: under the fields it names where the form has them, else in general. */
  take(error: unknown, fields: readonly string[]): void {
    const issues = fieldIssues(error);
    const own = issues.filter(({ field }) => fields.includes(field));
    const others = issues.filter(({ field }) => !fields.includes(field));
    this.#fields = Object.fromEntries(own.map(({ field, message }) => [field, t.rule(message)]));
    if (issues.length === 0) this.general = problemText(toProblem(error));
    else this.general = others.map(({ message }) => t.rule(message)).join(" ");
  }

  /** Puts the focus on the first bad field of a form, once it is drawn as one. */
  async focusFirst(form: HTMLElement | null | undefined): Promise<void> {
    await tick();
    form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
}
