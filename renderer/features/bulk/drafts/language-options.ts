import { ownLanguageIds } from "../../../app/format";
import type { CellOption } from "../../../ui/grid/column";

/**
 * Language names in every window language: a pasted table may use another language than the window.
 */
const displayNames = ["en", "de"].map(
  (locale) =>
    new Intl.DisplayNames(locale, {
      type: "language",
      languageDisplay: "standard",
      fallback: "none",
    }),
);

function namesOf(tag: string): string[] {
  try {
    return displayNames.flatMap((names) => names.of(tag) ?? []);
  } catch {
    // Not a valid language tag.
    return [];
  }
}
const baseOf = (tag: string) => tag.split("-")[0] ?? tag;

/**
 * Language options with alternative names. The base name ("German") is included if only one variant
 * exists.
 */
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
