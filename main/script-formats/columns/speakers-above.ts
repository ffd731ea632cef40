/** Speakers that a row of a table does not repeat, because the row above names them. */

/** "The same as above", as a sign or a word. */
const ditto =
  /^(?:["“”„″〃'’′]{1,2}|,,|[-–—\s]+["“”″〃]+[-–—\s]+|ditto|do\.|idem|dto\.?|dito|ibid\.?|same(?: as above)?|то же|同上|동일|↑|\^)$/iu;

interface Named {
  row: number;
  character: string | null;
  /** Whether the row has a text. */
  hasText: boolean;
}

/**
 * The speakers by row that are those of the row above. A sign of repetition always is; an empty
 * cell only if `isEmptyAbove`, and if the table does not repeat a name in the row below it: else it
 * would have written this one too.
 */
export function speakersAbove(
  rows: readonly Named[],
  isEmptyAbove: boolean,
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const spoken = rows.filter(({ hasText, character }) => hasText || character !== null);
  const isRepeated = spoken.some(
    ({ character }, at) => character !== null && character === spoken[at - 1]?.character,
  );
  let above: string | null = null;
  for (const { row, character, hasText } of spoken) {
    const isDitto = character !== null && ditto.test(character);
    const isEmpty = character === null && hasText && isEmptyAbove && !isRepeated;
    if ((isDitto || isEmpty) && above !== null) found.set(row, above);
    else above = character;
  }
  return found;
}
