/** Which sound streams of a file are its sound, and how ffmpeg reads them. */
import type { SoundProgramme, SoundTrack } from "../ports";

/**
 * Services that are not the sound of a programme: commentary, audio description, music and effects,
 * dialogue alone, voice-over, emergency, karaoke.
 */
const otherServices: ReadonlySet<string> = new Set(["C", "VI", "ME", "D", "VO", "E", "K"]);
/** Titles of such streams, where the container has no flags. */
const otherTitle =
  /comment|kommentar|comentario|descri(ption|bed|ptive|p?ci[oó]n|zione)|h[oö]rfilm|visual(ly)? impair|m\s?&\s?e\b|music (and|&) effects/i;

const servicesOf = ({ service }: SoundTrack) => service.split("/").map((one) => one.trim());
const isOther = (stream: SoundTrack) =>
  otherTitle.test(stream.title) || servicesOf(stream).some((one) => otherServices.has(one));

/** A lower number is preferred: a programme before a commentary, then the default, the original. */
const rank = (stream: SoundTrack) =>
  (isOther(stream) ? 4 : 0) +
  (stream.isDefault ? 0 : 2) +
  (servicesOf(stream).includes("O") ? 0 : 1);

/**
 * The sound of a file with these sound streams, in their order. Mono streams of the same kind are
 * one programme, as broadcasters deliver them. `chosen`: the number of a stream from 1, in place of
 * the one that is heard by default. Null if there is none.
 */
export function soundOf(
  streams: readonly SoundTrack[],
  chosen: number | null = null,
): SoundProgramme | null {
  const all = streams.map((stream, index) => ({ ...stream, index }));
  const main = chosen === null ? all.toSorted((a, b) => rank(a) - rank(b))[0] : all[chosen - 1];
  if (!main) return null;
  const { codec, sampleRate, language } = main;
  const belongs = (one: SoundTrack) =>
    one.channels === 1 &&
    one.codec === codec &&
    one.sampleRate === sampleRate &&
    one.language === language &&
    isOther(one) === isOther(main);
  const parts = main.channels === 1 && !isOther(main) ? all.filter(belongs) : [main];
  const channels = parts.length > 1 ? parts.length : main.channels;
  return { codec, sampleRate, channels, streams: parts.map(({ index }) => index) };
}

/** The name that ffmpeg has for a stream of the first input. */
export const streamName = (index: number): string => `0:a:${index}`;

/** Gaps become silence, so that positions are those of the picture. */
const withoutGaps = "aresample=async=1:first_pts=0";

const half = Math.SQRT1_2;
/**
 * Gains to the left and the right of six mono streams in the order L R C LFE Ls Rs (SMPTE 320M).
 */
const surround: readonly (readonly [number, number])[] = [
  [1, 0],
  [0, 1],
  [half, half],
  [0, 0],
  [half, 0],
  [0, half],
];

/** Gains to the left and the right of a mono stream: by turns, unless they are surround sound. */
function gainsOf(position: number, count: number): readonly [number, number] {
  const gains = count === surround.length ? surround[position] : undefined;
  return gains ?? (position % 2 === 0 ? [1, 0] : [0, 1]);
}

/** Six mono streams as 5.1: each in its channel. */
function surroundInput(streams: readonly number[]): string[] {
  const placed = streams.map(
    (stream, position) =>
      `[${streamName(stream)}]${withoutGaps},pan=5.1|c${position}=c0[p${position}]`,
  );
  const inputs = streams.map((_, position) => `[p${position}]`).join("");
  const sum = `${inputs}amix=inputs=${streams.length}:duration=longest:normalize=0[sound]`;
  return ["-filter_complex", [...placed, sum].join(";"), "-map", "[sound]"];
}

/**
 * The arguments of ffmpeg that map a sound, with silence in its gaps. Six mono streams are 5.1 if
 * the target is.
 */
export function soundInput({ streams }: SoundProgramme, channels: number): string[] {
  const [only] = streams;
  if (channels === surround.length && streams.length === surround.length)
    return surroundInput(streams);
  if (streams.length === 1 && only !== undefined)
    return ["-map", streamName(only), "-af", withoutGaps];
  const gains = streams.map((_, position) => gainsOf(position, streams.length));
  // The sum of full scale in all streams is full scale.
  const left = gains.reduce((sum, [gain]) => sum + gain, 0);
  const right = gains.reduce((sum, [, gain]) => sum + gain, 0);
  const scale = 1 / Math.max(left, right);
  const panned = gains.map(([toLeft, toRight], position) => {
    const pan = `pan=stereo|c0=${toLeft * scale}*c0|c1=${toRight * scale}*c0`;
    return `[${streamName(streams[position] ?? 0)}]${withoutGaps},${pan}[p${position}]`;
  });
  const inputs = streams.map((_, position) => `[p${position}]`).join("");
  const sum = `${inputs}amix=inputs=${streams.length}:duration=longest:normalize=0[sound]`;
  return ["-filter_complex", [...panned, sum].join(";"), "-map", "[sound]"];
}
