/** The CSV and JSON of a manifest, and their parser. */
import { describe, expect, it } from "vitest";
import {
  manifestFields,
  type ManifestRow,
} from "../../../../main/backend/uploads/manifest/columns";
import {
  manifestExtensionOf,
  manifestExtensions,
  manifestText,
  type ManifestExtension,
} from "../../../../main/backend/uploads/manifest/manifest-text";
import { parseManifest } from "../../../../main/backend/uploads/manifest/parse-manifest";

const md5 = "0123456789abcdef0123456789abcdef";
const sha256 = `${md5}${md5}`;
const row = (galleryPath: string, more: Partial<ManifestRow> = {}): ManifestRow => ({
  galleryPath,
  sourcePath: `/media/${galleryPath}`,
  size: 5,
  md5,
  sha256,
  queuedAt: "2026-01-31T14:05:00.000Z",
  finishedAt: "2026-01-31T14:06:00.000Z",
  parts: 0,
  checksum: "verified",
  status: "unchanged",
  ...more,
});

async function textOf(extension: ManifestExtension, rows: readonly ManifestRow[]): Promise<string> {
  async function* each() {
    yield* rows;
    await Promise.resolve();
  }
  const pieces: string[] = [];
  for await (const piece of manifestText(extension, { unfinished: 2, replaced: 1 }, each()))
    pieces.push(piece);
  return pieces.join("");
}
const parse = (text: string | Uint8Array, extension: ManifestExtension = "csv") =>
  parseManifest(typeof text === "string" ? Buffer.from(text) : text, extension);
const problemsOf = (text: string, extension: ManifestExtension = "csv") =>
  parse(text, extension).problems;

