/**
 * Documents that exhaust the memory of a reader, although they are small or within all limits for
 * files.
 */
import { randomBytes } from "node:crypto";
import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { container, scriptSheet, utf8 } from "./script-files";

export interface HostileDocument {
  name: string;
  fileName: string;
  /** Creates the bytes on demand, because some documents have tens of megabytes. */
  createBytes: () => Uint8Array;
  /** The expected error codes; reading must fail with one of them. */
  codes: readonly string[];
}

const mebibyte = 1024 ** 2;
const times = (text: string, count: number) => Buffer.alloc(text.length * count, text);

/** A zip container of compressed parts. `forge` changes the sizes and offsets in its headers. */
function zipOf(
  parts: Record<string, string | Buffer>,
  forge: (name: string, sizes: { unpacked: number; offset: number }) => typeof sizes = (
    _name,
    sizes,
  ) => sizes,
): Uint8Array {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content);
    const body = deflateRawSync(data, { level: 1 });
    const label = Buffer.from(name);
    const claimed = forge(name, { unpacked: data.length, offset });
    // The fields from "version needed" to "extra length" are the same in both headers.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(data), 10);
    shared.writeUInt32LE(body.length, 14);
    shared.writeUInt32LE(claimed.unpacked, 18);
    shared.writeUInt16LE(label.length, 22);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(claimed.offset, 10);
    local.push(Buffer.from("PK\x03\x04"), shared, label, body);
    central.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, end, label);
    offset += 30 + label.length + body.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

/** 0.7 MB of incompressible data, so that a part stays within the allowed compression ratio. */
const padding = (() => {
  let made: Buffer | null = null;
  return () =>
    (made ??= Buffer.concat([
      Buffer.from("<!--"),
      Buffer.from(randomBytes(0.7 * mebibyte).toString("base64")),
      Buffer.from("-->"),
    ]));
})();

const officeRelation = (target: string) =>
  `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="${target}"/></Relationships>`;
