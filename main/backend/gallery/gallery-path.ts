/** File names that the gallery accepts (interface-notes § Answers to be tolerant of). */

const longestPathBytes = 1024;

/** Normalises a path to the form of the gallery: NFC, "/" between segments. */
export function normalisePath(path: string): string {
  return path.normalize("NFC");
}

/** Why a gallery path is invalid, as a short clause, or null for a valid one. */
export function pathProblem(path: string): string | null {
  if (path === "") return "is empty";
  if (Buffer.byteLength(path) > longestPathBytes) return `is longer than ${longestPathBytes} bytes`;
  // oxlint-disable-next-line no-control-regex -- control characters are searched for
  if (/[\u0000-\u001f\u007f]/.test(path)) return "contains a control character";
  if (path.includes("\\")) return "contains a backslash";
  // A file name that is invalid Unicode arrives with the replacement character and could not be opened again.
  if (path.includes("\ufffd")) return "is not valid Unicode";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty folder name";
    if (segment === "." || segment === "..") return `has a folder named "${segment}"`;
  }
  return null;
}

/** "a/b" and "/a/b/" as a target folder: "a/b/"; "" is the top. */
export function normaliseFolder(folder: string): string {
  const trimmed = normalisePath(folder.trim()).replace(/^\/+|(?<!\/)\/+$/g, "");
  return trimmed === "" ? "" : `${trimmed}/`;
}

/** "a/clip.wav" → "a/clip (2).wav", counting up until a name is free. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const dot = path.lastIndexOf(".");
  const at = dot > path.lastIndexOf("/") + 1 ? dot : path.length;
  for (let number = 2; ; number += 1) {
    const candidate = `${path.slice(0, at)} (${number})${path.slice(at)}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Splits a gallery path: "a/b/c.wav" is "c.wav" in "a/b/". */
export function splitPath(path: string): { parent: string; name: string } {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  const at = path.lastIndexOf("/", end - 1) + 1;
  return { parent: path.slice(0, at), name: path.slice(at, end) };
}
