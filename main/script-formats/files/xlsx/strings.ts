/** The texts of a workbook that cells reference by index, and those inside of cells. */
import { maxStrings } from "../../limits";
import { UnreadableFile } from "../../problems";
import { append, createCharacterCount } from "../text";
import { isOn, localName, scanXml } from "../xml";

/** Decodes "_x000D_", the escape for a character that XML cannot represent. */
export function unescapeText(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-F]{4})_/gi, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

/**
 * Collects a rich text: its runs are joined, phonetic guides (`rPh`) and struck runs are left out.
 */
export function createRichText() {
  let text = "";
  let isText = false;
  let isPhonetic = false;
  let isRunStruck = false;
  let hasStruck = false;
  return {
    start(): void {
      text = "";
      isText = isPhonetic = isRunStruck = hasStruck = false;
    },
    open(name: string, attributes: string): void {
      if (name === "rPh") isPhonetic = true;
      else if (name === "r") isRunStruck = false;
      else if (name === "strike") isRunStruck = isOn(attributes);
      else if (name === "t") isText = !isPhonetic;
    },
    add(value: string): void {
      if (!isText) return;
      if (!isRunStruck) text = append(text, value);
      else if (value.trim() !== "") hasStruck = true;
    },
    close(name: string): void {
      if (name === "rPh") isPhonetic = false;
      else if (name === "r") isRunStruck = false;
      else if (name === "t") isText = false;
    },
    /** The text, and whether a part of it was struck. */
    end: () => ({ text: unescapeText(text), hasStruck }),
  };
}

export interface SharedStrings {
  texts: readonly string[];
  /** The indexes of the texts of which a part was struck. */
  struck: ReadonlySet<number>;
}

export function readSharedStrings(xml: string): SharedStrings {
  const texts: string[] = [];
  const struck = new Set<number>();
  const count = createCharacterCount();
  const rich = createRichText();
  scanXml(xml, {
    open(tag, attributes) {
      const name = localName(tag);
      if (name === "si") rich.start();
      else rich.open(name, attributes);
    },
    text: (value) => rich.add(value),
    close(tag) {
      const name = localName(tag);
      rich.close(name);
      if (name !== "si") return;
      if (texts.length === maxStrings) throw new UnreadableFile("too-many-strings");
      const { text, hasStruck } = rich.end();
      count(text);
      if (hasStruck) struck.add(texts.length);
      texts.push(text);
    },
  });
  return { texts, struck };
}
