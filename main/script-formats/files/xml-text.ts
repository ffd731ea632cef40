/**
 * Escapes a text for a sheet. Characters that XML cannot represent are removed. Text of the form
 * "_x000D_" is escaped, because workbooks use it for a character code.
 */
export const xmlText = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex -- control characters are matched on purpose
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
