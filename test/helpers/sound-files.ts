/** A folder with WAV files for tests. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { ChannelCount } from "../../main/local-service/engine/ports";
import { createWav, openWav } from "../../main/local-service/engine/sound/wav-files";

export const soundThreadFile = path.resolve(import.meta.dirname, "../../out/main/sound-thread.cjs");

export interface SoundFiles {
  at: (name: string) => string;
  names: () => Promise<string[]>;
  /** Writes a WAV file, and returns its path. */
  write: (name: string, channels: ChannelCount, samples: Int16Array, sampleRate?: number) => string;
  read: (name: string) => { channels: number; frames: number; samples: Int16Array };
  remove: () => Promise<void>;
}

export async function createSoundFiles(): Promise<SoundFiles> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "sound-"));
  const at = (name: string) => path.join(folder, name);
  return {
    at,
    names: () => readdir(folder),
    write(name, channels, samples, sampleRate = 48_000) {
      const frames = samples.length / channels;
      const writer = createWav(at(name), { channels, sampleRate, frames, hasSha256: false });
      writer.write(samples);
      writer.finish();
      return at(name);
    },
    read(name) {
      const reader = openWav(at(name));
      const samples = new Int16Array(reader.frames * reader.channels);
      reader.read(0, samples);
      reader.close();
      return { channels: reader.channels, frames: reader.frames, samples };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
