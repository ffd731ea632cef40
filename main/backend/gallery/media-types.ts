/**
 * The media file types, and the content type of each: the terms of the interface by extension
 * (interface §4.1, interface-notes § Answers to be tolerant of).
 */
const contentTypes: Readonly<Record<string, string>> = {
  wav: "audio/wav",
  mp3: "audio/mp3",
  ogg: "audio/ogg",
  mpeg: "audio/mpeg",
  mpga: "audio/mpeg",
  m4a: "audio/m4a",
  mp4: "video/mp4",
  mov: "video/mov",
  avi: "video/avi",
  mkv: "video/mkv",
  webm: "video/webm",
  flv: "video/flv",
};

/** The content type for a file name, or null if the service does not accept the type. */
export function contentTypeOf(name: string): string | null {
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? "" : name.slice(dot + 1).toLowerCase();
  return Object.hasOwn(contentTypes, extension) ? (contentTypes[extension] ?? null) : null;
}
