/** Names as the gallery takes them (interface-notes § Answers to be tolerant of). */

const longestPathBytes = 1024;

/** Brings a path into the form the gallery keeps it in: NFC, "/" between segments. */
export function normalisePath(path: string): string {
  return path.normalize("NFC");
}

/** What is wrong with a gallery path, as a short clause, or null when it can be taken. */
export function pathProblem(path: string): string | null {
  if (path === "") return "is empty";
  if (Buffer.byteLength(path) > longestPathBytes) return `is longer than ${longestPathBytes} bytes`;
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(path)) return "holds a control character";
  if (path.includes("\\")) return "holds a backslash";
  // A file name that is no valid Unicode arrives with the replacement character and could not be found again.
  if (path.includes("\ufffd")) return "is not valid Unicode";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty folder name";
    if (segment === "." || segment === "..") return `has a folder named "${segment}"`;
  }
  return null;
}

/** "a/b" and "/a/b/" as a target folder: "a/b/"; "" stays the top. */
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
