/** Problems of the recordings that a script names, as messages of its field. */

/** `code` begins with "source-audio-"; `cell` is a cell, or a row in a file without cells. */
export const sourceAudioProblem = (code: string, cell: string, file: string): string =>
  `${code} ${cell} ${file}`;

/** Null for another message. */
export function parseSourceAudioProblem(
  message: string,
): { code: string; cell: string; file: string } | null {
  const [, code, cell, file] = /^(source-audio-[a-z-]+) (\w*) (.+)$/s.exec(message) ?? [];
  return code === undefined || cell === undefined || file === undefined
    ? null
    : { code, cell, file };
}
