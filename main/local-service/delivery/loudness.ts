/** Whether the sounds of a delivery meet its preset. */
import {
  deliveryPresets,
  isAboveLimit,
  safeTruePeak,
  takePresets,
  type DeliveryPreset,
  type LoudnessTarget,
} from "../../../preload/facts/delivery";
import { checkRules } from "../../../preload/facts/checks";
import { messageText } from "../../../preload/facts/service-messages";
import type { ChannelCount, SoundMeasures } from "../engine/ports";
import { levelOf, targetOf } from "../engine/sound/delivery/target";
import type { FileMeasures } from "../rows/exports/export-port";

/** One channel is 3 LU louder when it is played on two. */
const monoDifference = 10 * Math.log10(2);
const onOneChannel = (loudness: number | null) =>
  loudness === null ? null : loudness - monoDifference;

/** A mono mix has the loudness of a stereo mix when it is played on two channels. */
function targetOn(channels: ChannelCount, preset: DeliveryPreset): LoudnessTarget {
  const target = deliveryPresets[preset];
  const { measure, loudness, monoLoudness, programmeLoudness } = target;
  if (channels !== 1 || measure === "rms") return target;
  return {
    ...target,
    monoLoudness: monoLoudness ?? onOneChannel(loudness),
    programmeLoudness: onOneChannel(programmeLoudness),
  };
}

/** The target of a mix or a video. */
export function mixTarget(preset: DeliveryPreset, channels: ChannelCount): LoudnessTarget {
  const target = targetOn(channels, preset);
  return target.appliesTo === "mix"
    ? target
    : { ...target, loudness: null, truePeak: safeTruePeak };
}

/** The target of the stem of all characters; null for a sum that is not changed. */
export const dialogueTarget = (preset: DeliveryPreset): LoudnessTarget | null =>
  deliveryPresets[preset].appliesTo === "dialogue" ? deliveryPresets[preset] : null;

/** The target of a take of a line with this level; null for takes that keep their levels. */
export function takeTarget(preset: DeliveryPreset, levelDb: number): LoudnessTarget | null {
  if (!takePresets.has(preset)) return null;
  const { loudness, ...target } = deliveryPresets[preset];
  // A take is speech without a pause in which its noise could be measured.
  return { ...target, loudness: loudness === null ? null : loudness + levelDb, noiseFloor: null };
}

/** The gain of a take that is too short for a measurement: that of a take of the usual loudness. */
export const unmeasuredGain = ({ loudness }: LoudnessTarget): number =>
  loudness === null ? 0 : loudness - checkRules.loudness.limit;

/** Decibels by which a limiter would lower a take with these levels; see `maxLimitingDb`. */
export function takeLimiting(
  target: LoudnessTarget,
  { loudness, truePeak }: { loudness: number | null; truePeak: number | null },
): number {
  // An RMS is not known before the file is made.
  if (target.loudness === null || truePeak === null || target.measure === "rms") return 0;
  const gain = loudness === null ? unmeasuredGain(target) : target.loudness - loudness;
  return truePeak + gain - target.truePeak;
}

const inTenths = (db: number) => Number(db.toFixed(1));

/** What was measured against a target, and in which way it is not met, or "". */
export function judge(
  measured: SoundMeasures,
  target: LoudnessTarget | null,
  gains: Pick<FileMeasures, "gain" | "limiting"> | null,
): { measures: FileMeasures; finding: string } {
  const { speechShare: _share, ...levels } = measured;
  const resolved = target && targetOf(target, measured);
  const measures: FileMeasures = {
    ...levels,
    gain: gains?.gain ?? null,
    limiting: gains?.limiting ?? null,
    target: target && resolved ? { loudness: resolved.loudness, truePeak: target.truePeak } : null,
  };
  if (!target || !resolved) return { measures, finding: "" };
  const level = levelOf(resolved, measured);
  const { loudness, measure } = resolved;
  const { truePeak, noiseFloor } = measured;
  const { tolerance } = target;
  const findings: string[] = [];
  if (loudness !== null) {
    const wanted = { loudness: inTenths(loudness), tolerance };
    if (level === null) findings.push(messageText("finding-no-loudness", wanted));
    else if (isAboveLimit(Math.abs(level - loudness), tolerance)) {
      const code = measure === "rms" ? "finding-rms" : "finding-loudness";
      findings.push(messageText(code, { level: level.toFixed(1), ...wanted }));
    }
  }
  if (truePeak !== null && isAboveLimit(truePeak, target.truePeak))
    findings.push(
      messageText("finding-true-peak", { level: truePeak.toFixed(1), limit: target.truePeak }),
    );
  if (
    target.noiseFloor !== null &&
    noiseFloor !== null &&
    isAboveLimit(noiseFloor, target.noiseFloor)
  )
    findings.push(
      messageText("finding-noise-floor", {
        level: noiseFloor.toFixed(1),
        limit: target.noiseFloor,
      }),
    );
  return { measures, finding: findings.join("; ") };
}