describe("manifest", () => {
  const rows = [
    row("=HYPERLINK(1).wav"),
    row('a, "b"; é.mov', { size: Number.MAX_SAFE_INTEGER, parts: 10_000 }),
    row("c/d.mov", { status: "missing", md5: "", sha256: "", queuedAt: "", finishedAt: "" }),
    row("'quoted.wav", { sourcePath: "C:\\media\\quoted.wav", checksum: "unverified" }),
  ];

  it.each(manifestExtensions)("is read back from %s as it was written", async (extension) => {
    const text = await textOf(extension, rows);
    expect(parse(text, extension)).toEqual({
      entries: rows,
      problems: [],
      moreProblems: 0,
      isDelivery: false,
    });
    expect(parse(await textOf(extension, []), extension).entries).toEqual([]);
  });

  it("has a header, and no cell that a spreadsheet evaluates as a formula", async () => {
    const [header, first] = (await textOf("csv", rows)).split("\r\n");
    expect(header).toBe(`\uFEFF${manifestFields.join(",")}`);
    expect(first).toMatch(/^'=HYPERLINK/);
  });

  it("states in JSON the format, the version and the uploads without a row", async () => {
    expect(JSON.parse(await textOf("json", rows))).toEqual({
      format: "dubyard-manifest",
      version: 1,
      unfinished: 2,
      replaced: 1,
      files: rows,
    });
  });

  it("is CSV or JSON by the extension of the file", () => {
    expect(manifestExtensionOf("/a/b.CSV")).toBe("csv");
    expect(manifestExtensionOf("b.json")).toBe("json");
    expect(manifestExtensionOf("b.json.txt")).toBeNull();
  });
});

describe("parseManifest", () => {
  const header = "galleryPath,size,md5";

  it.each([
    ["\n", ""],
    ["\r\n", ""],
    ["\r", ""],
    ["\r\n", "\uFEFF"],
  ])("reads line ends %j, and a byte order mark %j", (lineEnd, mark) => {
    const text = mark + [header, `a.wav,1,${md5}`, "", `b.wav,2,${md5}`].join(lineEnd) + lineEnd;
    expect(parse(text)).toMatchObject({
      entries: [
        { galleryPath: "a.wav", size: 1, md5 },
        { galleryPath: "b.wav", size: 2, md5 },
      ],
      problems: [],
    });
  });

  it("finds columns by name in any order and case, and ignores unknown ones", () => {
    const text = `Note;SHA256;GALLERYPATH\nx;${sha256};a.wav`;
    expect(parse(text).entries).toEqual([{ galleryPath: "a.wav", sha256 }]);
  });

  it.each([
    ["", "row 2: galleryPath must be a gallery path"],
    ["/etc/passwd", 'row 2: galleryPath "/etc/passwd" is an absolute path'],
    ["C:/windows", 'row 2: galleryPath "C:/windows" is an absolute path'],
    ["a/../../b.wav", 'row 2: galleryPath "a/../../b.wav" contains ".."'],
    ["..\\b.wav", 'row 2: galleryPath "..\\\\b.wav" contains ".."'],
    ["a//b.wav", 'row 2: galleryPath "a//b.wav" is not a gallery path (not-a-location)'],
    ["a/", 'row 2: galleryPath "a/" is not a gallery path (not-a-location)'],
    ["a\u0007b", 'row 2: galleryPath "a\\u0007b" is not a gallery path (control-character)'],
  ])("rejects the path %j", (galleryPath, problem) => {
    expect(problemsOf(`${header}\n${galleryPath},1,${md5}`)).toEqual([problem]);
    const files = [{ galleryPath, size: 1, md5 }];
    const json = JSON.stringify({ format: "dubyard-manifest", version: 1, files });
    expect(problemsOf(json, "json")).toEqual([problem.replace("row 2", "file 1")]);
  });

  it("names the row and column of a malformed value", () => {
    const text = [
      header,
      `a.wav,-1,${md5}`,
      `b.wav,1e3,${md5}`,
      "c.wav,1,xyz",
      "d.wav,1,",
      "e.wav",
      `f.wav,99999999999999999999,${md5}`,
    ];
    expect(problemsOf(text.join("\n"))).toEqual([
      "row 2: size must be a number of bytes",
      "row 3: size must be a number of bytes",
      "row 4: md5 must be 32 hexadecimal digits, or empty",
      "row 5: has neither md5 nor sha256",
      "row 6: size must be a number of bytes",
      "row 7: size must be a number of bytes",
    ]);
  });

  it("names duplicate paths, also those that differ only in their Unicode form", () => {
    const text = [header, `é.wav,1,${md5}`, `b.wav,1,${md5}`, `e\u0301.wav,1,${md5}`].join("\n");
    expect(problemsOf(text)).toEqual(['row 4: galleryPath "é.wav" is also in row 2']);
  });

  it("lists the first problems and counts the others", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `${index}.wav,x,${md5}`);
    const { problems, moreProblems } = parse([header, ...lines].join("\n"));
    expect(problems).toHaveLength(20);
    expect(moreProblems).toBe(10);
  });

  it.each<[string | Uint8Array, ManifestExtension, RegExp]>([
    [Buffer.from([0xff, 0xfe, 0x00]), "csv", /not UTF-8/],
    ["", "csv", /no column galleryPath/],
    ["path,size\na,1", "csv", /no column galleryPath/],
    ["galleryPath,md5,MD5\na,1,2", "csv", /row 1: .*twice/],
    [`${header}\n"a.wav,1,${md5}`, "csv", /row 2: A quote/],
    ["{", "json", /not JSON/],
    ["[]", "json", /not a manifest/],
    ['{"format":"other","version":1,"files":[]}', "json", /not a manifest: format/],
    ['{"format":"dubyard-manifest","version":2,"files":[]}', "json", /version 2/],
    ['{"format":"dubyard-manifest","version":1,"files":{}}', "json", /not a manifest: files/],
    ["[".repeat(200_000), "json", /not JSON/],
  ])("rejects a file that is not a manifest: case %#", (text, extension, message) => {
    expect(() => parse(text, extension)).toThrow(message);
  });

  it("names a JSON file entry that is not an object", () => {
    const json = '{"format":"dubyard-manifest","version":1,"files":[null,{"__proto__":{}}]}';
    expect(problemsOf(json, "json")).toEqual([
      "file 1: galleryPath must be a gallery path",
      "file 2: galleryPath must be a gallery path",
    ]);
  });
});
