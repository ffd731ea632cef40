/** A question that stops an action until it is answered. */
export interface Question {
  title: string;
  text: string;
  /** The label of the confirming button. */
  confirm: string;
  tone: "danger" | "neutral";
}

class Questions {
  current = $state.raw<Question | null>(null);
  #answer: ((isConfirmed: boolean) => void) | null = null;

  /** Shows a question. Resolves with true when the user confirms. A second question cancels the first. */
  ask(question: Question): Promise<boolean> {
    this.#answer?.(false);
    this.current = question;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  answer(isConfirmed: boolean): void {
    this.current = null;
    this.#answer?.(isConfirmed);
    this.#answer = null;
  }
}

/** The window's one open question. */
export const questions = new Questions();
