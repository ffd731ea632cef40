/**
 * Remembers the results of the checks of texts: while takes are made, all lines of a language are
 * checked repeatedly, and most of their texts are the same.
 */

/** The maximum number of characters of all remembered texts. Beyond it, all are forgotten. */
const defaultLimit = 500_000;

/**
 * A function that returns `find` with a memory. `rules` names everything else that the results
 * depend on. See `rememberResults` for short texts and constant rules.
 */
export function createTextMemory<T>(maxCharacters = defaultLimit) {
  const byRules = new Map<string, Map<string, T>>();
  let characters = 0;
  return (rules: string, find: (text: string) => T) =>
    (text: string): T => {
      const known = byRules.get(rules)?.get(text);
      if (known !== undefined) return known;
      const found = find(text);
      if (characters + text.length > maxCharacters) {
        byRules.clear();
        characters = 0;
      }
      if (text.length > maxCharacters) return found;
      const texts = byRules.get(rules) ?? new Map<string, T>();
      byRules.set(rules, texts.set(text, found));
      characters += text.length;
      return found;
    };
}
