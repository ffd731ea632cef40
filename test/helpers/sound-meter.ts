/** Measures what a page plays, at its sound device, together with its picture if it has one. */

export interface HeardSample {
  /** Root mean square, 1 for full scale. */
  level: number;
  /** The loudest frequency. */
  hertz: number;
  /** The position of the picture; 0 without one. */
  seconds: number;
  /** The mean brightness of the picture, from 0 to 255; 0 without one. */
  light: number;
}

export interface SoundMeter {
  /** Forgets what was heard, and waits for a playback. */
  begin(): void;
  /** Whether a playback has begun since then, and ended. */
  hasEnded(): boolean;
  samples(): HeardSample[];
  /** Milliseconds from the last key to the start of each take. */
  delays(): number[];
}

/** Runs in the page before it opens its sound device. Adds `meter` to the window. */
export function installSoundMeter(): void {
  const sampleMs = 20;
  const analysers = new Map<BaseAudioContext, AnalyserNode>();
  let samples: HeardSample[] = [];
  let hasBegun = false;
  let pressedAt = 0;
  const delays: number[] = [];
  /** Takes that were started and have not ended. */
  const playing = new Set<AudioBufferSourceNode>();
  /** The picture plays, or a take where there is no picture. */
  function isPlaying(): boolean {
    const video = document.querySelector("video");
    return video === null ? playing.size > 0 : !video.paused;
  }
  const canvas = document.createElement("canvas");
  canvas.width = 8;
  canvas.height = 8;
  const picture = canvas.getContext("2d", { willReadFrequently: true });

  // Everything that is connected to the device goes to an analyser too.
  const prototype = AudioNode.prototype;
  const connect = Object.getOwnPropertyDescriptor(prototype, "connect")?.value as (
    ...input: unknown[]
  ) => unknown;
  Object.defineProperty(prototype, "connect", {
    value(this: AudioNode, ...input: unknown[]) {
      if (input[0] instanceof AudioDestinationNode) {
        let analyser = analysers.get(this.context);
        if (!analyser) {
          analyser = new AnalyserNode(this.context, { fftSize: 2048, smoothingTimeConstant: 0 });
          analysers.set(this.context, analyser);
        }
        connect.call(this, analyser);
      }
      return connect.apply(this, input);
    },
  });
  const sources = AudioBufferSourceNode.prototype;
  const start = Object.getOwnPropertyDescriptor(sources, "start")?.value as (
    ...input: unknown[]
  ) => void;
  Object.defineProperty(sources, "start", {
    value(this: AudioBufferSourceNode, ...input: unknown[]) {
      delays.push(performance.now() - pressedAt);
      start.apply(this, input);
      playing.add(this);
      this.addEventListener("ended", () => playing.delete(this));
    },
  });
  document.addEventListener("keydown", () => (pressedAt = performance.now()), true);

  function sample(): void {
    if (!isPlaying()) return;
    hasBegun = true;
    const video = document.querySelector("video");
    let level = 0;
    let hertz = 0;
    for (const [context, analyser] of analysers) {
      const wave = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(wave);
      level = Math.sqrt(wave.reduce((sum, value) => sum + value * value, 0) / wave.length);
      const spectrum = new Float32Array(analyser.frequencyBinCount);
      analyser.getFloatFrequencyData(spectrum);
      const loudest = spectrum.indexOf(Math.max(...spectrum));
      hertz = (loudest * context.sampleRate) / analyser.fftSize;
    }
    if (video) picture?.drawImage(video, 0, 0, 8, 8);
    const pixels = picture?.getImageData(0, 0, 8, 8).data ?? new Uint8ClampedArray();
    const light = pixels.reduce((sum, value, at) => (at % 4 === 0 ? sum + value : sum), 0) / 64;
    samples.push({ level, hertz, seconds: video?.currentTime ?? 0, light });
  }
  setInterval(sample, sampleMs);

  const meter: SoundMeter = {
    begin() {
      samples = [];
      hasBegun = false;
    },
    hasEnded: () => hasBegun && !isPlaying(),
    samples: () => samples,
    delays: () => delays,
  };
  Object.assign(window, { meter });
}
