import { SvelteMap, SvelteSet } from "svelte/reactivity";
import { tick } from "svelte";
import type { Broken } from "../../preload/facts/rules";
import { fieldIssues, toProblem, type FieldIssue } from "./api";
import { problemText } from "./problem-text";
import { t } from "./strings";

/**
 * What is wrong with the fields of a form while somebody types: a field says so once it was left, all of them once
 * the form was sent. What the service refuses stands under its field until that is typed in again.
 */
export class FormCheck {
  /** About no single field, or "". */
  general = $state("");
  #check: () => readonly Broken[];
  #broken = $derived.by(() => this.#check());
  #left = new SvelteSet<string>();
  #refused = new SvelteMap<string, string>();
  #isSent = $state(false);

  constructor(check: () => readonly Broken[]) {
    this.#check = check;
  }

  /** Every rule that is broken now, shown or not. */
  get broken(): readonly Broken[] {
    return this.#broken;
  }

  /** What stands under a field; fields of its list ("targetLanguages[2]") count with it. */
  of(field: string): string | undefined {
    const refused = this.#refused.get(field);
    if (refused !== undefined) return refused;
    if (!this.#isSent && !this.#left.has(field)) return undefined;
    const found = this.#broken.find((one) => isOf(one.field, field));
    return found && t.rule(found.rule);
  }

  /** The field was left: from now on it says what is wrong. */
  leave(field: string): void {
    this.#left.add(field);
  }

  /** The field was typed in: a refusal was of what stood there before. */
  type(field: string): void {
    this.#refused.delete(field);
    this.general = "";
  }

  /** True when the form may be sent; otherwise all that is wrong is shown. */
  send(): boolean {
    this.#isSent = true;
    this.general = "";
    this.#refused.clear();
    return this.#broken.length === 0;
  }

  /** Takes a refusal: under the fields it names where the form has them, else in general. */
  take(error: unknown, fields: readonly string[]): void {
    const issues = fieldIssues(error);
    if (issues.length === 0) this.general = problemText(toProblem(error));
    else this.mark(issues, fields);
  }

  /** Marks what was refused: under the fields that the form has, else in general. */
  mark(issues: readonly FieldIssue[], fields: readonly string[]): void {
    const others: string[] = [];
    for (const { field, message } of issues) {
      const own = fields.find((name) => isOf(field, name));
      if (own !== undefined) this.#refused.set(own, t.rule(message));
      else others.push(`${field}: ${t.rule(message)}`);
    }
    this.general = others.join(" ");
  }

  /** As before anything was typed. */
  reset(): void {
    this.#isSent = false;
    this.general = "";
    this.#left.clear();
    this.#refused.clear();
  }

  /** Puts the focus on the first bad field of a form, once it is drawn as one. */
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
