/**
 * Escapes a text for the content and the attributes of XML. Characters that XML cannot represent
 * are removed.
 */
export const escapeXml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are matched on purpose
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

/**
 * Escapes a text for a sheet. Text of the form "_x000D_" is escaped, because workbooks use it for a
 * character code.
 */
export const xmlText = (text: string): string =>
  escapeXml(text.replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_"));
