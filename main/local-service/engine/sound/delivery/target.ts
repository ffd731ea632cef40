/**
 * What a sound is measured against: the target of its preset for its channels and its share of
 * speech.
 */
import { minSpeechShare, type LoudnessTarget } from "../../../../../preload/facts/delivery";
import type { SoundMeasures } from "../../ports";

export type ResolvedTarget = Pick<LoudnessTarget, "loudness" | "measure">;

export function targetOf(
  target: Pick<LoudnessTarget, "loudness" | "monoLoudness" | "programmeLoudness" | "measure">,
  { channels, speechShare }: Pick<SoundMeasures, "channels" | "speechShare">,
): ResolvedTarget {
  const { loudness, monoLoudness, programmeLoudness, measure } = target;
  if (measure === "dialogue" && speechShare < minSpeechShare)
    return { loudness: programmeLoudness ?? loudness, measure: "integrated" };
  return { loudness: channels === 1 ? (monoLoudness ?? loudness) : loudness, measure };
}

/** The level that the target is about. */
export function levelOf({ measure }: ResolvedTarget, measures: SoundMeasures): number | null {
  if (measure === "rms") return measures.rms;
  return measure === "dialogue" ? measures.dialogue : measures.loudness;
}
