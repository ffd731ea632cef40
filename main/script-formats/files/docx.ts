import { mainPart } from "../container";
import { maxDepth, maxParagraphs } from "../limits";
import { UnreadableFile } from "../problems";
import { append, createCharacterCount } from "./text";
import { scanXml } from "./xml";
import { openZip } from "./zip";

/**
 * Elements that are not part of the visible text: deletions, the original of moved text, fallback copies for old
 * programs.
 */
const omitted = new Set(["del", "moveFrom", "Fallback", "instrText"]);

/**
 * The paragraphs of a .docx in document order, including those of tables and text boxes. Deleted text and field codes
 * are omitted. Notes, headers and footers are not read. Throws `UnreadableFile`.
 */
export function docxParagraphs(bytes: Uint8Array): string[] {
  const zip = openZip(bytes);
  const xml = zip.read(mainPart(zip)).toString("utf8");
  const paragraphs: string[] = [];
  // A text box nests paragraphs inside a paragraph.
  const open: { at: number; text: string }[] = [];
  let prefix: string | null = null;
  let skipped = 0;
  let isText = false;
  const count = createCharacterCount();
  const add = (text: string) => {
    const paragraph = open.at(-1);
    if (paragraph !== undefined && skipped === 0) paragraph.text = append(paragraph.text, text);
  };
  /** The local name of an element in the namespace of the document; text of charts and formulas has another prefix. */
  const own = (name: string) =>
    prefix !== null && name.startsWith(prefix) ? name.slice(prefix.length) : null;

  scanXml(xml, {
    open(name) {
      prefix ??= /^(.*:)?document$/.test(name) ? name.slice(0, -"document".length) : null;
      if (omitted.has(own(name) ?? "") || name.endsWith(":Fallback")) skipped += 1;
      switch (own(name)) {
        case "p":
          if (open.length === maxDepth) throw new UnreadableFile("too-deep");
          if (paragraphs.length === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
          open.push({ at: paragraphs.length, text: "" });
          if (skipped === 0) paragraphs.push("");
          break;
        case "t":
          isText = true;
          break;
        case "tab":
          add("\t");
          break;
        case "br":
        case "cr":
          add("\n");
          break;
        case "noBreakHyphen":
          add("-");
          break;
        default:
      }
    },
    text(value) {
      if (isText) add(value);
    },
    close(name) {
      if (omitted.has(own(name) ?? "") || name.endsWith(":Fallback")) skipped -= 1;
      switch (own(name)) {
        case "p": {
          const done = open.pop();
          if (done !== undefined && skipped === 0) {
            count(done.text);
            paragraphs[done.at] = done.text;
          }
          break;
        }
        case "t":
          isText = false;
          break;
        default:
      }
    },
  });
  return paragraphs;
}
