/** Whether the sounds of a delivery meet its preset. */
import {
  deliveryPresets,
  safeTruePeak,
  takePresets,
  type DeliveryPreset,
  type LoudnessTarget,
} from "../../../preload/facts/delivery";
import type { SoundMeasures } from "../engine/ports";
import { levelOf, targetOf } from "../engine/sound/delivery/target";
import type { FileMeasures } from "../rows/exports/export-port";

/** The target of a mix or a video. */
export function mixTarget(preset: DeliveryPreset): LoudnessTarget {
  const target = deliveryPresets[preset];
  return target.appliesTo === "mix"
    ? target
    : { ...target, loudness: null, truePeak: safeTruePeak };
}

/** The target of the stem of all characters; null for a sum that is not changed. */
export const dialogueTarget = (preset: DeliveryPreset): LoudnessTarget | null =>
  deliveryPresets[preset].appliesTo === "dialogue" ? deliveryPresets[preset] : null;

const withUnit = (value: number, unit: string) => `${value.toFixed(1)} ${unit}`;

/** How a take, which keeps its level, differs from a preset that applies to takes; or "". */
export function takeFinding(preset: DeliveryPreset, loudness: number | null): string {
  const { loudness: target, tolerance } = deliveryPresets[preset];
  if (!takePresets.has(preset) || target === null || loudness === null) return "";
  if (Math.abs(loudness - target) <= tolerance) return "";
  return `${withUnit(loudness, "LUFS")}, target ${target} \u00B1${tolerance}; takes keep their level`;
}

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
  const unit = measure === "rms" ? "dBFS RMS" : "LUFS";
  const findings: string[] = [];
  if (loudness !== null && (level === null || Math.abs(level - loudness) > target.tolerance))
    findings.push(
      `${level === null ? "no loudness" : withUnit(level, unit)}, target ${loudness} \u00B1${target.tolerance}`,
    );
  if (truePeak !== null && truePeak > target.truePeak)
    findings.push(`true peak ${withUnit(truePeak, "dBTP")}, at most ${target.truePeak}`);
  if (target.noiseFloor !== null && noiseFloor !== null && noiseFloor > target.noiseFloor)
    findings.push(`noise floor ${withUnit(noiseFloor, "dBFS")}, at most ${target.noiseFloor}`);
  return { measures, finding: findings.join("; ") };
}
