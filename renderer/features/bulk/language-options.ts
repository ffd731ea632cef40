import { ownLanguageIds } from "../../app/format";
import type { CellOption } from "../../ui/grid/column";

/** What languages are called in the languages of the window: a table may be of somebody who uses another one. */
const namings = ["en", "de"].map(
  (locale) =>
    new Intl.DisplayNames(locale, {
      type: "language",
      languageDisplay: "standard",
      fallback: "none",
    }),
);

function namesOf(tag: string): string[] {
  try {
    return namings.flatMap((names) => names.of(tag) ?? []);
  } catch {
    // No language tag at all.
    return [];
  }
}
const baseOf = (tag: string) => tag.split("-")[0] ?? tag;

/** Languages to choose from, with their other names; "German" is one where there is one German alone. */
export function withNames(options: readonly CellOption[]): CellOption[] {
  const tagOf = ({ value }: CellOption) => ownLanguageIds[value.toLowerCase()] ?? value;
  const bases: Record<string, number> = {};
  for (const option of options) {
    const base = baseOf(tagOf(option));
    bases[base] = (bases[base] ?? 0) + 1;
  }
  return options.map((option) => {
    const tag = tagOf(option);
    const base = baseOf(tag);
    return { ...option, names: [...namesOf(tag), ...(bases[base] === 1 ? namesOf(base) : [])] };
  });
}
