/** The text of a field that shows a value of a line, and stores another one. */

interface Typed {
  text: string;
  /** The line for which it was typed. */
  identity: number;
  /** What the line had when the text was sent; null before. */
  replaced: string | null;
}

/**
 * What is typed stays until it is stored or reset, also while the line is read again, and while an
 * earlier text of the same field is being stored. Create it while a component is created; it ends
 * with the component.
 */
export class LineText {
  #typed = $state.raw<Typed | null>(null);
  /** How many requests store texts of the field: until they end, the shown line is an older one. */
  #storing = $state(0);
  #stored: () => string;
  #identity: () => number;

  /** `stored`: the value of the line with this identity, as the field shows it. */
  constructor(stored: () => string, identity: () => number) {
    this.#stored = stored;
    this.#identity = identity;
    // From then on the field shows the stored value, also when that changes.
    $effect(() => {
      const typed = this.#typed;
      if (!typed) return;
      const present = this.#stored();
      const isReplaced = typed.replaced !== null && typed.replaced !== present;
      const isStored = this.#storing === 0 && (isReplaced || typed.text === present);
      if (isStored || typed.identity !== this.#identity()) this.#typed = null;
    });
  }

  get #own(): Typed | null {
    return this.#typed?.identity === this.#identity() ? this.#typed : null;
  }

  /** Whether the field shows another text than the stored one, or is about to store one. */
  get isTyped(): boolean {
    return this.#own !== null;
  }
  get value(): string {
    return this.#own?.text ?? this.#stored();
  }
  set value(text: string) {
    this.#typed = { text, identity: this.#identity(), replaced: null };
  }

  /** The text is being stored until `request` settles; then the line has been read again. */
  storing(request: Promise<unknown>): void {
    const typed = this.#own;
    if (typed) this.#typed = { ...typed, replaced: this.#stored() };
    this.#storing += 1;
    const end = () => {
      this.#storing -= 1;
    };
    void request.then(end, end);
  }

  /** Shows the stored value again. */
  reset(): void {
    this.#typed = null;
  }
}
