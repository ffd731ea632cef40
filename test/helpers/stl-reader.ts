/** A reader of EBU Tech 3264 (.stl), written from the document, not from our writer. */

/** ISO 6937: letters of their own, and the marks that precede a letter. */
const letters = "ΩÆĐªĦ ĲĿŁØŒºÞŦŊŉĸæđðħıĳŀłøœßþŧŋ";
const marks: Record<number, string> = {
  0xc1: "\u0300",
  0xc2: "\u0301",
  0xc3: "\u0302",
  0xc4: "\u0303",
  0xc5: "\u0304",
  0xc6: "\u0306",
  0xc7: "\u0307",
  0xc8: "\u0308",
  0xca: "\u030a",
  0xcb: "\u0327",
  0xcd: "\u030b",
  0xce: "\u0328",
  0xcf: "\u030c",
};
const signs: Record<number, string> = {
  0xa4: "$",
  0xa6: "#",
  0xa9: "‘",
  0xaa: "“",
  0xb9: "’",
  0xba: "”",
  0xd0: "―",
};

function latin(bytes: readonly number[]): string {
  let [text, mark] = ["", ""];
  for (const byte of bytes) {
    if (marks[byte] !== undefined) mark = marks[byte];
    else {
      const letter =
        byte >= 0xe0 ? letters[byte - 0xe0] : (signs[byte] ?? String.fromCharCode(byte));
      text += (letter ?? "") + mark;
      mark = "";
    }
  }
  return text.normalize("NFC");
}

const pages: Record<string, string> = {
  "01": "iso-8859-5",
  "02": "iso-8859-6",
  "03": "iso-8859-7",
  "04": "iso-8859-8",
};
const code = (bytes: Iterable<number>) =>
  Array.from(bytes, (value) => String(value).padStart(2, "0")).join(":");

/** @throws Error for a file that contradicts the document. */
export function readStl(bytes: Uint8Array) {
  const header = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const field = (from: number, length: number) => header.slice(from, from + length);
  const table = field(12, 2);
  const blocks = (bytes.length - 1024) / 128;
  if (!Number.isInteger(blocks) || blocks !== Number(field(238, 5)))
    throw new Error("another number of blocks");
  const byNumber = new Map<number, { begin: string; end: string; bytes: number[] }>();
  for (let at = 1024; at < bytes.length; at += 128) {
    const block = bytes.subarray(at, at + 128);
    const number = (block[1] ?? 0) + 256 * (block[2] ?? 0);
    const known = byNumber.get(number) ?? {
      begin: code(block.subarray(5, 9)),
      end: code(block.subarray(9, 13)),
      bytes: [],
    };
    const text = [...block.subarray(16)];
    const end = text.indexOf(0x8f);
    known.bytes.push(...(end === -1 ? text : text.slice(0, end)));
    byNumber.set(number, known);
  }
  if (byNumber.size !== Number(field(243, 5))) throw new Error("another number of subtitles");
  const page = pages[table];
  const decode = (row: readonly number[]) =>
    page === undefined ? latin(row) : new TextDecoder(page).decode(Uint8Array.from(row));
  const subtitles = [...byNumber.values()].map(({ begin, end, bytes: text }) => {
    const rows: number[][] = [[]];
    for (const byte of text)
      if (byte === 0x8a) rows.push([]);
      else rows.at(-1)?.push(byte);
    return { begin, end, rows: rows.map(decode) };
  });
  return {
    format: field(3, 8),
    table,
    language: field(14, 2),
    start: field(256, 8).match(/\d\d/g)?.join(":"),
    blocks,
    count: byNumber.size,
    subtitles,
  };
}
