import type { HelpTarget } from "../help-topics";

/** A short message about what has just happened, with at most one action. */
export interface Toast {
  id: number;
  text: string;
  tone: "neutral" | "good" | "bad";
  action: { title: string; run: () => void } | null;
  /** The part of the guide that describes the problem. */
  help: HelpTarget | null;
}

class Toasts {
  list = $state.raw<readonly Toast[]>([]);
  /**
   * The newest toast with an action. It stays available after the toast has disappeared, for "Undo"
   * by keyboard.
   */
  latest = $state.raw<Toast | null>(null);
  #nextId = 1;

  /** Shows a toast. Only the three newest toasts are visible, each text once. */
  show(text: string, options: Partial<Pick<Toast, "tone" | "action" | "help">> = {}): void {
    const toast: Toast = {
      id: this.#nextId++,
      text,
      tone: options.tone ?? "neutral",
      action: options.action ?? null,
      help: options.help ?? null,
    };
    this.list = [...this.list.filter((shown) => shown.text !== text).slice(-2), toast];
    if (toast.action) this.latest = toast;
  }

  /** Runs the action of a toast, once. */
  run({ id, action }: Toast): void {
    this.dismiss(id);
    if (this.latest?.id === id) this.latest = null;
    action?.run();
  }

  dismiss(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

/** The window's toasts. */
export const toasts = new Toasts();
