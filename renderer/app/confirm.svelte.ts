/** A question that stops an action until it is answered. */
export interface Question {
  title: string;
  text: string;
  /** The verb of the answer that goes on. */
  confirm: string;
  tone: "danger" | "neutral";
}

class Questions {
  current = $state.raw<Question | null>(null);
  #answer: ((isConfirmed: boolean) => void) | null = null;

  /** Asks and waits: true when the user confirms. A second question answers the first with no. */
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
