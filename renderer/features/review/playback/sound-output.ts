/** The sound device: takes as buffers, and the original through a gain. */

/** Gain of the original while a take plays: that of the mix of a dub, -18 dB. */
export const duckedGain = 10 ** (-18 / 20);
/** Seconds in which a gain changes. */
const rampSeconds = 0.02;

export interface SoundOutput {
  /** The time of the device in seconds. */
  now(): number;
  /** Resolves when the device runs. */
  resume(): Promise<void>;
  /** See SchedulerDeps.start. */
  start(buffer: AudioBuffer, when: number, offset: number, gain: number): () => void;
  setOriginalGain(gain: number): void;
  close(): void;
}

/** Opens the device. `original`: a media element whose sound goes through the gain. */
export function openSoundOutput(original: HTMLMediaElement | null): SoundOutput {
  const context = new AudioContext({ latencyHint: "interactive" });
  const gain = context.createGain();
  gain.gain.value = 0;
  gain.connect(context.destination);
  if (original) context.createMediaElementSource(original).connect(gain);
  let target = 0;
  return {
    now: () => context.currentTime,
    resume: () => (context.state === "running" ? Promise.resolve() : context.resume()),
    start(buffer, when, offset, level) {
      const source = new AudioBufferSourceNode(context, { buffer });
      const levelNode = new GainNode(context, { gain: level });
      source.connect(levelNode).connect(context.destination);
      source.start(when, offset);
      return () => {
        source.stop();
        source.disconnect();
        levelNode.disconnect();
      };
    },
    setOriginalGain(next) {
      if (next === target) return;
      target = next;
      gain.gain.setTargetAtTime(next, context.currentTime, rampSeconds / 3);
    },
    close: () => void context.close(),
  };
}
