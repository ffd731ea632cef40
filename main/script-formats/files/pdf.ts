import { getDocumentProxy } from "unpdf";
import type { Document } from "../documents/blocks";
import { layOutPages, type Piece } from "../documents/page-layout";
import type { KindChoices } from "../line-kinds";
import { maxPages, maxParagraphs } from "../limits";
import { UnreadableFile, type Problems } from "../problems";
import { append, createCharacterCount } from "./text";

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

type TextContent = Awaited<ReturnType<Page["getTextContent"]>>;
type TextItem = Extract<TextContent["items"][number], { str: string }>;

/** A gap of this many heights parts the columns of a page; words are closer. */
const columnGap = 2;
/** Text that is printed again this close, in heights, is printed bold. */
const boldShift = 0.25;
/** Items of a page that are compared with later ones. */
const maxCompared = 20_000;

/** Where an item begins along its own direction, and the direction in degrees. */
function positionOf({ transform }: TextItem): { x: number; y: number; angle: number } {
  const [a = 1, b = 0, , , x = 0, y = 0] = transform as number[];
  const angle = (Math.round((Math.atan2(b, a) * 180) / Math.PI) + 360) % 360;
  if (angle === 0) return { x, y, angle };
  const [cos, sin] = [Math.cos(Math.atan2(b, a)), Math.sin(Math.atan2(b, a))];
  return { x: x * cos + y * sin, y: y * cos - x * sin, angle };
}

/** Passes the pieces of a page to `add`, and each of its text items to `count`. */
async function readPage(
  page: Page,
  {
    add,
    count,
    onDoubled,
  }: {
    add: (piece: Piece) => void;
    count: (text: string) => void;
    onDoubled: () => void;
  },
): Promise<void> {
  let piece: Piece | null = null;
  let hasSpace = false;
  const printed = new Map<string, { x: number; y: number }[]>();
  const end = () => {
    if (piece !== null && piece.text.trim() !== "") add(piece);
    piece = null;
    hasSpace = false;
  };
  /** Whether the same text was printed here before: bold letters of some programs. */
  function isDoubled({ str, height }: TextItem, x: number, y: number): boolean {
    const near = height * boldShift;
    const before = printed.get(str);
    const isNear = (one: { x: number; y: number }) =>
      Math.abs(one.x - x) <= near && Math.abs(one.y - y) <= near;
    if (before?.some(isNear) === true) return true;
    if (before === undefined && printed.size < maxCompared) printed.set(str, [{ x, y }]);
    else if (before !== undefined && before.length < 100) before.push({ x, y });
    return false;
  }
  /** Processes one text item of the page. */
  function read(item: TextContent["items"][number]): void {
    if (!("str" in item)) return;
    const { x, y, angle } = positionOf(item);
    if (item.str.trim() === "") hasSpace ||= item.str !== "";
    else if (isDoubled(item, x, y)) onDoubled();
    else {
      count(item.str);
      const gap = piece === null ? 0 : Math.max(x - piece.right, piece.left - x - item.width);
      // An item at a different height, or far away, starts a new piece, regardless of the line ends
      // declared in the file.
      const isApart =
        piece !== null &&
        (piece.angle !== angle ||
          Math.abs(piece.y - y) > Math.max(piece.height, item.height) / 2 ||
          gap > columnGap * Math.max(piece.height, item.height));
      if (isApart) end();
      const isRightToLeft = item.dir === "rtl";
      piece ??= { text: "", left: x, right: x, y, height: item.height, isRightToLeft, angle };
      piece.text = append(piece.text, hasSpace && piece.text !== "" ? ` ${item.str}` : item.str);
      hasSpace = false;
      piece.left = Math.min(piece.left, x);
      piece.right = Math.max(piece.right, x + item.width);
      piece.height = Math.max(piece.height, item.height);
    }
    if (item.hasEOL) end();
  }
  // Streamed in chunks: otherwise a page with millions of text items would be in memory twice.
  for await (const { items } of page.streamTextContent() as ReadableStream<TextContent>)
    items.forEach(read);
  end();
  page.cleanup();
}

/**
 * The blocks of a .pdf. Throws `UnreadableFile`: "encrypted", "damaged", or because a limit is
 * exceeded.
 */
export async function pdfBlocks(
  bytes: Uint8Array,
  report: { problems: Problems; choices: KindChoices },
): Promise<Document> {
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
    const pages: Piece[][] = [];
    let pieces = 0;
    const doubled = new Set<number>();
    const count = createCharacterCount();
    for (let number = 1; number <= document.numPages; number += 1) {
      const page: Piece[] = [];
      const add = (piece: Piece) => {
        pieces += 1;
        if (pieces > maxParagraphs) throw new UnreadableFile("too-many-paragraphs");
        page.push(piece);
      };
      const onDoubled = () => doubled.add(number);
      await readPage(await document.getPage(number), { add, count, onDoubled });
      pages.push(page);
    }
    return layOutPages(pages, doubled, report);
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile("damaged");
  } finally {
    await document.destroy().catch(() => undefined);
  }
}
