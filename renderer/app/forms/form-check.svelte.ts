import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { tick } from "svelte";
import { fieldIssues, toProblem, type FieldIssue } from "../api";
import { problemText } from "../messages/problem-text";
import { t } from "../strings";
import type { RuleName } from "../strings/en/lists";

/** A field that violates a rule of the interface, or of its form. */
export interface FormViolation {
  field: string;
  rule: RuleName;
}

/**
 * Validation of a form's fields during input: a field shows its error after it was edited and lost
 * the focus, all fields after the form was submitted. An error from the service is shown below its
 * field until the field is edited.
 */
export class FormCheck {
  /** The error that concerns no single field, or "". */
  general = $state("");
  #check: () => readonly FormViolation[];
  #violations = $derived.by(() => this.#check());
  #edited = new SvelteSet<string>();
  #left = new SvelteSet<string>();
  #refused = new SvelteMap<string, string>();
  #isSent = $state(false);
  #isBusy = $state(false);

  constructor(check: () => readonly FormViolation[]) {
    this.#check = check;
  }

  /** All current violations, shown or not. */
  get violations(): readonly FormViolation[] {
    return this.#violations;
  }

  /** The message below a field; items of its list ("targetLanguages[2]") count as the field. */
  of(field: string): string | undefined {
    const refused = this.#refused.get(field);
    if (refused !== undefined) return refused;
    if (!this.#isSent && !this.#left.has(field)) return undefined;
    const found = this.#violations.find((one) => isOf(one.field, field));
    return found && t.rule(found.rule);
  }

  /** The field lost the focus: if it was edited, its violations are shown from now on. */
  leave(field: string): void {
    if (this.#edited.has(field)) this.#left.add(field);
  }

  /** The field was edited: an error of the service about the previous value is cleared. */
  type(field: string): void {
    this.#edited.add(field);
    this.#refused.delete(field);
    this.general = "";
  }

  /** Whether the form may be submitted; if not, all violations are shown. */
  send(): boolean {
    this.#isSent = true;
    this.general = "";
    this.#refused.clear();
    return this.#violations.length === 0;
  }

  /** Whether the form is being submitted. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /**
   * Runs `save` if the form has no violation, and returns whether it succeeded. Otherwise shows the
   * violations or the error at their fields (`fields` are those of the form) and focuses the first
   * invalid one. `save` resolves with false if the user cancelled it. A call while another runs
   * does nothing.
   */
  async submit(
    form: HTMLElement | null | undefined,
    fields: readonly string[],
    save: () => Promise<unknown>,
  ): Promise<boolean> {
    if (this.#isBusy) return false;
    if (this.send()) {
      this.#isBusy = true;
      try {
        return (await save()) !== false;
      } catch (error) {
        this.showError(error, fields);
      } finally {
        this.#isBusy = false;
      }
    }
    await this.focusFirst(form);
    return false;
  }

  /** Shows an error below the fields it names if the form has them, else below the form. */
  showError(error: unknown, fields: readonly string[]): void {
    const issues = fieldIssues(error);
    if (issues.length === 0) this.general = problemText(toProblem(error));
    else this.mark(issues, fields);
  }

  /** Shows violations below the fields that the form has, else below the form. */
  mark(issues: readonly FieldIssue[], fields: readonly string[]): void {
    const others: string[] = [];
    for (const { field, message } of issues) {
      const own = fields.find((name) => isOf(field, name));
      if (own !== undefined) this.#refused.set(own, t.rule(message));
      else others.push(`${field}: ${t.rule(message)}`);
    }
    this.general = others.join(" ");
  }

  /** Resets the validation. */
  reset(): void {
    this.#isSent = false;
    this.general = "";
    this.#edited.clear();
    this.#left.clear();
    this.#refused.clear();
  }

  /** Focuses the first invalid field of a form after rendering. */
  async focusFirst(form: HTMLElement | null | undefined): Promise<void> {
    await tick();
    const bad = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    const field = bad?.matches("fieldset") ? bad.querySelector<HTMLElement>("input") : bad;
    field?.focus();
    field?.scrollIntoView({ block: "nearest" });
  }
}

function isOf(name: string, field: string): boolean {
  const rest = name.startsWith(field) ? name.slice(field.length) : null;
  return rest !== null && /^(\[\d+\])?$/.test(rest);
}
