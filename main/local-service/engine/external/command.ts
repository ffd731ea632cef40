/**
 * Commands of external engines.
 *
 * Speech: the text is standard input (UTF-8, one line), and a WAV file is standard output. Placeholders in arguments:
 * {voice}, {language} (an id such as "en-us"), {languageCode} ("en"), {rate} and {pitch} (factors, such as "1.20").
 * Transcription: {file} is a WAV file of 16 kHz, mono, with one span of speech; also {language} and {languageCode}.
 * Standard output is JSON as of OpenAI's "verbose_json": {"text": "…", "segments": [{"start", "end", "text"}]}; times
 * are seconds from the start of the file, and the segments may be missing.
 */

export const speechPlaceholders = ["voice", "language", "languageCode", "rate", "pitch"] as const;
export const transcriptionPlaceholders = ["file", "language", "languageCode"] as const;

/** The arguments with their values. Each argument stays one argument, whatever the values contain. */
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
