/** A question that the user confirms or cancels before an action runs. */
interface Confirmation {
  title: string;
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  tone: "danger" | "neutral";
}

class Confirmations {
  current = $state.raw<Confirmation | null>(null);
  #settle: ((isConfirmed: boolean) => void) | null = null;

  request(confirmation: Confirmation): Promise<boolean> {
    this.#settle?.(false);
    this.current = confirmation;
    return new Promise((resolve) => (this.#settle = resolve));
  }

  settle(isConfirmed: boolean): void {
    this.current = null;
    this.#settle?.(isConfirmed);
    this.#settle = null;
  }
}

/** The window's one open confirmation, rendered by ui/ConfirmDialog. */
export const confirmations = new Confirmations();

/**
 * Shows a question. Resolves with true when the user confirms. A second question cancels the first.
 */
export const confirm = (confirmation: Confirmation): Promise<boolean> =>
  confirmations.request(confirmation);
