/** Names of files and folders that Windows, macOS and Linux can store. */

const maxNameBytes = 255;
/** Device names that Windows reserves, with any extension. */
const reservedName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;
const isReserved = (name: string) => reservedName.test((name.split(".")[0] ?? "").trimEnd());

/** Whether a segment of a gallery path is a valid name on every system. */
export function isPortableName(name: string): boolean {
  if (Buffer.byteLength(name) > maxNameBytes) return false;
  if (/[<>:"|?*]/.test(name) || /[. ]$/.test(name)) return false;
  return !isReserved(name);
}

/**
 * A valid name on every system that resembles `name`, which may be any text. SECURITY: it contains
 * no separator and is neither "." nor "..". With a `number` above 1 it is "clip (2).wav". The
 * result, followed by `suffix`, has at most 255 bytes.
 */
export function portableName(name: string, number = 1, suffix = ""): string {
  const plain = name
    // SECURITY: "clip\u202e4pm.exe" would be displayed as "clipexe.mp4".
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\\/:*?"<>|\p{Cc}\p{Surrogate}]/gu, "-")
    .replace(/^\s*$/, "_")
    .replace(/[. ]$/, "_");
  const safe = isReserved(plain) ? `_${plain}` : plain;
  const [, stem = safe, extension = ""] = /^(.+?)(\.[^. ]{1,20})?$/su.exec(safe) ?? [];
  const end = (number > 1 ? ` (${number})` : "") + extension;
  const available = maxNameBytes - Buffer.byteLength(end) - Buffer.byteLength(suffix);
  return shortened(stem, available) + end;
}

/** The longest beginning of a text with at most this many bytes of UTF-8. */
function shortened(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let length = 0;
  let beginning = "";
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    beginning += character;
  }
  return beginning.replace(/[. ]$/, "_");
}
