/** Where a script or a video is said to be: a URL, or a path of the gallery. */
import { fileNameProblem } from "../media/rules";
import { invalid } from "../problem";

/** Characters; pre-signed URLs have some two thousand. */
const maxUrlLength = 8192;

/**
 * What is an address and no gallery path: anything with "//" after its scheme, the schemes that do without, and the
 * drives of Windows. A file of the gallery may have a colon in its name ("Scene 1: intro.mp4"), and keeps it.
 */
const address =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|[a-z]:\/|(?:about|blob|cid|data|file|filesystem|ftps?|gs|https?|javascript|mailto|s3|sftp|smb|urn|wss?):)/i;

export type Location = { kind: "url"; url: URL } | { kind: "gallery"; path: string };

/** What a text of somebody's says, or what is wrong with it. */
export function readLocation(text: string): Location | { kind: "problem"; message: string } {
  const problem = (message: string) => ({ kind: "problem" as const, message });
  const trimmed = text.trim();
  if (trimmed === "") return problem("must not be empty");
  if (!address.test(trimmed)) {
    const path = trimmed.normalize("NFC");
    const message = fileNameProblem(path);
    return message === null ? { kind: "gallery", path } : problem(message);
  }
  if (trimmed.length > maxUrlLength) return problem(`must be at most ${maxUrlLength} characters`);
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return problem("is not a URL");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return problem("must be an http or https URL, or a media gallery path");
  if (url.username !== "" || url.password !== "")
    return problem("must hold no user name or password");
  return { kind: "url", url };
}

/** The location as it is kept. @throws HttpProblem 400 naming the field. */
export function requireLocation(field: string, text: string): string {
  const location = readLocation(text);
  if (location.kind === "problem") throw invalid(field, location.message);
  return location.kind === "url" ? location.url.href : location.path;
}

/** The last segment of a location's path: the file's name. */
export function fileNameOf(location: string): string {
  const read = readLocation(location);
  if (read.kind === "problem") return "";
  if (read.kind === "gallery") return read.path.slice(read.path.lastIndexOf("/") + 1);
  const last = read.url.pathname.slice(read.url.pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const formatsWithoutLanguage = [".docx", ".txt", ".pdf", ".srt"];

/** Whether a script's name says that its language must be told (interface §4.2). */
export function needsLanguageCode(location: string): boolean {
  const name = fileNameOf(location).toLowerCase();
  return formatsWithoutLanguage.some((extension) => name.endsWith(extension));
}
