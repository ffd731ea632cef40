const audioEndings = new Set(
  "aac aif aiff amr flac m4a mka mp3 oga ogg opus wav wave weba wma".split(" "),
);

/** Whether the file name has the extension of an audio file. */
export function isAudio(name: string): boolean {
  return audioEndings.has(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
}

/** The folder of a gallery path: "" for the top level, otherwise ending in "/". */
export function folderOf(path: string): string {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.slice(0, trimmed.lastIndexOf("/") + 1);
}

/** The last segment of a gallery path, without the slash of a folder. */
export function nameOf(path: string): string {
  const trimmed = path.endsWith("/") ? path.slice(0, -1) : path;
  return trimmed.slice(trimmed.lastIndexOf("/") + 1);
}

/** Normalizes a typed folder: no leading slash, one at the end, "" for the top level. */
export function toFolder(text: string): string {
  const segments = text.split("/").map((segment) => segment.trim());
  const path = segments.filter((segment) => segment !== "").join("/");
  return path === "" ? "" : `${path}/`;
}

/** The last segment of a path on this computer; of a root the whole path. */
export function folderName(sourcePath: string): string {
  const segments = sourcePath.split(/[\\/]/).filter((segment) => segment !== "");
  return segments.at(-1) ?? sourcePath;
}
