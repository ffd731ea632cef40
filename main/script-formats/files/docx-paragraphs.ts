/** The open paragraphs of a .docx: a text box nests paragraphs inside a paragraph. */
import { plainParagraph, type Block, type Paragraph } from "../documents/blocks";
import type { KindChoices } from "../line-kinds";
import { maxDepth, maxParagraphs } from "../limits";
import { UnreadableFile } from "../problems";
import type { DocxStyle } from "./docx-styles";
import type { DocxTables } from "./docx-tables";
import { append, createCharacterCount } from "./text";

interface OpenParagraph {
  paragraph: Paragraph;
  hidden: string;
  style: DocxStyle | undefined;
  /** The format of its first text, and the length of the text in this format; null while open. */
  format: string | null;
  leadLength: number | null;
}

/** The properties of a run that matter to its text. */
interface Run {
  format: string;
  isHidden: boolean;
}

export interface DocxParagraphsDeps {
  /** Paragraphs outside of tables are added to them. */
  blocks: Block[];
  tables: Pick<DocxTables, "isOpen" | "addParagraph">;
  choices: KindChoices;
}

export function createDocxParagraphs({ blocks, tables, choices }: DocxParagraphsDeps) {
  const includesHidden = choices.isSpoken("hidden", false);
  const open: OpenParagraph[] = [];
  let paragraphs = 0;
  const count = createCharacterCount();

  return {
    /** The number of paragraphs that were begun and not skipped. */
    count: () => paragraphs,
    current: () => open.at(-1),
    /** Begins a paragraph inside of the current one. Throws `UnreadableFile`. */
    begin(isSkipped: boolean): void {
      if (open.length === maxDepth) throw new UnreadableFile("too-deep");
      if (paragraphs === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
      if (!isSkipped) paragraphs += 1;
      const paragraph = plainParagraph(paragraphs, "");
      open.push({ paragraph, hidden: "", style: undefined, format: null, leadLength: null });
      if (!isSkipped && !tables.isOpen()) blocks.push(paragraph);
    },
    /** Adds text of a run to the current paragraph. */
    add(text: string, { format, isHidden }: Run): void {
      const last = open.at(-1);
      if (last === undefined) return;
      if (isHidden) last.hidden = append(last.hidden, text);
      if (isHidden && !includesHidden) return;
      // White space has no visible format.
      if (text.trim() !== "") {
        last.format ??= format;
        if (last.format !== format) last.leadLength ??= last.paragraph.text.length;
      }
      last.paragraph.text = append(last.paragraph.text, text);
    },
    /** Ends the current paragraph. */
    end(isSkipped: boolean): void {
      const done = open.pop();
      if (done === undefined || isSkipped) return;
      const { paragraph, hidden, format, leadLength } = done;
      if (format) paragraph.lead = paragraph.text.slice(0, leadLength ?? undefined);
      count(paragraph.text);
      if (hidden.trim() !== "")
        choices.decide("hidden", { row: paragraph.row, text: hidden }, false);
      tables.addParagraph(paragraph.text);
    },
  };
}
