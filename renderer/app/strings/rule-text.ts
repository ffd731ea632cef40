/**
 * The text for a rule: "not-secure", or "bucket-elsewhere: eu-central-1", where the part after the
 * colon is shown unchanged. Any other text is a message of the service, and is returned unchanged.
 */
export function ruleText(words: Readonly<Record<string, string>>, rule: string): string {
  const [name = "", ...rest] = rule.split(": ");
  const known = Object.hasOwn(words, name) ? words[name] : undefined;
  if (known === undefined) return rule;
  return [known, ...rest].join(": ");
}
