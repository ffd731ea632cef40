/** The parts of libraries that documents use. */

interface ImportMeta {
  /** The files that match a pattern when the program is built, as functions that load them. */
  glob<T>(
    pattern: string,
    options: { query?: string; import: string },
  ): Record<string, () => Promise<T>>;
}
declare module "pdfkit" {
  /** A size of a page in points, and the distance of its content from its edges. */
  interface Options {
    size: [width: number, height: number];
    margin: number;
    autoFirstPage: boolean;
    bufferPages: boolean;
    compress: boolean;
    /** Null for no standard font. */
    font: null;
    lang: string;
    info: { Title: string; Producer: string; Creator: string; CreationDate: Date };
  }
  export interface TextOptions {
    /** Features of OpenType to add, or whether each of them is used. */
    features?: string[] | Record<string, boolean>;
    lineBreak: boolean;
    /** Which height of the letters the position is about. */
    baseline: "alphabetic";
  }
  export default class PDFDocument {
    constructor(options: Options);
    registerFont(name: string, data: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    addPage(): this;
    switchToPage(index: number): this;
    /** Begins content that is copied and read as the text `actual`. */
    markContent(tag: "Span", options: { actual: string }): this;
    endMarkedContent(): this;
    text(text: string, x: number, y: number, options: TextOptions): this;
    widthOfString(text: string, options: TextOptions): number;
    end(): void;
    on(event: "data", listener: (bytes: Uint8Array) => void): this;
    on(event: "end", listener: () => void): this;
    on(event: "error", listener: (error: Error) => void): this;
  }
}
declare module "fontkit" {
  interface Font {
    hasGlyphForCodePoint(code: number): boolean;
  }
  /** Of an OpenType font. */
  export function create(data: Uint8Array): Font;
}
declare module "bidi-js" {
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl"): Levels;
    /** The ranges of a line to reverse, one after another; both ends are included. */
    getReorderSegments(
      text: string,
      levels: Levels,
      start: number,
      end: number,
    ): [start: number, end: number][];
    getMirroredCharacter(character: string): string | null;
  }
  export default function createBidi(): Bidi;
}
