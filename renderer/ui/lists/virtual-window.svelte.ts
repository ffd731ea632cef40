/**
 * Browsers limit an element's height to about 33 million pixels. Lists above this lower limit are
 * scaled.
 */
const maxHeight = 12_000_000;

/**
 * Which rows of a long list are visible, and at which offset. A list that is too high for the
 * browser is given a lower scroll area: wheel and keys still move it by their own pixels, the
 * scroll bar moves it in proportion.
 */
export class VirtualWindow {
  height = $state(0);
  /** The first visible pixel, in the list's true height. */
  top = $state(0);
  #scrollTop = $state(0);
  #total: () => number;
  #rowHeight: number;

  constructor(total: () => number, rowHeight: number) {
    this.#total = total;
    this.#rowHeight = rowHeight;
  }

  get #full(): number {
    return this.#total() * this.#rowHeight;
  }

  /** The height of the scroll area. */
  get space(): number {
    return Math.min(this.#full, maxHeight);
  }

  /** True pixels for one pixel of the scroll bar. */
  get #scale(): number {
    const rest = this.space - this.height;
    return rest > 0 ? Math.max(1, (this.#full - this.height) / rest) : 1;
  }

  get first(): number {
    return Math.max(0, Math.floor(this.top / this.#rowHeight) - 4);
  }

  /** The row after the last rendered one. */
  get end(): number {
    return Math.min(
      this.#total(),
      Math.ceil((this.top + Math.max(this.height, this.#rowHeight)) / this.#rowHeight) + 4,
    );
  }

  get indexes(): number[] {
    const first = this.first;
    return Array.from({ length: Math.max(0, this.end - first) }, (_, at) => first + at);
  }

  /** Rows that fit into the viewport: the step of Page Up and Page Down. */
  get page(): number {
    return Math.max(1, Math.floor(this.height / this.#rowHeight) - 1);
  }

  /** The offset of a row in the scroll area. */
  y(index: number): number {
    return index * this.#rowHeight - this.top + this.#scrollTop;
  }

  /** Call when the element's scroll position changed. */
  scrolled(scrollTop: number): void {
    const moved = scrollTop - this.#scrollTop;
    const isStep = Math.abs(moved) < Math.max(this.height, 1);
    const top = this.#scale > 1 && !isStep ? scrollTop * this.#scale : this.top + moved;
    this.#scrollTop = scrollTop;
    this.top = this.#scale > 1 ? this.#clamp(top) : scrollTop;
  }

  /** The scroll position that matches the visible rows. Set when scrolling has ended. */
  rest(): number {
    this.#scrollTop = this.top / this.#scale;
    return this.#scrollTop;
  }

  /** Scrolls the minimum that makes a row fully visible. Returns the scroll position to set. */
  reveal(index: number): number {
    const from = index * this.#rowHeight;
    const to = from + this.#rowHeight;
    if (from < this.top) this.top = from;
    else if (to > this.top + this.height) this.top = to - this.height;
    this.top = this.#clamp(this.top);
    return this.rest();
  }

  /** Scrolls to the first row. */
  reset(): number {
    this.top = 0;
    return this.rest();
  }

  #clamp(top: number): number {
    return Math.max(0, Math.min(top, this.#full - this.height));
  }
}
