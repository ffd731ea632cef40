import { formatNumber } from "../../format";

const plurals = new Intl.PluralRules("en");

/** "1 file", "1,234 files" */
export function count(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${plurals.select(number) === "one" ? one : other}`;
}
