/** A text split at its numbers: words at even indexes, digits at odd indexes. */
function cut(text: string): string[] {
  return text.split(/(\d+)/);
}

/** Longer digit runs are identifiers, not counters. */
const maxDigits = 15;

/** Indexes of the numbers that may count up; a file extension ("mp4") is excluded. */
function counters(parts: readonly string[]): number[] {
  const text = parts.join("");
  const ending = /\.(?=[^.]*[a-z])[a-z0-9]{1,5}$/i.exec(text)?.index ?? text.length;
  const found: number[] = [];
  let at = 0;
  parts.forEach((part, place) => {
    if (place % 2 === 1 && at < ending && part.length <= maxDigits) found.push(place);
    at += part.length;
  });
  return found;
}

function counted(digits: string, by: number): string {
  const next = String(Math.max(0, Number(digits) + by));
  return digits.startsWith("0") ? next.padStart(digits.length, "0") : next;
}

/** The step of each number from text to text, by index; null if the steps are not constant. */
function stepsOf(texts: readonly (readonly string[])[]): Map<number, number> | null {
  const [first = [], second = []] = texts;
  const steps = new Map<number, number>();
  const places = counters(first);
  for (const parts of texts) {
    if (parts.length !== first.length) return null;
    for (let place = 0; place < parts.length; place++)
      if (!places.includes(place) && parts[place] !== first[place]) return null;
  }
  for (const place of places) {
    const step = Number(second[place]) - Number(first[place]);
    const isEven = texts.every(
      (parts, index) => Number(parts[place]) === Number(first[place]) + index * step,
    );
    if (!isEven) return null;
    if (step !== 0) steps.set(place, step);
  }
  return steps.size > 0 ? steps : null;
}

/**
 * Continues texts as a spreadsheet does: "Ep 1" continues with "Ep 2", "1" and "3" with "5",
 * "S02E08" with "S02E09"; a number that stands alone and what does not count is repeated. One text alone
 * counts by `step`.
 */
export function continueSeries(samples: readonly string[], count: number, step = 1): string[] {
  const { length } = samples;
  if (length === 0) return [];
  const parts = samples.map(cut);
  const last = parts.at(-1) ?? [];
  let steps: Map<number, number> | null;
  if (length > 1) steps = stepsOf(parts);
  else {
    const place = /^\s*\d+\s*$/.test(samples[0] ?? "") ? undefined : counters(last).at(-1);
    steps = place === undefined ? null : new Map([[place, step]]);
  }
  return Array.from({ length: count }, (_, index) => {
    if (!steps) return samples[index % length] ?? "";
    return last
      .map((part, place) => {
        const by = steps.get(place);
        return by === undefined ? part : counted(part, by * (index + 1));
      })
      .join("");
  });
}
