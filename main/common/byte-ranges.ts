/** Ranges of bytes in the headers of HTTP (RFC 9110, 14). */

/**
 * The single range of a Range header; null without one, or for one that is not understood.
 * "invalid": outside of the `size` bytes.
 */
export function parseRange(
  header: string | null | undefined,
  size: number,
): { first: number; last: number } | "invalid" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? "invalid" : { first, last };
}

/** The first byte of a Content-Range header; null for another header. */
export function firstByteOf(header: string | string[] | undefined): number | null {
  const match = /^bytes (\d+)-/.exec(String(header ?? ""));
  return match ? Number(match[1]) : null;
}
