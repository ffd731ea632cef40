/** Speech requests in the form of Flite. */
import { EngineError, type SpeechRequest } from "../ports";
import type { FliteJob } from "./program-messages";
import { parseArpabet, toFlite } from "./english-phonemes";
import { cleanText, toAscii } from "./text";

/**
 * Features of the voices in Flite: the factor of durations, and the standard deviation of the
 * fundamental frequency in hertz (null: Flite cannot change the pitch of this voice).
 */
const defaults: Readonly<Record<string, { stretch: number; deviation: number | null }>> = {
  slt: { stretch: 1, deviation: 27 },
  rms: { stretch: 1, deviation: null },
  awb: { stretch: 1, deviation: 25 },
  kal16: { stretch: 1.1, deviation: 11 },
};

/**
 * Flite writes past its buffers in a long sequence of punctuation, and drops the words after it.
 */
const longPunctuation = /([^A-Za-z0-9\s]{3})[^A-Za-z0-9\s]+/g;
/**
 * A longer sequence without spaces is split, because the time for a word grows with the square of
 * its length.
 */
const longWord = /\S{100}(?=\S)/g;

/** Sample rates are a multiple of this number of hertz, so that resampling to 48 kHz is cheap. */
const sampleRateStep = 200;
const sampleRate = 16_000;

/**
 * The factor by which the sample rate of the sound is multiplied. It changes the pitch of a voice
 * whose pitch Flite cannot change; the durations are corrected.
 */
export function sampleRateFactor({ voice, pitch }: SpeechRequest): number {
  if (defaults[voice.variant]?.deviation !== null) return 1;
  return (Math.round((sampleRate * pitch) / sampleRateStep) * sampleRateStep) / sampleRate;
}

/** @throws EngineError for a text that is not in Latin letters. */
function english(text: string): string {
  const { ascii, unknown } = toAscii(cleanText(text));
  if (unknown !== null)
    throw new EngineError(`the voice speaks only English and cannot read "${unknown}"`);
  // Flite drops a last word of a file without an end of line.
  return `${ascii.replace(longPunctuation, "$1").replace(longWord, "$& ")}\n`;
}

function phones(text: string): string {
  const phonemes = parseArpabet(text);
  if (!phonemes) throw new EngineError(`"${text}" is not in ARPAbet`);
  return toFlite(phonemes);
}

/**
 * The job of a request. `findPhones` returns the phones of a text; it is called when the request
 * also contains phonemes, because Flite accepts only one of the two.
 * @throws EngineError for a text that is not in Latin letters, or a phone that Flite does not have.
 */
export async function fliteJob(
  request: SpeechRequest,
  findPhones: (job: FliteJob) => Promise<string>,
): Promise<FliteJob> {
  const { voice, parts, rate, pitch, range } = request;
  const { variant } = voice;
  const { stretch, deviation } = defaults[variant] ?? { stretch: 1, deviation: null };
  const features: [string, number][] = [
    ["duration_stretch", (stretch / rate) * sampleRateFactor(request)],
  ];
  if (deviation !== null) {
    if (voice.pitch > 0) features.push(["int_f0_target_mean", voice.pitch]);
    if (pitch !== 1) features.push(["f0_shift", pitch]);
    if (range !== 1) features.push(["int_f0_target_stddev", deviation * range]);
  }
  const job = { kind: "flite" as const, voice: variant, features };

  if (parts.every((part) => "text" in part)) {
    const text = english(parts.map(({ text }) => text).join(""));
    return { ...job, input: { text }, output: "sound" };
  }
  const spoken: string[] = [];
  for (const part of parts) {
    if ("phonemes" in part) spoken.push(phones(part.phonemes));
    else {
      const text = english(part.text);
      if (/[A-Za-z0-9]/.test(text))
        spoken.push(await findPhones({ ...job, input: { text }, output: "phones" }));
    }
  }
  return { ...job, input: { phones: `pau ${spoken.join(" ")} pau` }, output: "sound" };
}
