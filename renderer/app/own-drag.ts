/**
 * The files that this window drags to other programs. A drop of them on the window itself is no
 * upload: the page sees it like a drop from a file manager, and it has no event at the end of a
 * drag that the system does.
 */
class OwnDrag {
  #ends: readonly string[] = [];
  #isInWindow = false;

  /**
   * A drag begins. `ends`: the paths of its files on this computer, or how they end. It is called
   * before the drag: on some systems the drag is over before a call returns.
   */
  begin(ends: readonly string[]): void {
    this.#ends = ends.map(comparable);
    this.#isInWindow = true;
  }

  /** The drag has left the window, from where any drag may come next. */
  left(): void {
    this.#isInWindow = false;
  }

  /** There is no drag, or no more: a button can only be pressed again after its end. */
  end(): void {
    this.#ends = [];
    this.#isInWindow = false;
  }

  /** Whether the drag over the window can only be the own one. */
  get isInWindow(): boolean {
    return this.#isInWindow;
  }

  /** Whether dropped paths are files of the own drag, all of them. */
  has(paths: readonly string[]): boolean {
    const isOwn = (path: string) =>
      this.#ends.some((end) => path === end || path.endsWith(`/${end}`));
    return paths.length > 0 && paths.map(comparable).every(isOwn);
  }
}

/** File systems may decompose accents, and Windows separates by backslashes. */
const comparable = (path: string): string => path.replaceAll("\\", "/").normalize();

export const ownDrag = new OwnDrag();
