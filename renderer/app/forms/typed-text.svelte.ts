/** The text of a field that shows a stored value, and stores another one later. */

/**
 * What is typed stays while the stored value is read again, also when an earlier text is stored
 * meanwhile. Create it while a component is created; it ends with the component.
 */
export class TypedText {
  #typed = $state.raw<string | null>(null);
  #stored: () => string;

  constructor(stored: () => string) {
    this.#stored = stored;
    // From then on the field shows the stored value, also when that changes.
    $effect(() => {
      if (this.#typed === this.#stored()) this.#typed = null;
    });
  }

  get value(): string {
    return this.#typed ?? this.#stored();
  }
  set value(text: string) {
    this.#typed = text;
  }

  /** A text was stored as `shown`: the field shows that, unless it was changed meanwhile. */
  saved(text: string, shown: string): void {
    if (this.#typed === text) this.#typed = shown;
  }
}