const concat = (...parts: (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

const docx = (body: Buffer) =>
  zipOf({
    "_rels/.rels": officeRelation("word/document.xml"),
    "word/document.xml": concat("<w:document><w:body>", padding(), body, "</w:body></w:document>"),
  });
const xlsx = (sheet: string | Buffer, strings: string | Buffer = "") =>
  zipOf({
    "_rels/.rels": officeRelation("xl/workbook.xml"),
    "xl/workbook.xml": `<workbook><sheets><sheet name="${scriptSheet}" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="strings.xml"/></Relationships>`,
    "xl/strings.xml": concat("<sst>", padding(), strings, "</sst>"),
    "xl/sheet.xml": concat(
      "<worksheet>",
      padding(),
      `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Text_EN-GB</t></is></c></row>`,
      sheet,
      "</sheetData></worksheet>",
    ),
  });

/**
 * A .pdf file of one page. Its content stream is `body`, which is already compressed `filters`
 * times.
 */
export function pdfOfStream(body: Buffer, filters = 1): Uint8Array {
  const names = Array.from({ length: filters }, () => "/FlateDecode").join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    null,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
  ];
  const pieces: Buffer[] = [Buffer.from("%PDF-1.4\n")];
  const offsets: number[] = [];
  let length = 9;
  const add = (...some: (string | Buffer)[]) => {
    const piece = concat(...some);
    pieces.push(piece);
    length += piece.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    if (object !== null) add(`${index + 1} 0 obj\n${object}\nendobj\n`);
    else
      add(
        `${index + 1} 0 obj\n<< /Length ${body.length} /Filter [${names}] >>\nstream\n`,
        body,
        "\nendstream\nendobj\n",
      );
  });
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  add(
    `xref\n0 6\n0000000000 65535 f \n${entries.join("")}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
  return Buffer.concat(pieces);
}

const resources = ["too-much-memory", "too-slow"] as const;
const cell = `<c t="s"><v>0</v></c>`;

/** All kinds of documents that were found to crash a reader process, and similar ones. */
export const hostileDocuments: readonly HostileDocument[] = [
  {
    name: "45 MB of line ends (.txt)",
    fileName: "flood.txt",
    createBytes: () => times("\n", 45 * mebibyte),
    codes: ["too-many-paragraphs"],
  },
  {
    name: "45 MB of line ends (.srt)",
    fileName: "flood.srt",
    createBytes: () => times("\n", 45 * mebibyte),
    codes: ["too-many-paragraphs"],
  },
  {
    name: "45 MB of cues (.srt)",
    fileName: "cues.srt",
    createBytes: () => times("-->\n", 11 * mebibyte),
    codes: ["too-many-rows"],
  },
  {
    name: "45 MB of cells (.csv)",
    fileName: "cells.csv",
    createBytes: () => concat("Text_EN-GB\n", times(`${",".repeat(900)}\n`, 50_000)),
    codes: ["too-many-cells"],
  },
  {
    name: "5 million empty paragraphs (.docx)",
    fileName: "paragraphs.docx",
    createBytes: () => docx(times("<w:p/>", 5_000_000)),
    codes: ["too-many-paragraphs"],
  },
  {
    name: "a million nested paragraphs (.docx)",
    fileName: "nested.docx",
    createBytes: () => docx(times("<w:p>", 1_000_000)),
    codes: ["too-deep"],
  },
  {
    name: "a paragraph of a million pieces (.docx)",
    fileName: "pieces.docx",
    createBytes: () => docx(concat("<w:p>", times("<w:t>xy</w:t>", 1_000_000), "</w:p>")),
    codes: ["text-too-long"],
  },
  {
    name: "a text of 10 million entities (.docx)",
    fileName: "entities.docx",
    createBytes: () => docx(concat("<w:p><w:t>", times("&#65;", 10_000_000), "</w:t></w:p>")),
    codes: ["text-too-long"],
  },
  {
    name: "9 million empty strings (.xlsx)",
    fileName: "strings.xlsx",
    createBytes: () => xlsx("", times("<si/>", 9_000_000)),
    codes: ["too-many-strings"],
  },
  {
    name: "200,000 references to one long string (.xlsx)",
    fileName: "amplified.xlsx",
    createBytes: () =>
      xlsx(times(`<row>${cell}</row>`, 200_000), `<si><t>${"long ".repeat(6000)}</t></si>`),
    codes: ["too-many-characters"],
  },
  {
    name: "1.5 million rows of the same number (.xlsx)",
    fileName: "rows.xlsx",
    createBytes: () => xlsx(times(`<row r="2"><c><v>1</v></c></row>`, 1_500_000)),
    codes: ["too-many-cells"],
  },
  {
    name: "a part that is larger than declared (.xlsx)",
    fileName: "wrong-size.xlsx",
    createBytes: () =>
      zipOf(
        {
          "_rels/.rels": officeRelation("xl/workbook.xml"),
          "xl/workbook.xml": times(" ", 20 * mebibyte),
        },
        (name, sizes) => (name.startsWith("xl") ? { ...sizes, unpacked: 1000 } : sizes),
      ),
    codes: ["unpacked"],
  },
  {
    name: "5,000 parts with the same bytes (.docx)",
    fileName: "overlapping.docx",
    createBytes: () => {
      const parts: Record<string, string | Buffer> = {
        "word/document.xml": concat("<w:document>", times(" ", mebibyte), padding()),
      };
      for (let part = 0; part < 5000; part += 1) parts[`word/${part}.xml`] = "";
      return zipOf(parts, () => ({ unpacked: 1.9 * mebibyte, offset: 0 }));
    },
    codes: ["unpacked"],
  },
  {
    name: "nested containers (.docx)",
    fileName: "containers.docx",
    createBytes: () => {
      let inner: Uint8Array = container({ "word/document.xml": "<w:document/>" });
      for (let depth = 0; depth < 100; depth += 1)
        inner = zipOf({ "word/document.xml": Buffer.from(inner) });
      return inner;
    },
    codes: ["damaged"],
  },
  {
    name: "a stream of 3 GB, packed twice (.pdf)",
    fileName: "stream.pdf",
    createBytes: () => pdfOfStream(deflateSync(packedSpaces(3000)), 2),
    codes: resources,
  },
];

/** A zlib stream of that many MB of spaces: one block that ends at a byte boundary, repeated. */
function packedSpaces(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(mebibyte, " "), {
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const last = deflateRawSync(Buffer.alloc(0));
  // No checksum at the end, because readers of .pdf files ignore it.
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(megabytes).fill(block), last]);
}

/** A page with many texts. It is within all memory limits, but reading it takes a minute. */
export const slowPdf = () =>
  pdfOfStream(
    deflateSync(concat("BT /F1 9 Tf ", times("0 -9 Td (a long text) Tj\n", 3_000_000), " ET"), {
      level: 1,
    }),
  );

export const goodDocument = { fileName: "good.txt", bytes: utf8("ANNA: Hello") };
