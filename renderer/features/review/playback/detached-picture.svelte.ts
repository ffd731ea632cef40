/** The picture in a window of its own, above all others, which can be moved to another display. */

export interface DetachedPictureOptions {
  /** What the buttons of that window do. */
  play: () => void;
  stop: () => void;
  /** Called when the picture cannot be detached. */
  onfail: () => void;
}

/**
 * The element stays the one of the desk, so that the picture remains the clock of what is heard.
 * Its window has buttons that would play and pause the element alone; they do what the desk does.
 */
export class DetachedPicture {
  isDetached = $state(false);
  #video: HTMLVideoElement;
  #options: DetachedPictureOptions;

  constructor(video: HTMLVideoElement, options: DetachedPictureOptions) {
    this.#video = video;
    this.#options = options;
    video.addEventListener("enterpictureinpicture", () => this.#entered());
    video.addEventListener("leavepictureinpicture", () => this.#left());
  }

  /** Detaches the picture, or brings it back. Requires a click or a key. */
  async toggle(): Promise<void> {
    if (this.isDetached) return this.close();
    try {
      this.#video.disablePictureInPicture = false;
      await this.#video.requestPictureInPicture();
    } catch {
      this.#left();
      this.#options.onfail();
    }
  }

  /** Brings the picture back, if it is detached. */
  async close(): Promise<void> {
    if (document.pictureInPictureElement === this.#video) await document.exitPictureInPicture();
  }

  #entered(): void {
    this.isDetached = true;
    navigator.mediaSession.setActionHandler("play", this.#options.play);
    navigator.mediaSession.setActionHandler("pause", this.#options.stop);
  }
  #left(): void {
    this.isDetached = false;
    // Chromium would otherwise show its own button for picture in picture.
    this.#video.disablePictureInPicture = true;
    navigator.mediaSession.setActionHandler("play", null);
    navigator.mediaSession.setActionHandler("pause", null);
  }
}
