import type { WatchPreview } from "../../../preload/contract/watch-folders";
import { api } from "../../app/api";

type Input = Parameters<typeof api.watchFolders.preview>[0];

/** Milliseconds between the last change of the input and the preview. */
const delayMs = 250;

/**
 * The files of a folder that the patterns in a form match. A change of the input cancels the
 * running preview.
 */
export class PatternPreview {
  /** The last result; null while there is none, or after an error. */
  result = $state.raw<WatchPreview | null>(null);
  isReading = $state(false);
  #onError: (error: unknown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sequence = 0;

  /** `onError` is called with an error of the last input, and with null after a result. */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Starts a preview after a delay. Without a folder there is none. */
  update(input: Input): void {
    const sequence = this.#cancel();
    const hasFolder = input.sourcePath !== "";
    this.isReading = hasFolder;
    if (!hasFolder) return;
    this.#timer = setTimeout(() => {
      api.watchFolders.preview(input).then(
        (result) => {
          if (result) this.#settle(sequence, result, null);
        },
        (error: unknown) => this.#settle(sequence, null, error),
      );
    }, delayMs);
  }

  /** Ends the preview when its form is closed. */
  close(): void {
    this.#cancel();
    void api.watchFolders.cancelPreview().catch(() => undefined);
  }

  #cancel(): number {
    clearTimeout(this.#timer);
    return ++this.#sequence;
  }

  #settle(sequence: number, result: WatchPreview | null, error: unknown): void {
    if (sequence !== this.#sequence) return;
    this.result = result;
    this.isReading = false;
    this.#onError(error);
  }
}
