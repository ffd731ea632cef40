/** What the interface says of file names, content types and sizes (§4.1, §8), as one place to ask. */

/** Bytes of UTF-8. */
export const maxFileNameBytes = 1024;
export const maxPartNumber = 10_000;
export const minPartBytes = 5 * 1024 ** 2;
/** Of a part, and of a file that is sent in one PUT. */
export const maxPutBytes = 5 * 1024 ** 3;

/** The interface's own words, and the registered names of the same formats. */
export const contentTypes: ReadonlySet<string> = new Set([
  "audio/wav",
  "audio/mp3",
  "audio/ogg",
  "audio/mpeg",
  "audio/m4a",
  "audio/x-wav",
  "audio/vnd.wave",
  "audio/x-m4a",
  "audio/mp4",
  "video/mp4",
  "video/mov",
  "video/avi",
  "video/mkv",
  "video/webm",
  "video/flv",
  "video/quicktime",
  "video/x-msvideo",
  "video/x-matroska",
  "video/x-flv",
]);

/** What is wrong with a content type, or null. */
export function contentTypeProblem(contentType: string): string | null {
  if (contentTypes.has(contentType)) return null;
  if (!/^(audio|video)\//.test(contentType)) return "must start with audio/ or video/";
  return "is not a supported format: audio wav, mp3, ogg, mpeg, m4a; video mp4, mov, avi, mkv, webm, flv";
}

/** What is wrong with a gallery path of a file (NFC already), or null. The extension need not match the type. */
export function fileNameProblem(name: string): string | null {
  if (name === "") return "must not be empty";
  // Half a surrogate pair has no UTF-8.
  if (/\p{Surrogate}/u.test(name)) return "must be well-formed Unicode";
  if (Buffer.byteLength(name) > maxFileNameBytes)
    return `must be at most ${maxFileNameBytes} bytes of UTF-8`;
  if (/\p{Cc}/u.test(name)) return "must hold no control character";
  if (name.includes("\\")) return 'must use "/" between folders, and no backslash';
  if (name.startsWith("/")) return 'must be relative: no leading "/"';
  if (name.endsWith("/")) return 'must be a file: no trailing "/"';
  const segments = name.split("/");
  if (segments.includes("")) return 'must hold no empty segment ("//")';
  if (segments.includes(".") || segments.includes("..")) return 'must hold no "." or ".." segment';
  return null;
}

/** What is wrong with a path that is to be deleted: a file's, or a folder's ending in "/"; or null. */
export function deletionPathProblem(path: string): string | null {
  if (path === "/") return "the whole gallery cannot be deleted at once; name files or folders";
  return fileNameProblem(path.endsWith("/") ? path.slice(0, -1) : path);
}
