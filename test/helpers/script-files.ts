/** Script files for tests, written directly where no library produces them. */
import { crc32, deflateRawSync } from "node:zlib";
import { writeXlsx, type CellValue, type WriteOptions } from "hucre/xlsx";

export const scriptSheet = "Revoiceit_Prod_Template_Script";

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function utf16(text: string, order: "little" | "big", isMarked: boolean): Uint8Array {
  const bytes = Buffer.from((isMarked ? "\ufeff" : "") + text, "utf16le");
  return Uint8Array.from(order === "little" ? bytes : bytes.swap16());
}

/** A zip container of uncompressed parts. */
export function store(parts: readonly { name: string; data: Buffer }[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of parts) {
    const label = Buffer.from(name);
    // The fields from "version needed" to "extra length" are the same in both headers.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2); // The name is UTF-8.
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(data.length, 18);
    shared.writeUInt16LE(label.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(offset, 10);
    local.push(Buffer.from("PK\x03\x04"), shared, label, data);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, end, label);
    offset += 30 + label.length + data.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** A workbook of one sheet. */
export function workbook(
  rows: CellValue[][],
  name = scriptSheet,
  options: Partial<WriteOptions> = {},
): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name, rows }], ...options });
}

/** A zip container of uncompressed text parts. */
export const container = (parts: Record<string, string>): Uint8Array =>
  store(Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text) })));

const relationships = (main: string) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`;

/** A .docx with this XML in its body. */
export function documentOf(body: string, before = ""): Uint8Array {
  return container({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relationships("word/document.xml"),
    "word/document.xml": `<?xml version="1.0" encoding="UTF-8"?>${before}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const paragraph = (text: string) =>
  `<w:p><w:r><w:t xml:space="preserve">${escape(text)}</w:t></w:r></w:p>`;

/** A table of a .docx. The paragraphs of a cell are divided by "\n". */
export const tableOf = (...rows: string[][]) =>
  `<w:tbl>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((cell) => `<w:tc>${cell.split("\n").map(paragraph).join("")}</w:tc>`).join("")}</w:tr>`,
    )
    .join("")}</w:tbl>`;

/** A .docx with styles: their ids, names, and other properties as XML. */
export function withStyles(
  body: string,
  styles: readonly (readonly [id: string, name: string, properties?: string])[],
): Uint8Array {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles";
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const own = styles.map(
    ([id, name, properties = ""]) =>
      `<w:style w:styleId="${id}"><w:name w:val="${name}"/>${properties}</w:style>`,
  );
  return container({
    "_rels/.rels": relationships("word/document.xml"),
    "word/_rels/document.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${type}" Target="styles.xml"/></Relationships>`,
    "word/styles.xml": `<w:styles xmlns:w="${word}">${own.join("")}</w:styles>`,
    "word/document.xml": `<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
  });
}

/** A .docx of plain paragraphs. */
export const docx = (...paragraphs: string[]) => documentOf(paragraphs.map(paragraph).join(""));

/**
 * The parts of a workbook as other programs write them; `sheet` is the XML inside of `sheetData`.
 */
export function rawWorkbook(sheet: string, strings = "", before = ""): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  return container({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relationships("/xl/workbook.xml"),
    "xl/workbook.xml": `<x:workbook xmlns:x="${main}" xmlns:r="${office}"><x:sheets><x:sheet name="${scriptSheet}" sheetId="1" r:id="a"/></x:sheets></x:workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation("a", "worksheet", "../xl/worksheets/first.xml")}${relation("b", "sharedStrings", "sharedStrings.xml")}</Relationships>`,
    "xl/sharedStrings.xml": `<sst xmlns="${main}">${strings}</sst>`,
    "xl/worksheets/first.xml": `${before}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  });
}

/** A .pdf with lines of text at these heights, one array per page. */
export const pdf = (...pages: { text: string; y: number; size?: number }[][]): Uint8Array =>
  printedPdf(
    ...pages.map((lines) =>
      lines.map(({ text, y, size }): PrintedText => [72, y, text, 0, size ?? 12]),
    ),
  );

/** A text at a position of a page, with its direction in degrees (0) and its size (12). */
type PrintedText = readonly [x: number, y: number, text: string, angle?: number, size?: number];

/** A .pdf with texts at these positions, one array per page. */
export function printedPdf(...pages: (readonly PrintedText[])[]): Uint8Array {
  const objects: string[] = [];
  const font = 3 + pages.length * 2;
  const kids = pages.map((_, at) => `${3 + at * 2} 0 R`).join(" ");
  objects[1] = "<< /Type /Catalog /Pages 2 0 R >>";
  objects[2] = `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`;
  pages.forEach((lines, at) => {
    const content = lines
      .map(([x, y, text, angle = 0, size = 12]) => {
        const shown = text.replace(/[\\()]/g, "\\$&");
        const [cos, sin] = [Math.cos, Math.sin].map((of) => of((angle * Math.PI) / 180).toFixed(4));
        const matrix = `${cos} ${sin} ${sin?.startsWith("-") ? sin.slice(1) : `-${sin}`} ${cos}`;
        return `BT /F1 ${size} Tf ${angle === 0 ? "1 0 0 1" : matrix} ${x} ${y} Tm (${shown}) Tj ET`;
      })
      .join("\n");
    objects[3 + at * 2] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${4 + at * 2} 0 R /Resources << /Font << /F1 ${font} 0 R >> >> >>`;
    objects[4 + at * 2] = `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
  });
  objects[font] =
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
  let file = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (let number = 1; number <= font; number += 1) {
    offsets.push(file.length);
    file += `${number} 0 obj\n${objects[number] ?? ""}\nendobj\n`;
  }
  const start = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  file += `xref\n0 ${font + 1}\n0000000000 65535 f \n${entries.join("")}`;
  file += `trailer << /Size ${font + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(Buffer.from(file, "latin1"));
}

/** A zip with one compressed part and arbitrary sizes in its directory. */
export function packedZip(
  name: string,
  data: Buffer,
  claims: { unpacked?: number; flags?: number; count?: number } = {},
): Uint8Array {
  const packed = deflateRawSync(data);
  const plain = store([{ name, data: packed }]);
  const directory = plain.lastIndexOf("PK\x01\x02");
  plain.writeUInt16LE(claims.flags ?? 0x800, directory + 8);
  plain.writeUInt16LE(8, directory + 10);
  plain.writeUInt32LE(claims.unpacked ?? data.length, directory + 24);
  plain.writeUInt16LE(claims.count ?? 1, plain.length - 12);
  return plain;
}

/**
 * The first bytes of an OLE file (old Office formats, and encrypted new ones) that contains a
 * stream of this name.
 */
export function oleFile(stream: string): Uint8Array {
  const file = Buffer.alloc(2048);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  Buffer.from(stream, "utf16le").copy(file, 1024);
  return Uint8Array.from(file);
}

/** Seeded pseudorandom numbers (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}
