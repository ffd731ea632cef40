/** The first step of parsing a response. */

/** An unparsed item of a response. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object, or null for any other value. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}
