/** The styles of a .docx, as far as they decide what is read. */
import { relationsOf } from "../container";
import type { ParagraphRole } from "../documents/blocks";
import { maxStyles } from "../limits";
import { attributeOf, localName, scanXml } from "./xml";
import type { Zip } from "./zip";

export interface DocxStyle {
  role: ParagraphRole | null;
  /** Its text is hidden or struck. */
  isHidden: boolean;
  /** Twentieths of a point from the margin; null if the style does not set it. */
  indent: number | null;
  isCentred: boolean | null;
}

const roles: readonly (readonly [RegExp, ParagraphRole])[] = [
  [
    /^(?:character|char|personnage|personaje|personaggio|personagem|figur|rolle|sprecher|speaker)(?: names?)?$/,
    "character",
  ],
  [/^(?:dialog|dialogue|dialogues|dialogo|diálogo|réplique|replik)$/, "dialogue"],
  [/^(?:parenthetical|parenthese|parenthèse|wryly|wrylies|regieanweisung|acotación)$/, "direction"],
  [
    /^(?:heading \d|title|subtitle|toc \d|scene heading|scene headings?|slug ?line|sluglines|shot|act|new act|end of act)$/,
    "heading",
  ],
  [/^(?:action|general|scene description|description)$/, "action"],
  [/^transitions?$/, "transition"],
];

function roleOf(name: string): ParagraphRole | null {
  const plain = name.toLowerCase().replace(/^(?:screenplay|script|fountain|sp)[\s_-]+/, "");
  return roles.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** The value of a property such as <w:jc w:val="center"/>, or "". */
export const valueOf = (attributes: string) => attributeOf(attributes, "(?:[^\\s:=]+:)?val") ?? "";

/** Whether a property such as <w:vanish/> is set by this element. */
export const isOn = (attributes: string) => !/^(?:0|false|off|none)$/.test(valueOf(attributes));

/** The left indent in an element <w:ind>, with that of the first line. */
export function indentOf(attributes: string): number {
  const number = (name: string) =>
    Number(attributeOf(attributes, `(?:[^\\s:=]+:)?${name}`) ?? "0") || 0;
  return (number("left") || number("start")) + number("firstLine") - number("hanging");
}

/** The styles by their ids, with what they inherit. Empty if the file has none. */
export function stylesOf(zip: Zip, document: string): ReadonlyMap<string, DocxStyle> {
  const part = relationsOf(zip, document).find(({ type }) => type === "styles")?.target;
  const styles = new Map<string, DocxStyle & { base: string }>();
  if (part === undefined || !zip.has(part)) return styles;
  let style: (DocxStyle & { base: string }) | null = null;
  scanXml(zip.read(part).toString("utf8"), {
    open(tag, attributes) {
      const value = () => valueOf(attributes);
      switch (localName(tag)) {
        case "style": {
          const id = attributeOf(attributes, "(?:[^\\s:=]+:)?styleId") ?? "";
          style = { role: roleOf(id), isHidden: false, indent: null, isCentred: null, base: "" };
          if (styles.size < maxStyles) styles.set(id, style);
          break;
        }
        case "name":
          if (style !== null) style.role = roleOf(value()) ?? style.role;
          break;
        case "basedOn":
          if (style !== null) style.base = value();
          break;
        case "vanish":
        case "strike":
        case "dstrike":
          if (style !== null && isOn(attributes)) style.isHidden = true;
          break;
        case "ind":
          if (style !== null) style.indent = indentOf(attributes);
          break;
        case "jc":
          if (style !== null) style.isCentred = value() === "center";
          break;
        default:
      }
    },
    close(tag) {
      if (localName(tag) === "style") style = null;
    },
  });
  for (const own of styles.values()) {
    let base = styles.get(own.base);
    for (let depth = 0; base !== undefined && depth < 10; depth += 1) {
      own.role ??= base.role;
      own.isHidden ||= base.isHidden;
      own.indent ??= base.indent;
      own.isCentred ??= base.isCentred;
      base = styles.get(base.base);
    }
  }
  return styles;
}
