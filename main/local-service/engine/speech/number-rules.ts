/**
 * Number words by rules in the notation of CLDR (rule-based number formats of UTS 35). Only whole
 * numbers; the rules for decimals and negative numbers are not read.
 */

/** Rules by the name of their set; each has a base value and a text. */
export type RuleSets = Readonly<Record<string, readonly (readonly string[])[]>>;

interface Rule {
  base: number;
  /** Where the number is divided for the substitutions. */
  divisor: number;
  radix: number;
  text: string;
}

/** Substitutions may refer to each other; the rules of CLDR are at most this deep. */
const maxDepth = 40;

function readRule([descriptor = "", text = ""]: readonly string[]): Rule | null {
  const [, digits, radixDigits = "10", back = ""] =
    /^(\d+)(?:\/(\d+))?(>*)$/.exec(descriptor.replaceAll(",", "")) ?? [];
  if (digits === undefined) return null;
  const base = Number(digits);
  const radix = Number(radixDigits);
  let exponent = 0;
  while (radix > 1 && radix ** (exponent + 1) <= base) exponent += 1;
  const divisor = radix ** Math.max(0, exponent - back.length);
  return { base, divisor, radix, text: text.replace(/;$/, "").replace(/^'/, "") };
}

/** Rules in a short form of our own: "1: one; 20: twenty[-→→]". */
export const rulesOf = (text: string): string[][] =>
  text.split(";").map((rule) => {
    const colon = rule.indexOf(":");
    return [rule.slice(0, colon).trim(), rule.slice(colon + 1).replace(/^ /, "")];
  });

/**
 * A function that spells a number with a set of rules, without hyphenation marks. Null for a set
 * that does not exist, and for a number that the rules show with digits.
 */
export function createSpelling(
  locale: string,
  sets: RuleSets,
): (setName: string, value: number) => string | null {
  const parsed = new Map<string, readonly Rule[]>();
  const plurals = new Map<string, Intl.PluralRules>();

  function rulesIn(setName: string): readonly Rule[] {
    const known = parsed.get(setName);
    if (known) return known;
    const rules = (sets[setName] ?? []).map(readRule).filter((rule) => rule !== null);
    parsed.set(setName, rules);
    return rules;
  }

  function plural(kind: string, value: number, forms: string): string {
    const rules = plurals.get(kind) ?? new Intl.PluralRules(locale, { type: kind as "cardinal" });
    plurals.set(kind, rules);
    const found = new Map(
      Array.from(forms.matchAll(/(\w{1,20})\{([^}]*)\}/g), ([, name = "", form = ""]) => [
        name,
        form,
      ]),
    );
    return found.get(rules.select(value)) ?? found.get("other") ?? "";
  }

  /** Throws for a number that the rules show with digits. */
  function spell(setName: string, value: number, depth: number): string {
    const rules = rulesIn(setName);
    let index = rules.findLastIndex(({ base }) => base <= value);
    let rule = rules[index];
    if (!rule || depth > maxDepth) throw new RangeError(setName);
    const isMultiple = value % rule.divisor === 0;
    const isRolledBack =
      isMultiple &&
      rule.base % rule.divisor !== 0 &&
      /←.*←/.test(rule.text) &&
      /→.*→/.test(rule.text);
    if (isRolledBack) {
      index -= 1;
      rule = rules[index] ?? rule;
    }
    const { divisor } = rule;
    const hasNoRest = value % divisor === 0;
    const parts = rule.text.replace(
      /\[([^[\]|]*)(?:\|([^[\]]*))?\]/g,
      (_, some: string, none = "") => (hasNoRest ? (none as string) : some),
    );
    const previous = rules[index - 1];
    return parts
      .replace(/\$\((\w{1,20}),([^$]*)\)\$/g, (_, kind: string, forms: string) =>
        plural(kind, Math.floor(value / divisor), forms),
      )
      .replace(/→→→|([←→=])([^←→=]*)\1/g, (all, sign: string | undefined, name = "") => {
        const operand =
          sign === "←" ? Math.floor(value / divisor) : sign === "=" ? value : value % divisor;
        if (sign === undefined && previous) return spellWith(previous, setName, operand, depth + 1);
        const isFormat = /^[#0,.]+$/.test(name as string);
        if (isFormat) throw new RangeError(all);
        return spell(name === "" ? setName : (name as string), operand, depth + 1);
      });
  }

  /** With a certain rule, as "→→→" asks. */
  function spellWith(rule: Rule, setName: string, value: number, depth: number): string {
    return rule.text.replace(/[[\]]/g, "").replace(/([←→=])([^←→=]*)\1/g, (_, sign: string) => {
      const operand =
        sign === "←"
          ? Math.floor(value / rule.divisor)
          : sign === "="
            ? value
            : value % rule.divisor;
      return spell(setName, operand, depth);
    });
  }

  return (setName, value) => {
    if (!(setName in sets) || !Number.isSafeInteger(value) || value < 0) return null;
    try {
      return spell(setName, value, 0).replaceAll("\u00AD", "");
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  };
}
