/** Reads the checksum files of publishers. */

const pointer = /^oid sha256:([0-9a-f]{64})$/m;
const hash = /^[0-9a-f]{64}$/;

/**
 * The SHA-256 of a file in a list with a name and a hash on each line, in any order, or in the Git
 * LFS pointer of that file. Null if the text names none for it.
 */
export function hashIn(text: string, fileName: string): string | null {
  if (text.startsWith("version https://git-lfs.github.com/spec/"))
    return pointer.exec(text)?.[1] ?? null;
  for (const line of text.split(/\r?\n/)) {
    const fields = line.trim().toLowerCase().split(/\s+/);
    // sha256sum marks binary files with "*".
    if (!fields.some((field) => field.replace(/^\*/, "") === fileName.toLowerCase())) continue;
    const found = fields.find((field) => hash.test(field));
    if (found !== undefined) return found;
  }
  return null;
}
