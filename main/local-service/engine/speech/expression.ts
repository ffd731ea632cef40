/** How the emotion, the intensity and the number of a take change its speech. */
import type { emotions, intensities } from "../../../script-formats/templates";
import type { SpeechRequest } from "../ports";

export type Expression = Pick<SpeechRequest, "rate" | "pitch" | "range">;

/** Factors of each emotion at normal intensity. */
const ofEmotions: Readonly<Record<(typeof emotions)[number], Expression>> = {
  anger: { rate: 1.06, pitch: 1.04, range: 1.3 },
  curiosity: { rate: 1, pitch: 1.05, range: 1.2 },
  fear: { rate: 1.1, pitch: 1.1, range: 1.15 },
  joy: { rate: 1.04, pitch: 1.08, range: 1.35 },
  narration: { rate: 0.98, pitch: 1, range: 0.95 },
  pain: { rate: 0.92, pitch: 1.05, range: 0.9 },
  pleasure: { rate: 0.95, pitch: 1.03, range: 1.1 },
  sadness: { rate: 0.88, pitch: 0.95, range: 0.7 },
  surprise: { rate: 1.03, pitch: 1.12, range: 1.4 },
};

/** Exponents of the factors. */
const ofIntensities: Readonly<Record<(typeof intensities)[number], number>> = {
  low: 0.5,
  normal: 1,
  high: 1.6,
};

/** Alternative takes of one line, by their number. */
const variants: readonly Expression[] = [
  { rate: 1, pitch: 1, range: 1 },
  { rate: 0.94, pitch: 1.05, range: 1.3 },
  { rate: 1.07, pitch: 0.96, range: 0.8 },
];

const find = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined => {
  const key = word.trim().toLowerCase();
  return Object.hasOwn(table, key) ? table[key] : undefined;
};

/** The number of takes of a line with different speech. */
export const variantCount = 24;
/** Change of rate and pitch between a variant and the one that is `variants.length` after it. */
const step = 0.012;

/** The factors of a variant: those of the table, then the same with another rate and pitch. */
function alternativeOf(variant: number): Expression {
  const round = Math.floor(variant / variants.length);
  const found = variants[variant % variants.length];
  if (!found || round < 0 || variant >= variantCount)
    throw new RangeError(`there is no variant ${variant}`);
  const sign = round % 2 === 0 ? 1 : -1;
  const change = step * Math.ceil(round / 2) * sign;
  return { rate: found.rate - change, pitch: found.pitch + change, range: found.range };
}

/**
 * The factors of a take. Unknown and empty words are neutral. `variant` counts from 0.
 * @throws RangeError for a variant that does not exist.
 */
export function expressionOf(emotion: string, intensity: string, variant: number): Expression {
  const alternative = alternativeOf(variant);
  const factors = find(ofEmotions, emotion) ?? { rate: 1, pitch: 1, range: 1 };
  const exponent = find(ofIntensities, intensity) ?? 1;
  const combine = (name: keyof Expression) =>
    // Rounded, so that the value is equal on every computer.
    Math.round(factors[name] ** exponent * alternative[name] * 1000) / 1000;
  return { rate: combine("rate"), pitch: combine("pitch"), range: combine("range") };
}
