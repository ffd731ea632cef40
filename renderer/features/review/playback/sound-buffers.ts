/** Bytes of decoded sounds that stay in memory. */
const maxBufferBytes = 64 * 1024 ** 2;
/** Hertz, of takes and of the sound device as far as it can. */
const sampleRate = 48_000;

interface Entry {
  loaded: Promise<AudioBuffer>;
  /** Undefined while the sound is loading. */
  buffer?: AudioBuffer;
  bytes: number;
}

/**
 * Decoded sounds by their URLs. The ones that were not used for the longest time are removed first.
 */
export class SoundBuffers {
  /** In the order of use. */
  #entries = new Map<string, Entry>();
  #bytes = 0;
  #decode: (bytes: ArrayBuffer) => Promise<AudioBuffer>;
  #maxBytes: number;

  constructor(decode = decodeSound, maxBytes = maxBufferBytes) {
    this.#decode = decode;
    this.#maxBytes = maxBytes;
  }

  /** The decoded sound; undefined if it is not in memory. */
  peek(url: string): AudioBuffer | undefined {
    const entry = this.#entries.get(url);
    if (entry) this.#use(url, entry);
    return entry?.buffer;
  }

  /**
   * Loads a sound unless it is in memory. Rejects if it cannot be read; the next call tries again.
   */
  get(url: string): Promise<AudioBuffer> {
    const found = this.#entries.get(url);
    if (found) {
      this.#use(url, found);
      return found.loaded;
    }
    const entry: Entry = { loaded: this.#load(url), bytes: 0 };
    this.#entries.set(url, entry);
    entry.loaded.then(
      (buffer) => {
        if (this.#entries.get(url) !== entry) return;
        entry.buffer = buffer;
        entry.bytes = buffer.length * buffer.numberOfChannels * 4;
        this.#bytes += entry.bytes;
        this.#trim(url);
      },
      () => {
        if (this.#entries.get(url) === entry) this.#entries.delete(url);
      },
    );
    return entry.loaded;
  }

  /** Loads sounds that are probably played next. */
  prefetch(urls: readonly string[]): void {
    for (const url of urls) this.get(url).catch(() => undefined);
  }

  async #load(url: string): Promise<AudioBuffer> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`status ${response.status}`);
    return this.#decode(await response.arrayBuffer());
  }

  #use(url: string, entry: Entry): void {
    this.#entries.delete(url);
    this.#entries.set(url, entry);
  }

  #trim(newest: string): void {
    for (const [url, { bytes, buffer }] of [...this.#entries]) {
      if (this.#bytes <= this.#maxBytes) return;
      if (!buffer || url === newest) continue;
      this.#entries.delete(url);
      this.#bytes -= bytes;
    }
  }
}

/** Decodes without opening a sound device. */
const decodeSound = (bytes: ArrayBuffer): Promise<AudioBuffer> =>
  new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
