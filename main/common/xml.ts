/** Character references of XML and HTML, and the escaping of text. */

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Resolves the predefined entities and numeric references of XML; others remain unchanged. */
export function decodeXml(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(?:x[0-9a-f]{1,6}|[0-9]{1,7})|[a-z]+);/gi,
    (whole) => decodeNumeric(whole) ?? entities.get(whole.slice(1, -1)) ?? whole,
  );
}

/** The character of "&#233;" or "&#xe9;"; null for any other text. */
export function decodeNumeric(reference: string): string | null {
  const [, hex, decimal] = /^&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));$/i.exec(reference) ?? [];
  if (hex === undefined && decimal === undefined) return null;
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  return code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
}

/** Escapes a text for the content of an element in XML or HTML. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Escapes a text for the content and the attributes of XML or HTML. */
export const escapeAttribute = (text: string): string =>
  escapeMarkup(text).replaceAll('"', "&quot;");

/**
 * Escapes a text for the content and the attributes of XML. Characters that XML cannot represent
 * are removed.
 */
export const escapeXml = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are matched on purpose
  escapeAttribute(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""));
