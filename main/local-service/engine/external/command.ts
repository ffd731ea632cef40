/**
 * The arguments with their values. Each argument stays one argument, whatever the values contain.
 */
export const fillArguments = (
  args: readonly string[],
  values: Readonly<Record<string, string>>,
): string[] =>
  args.map((argument) =>
    argument.replace(/\{(\w+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
    ),
  );

/** The language without its region. */
export const languageCodeOf = (languageId: string): string =>
  languageId.split("-")[0] ?? languageId;
