import { getDocumentProxy } from "unpdf";
import { maxPages, maxParagraphs } from "../limits";
import { splitName } from "./paragraphs";
import { UnreadableFile } from "../problems";
import { append, createCharacterCount } from "./text";

/** A printed line; lengths are in points, `y` increases upwards. */
export interface PrintedLine {
  text: string;
  left: number;
  right: number;
  y: number;
  height: number;
  isRightToLeft: boolean;
  page: number;
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

type TextContent = Awaited<ReturnType<Page["getTextContent"]>>;

/** Passes the printed lines of a page to `add`, and each of its text items to `count`. */
async function readPage(
  page: Page,
  number: number,
  { add, count }: { add: (line: PrintedLine) => void; count: (text: string) => void },
): Promise<void> {
  let line: PrintedLine | null = null;
  const end = () => {
    if (line !== null && line.text.trim() !== "") add(line);
    line = null;
  };
  /** Processes one text item of the page. */
  function read(item: TextContent["items"][number]): void {
    if (!("str" in item)) return;
    const [, , , , x = 0, y = 0] = item.transform as number[];
    if (item.str !== "") {
      // An item at a different height starts a new line, regardless of the line ends declared in the file.
      if (line !== null && Math.abs(line.y - y) > Math.max(line.height, item.height) / 2) end();
      line ??= {
        text: "",
        left: x,
        right: x,
        y,
        height: item.height,
        isRightToLeft: item.dir === "rtl",
        page: number,
      };
      count(item.str);
      line.text = append(line.text, item.str);
      if (item.str.trim() !== "") {
        line.left = Math.min(line.left, x);
        line.right = Math.max(line.right, x + item.width);
        line.height = Math.max(line.height, item.height);
      }
    }
    if (item.hasEOL) end();
  }
  // Streamed in chunks: otherwise a page with millions of text items would be in memory twice.
  for await (const { items } of page.streamTextContent() as ReadableStream<TextContent>)
    items.forEach(read);
  end();
  page.cleanup();
}

const wideScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function join(paragraph: string, line: string): string {
  // Checks only the end of the string: a paragraph may have hundreds of thousands of lines.
  const end = Array.from(paragraph.slice(-4));
  const last = end.at(-1) ?? "";
  if (last === "\u00ad") return append(paragraph.slice(0, -1), line);
  const isWide = wideScript.test(last) && wideScript.test(line.charAt(0));
  const isJoined = isWide || /\p{L}-$/u.test(end.join(""));
  return append(paragraph, isJoined ? line : ` ${line}`);
}

/**
 * Joins printed lines to paragraphs, because a .pdf does not store paragraphs. A line continues in the next line if
 * that line is at the usual distance, its first word would not have fitted on the line before, and it does not begin
 * with `NAME:`.
 */
export function paragraphsOf(lines: readonly PrintedLine[]): string[] {
  const gaps = lines
    .map((line, at) => (lines[at - 1]?.page === line.page ? (lines[at - 1]?.y ?? 0) - line.y : 0))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const usualGap = gaps[Math.floor(gaps.length / 10)] ?? 0;
  const leftmost = lines.reduce((least, { left }) => Math.min(least, left), Infinity);
  const rightmost = lines.reduce((most, { right }) => Math.max(most, right), -Infinity);

  function continues(line: PrintedLine, next: PrintedLine): boolean {
    const gap = line.page === next.page ? line.y - next.y : usualGap;
    if (gap < 0 || gap > usualGap * 1.25) return false;
    if (Math.abs(line.height - next.height) > line.height * 0.2) return false;
    const text = next.text.trim();
    if (splitName(text).character !== null) return false;
    const firstWord = /^\S+/.exec(text)?.[0] ?? "";
    const perCharacter = (next.right - next.left) / Math.max(text.length, 1);
    const needed = (wideScript.test(firstWord) ? 1 : firstWord.length + 1) * perCharacter;
    const room = next.isRightToLeft ? line.left - leftmost : rightmost - line.right;
    return room < needed;
  }

  const paragraphs: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    const text = line.text.trim();
    if (before !== undefined && continues(before, line)) {
      paragraphs.push(join(paragraphs.pop() ?? "", text));
    } else paragraphs.push(text);
  });
  return paragraphs;
}

/** The paragraphs of a .pdf. Throws `UnreadableFile`: "encrypted", "damaged", or because a limit is exceeded. */
export async function pdfParagraphs(bytes: Uint8Array): Promise<string[]> {
  // A copy, because the library retains its input.
  const data = Uint8Array.from(bytes);
  const document = await getDocumentProxy(data, {
    // SECURITY: a document cannot run code, make requests or use local resources.
    isEvalSupported: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    disableAutoFetch: true,
    verbosity: 0,
  }).catch((error: unknown) => {
    const isEncrypted = error instanceof Error && error.name === "PasswordException";
    throw new UnreadableFile(isEncrypted ? "encrypted" : "damaged");
  });
  try {
    if (document.numPages > maxPages) throw new UnreadableFile("too-many-pages");
    const lines: PrintedLine[] = [];
    const count = createCharacterCount();
    const add = (line: PrintedLine) => {
      if (lines.length === maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
      lines.push(line);
    };
    for (let number = 1; number <= document.numPages; number += 1)
      await readPage(await document.getPage(number), number, { add, count });
    return paragraphsOf(lines);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  } finally {
    await document.destroy().catch(() => undefined);
  }
}
