/** Characters without line breaks and combining marks. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text.matchAll(/[^\p{M}\r\n]/gu)) count += 1;
  return count;
}
