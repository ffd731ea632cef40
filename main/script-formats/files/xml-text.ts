import { escapeXml } from "../../common/xml";

/**
 * Escapes a text for a sheet. Text of the form "_x000D_" is escaped, because workbooks use it for a
 * character code.
 */
export const xmlText = (text: string): string =>
  escapeXml(text.replace(/_(?=x[0-9A-F]{4}_)/gi, "_x005F_"));
