/** An argument as it is typed in a shell of this system. */
export function quoted(argument: string, platform = process.platform): string {
  if (/^[\p{L}\p{N}_@%+=:,./\\~-]+$/u.test(argument)) return argument;
  const isPlain = platform === "win32" || !/["$`\\!]/.test(argument);
  return isPlain ? `"${argument}"` : `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
