/* eslint-disable svelte/prefer-svelte-reactivity -- nothing is rendered from the map */
/**
 * Note: Form drafts
 * The input of a form is saved to disk shortly after each change, and at once when its screen is
 * left, so that it survives a crash and a quit. Each draft is one shared object, however often its
 * screen is opened: all its views show that it is being submitted, and all are empty after success.
 */
import { untrack } from "svelte";
import { api } from "../api";
import { runWithToast } from "../messages/run-with-toast";

const saveAfterMs = 300;

export class FormDraft<T extends object> {
  value = $state() as T;
  /** The form is being submitted and cannot be submitted again. */
  isSending = $state(false);
  #workspaceId: string;
  #key: string;
  #empty: () => T;
  /** The value that was last saved, or is being saved. */
  #saved: string | null;
  #current: string | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(workspaceId: string, key: string, empty: () => T, stored: T | null) {
    this.#workspaceId = workspaceId;
    this.#key = key;
    this.#empty = empty;
    this.value = stored ?? empty();
    this.#saved = stored && JSON.stringify(stored);
    this.#current = this.#saved;
  }

  /** The form differs from an empty one. */
  get isTouched(): boolean {
    return JSON.stringify(this.value) !== JSON.stringify(this.#empty());
  }

  /** Called when the form's screen is opened: an unchanged form is reset. */
  opened(empty: () => T): void {
    const isBlank = !this.isTouched && !this.isSending;
    this.#empty = empty;
    if (isBlank) this.value = empty();
  }

  /** Saves the current value; called from an effect. */
  save(hasContent = this.isTouched): void {
    this.#current = hasContent ? JSON.stringify(this.value) : null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), saveAfterMs);
  }

  /** Empties the form, on disk too. */
  clear(): void {
    this.value = this.#empty();
    this.#current = null;
    this.flush();
  }

  /** Saves pending changes now. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#current === this.#saved) return;
    const text = (this.#saved = this.#current);
    const draft = { workspaceId: this.#workspaceId, key: this.#key, text };
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
 * The draft of a form of a workspace. `empty` returns the values of an empty form; `read` parses
 * stored values, which another version may have written, and returns null if they are not values of
 * this form.
 */
export async function openFormDraft<T extends object>(
  workspaceId: string,
  key: string,
  empty: () => T,
  read: (stored: unknown) => T | null,
): Promise<FormDraft<T>> {
  const id = JSON.stringify([workspaceId, key]);
  const find = () => forms.get(id) as FormDraft<T> | undefined;
  if (!find()) {
    const stored = await readStored(workspaceId, key);
    // Two callers at the same time share one form.
    if (!find())
      forms.set(id, new FormDraft(workspaceId, key, empty, stored === null ? null : read(stored)));
  }
  const form = find() ?? new FormDraft(workspaceId, key, empty, null);
  // The caller must not depend on the form's values.
  untrack(() => form.opened(empty));
  return form;
}

/** Loads the saved value; an error is shown, and the form starts empty. */
async function readStored(workspaceId: string, key: string): Promise<unknown> {
  let stored: unknown = null;
  await runWithToast(async () => {
    const { text } = await api.forms.get({ workspaceId, key });
    if (text !== null) stored = JSON.parse(text);
  });
  return stored;
}

/**
 * `empty` with the stored fields that it has and that have its types; other fields are dropped.
 * Null if `stored` is not an object.
 */
export function knownFields<T extends object>(empty: T, stored: unknown): T | null {
  if (typeof stored !== "object" || stored === null) return null;
  const known = Object.entries(stored).filter(([name, value]) => {
    const initial: unknown = empty[name as keyof T];
    return Object.hasOwn(empty, name) && typeof value === typeof initial && value !== null;
  });
  return { ...empty, ...Object.fromEntries(known) };
}
