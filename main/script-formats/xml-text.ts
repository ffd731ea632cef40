/**
 * A text inside a sheet: what XML cannot hold is left out, and "_x000D_", which stands for another character in a
 * workbook, is written so that it does not.
 */
export const xmlText = (text: string) =>
  text
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
