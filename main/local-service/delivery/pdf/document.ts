/** Writes PDF documents in which texts of all scripts can be read, searched and copied. */
import { createYieldIfDue } from "../../../common/yield-to-event-loop";
import { chooseFonts } from "./fonts";
import { createTextSetter, type SetLine } from "./set-text";

/** Sizes in points. */
interface PageSize {
  width: number;
  height: number;
  margin: number;
}
const a4 = { short: 595.28, long: 841.89, margin: 40 };
export const portrait: PageSize = { width: a4.short, height: a4.long, margin: a4.margin };
export const landscape: PageSize = { width: a4.long, height: a4.short, margin: a4.margin };

export interface PdfWriter {
  /** Between the margins, in points. */
  width: number;
  /** A paragraph over the whole width. */
  paragraph(text: string, size: number): Promise<void>;
  /**
   * A table, whose header is repeated on each page. A row that does not fit on a page goes on on
   * the next one.
   */
  table(
    columns: readonly { name: string; width: number }[],
    rows: Iterable<readonly string[]>,
  ): Promise<void>;
  /** Ends the document, with the numbers of pages. */
  end(): Promise<Uint8Array>;
}

const fontSize = 9;
const leading = 1.35;
const step = fontSize * leading;
const cellPadding = 3;
const numberSize = 8;
const nothing = () => Promise.resolve();

/** `languageId`: of the texts, which chooses the forms of ideographs, and where lines may end. */
export async function createPdf(
  { width, height, margin }: PageSize,
  { title, languageId }: { title: string; languageId: string },
): Promise<PdfWriter> {
  const { default: PDFDocument } = await import("pdfkit");
  // The same document has the same bytes at any time.
  const info = { Title: title, Producer: "Dubyard", Creator: "Dubyard", CreationDate: new Date(0) };
  const document = new PDFDocument({
    size: [width, height],
    margin,
    autoFirstPage: false,
    bufferPages: true,
    compress: true,
    font: null,
    lang: languageId,
    info,
  });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on("data", (bytes) => void chunks.push(bytes));
    document.on("end", resolve);
    document.on("error", reject);
  });
  const { wrap, draw } = createTextSetter(document, await chooseFonts(languageId), languageId);
  const yieldIfDue = createYieldIfDue();
  const room = width - 2 * margin;
  const bottom = height - margin - fontSize * 2;
  let pages = 0;
  let y = 0;

  function addPage(): void {
    document.addPage();
    pages += 1;
    y = margin;
  }
  function rule(): void {
    document.strokeColor("#999999").lineWidth(0.5);
    document
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .stroke();
  }

  /** `onpage`: draws what is at the top of a further page. */
  async function row(
    cells: readonly { text: string; width: number }[],
    onpage: () => Promise<void>,
  ): Promise<void> {
    const columns: { lines: SetLine[]; x: number; room: number }[] = [];
    let x = margin;
    for (const { text, width: all } of cells) {
      const inner = all - 2 * cellPadding;
      columns.push({ lines: await wrap(text, inner, fontSize), x: x + cellPadding, room: inner });
      x += all;
    }
    const count = Math.max(1, ...columns.map(({ lines }) => lines.length));
    const whole = count * step + 2 * cellPadding;
    const isLong = whole > bottom - margin - 4 * step;
    if (pages === 0) addPage();
    else if (y + (isLong ? step * 2 : whole) > bottom) {
      addPage();
      await onpage();
    }
    y += cellPadding;
    for (let index = 0; index < count; index += 1) {
      if (y + step > bottom) {
        addPage();
        await onpage();
        y += cellPadding;
      }
      for (const { lines, ...at } of columns) {
        const line = lines[index];
        if (line) draw(line, { ...at, y, size: fontSize });
      }
      y += step;
    }
    y += cellPadding;
    rule();
  }

  return {
    width: room,
    async paragraph(text, size) {
      if (pages === 0) addPage();
      for (const line of await wrap(text, room, size)) {
        if (y + size * leading > bottom) addPage();
        draw(line, { x: margin, y, room, size });
        y += size * leading;
      }
      y += size * 0.4;
    },
    async table(columns, rows) {
      const rowOf = (texts: readonly string[], onpage: () => Promise<void>) =>
        row(
          columns.map(({ width: of }, index) => ({ text: texts[index] ?? "", width: of })),
          onpage,
        );
      const names = columns.map(({ name }) => name);
      const header = () => rowOf(names, nothing);
      await header();
      for (const texts of rows) {
        await rowOf(texts, header);
        await yieldIfDue();
      }
      y += fontSize;
    },
    async end() {
      if (pages === 0) addPage();
      for (let index = 0; index < pages; index += 1) {
        const [line] = await wrap(`${index + 1} / ${pages}`, room, numberSize);
        document.switchToPage(index);
        if (!line) continue;
        const x = width - margin - line.width;
        draw(line, { x, y: height - margin - numberSize, room: line.width, size: numberSize });
      }
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}
