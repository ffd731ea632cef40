/**
 * The words for a rule that main names: "not-secure", or "bucket-elsewhere: eu-central-1" with what is shown as it
 * came. What names no rule is said by the service itself, and stays.
 */
export function ruleText(words: Readonly<Record<string, string>>, rule: string): string {
  const [name = "", ...rest] = rule.split(": ");
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (known === undefined) return rule;
  return [known, ...rest].join(": ");
}
