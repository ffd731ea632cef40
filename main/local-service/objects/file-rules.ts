/** The interface's rules for file names, content types and sizes (§4.1, §8). */

/** Bytes of UTF-8. */
const maxFileNameBytes = 1024;
export const maxPartNumber = 10_000;
export const minPartBytes = 5 * 1024 ** 2;
/** Maximum size of a part, and of a file sent in one PUT. */
export const maxPutBytes = 5 * 1024 ** 3;

/** The content types that the interface lists, and the registered names of the same formats. */
const contentTypes: ReadonlySet<string> = new Set([
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

/** A content type in lower case without its parameters. */
export const withoutParameters = (contentType: string): string =>
  (contentType.split(";")[0] ?? "").trim().toLowerCase();

/** Why a content type is invalid, or null. `contentType`: without parameters. */
export function contentTypeProblem(contentType: string): string | null {
  if (contentTypes.has(contentType)) return null;
  if (!/^(audio|video)\//.test(contentType)) return "must start with audio/ or video/";
  return "is not a supported format: audio wav, mp3, ogg, mpeg, m4a; video mp4, mov, avi, mkv, webm, flv";
}

/**
 * Why a gallery path of a file (in NFC) is invalid, or null. The extension need not match the
 * content type.
 */
export function fileNameProblem(name: string): string | null {
  if (name === "") return "must not be empty";
  // An unpaired surrogate cannot be encoded as UTF-8.
  if (/\p{Surrogate}/u.test(name)) return "must be well-formed Unicode";
  if (Buffer.byteLength(name) > maxFileNameBytes)
    return `must be at most ${maxFileNameBytes} bytes of UTF-8`;
  if (/\p{Cc}/u.test(name)) return "must not contain control characters";
  if (name.includes("\\")) return 'must use "/" between folders, not a backslash';
  if (name.startsWith("/")) return 'must be relative: no leading "/"';
  if (name.endsWith("/")) return 'must be a file: no trailing "/"';
  const segments = name.split("/");
  if (segments.includes("")) return 'must not contain an empty segment ("//")';
  if (segments.includes(".") || segments.includes(".."))
    return 'must not contain a "." or ".." segment';
  return null;
}

/** Why a path to delete (of a file, or of a folder ending in "/") is invalid, or null. */
export function deletionPathProblem(path: string): string | null {
  if (path === "/") return "the whole gallery cannot be deleted at once; name files or folders";
  return fileNameProblem(path.endsWith("/") ? path.slice(0, -1) : path);
}
