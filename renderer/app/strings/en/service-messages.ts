/** The words of a service: its statuses and messages, which are English texts. */

/** "In progress" for the status "in_progress". Statuses of another form stay unchanged. */
export const sentenceCase = (word: string): string =>
  /^[a-z][a-z _]*$/.test(word)
    ? word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ")
    : word;

export const serviceTexts = {
  status: (word: string): string => sentenceCase(word),
  /** The messages of the local service; other texts stay unchanged. */
  message: (text: string): string => text,
};
