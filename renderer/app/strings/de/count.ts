import { formatNumber } from "../../format";

const plurals = new Intl.PluralRules("de");

/** „1 Datei“, „1.234 Dateien“ */
export function count(number: number, one: string, other: string): string {
  return `${formatNumber(number)} ${plurals.select(number) === "one" ? one : other}`;
}
