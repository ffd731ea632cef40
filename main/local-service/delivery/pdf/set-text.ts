/** Measures, wraps and draws texts in a PDF document. */
import type PDFDocument from "pdfkit";
import type { TextOptions } from "pdfkit";
import type { FontChoice, LoadedFont } from "./fonts";
import {
  breakablePieces,
  drawableText,
  hasRightToLeft,
  isRightToLeft,
  runsOf,
  type Run,
} from "./text-runs";

/** How a run is set. */
type Setting = () => TextOptions;
/** Word by word, whose glyphs are kept. */
const byWords: Setting = () => ({ lineBreak: false, baseline: "alphabetic" });
/** As a whole: its words follow each other from right to left. */
const asWhole: Setting = () => ({ features: [], lineBreak: false, baseline: "alphabetic" });
/**
 * fontkit 2.0.4 throws where a font has no anchor for a mark. Such marks are then where the font
 * has them without regard to their letters. It changes the object.
 */
const withoutAnchors: Setting = () => ({
  features: { mark: false, mkmk: false, abvm: false, blwm: false },
  lineBreak: false,
  baseline: "alphabetic",
});

/** Texts whose widths are kept, such as words. */
const maxMeasured = 20_000;
/** The characters of the names of those that no font has. */
const characterNames = "[U+0123456789ABCDEF]";

/**
 * Scripts such as those of India, whose glyphs are not the letters of the text in its order:
 * programs that copy or read a line in them need its text. For a line from right to left it would
 * be reversed by some of them.
 */
const isShaped = (text: string) =>
  !hasRightToLeft(text) &&
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]/u.test(
    text,
  );

export interface SetLine {
  text: string;
  runs: (Run & { width: number; setting: Setting })[];
  width: number;
  isRightToLeft: boolean;
}

export interface TextSetter {
  /** The lines of a text that are not wider than `room`. */
  wrap(text: string, room: number, size: number): Promise<SetLine[]>;
  /** Draws a line below `y`, at the side where its writing begins. */
  draw(line: SetLine, at: { x: number; y: number; room: number; size: number }): void;
}

export function createTextSetter(
  document: PDFDocument,
  fonts: FontChoice,
  languageId: string,
): TextSetter {
  const registered = new Set<string>();
  const measured = new Map<string, SetLine>();

  function use({ name, data }: LoadedFont, size: number): void {
    if (!registered.has(name)) document.registerFont(name, data);
    registered.add(name);
    document.font(name).fontSize(size);
  }
  /** In the present font and size. */
  function widthOf({ text, isRightToLeft: isReversed }: Run) {
    const usual = isReversed ? asWhole : byWords;
    try {
      return { width: document.widthOfString(text, usual()), setting: usual };
    } catch {
      const width = document.widthOfString(text, withoutAnchors());
      return { width, setting: withoutAnchors };
    }
  }
  function measure(text: string, size: number): SetLine {
    const key = `${size} ${text}`;
    const known = measured.get(key);
    if (known) return known;
    const runs: SetLine["runs"] = [];
    for (const run of runsOf(text, fonts)) {
      use(run.font, size);
      runs.push({ ...run, ...widthOf(run) });
    }
    const width = runs.reduce((sum, run) => sum + run.width, 0);
    const line = { text, runs, width, isRightToLeft: isRightToLeft(text) };
    if (measured.size >= maxMeasured) measured.clear();
    measured.set(key, line);
    return line;
  }
  /** The lines of a text without line breaks. */
  function wrapParagraph(text: string, room: number, size: number): SetLine[] {
    const lines: SetLine[] = [];
    let current = "";
    let used = 0;
    const end = () => {
      if (current.trim() !== "") lines.push(measure(current.trimEnd(), size));
      [current, used] = ["", 0];
    };
    const add = (piece: string) => {
      current += piece;
      used += measure(piece, size).width;
    };
    for (const piece of breakablePieces(text, languageId)) {
      const wanted = measure(piece.trimEnd(), size).width;
      if (used + wanted > room) end();
      if (wanted <= room) add(piece);
      // A piece that is wider than a line is divided between its characters.
      else
        for (const character of piece) {
          if (used + measure(character, size).width > room) end();
          add(character);
        }
    }
    return [...lines, measure(current.trimEnd(), size)];
  }

  return {
    async wrap(text, room, size) {
      await fonts.prepare(text + characterNames);
      return text
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .flatMap((paragraph) => wrapParagraph(drawableText(paragraph, fonts), room, size));
    },
    draw(line, { x, y, room, size }) {
      let left = line.isRightToLeft ? x + room - line.width : x;
      const isMarked = isShaped(line.text);
      if (isMarked) document.markContent("Span", { actual: line.text });
      for (const { text, font, width, setting } of line.runs) {
        use(font, size);
        document.text(text, left, y + size, setting());
        left += width;
      }
      if (isMarked) document.endMarkedContent();
    },
  };
}
