/** Texts that are longer, as those of lines, seldom occur twice. */
const maxLength = 60;
const maxResults = 5_000;

/**
 * A function with the same results that computes those of equal short texts once. The results must
 * depend on the text only, and must not be changed by callers.
 */
export function rememberResults<T extends string | object | null>(
  compute: (text: string) => T,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (text.length > maxLength) return compute(text);
    let result = known.get(text);
    if (result === undefined) {
      result = compute(text);
      if (known.size >= maxResults) known.clear();
      known.set(text, result);
    }
    return result;
  };
}
