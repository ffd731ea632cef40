/**
 * The header of a model in the binary format of Marian (browsermt/marian-dev,
 * src/common/binary.cpp).
 */

/** The precision in which a model is stored, as the translator calls it. */
export type Precision = "float32" | "int8shiftAlphaAll";

const version = 1n;
const headerBytes = 32;
const maxItems = 10_000;
/** Numbers of 8 bit that are quantised for multiplication (`Type::intgemm8`). */
const quantised = 0x4101n;

/**
 * Null for bytes that are no model, or not a whole one. The translator itself does not check them.
 */
export function precisionOf(bytes: Buffer): Precision | null {
  if (bytes.length < 16 || bytes.readBigUInt64LE(0) !== version) return null;
  const count = Number(bytes.readBigUInt64LE(8));
  const headersEnd = 16 + count * headerBytes;
  if (count === 0 || count > maxItems || headersEnd > bytes.length) return null;
  let isQuantised = false;
  let end = headersEnd;
  let dataBytes = 0;
  for (let at = 16; at < headersEnd; at += headerBytes) {
    const nameBytes = Number(bytes.readBigUInt64LE(at));
    if (bytes.readBigUInt64LE(at + 8) === quantised) isQuantised = true;
    const dimensions = Number(bytes.readBigUInt64LE(at + 16));
    end += nameBytes + 4 * dimensions;
    dataBytes += Number(bytes.readBigUInt64LE(at + 24));
  }
  if (end + 8 > bytes.length) return null;
  const padding = Number(bytes.readBigUInt64LE(end));
  if (end + 8 + padding + dataBytes > bytes.length) return null;
  return isQuantised ? "int8shiftAlphaAll" : "float32";
}
