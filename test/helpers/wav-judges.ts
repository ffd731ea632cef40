/** What other programs read from a WAV file, for those that are installed. */
import { spawnSync } from "node:child_process";

export interface ReadWav {
  rate: number;
  channels: number;
  bits: number;
  /** Samples of a channel. */
  length: number;
}

/** The output of a program; null if it is not installed. */
function outputOf(program: string, ...args: string[]): string | null {
  const { error, stdout, status } = spawnSync(program, args, { encoding: "utf8" });
  if (error) return null;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: exit code ${status}`);
  return stdout;
}

/** The number after a name in the output of a program. */
function numberAfter(text: string, name: RegExp): number {
  const found = new RegExp(`${name.source}\\D*?(\\d+)`).exec(text)?.[1];
  if (found === undefined) throw new Error(`no ${name.source} in:\n${text}`);
  return Number(found);
}

const judges: Record<string, (file: string) => ReadWav | null> = {
  ffprobe(file) {
    const text = outputOf("ffprobe", "-v", "error", "-show_streams", file);
    return text === null
      ? null
      : {
          rate: numberAfter(text, /sample_rate=/),
          channels: numberAfter(text, /channels=/),
          bits: numberAfter(text, /bits_per_sample=/),
          length: numberAfter(text, /duration_ts=/),
        };
  },
  mediainfo(file) {
    const text = outputOf("mediainfo", "--Output=JSON", file);
    return text === null
      ? null
      : {
          rate: numberAfter(text, /"SamplingRate"/),
          channels: numberAfter(text, /"Channels"/),
          bits: numberAfter(text, /"BitDepth"/),
          length: numberAfter(text, /"SamplingCount"/),
        };
  },
  "sndfile-info"(file) {
    const text = outputOf("sndfile-info", file);
    return text === null
      ? null
      : {
          rate: numberAfter(text, /\nSample Rate :/),
          channels: numberAfter(text, /\nChannels *:/),
          bits: numberAfter(text, /Bit Width *:/),
          length: numberAfter(text, /\nFrames *:/),
        };
  },
  soxi(file) {
    const values = ["-r", "-c", "-b", "-s"].map((name) => outputOf("soxi", name, file));
    const [rate, channels, bits, length] = values.map(Number);
    if (values.includes(null)) return null;
    return { rate: rate!, channels: channels!, bits: bits!, length: length! };
  },
};

/** What each installed program reads, by its name. */
export function judgeWav(file: string, without: readonly string[] = []): Record<string, ReadWav> {
  const read = Object.entries(judges).flatMap(([name, judge]) => {
    const found = without.includes(name) ? null : judge(file);
    return found ? [[name, found] as const] : [];
  });
  return Object.fromEntries(read);
}
