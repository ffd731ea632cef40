import { tick } from "svelte";

/** What the pane can focus. */
interface PaneView {
  focusText: () => void;
  focusReason: () => void;
  comment: (atMs: number, endMs: number | null) => Promise<void>;
  focusTimes: () => void;
  focusCharacter: () => void;
  focusSource: () => void;
}

/** The pane beside the list, with the selected line. */
export class LinePane {
  /** Shown at first if the window has room for it beside the list. */
  isShown = $state(matchMedia("(min-width: 1100px)").matches);
  view = $state<PaneView>();

  async #show(): Promise<PaneView | undefined> {
    this.isShown = true;
    await tick();
    return this.view;
  }
  toggle(): void {
    this.isShown = !this.isShown;
  }
  async editText(): Promise<void> {
    (await this.#show())?.focusText();
  }
  async editReason(): Promise<void> {
    (await this.#show())?.focusReason();
  }
  async editTimes(): Promise<void> {
    (await this.#show())?.focusTimes();
  }
  async editCharacter(): Promise<void> {
    (await this.#show())?.focusCharacter();
  }
  async editSource(): Promise<void> {
    (await this.#show())?.focusSource();
  }
  /** Begins a comment on a moment or a span of the line, in milliseconds from its start. */
  async comment(atMs: number, endMs: number | null = null): Promise<void> {
    await (await this.#show())?.comment(atMs, endMs);
  }
}
