import type { SourcePreview } from "../../../../preload/contract/review";

/** Milliseconds between two requests while a preview is made. */
const pollMs = 1_000;

export interface PreviewOptions {
  read: () => Promise<SourcePreview>;
  /** Called once, when the preview can be played. */
  onready: () => void;
}

/**
 * The preview of a video whose picture cannot be shown. The service makes it from the first request
 * on.
 */
export class Preview {
  /** Null before the first response. */
  state = $state<SourcePreview["state"] | null>(null);
  /** How much is made, from 0 to 1. */
  progress = $state(0);
  #options: PreviewOptions;
  #isRequested = false;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewOptions) {
    this.#options = options;
  }

  /** Requests the preview, unless it was requested before. */
  request(): void {
    if (this.#isRequested) return;
    this.#isRequested = true;
    void this.#poll();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #poll(): Promise<void> {
    // Without a response, for example while the service starts again, the next one decides.
    const found = await this.#options.read().catch(() => null);
    if (this.#isClosed) return;
    if (found) {
      this.state = found.state;
      this.progress = found.progress;
      if (found.state === "ready") this.#options.onready();
      if (found.state !== "making") return;
    }
    this.#timer = setTimeout(() => void this.#poll(), pollMs);
  }
}
