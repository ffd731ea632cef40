/** The casting of a project as a table. */

/** The columns of a casting sheet. English in every language: files are exchanged. */
export const castingColumns = { character: "Character", voice: "Voice", lines: "Lines" } as const;
/** The column of the voices in one language: "Voice fr-fr". */
export const languageVoiceColumn = (languageId: string) => `${castingColumns.voice} ${languageId}`;
/** The sheet of a workbook. */
export const castingSheet = "Casting";
export const castingFormats = ["xlsx", "csv"] as const;

/**
 * Why a row of such a table changes nothing, or what was assumed of it, besides the problems of
 * files.
 */
export const castingProblems = [
  /** A column is missing. */
  "casting-columns",
  /** The project has no such character. */
  "casting-character-unknown",
  /** An earlier row is for the same character. */
  "casting-character-twice",
  /** A column or a row is for a language in which the characters can have no voice of their own. */
  "casting-language-unknown",
  /** The name of a language stands for several ones of the project. */
  "casting-language-several",
  /** A program changed the name, as in "7" for "007"; the row is used. */
  "casting-character-changed",
] as const;
export type CastingProblem = (typeof castingProblems)[number];

/**
 * The languages, of these, that a voice does not speak; none for a voice whose languages are
 * unknown.
 */
export const unspokenBy = (
  { speaks }: { speaks?: readonly string[] | null | undefined },
  languageIds: readonly string[],
): string[] => (speaks ? languageIds.filter((id) => !speaks.includes(id)) : []);
