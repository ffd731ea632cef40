/** Detection of formats, and the problems of unreadable files. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { formatOf, readBulk, readScript } from "../../../main/script-formats/read";
import {
  container,
  docx,
  oleFile,
  packedZip,
  pdf,
  rawWorkbook,
  utf16,
  utf8,
  workbook,
} from "../../helpers/script-files";

const text = utf8("Hello");
const srt = utf8("1\n00:00:01,000 --> 00:00:02,000\nHi");
const onePage = pdf([{ text: "Hi", y: 700 }]);
const sheet = await workbook([["Text_EN-GB"], ["Hi"]]);

describe("formatOf", () => {
  const rows: [fileName: string, bytes: Uint8Array, format: string | null][] = [
    ["a.XLSX", sheet, "xlsx"],
    ["a.xlsm", sheet, "xlsx"],
    ["a.txt", sheet, "xlsx"],
    ["script", sheet, "xlsx"],
    ["https://e.com/a.xlsx?X-Amz-Signature=a.txt#b", sheet, "xlsx"],
    ["a.docx", docx("x"), "docx"],
    ["a.xlsx", docx("x"), "docx"],
    ["a.pdf", onePage, "pdf"],
    ["a.bin", onePage, "pdf"],
    ["a.pdf", Buffer.concat([Buffer.from("\n\n"), onePage]), "pdf"],
    ["a.txt", utf8("About %PDF- files"), "txt"],
    ["a.csv", text, "csv"],
    ["a.tsv", text, "csv"],
    ["a.srt", text, "srt"],
    ["folder.srt/a.TXT ", text, "txt"],
    ["what?.txt", text, "txt"],
    ["a#1.srt", srt, "srt"],
    ["https://e.com/a.srt?name=b.txt", srt, "srt"],
    ["/local/scripts/a.srt?token=1.5", srt, "srt"],
    ["https://e.com/1234", srt, "srt"],
    ["https://e.com/1234", utf16("1\n00:01:00,000 --> 00:02:00,000\nHi", "little", true), "srt"],
    ["https://e.com/1234", utf8("ID;Text_FR-FR\n"), "csv"],
    ["https://e.com/1234", text, null],
    ["a.exe", text, null],
    ["a.xlsx", text, null],
    ["a.pdf", text, null],
    ["a.docx", container({ "x.txt": "" }), null],
    ["a.toString", text, null],
    ["a.xlsx", oleFile("EncryptedPackage"), null],
    // Without bytes only the name is used.
    ["a.docx", new Uint8Array(), "docx"],
    ["https://e.com/a.pdf?b", new Uint8Array(), "pdf"],
    ["constructor", new Uint8Array(), null],
  ];
  test.each(rows)("%s", (fileName, bytes, format) =>
    expect(formatOf(fileName, bytes)).toBe(format),
  );
});

describe("unreadable files", () => {
  const zeros = Buffer.alloc(8 * 1024 * 1024);
  const withWrongSize = packedZip("xl/workbook.xml", Buffer.alloc(3_000_000), { unpacked: 1_000 });
  const half = (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2);
  const rows: [name: string, fileName: string, bytes: Uint8Array, code: string][] = [
    ["an empty file", "a.xlsx", new Uint8Array(), "empty"],
    ["an empty text file", "a.txt", new Uint8Array(), "empty"],
    ["too many bytes", "a.txt", new Uint8Array(50 * 1024 * 1024 + 1), "too-large"],
    ["half a workbook", "a.xlsx", half(sheet), "damaged"],
    ["half a document", "a.docx", half(docx("x".repeat(1_000))), "damaged"],
    ["text named .xlsx", "a.xlsx", text, "format-mismatch"],
    ["text named .pdf", "a.pdf", text, "format-mismatch"],
    ["another zip named .docx", "a.docx", container({ "a.txt": "x" }), "format-mismatch"],
    ["another file type", "a.exe", text, "format-unknown"],
    ["an old workbook", "a.xls", oleFile("Workbook"), "old-format"],
    ["an old document", "a.doc", oleFile("WordDocument"), "old-format"],
    ["an old workbook named .xlsx", "a.xlsx", oleFile("Workbook"), "old-format"],
    ["an .xls that is text", "a.xls", text, "old-format"],
    ["a binary workbook", "a.xlsx", container({ "xl/workbook.bin": "x" }), "old-format"],
    ["an encrypted workbook", "a.xlsx", oleFile("EncryptedPackage"), "encrypted"],
    [
      "an encrypted zip",
      "a.xlsx",
      packedZip("xl/a.xml", text as Buffer, { flags: 1 }),
      "encrypted",
    ],
    ["a zip bomb by its ratio", "a.xlsx", packedZip("xl/workbook.xml", zeros), "unpacked"],
    [
      "a zip bomb by its size",
      "a.xlsx",
      packedZip("xl/workbook.xml", text as Buffer, { unpacked: 600 * 1024 * 1024 }),
      "unpacked",
    ],
    ["a zip bomb with a wrong size", "a.xlsx", withWrongSize, "damaged"],
    ["too many parts", "a.docx", packedZip("a", text as Buffer, { count: 20_000 }), "unpacked"],
    [
      "more parts declared than present",
      "a.docx",
      packedZip("a", text as Buffer, { count: 2 }),
      "damaged",
    ],
    ["an empty zip", "a.xlsx", Buffer.from("PK\x05\x06".padEnd(22, "\0")), "format-mismatch"],
    ["a document type", "a.xlsx", rawWorkbook("", "", "<!DOCTYPE a>"), "damaged"],
    [
      "zero bytes in text",
      "a.txt",
      createHash("sha512").update("x").digest().fill(0, 5, 8).fill(0, 20, 22),
      "not-text",
    ],
  ];
  test.each(rows)("%s", async (_name, fileName, bytes, code) => {
    const script = await readScript(bytes, fileName, {
      purpose: "audio-production",
      languageCode: "EN-GB",
    });
    expect(script.lines).toEqual([]);
    const errors = script.problems.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([{ code, row: null, column: null }]);
    const bulk = await readBulk(bytes, fileName);
    expect(bulk.rows).toEqual([]);
    expect(bulk.problems.length).toBeGreaterThan(0);
  });

  test("a workbook encrypted by Excel is reported as encrypted", async () => {
    const encryption = { password: "secret", spinCount: 10 };
    const bytes = await workbook([["Text_EN-GB"]], "A", { encryption });
    const script = await readScript(bytes, "a.xlsx", { purpose: "audio-production" });
    expect(script.problems).toMatchObject([{ code: "encrypted" }]);
    expect(script.problems[0]?.message).toMatch(/password/);
  });

  test("unpacking stops for a part that is larger than declared", async () => {
    const parts = rawWorkbook(`<row r="1"><c r="A1" t="str"><v>Text_EN-GB</v></c></row>`);
    const damaged = Buffer.from(parts);
    // The declared size of the last part in the directory.
    damaged.writeUInt32LE(10, damaged.lastIndexOf("PK\x01\x02") + 24);
    const script = await readScript(damaged, "a.xlsx", { purpose: "audio-production" });
    expect(script.problems).toMatchObject([{ code: "damaged" }]);
  });
});
