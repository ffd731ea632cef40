/** A parser for the subset of XML that the parts of a .docx or .xlsx use. */
import { decodeXml } from "../../common/xml";
import { maxTextLength } from "../limits";
import { UnreadableFile } from "../problems";

export interface XmlEvents {
  /** `name` is unparsed, with its prefix; `attributes` are unparsed, for `attributeOf`. */
  open?(name: string, attributes: string): void;
  text?(value: string): void;
  /** Also called for an empty element (`<a/>`). */
  close?(name: string): void;
}

const patterns = new Map<string, RegExp>();

/**
 * The value of an attribute, or `null`. Attributes are parsed on demand, because sheets have
 * millions of tags and few attributes are needed. `name` has to be a trusted constant, because it
 * is inserted into a regular expression.
 */
export function attributeOf(attributes: string, name: string): string | null {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const match = pattern.exec(attributes);
  return match === null ? null : decodeXml(match[1] ?? match[2] ?? "");
}

/** Whether an attribute is true ("1", "true"). */
export const isSet = (attributes: string, name: string) =>
  /^(1|true|on)$/i.test(attributeOf(attributes, name) ?? "");

/** Whether a property such as `<strike/>` is on: its attribute "val" may switch it off. */
export const isOn = (attributes: string) =>
  !/^(0|false|off|none)$/i.test(attributeOf(attributes, String.raw`(?:\w+:)?val`) ?? "1");

/**
 * Maximum number of raw characters of one text; longer text is truncated. A truncated text still
 * exceeds `maxTextLength`, even if each character is written with 10 ("&#0000065;").
 */
const maxRawText = 16 * maxTextLength;

/** The index of the end of the tag that begins at `from`; ">" may occur inside quotes. */
function endOfTag(xml: string, from: number): number {
  let quote = 0;
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
    // The next tag begins before this one has ended.
    else if (code === 60) break;
  }
  throw new UnreadableFile("damaged");
}

/**
 * Scans a document once. Throws `UnreadableFile` ("damaged") at an unclosed tag or comment, and at
 * a document type declaration: office programs do not write it, and without it custom entities do
 * not exist.
 */
export function scanXml(xml: string, events: XmlEvents): void {
  let at = 0;
  const after = (marker: string, from: number) => {
    const end = xml.indexOf(marker, from);
    if (end < 0) throw new UnreadableFile("damaged");
    return end + marker.length;
  };
  while (at < xml.length) {
    const start = xml.indexOf("<", at);
    const end = start < 0 ? xml.length : start;
    if (end > at) events.text?.(decodeXml(xml.slice(at, Math.min(end, at + maxRawText))));
    if (start < 0) return;
    if (xml.startsWith("<!--", start)) at = after("-->", start + 4);
    else if (xml.startsWith("<![CDATA[", start)) {
      at = after("]]>", start + 9);
      events.text?.(xml.slice(start + 9, Math.min(at - 3, start + 9 + maxRawText)));
    } else if (xml.startsWith("<?", start)) at = after("?>", start + 2);
    // SECURITY: a document type declaration can define entities and reference local files and URLs.
    else if (xml.startsWith("<!", start)) throw new UnreadableFile("damaged");
    else {
      const stop = endOfTag(xml, start + 1);
      const tag = xml.slice(start + 1, stop);
      at = stop + 1;
      if (tag.startsWith("/")) {
        events.close?.(tag.slice(1).trim());
        continue;
      }
      const name = /^[^\s/]*/.exec(tag)?.[0] ?? "";
      events.open?.(name, tag.slice(name.length));
      if (tag.endsWith("/")) events.close?.(name);
    }
  }
}

/** A name without its prefix. */
export const localName = (name: string) => name.slice(name.indexOf(":") + 1);
