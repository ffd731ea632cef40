/** Sound by formula, for tests. */

/**
 * A pulse train with formants: has a pitch and pauses, as speech does. 16 bit, amplitude 1 for full
 * scale.
 */
export function speechLike(
  seconds: number,
  { sampleRate = 16_000, hertz = 120, amplitude = 0.3, silence = 0.2 } = {},
): Int16Array {
  const samples = new Int16Array(Math.round(seconds * sampleRate));
  const start = silence * sampleRate;
  const end = samples.length - start;
  for (let at = Math.ceil(start); at < end; at += 1) {
    const time = at / sampleRate;
    const syllable = 0.55 + 0.45 * Math.sin(2 * Math.PI * 4 * time);
    let value = 0;
    for (let harmonic = 1; harmonic <= 12; harmonic += 1)
      value += Math.cos(2 * Math.PI * hertz * harmonic * time) / harmonic;
    samples[at] = Math.round((value / 3.2) * amplitude * syllable * 32_767);
  }
  return samples;
}

export function sine(
  seconds: number,
  { sampleRate = 48_000, hertz = 1_000, amplitude = 0.5, phase = 0 } = {},
): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_none, at) =>
    Math.round(Math.sin((2 * Math.PI * hertz * at) / sampleRate + phase) * amplitude * 32_767),
  );
}
