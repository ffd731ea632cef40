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
  parts.forEach((part, index) => {
    if (index % 2 === 1 && at < ending && part.length <= maxDigits) found.push(index);
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
  const indexes = counters(first);
  for (const parts of texts) {
    if (parts.length !== first.length) return null;
    for (let position = 0; position < parts.length; position++)
      if (!indexes.includes(position) && parts[position] !== first[position]) return null;
  }
  for (const position of indexes) {
    const step = Number(second[position]) - Number(first[position]);
    const isEven = texts.every(
      (parts, index) => Number(parts[position]) === Number(first[position]) + index * step,
    );
    if (!isEven) return null;
    if (step !== 0) steps.set(position, step);
  }
  return steps.size > 0 ? steps : null;
}

/**
 * Continues texts as a spreadsheet does: "Ep 1" continues with "Ep 2", "1" and "3" with "5",
 * "S02E08" with "S02E09"; a single number and texts that do not count are repeated. A single text
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
    const position = /^\s*\d+\s*$/.test(samples[0] ?? "") ? undefined : counters(last).at(-1);
    steps = position === undefined ? null : new Map([[position, step]]);
  }
  return Array.from({ length: count }, (_, index) => {
    if (!steps) return samples[index % length] ?? "";
    return last
      .map((part, position) => {
        const by = steps.get(position);
        return by === undefined ? part : counted(part, by * (index + 1));
      })
      .join("");
  });
}
