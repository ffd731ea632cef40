/**
 * Templates of names, such as "{project}_{lang}_{number:4}_{character:upper}": fields in braces
 * with an option, and other characters. "/" begins a name in a folder.
 */

/** The fields, and whether their values are numbers. */
const nameFields = {
  project: { isNumber: false },
  batch: { isNumber: false },
  /** A tag, such as "es-ES". */
  lang: { isNumber: false },
  character: { isNumber: false },
  /** Number of the line, from 1. */
  number: { isNumber: true },
  /** ID of the line, as in the script. */
  id: { isNumber: false },
  /** The number of the take of its line, from 1. */
  take: { isNumber: true },
  /** The same number as `take`: other tools call takes versions. */
  version: { isNumber: true },
} as const satisfies Record<string, { isNumber: boolean }>;
export type NameField = keyof typeof nameFields;
export const nameFieldNames = Object.keys(nameFields) as NameField[];

export type NamePart =
  | string
  | {
      field: NameField;
      /** The least number of digits of a number. */
      digits: number;
      letters: "as-is" | "upper" | "lower";
    };

/** Characters of a template. */
export const maxNameTemplate = 200;
/** Templates that are offered: of games, audiobooks and films. */
export const nameTemplates = [
  "{id}",
  "{character}/{id}",
  "{number:3}_{character}",
  "{project}_{batch}_{lang}_{number:4}_{character:upper}_T{take}",
] as const;

const isField = (name: string): name is NameField => Object.hasOwn(nameFields, name);

/**
 * The parts of a template, or what is invalid in it: the part that has no meaning, or "" for a
 * template without a field of the line.
 */
export function parseNameTemplate(
  template: string,
): { parts: NamePart[]; invalid: null } | { parts: null; invalid: string } {
  const parts: NamePart[] = [];
  for (const [text, inside] of template.matchAll(/\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    if (inside === undefined) {
      if (text === "{" || text === "}") return { parts: null, invalid: text };
      parts.push(text);
      continue;
    }
    const [, name = "", option = ""] = /^([a-z]+)(?::(\d|upper|lower))?$/.exec(inside) ?? [];
    if (!isField(name)) return { parts: null, invalid: text };
    const isLetters = option === "upper" || option === "lower";
    if (option !== "" && isLetters === nameFields[name].isNumber)
      return { parts: null, invalid: text };
    const digits = isLetters ? 0 : Number(option);
    parts.push({ field: name, digits, letters: isLetters ? option : "as-is" });
  }
  const hasLine = parts.some(
    (part) => typeof part !== "string" && (part.field === "number" || part.field === "id"),
  );
  return hasLine ? { parts, invalid: null } : { parts: null, invalid: "" };
}
