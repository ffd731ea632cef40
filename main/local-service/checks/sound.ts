/** Checks of the sound of one take. */
import { silentVoice } from "../../../preload/facts/review";
import { checkRules, type ReportedRule, type Finding } from "../../../preload/facts/checks";
import type { TakeScan } from "../engine/sound/take-scan";
import type { TakeRow } from "../rows/dubs/dub-port";
import { countCharacters } from "./characters";

export interface CheckedTake {
  number: number;
  languageId: string;
  text: string;
  voice: string;
  /** The factor by which the take was accelerated. */
  speed: number;
  /** LUFS and dBTP, as in TakeMeasures; null as there. */
  loudness: number | null;
  truePeak: number | null;
  scan: TakeScan;
}

type PacedTake = Pick<CheckedTake, "text" | "voice" | "speed"> & {
  scan: Pick<TakeScan, "durationMs">;
};

const naturalMs = ({ scan, speed }: PacedTake) => scan.durationMs * speed;

/**
 * Median milliseconds per character of each voice that has enough takes. Memory: one number per
 * take.
 */
export function voicePaces(takes: Iterable<PacedTake>): Map<string, number> {
  const byVoice = new Map<string, number[]>();
  for (const take of takes) {
    const characters = countCharacters(take.text);
    if (characters === 0) continue;
    const paces = byVoice.get(take.voice) ?? [];
    paces.push(naturalMs(take) / characters);
    byVoice.set(take.voice, paces);
  }
  const medians = new Map<string, number>();
  for (const [voice, paces] of byVoice) {
    if (paces.length < checkRules.medianTakes.limit) continue;
    paces.sort((a, b) => a - b);
    medians.set(voice, paces[Math.floor(paces.length / 2)] ?? 0);
  }
  return medians;
}

/**
 * The names of what is found on the sound of a take alone, without comparing its length with those
 * of others; empty for one that was not scanned, or that is to be silent.
 */
export function checksOfTake({ number, voice, measures, scan }: TakeRow): string[] {
  if (!scan || !measures || voice === silentVoice) return [];
  const { speed, loudness, peak: truePeak } = measures;
  const take = { number, languageId: "", text: "", voice, speed, loudness, truePeak, scan };
  return [...new Set(checkSound(take, new Map()).map(({ name }) => name))];
}

/** `paces`: the result of `voicePaces`. A take without speech has only the finding "silence". */
export function checkSound(take: CheckedTake, paces: ReadonlyMap<string, number>): Finding[] {
  const { scan, loudness, truePeak } = take;
  const findings: Finding[] = [];
  const add = (
    [name, severity]: [Finding["name"], Finding["severity"]],
    [rule, value, limit = checkRules[rule].limit]: [ReportedRule, number, number?],
  ) =>
    findings.push({
      line: take.number,
      languageId: take.languageId,
      name,
      severity,
      rule,
      value,
      limit,
    });

  if (scan.levelDb < checkRules.silentDb.limit) {
    add(["silence", "error"], ["silentDb", scan.levelDb]);
    return findings;
  }
  for (const rule of ["silenceStartMs", "silenceEndMs", "silenceInsideMs"] as const)
    if (scan[rule] > checkRules[rule].limit) add(["silence", "note"], [rule, scan[rule]]);

  const usualMs = (paces.get(take.voice) ?? 0) * countCharacters(take.text);
  const length = usualMs === 0 ? 1 : naturalMs(take) / usualMs;
  const belowSpeech = scan.speechDb - scan.endDb;
  if (length < checkRules.lengthMin.limit) add(["words-cut", "warning"], ["lengthMin", length]);
  else if (length > checkRules.lengthMax.limit)
    add(["words-cut", "warning"], ["lengthMax", length]);
  else if (belowSpeech < checkRules.endBelowSpeechDb.limit)
    add(["words-cut", "warning"], ["endBelowSpeechDb", belowSpeech]);

  if (scan.fullScaleSamples >= checkRules.fullScaleSamples.limit)
    add(["clipping", "error"], ["fullScaleSamples", scan.fullScaleSamples]);
  // The engine limits its own takes to this peak, and rounds their samples afterwards.
  else if (
    truePeak !== null &&
    truePeak > checkRules.truePeak.limit + checkRules.truePeakTolerance.limit
  )
    add(["clipping", "warning"], ["truePeak", truePeak]);

  if (loudness !== null && scan.durationMs >= checkRules.loudnessMinMs.limit) {
    const distance = loudness - checkRules.loudness.limit;
    if (Math.abs(distance) > checkRules.loudnessTolerance.limit)
      add(["loudness", "warning"], ["loudness", loudness]);
  }
  return findings;
}
