/* eslint-disable svelte/prefer-svelte-reactivity -- nothing is rendered from the map */
/**
 * Note: Filled forms
 * Input of a form is saved to disk shortly after each change, and at once when its screen is left, so that it
 * survives a crash and a quit. Each form is one shared object however often its screen is opened: while it is being
 * submitted, every view of it shows that, and after success it is empty in all of them.
 */
import { untrack } from "svelte";
import { api } from "./api";
import { runWithToast } from "./run-with-toast";

const saveAfterMs = 300;

export class FormDraft<T extends object> {
  value = $state() as T;
  /** The form is being submitted and cannot be submitted again. */
  isSending = $state(false);
  #workspaceId: string;
  #place: string;
  #begin: () => T;
  /** The value that was last saved, or is being saved. */
  #written: string | null;
  #wanted: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(workspaceId: string, place: string, begin: () => T, kept: T | null) {
    this.#workspaceId = workspaceId;
    this.#place = place;
    this.#begin = begin;
    this.value = kept ?? begin();
    this.#written = kept && JSON.stringify(kept);
    this.#wanted = this.#written;
  }

  /** The form differs from an empty one. */
  get isTouched(): boolean {
    return JSON.stringify(this.value) !== JSON.stringify(this.#begin());
  }

  /** Called when the form's screen is opened: an unchanged form is reset. */
  opened(begin: () => T): void {
    const isBlank = !this.isTouched && !this.isSending;
    this.#begin = begin;
    if (isBlank) this.value = begin();
  }

  /** Saves the current value; called from an effect. */
  keep(isWorthIt = this.isTouched): void {
    this.#wanted = isWorthIt ? JSON.stringify(this.value) : null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), saveAfterMs);
  }

  /** Empties the form, on disk too. */
  clear(): void {
    this.value = this.#begin();
    this.#wanted = null;
    this.flush();
  }

  /** Saves pending changes now. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#wanted === this.#written) return;
    const text = (this.#written = this.#wanted);
    const draft = { workspaceId: this.#workspaceId, key: this.#place, text };
    void runWithToast(() => api.forms.set(draft));
  }
}

/** A form of any type. */
interface AnyForm {
  flush: () => void;
}
const forms = new Map<string, AnyForm>();
const flushAll = () => forms.forEach((form) => form.flush());
window.addEventListener("pagehide", flushAll);
document.addEventListener("visibilitychange", flushAll);

/**
 * The form of a place in a workspace, as it was left. `begin` makes an empty one; `read` makes one of what was kept,
 * or null of what another version has written.
 */
export async function openFormDraft<T extends object>(
  workspaceId: string,
  place: string,
  begin: () => T,
  read: (kept: unknown) => T | null,
): Promise<FormDraft<T>> {
  const key = JSON.stringify([workspaceId, place]);
  const find = () => forms.get(key) as FormDraft<T> | undefined;
  if (!find()) {
    const kept = await readKept(workspaceId, place);
    // Two callers at the same time share one form.
    if (!find())
      forms.set(key, new FormDraft(workspaceId, place, begin, kept === null ? null : read(kept)));
  }
  const form = find() ?? new FormDraft(workspaceId, place, begin, null);
  // The caller must not depend on the form's values.
  untrack(() => form.opened(begin));
  return form;
}

/** Loads the saved value; an error is shown, and the form starts empty. */
async function readKept(workspaceId: string, place: string): Promise<unknown> {
  let kept: unknown = null;
  await runWithToast(async () => {
    const { text } = await api.forms.get({ workspaceId, key: place });
    if (text !== null) kept = JSON.parse(text);
  });
  return kept;
}

/**
 * Only what `empty` names, and of its types, over `empty`: a form that another version has written loses what this one
 * does not know. Null where it is none at all.
 */
export function knownFields<T extends object>(empty: T, kept: unknown): T | null {
  if (typeof kept !== "object" || kept === null) return null;
  const known = Object.entries(kept).filter(([name, value]) => {
    const usual: unknown = empty[name as keyof T];
    return Object.hasOwn(empty, name) && typeof value === typeof usual && value !== null;
  });
  return { ...empty, ...Object.fromEntries(known) };
}
