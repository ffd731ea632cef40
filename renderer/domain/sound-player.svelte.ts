/** Plays sounds, one at a time. */
export class SoundPlayer {
  /** The key of the sound that is loading or playing; null if none is. */
  playing = $state<string | null>(null);
  #audio: HTMLAudioElement | null = null;

  /** Plays a sound from its begin. `onfail` is called if it cannot be played. */
  play(key: string, url: string, onfail: () => void): void {
    this.stop();
    const audio = new Audio(url);
    this.#audio = audio;
    this.playing = key;
    const end = () => {
      if (this.#audio === audio) this.stop();
    };
    audio.addEventListener("ended", end);
    audio.addEventListener("error", () => {
      if (this.#audio === audio) onfail();
      end();
    });
    // A rejection is also an "error" event, or the playback was stopped.
    audio.play().catch(() => undefined);
  }

  /** Plays a sound, or stops it if it is playing. */
  toggle(key: string, url: string, onfail: () => void): void {
    if (this.playing === key) this.stop();
    else this.play(key, url, onfail);
  }

  stop(): void {
    this.#audio?.pause();
    this.#audio = null;
    this.playing = null;
  }
}
