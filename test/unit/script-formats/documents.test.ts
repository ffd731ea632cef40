/** .srt, .txt, .docx and .pdf, rule by rule: "interface-notes § Scripts". */
import { beforeAll, describe, expect, test } from "vitest";
import type { ReadOptions, Script } from "../../../main/script-formats/model";
import { splitColon } from "../../../main/script-formats/documents/speaker-notation";
import { readScript } from "../../../main/script-formats/read";
import { docx, documentOf, paragraph, pdf, utf16, utf8 } from "../../helpers/script-files";
import { long } from "../../long";

// PDF.js is large: on a busy computer its first import takes seconds.
beforeAll(() => read(pdf([]), "a.pdf"), 60_000);

const read = (bytes: Uint8Array, fileName: string, options: Partial<ReadOptions> = {}) =>
  readScript(bytes, fileName, {
    purpose: "audio-production",
    languageCode: "FR-fr",
    ...options,
  });
const problemTexts = (script: Script) =>
  script.problems.map(
    ({ severity, row, column, code }) => `${severity} ${row ?? "-"} ${column ?? "-"} ${code}`,
  );
/** Lines as "row character: text". */
const speakerTexts = (script: Script) =>
  script.lines.map(
    ({ row, character, text }) => `${row} ${character ?? "-"}: ${text["fr-fr"] ?? ""}`,
  );

describe("the language", () => {
  const files: [string, Uint8Array][] = [
    ["a.srt", utf8("1\n00:00:01,000 --> 00:00:02,000\nHi")],
    ["a.txt", utf8("Hi")],
    ["a.docx", docx("Hi")],
    ["a.pdf", pdf([{ text: "Hi", y: 700 }])],
  ];
  test.each(files)(
    "is required for %s, must be known, and may have any case",
    async (name, bytes) => {
      const without = await readScript(bytes, name, { purpose: "media-dubbing" });
      expect(problemTexts(without)).toEqual(["error - languageCode languageCode"]);
      // The lines can be shown before the language is chosen.
      expect(without.languages).toEqual([]);
      expect(without.lines.map(({ text }) => text)).toEqual([{ und: "Hi" }]);
      const unknown = await read(bytes, name, { languageCode: "xx-yy" });
      expect(problemTexts(unknown)).toEqual(["error - languageCode language-unknown"]);
      expect(unknown.languages).toEqual([]);
      const known = await read(bytes, name, { languageCode: " fr-FR " });
      expect(known.languages).toEqual(["fr-fr"]);
      expect(speakerTexts(known)).toEqual(["1 -: Hi"]);
      expect(known.problems).toEqual([]);
    },
  );
  test.each(files)("%s cannot be a script for line dubbing", async (name, bytes) => {
    const script = await read(bytes, name, { purpose: "line-dubbing" });
    expect(problemTexts(script)).toEqual(["error - Source_Audio source-audio-missing"]);
  });
});

describe("NAME: text", () => {
  const rows: [paragraph: string, character: string | null, text: string][] = [
    ["ANNA: Hello", "ANNA", "Hello"],
    ["Anna Maria:   Hello: you", "Anna Maria", "Hello: you"],
    [`${"N".repeat(40)}: Hello`, "N".repeat(40), "Hello"],
    [`${"N".repeat(41)}: Hello`, null, `${"N".repeat(41)}: Hello`],
    [`${"😀".repeat(40)}: Hello`, "😀".repeat(40), "Hello"],
    ["Dr. Who: Hello", "Dr. Who", "Hello"],
    ["J. R. Ewing: Hello", "J. R. Ewing", "Hello"],
    ["Wait. What: no", null, "Wait. What: no"],
    ["1. ANNA: Hello", "ANNA", "Hello"],
    ["SCENE 3: Kitchen", null, "SCENE 3: Kitchen"],
    ["12: Hello", null, "12: Hello"],
    ["\u200fبن:\u200f أهلا", "بن", "أهلا"],
    ["What? He said: no", null, "What? He said: no"],
    ["Well, he said: no", null, "Well, he said: no"],
    ["Wait… : no", null, "Wait… : no"],
    ["他说。安娜：你好", null, "他说。安娜：你好"],
    ["安娜：你好", "安娜", "你好"],
    ["שרה: שלום", "שרה", "שלום"],
    ["JEAN-LUC (off): Bonjour", "JEAN-LUC (off)", "Bonjour"],
    ["O'Neill: Yes", "O'Neill", "Yes"],
    ["12:30 is late", null, "12:30 is late"],
    ["http://example.com", null, "http://example.com"],
    [": Hello", null, ": Hello"],
    ["ANNA:", null, "ANNA:"],
    ["Nobody speaks", null, "Nobody speaks"],
    ["ANNA:\tTabbed", "ANNA", "Tabbed"],
    ["ANNA  MARIA : Hello", "ANNA MARIA", "Hello"],
  ];
  test.each(rows)("%s", (text, character, rest) =>
    expect(splitColon(text) ?? { character: null, text }).toEqual({ character, text: rest }),
  );
});

describe(".txt", () => {
  test("has one line per paragraph; empty ones are counted and skipped", async () => {
    const script = await read(
      utf8("\ufeffANNA: Bonjour\r\n\r\n  \r\nBen: Oui\rANNA: Non\n"),
      "a.txt",
    );
    expect(speakerTexts(script)).toEqual(["1 ANNA: Bonjour", "4 Ben: Oui", "5 ANNA: Non"]);
    expect(script.characters).toEqual(["ANNA", "Ben"]);
    expect(script.lines.map(({ number }) => number)).toEqual([1, 2, 3]);
  });
  test("may be UTF-16", async () =>
    expect(speakerTexts(await read(utf16("Élan\nJoie", "big", false), "a.txt"))).toEqual([
      "1 -: Élan",
      "2 -: Joie",
    ]));
  test.each([
    ["only white space", utf8(" \n\n"), ["error - - lines-missing"]],
    ["bytes that are not text", Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 9), ["error - - not-text"]],
    ["UTF-32", Uint8Array.of(0xff, 0xfe, 0, 0, 65, 0, 0, 0), ["error - - not-text"]],
    [
      "a paragraph over the length limit",
      utf8(`a\n${"x".repeat(32_768)}`),
      ["error 2 - text-too-long"],
    ],
  ])("%s", async (_name, bytes, problems) =>
    expect(problemTexts(await read(bytes, "a.txt"))).toEqual(problems),
  );
  test("too many paragraphs", long, async () => {
    const script = await read(utf8("x\n".repeat(200_001)), "a.txt");
    expect(problemTexts(script)).toEqual(["error - - too-many-rows"]);
  });
});

describe(".srt", () => {
  const srt = (text: string, speakerSeparator?: string) =>
    read(utf8(text), "a.srt", speakerSeparator === undefined ? {} : { speakerSeparator });
  const cue = (timing: string, text = "Hi") => `1\n${timing}\n${text}\n`;

  test("a file with a byte order mark, CRLF, coordinates, missing numbers and an empty cue", async () => {
    const script = await srt(
      [
        "\ufeff1\r\n00:00:01,000 --> 00:00:02,500 X1:40 X2:600\r\n- ANNA: <i>Bonjour</i>\r\nà tous\r\n",
        "00:00:03.000 --> 00:00:04.000\r\n{\\an8}Ben: Oui: non\r\n",
        "3\r\n00:00:05,000 --> 00:00:06,000\r\n\r\n",
        "4\r\n0:00:09,0 --> 00:01:10,25\r\n42\r\n",
      ].join("\r\n"),
      ":",
    );
    expect(script.lines.map(({ row, startMs, endMs }) => [row, startMs, endMs])).toEqual([
      [1, 1_000, 2_500],
      [2, 3_000, 4_000],
      [4, 9_000, 70_250],
    ]);
    expect(speakerTexts(script)).toEqual(["1 ANNA: Bonjour à tous", "2 Ben: Oui: non", "4 -: 42"]);
    expect(problemTexts(script)).toEqual(["note 3 - cue-empty", "note 4 - line-number"]);
  });

  const speakers: [name: string, text: string, separator: string | undefined, line: string][] = [
    ["text before the first one", "Anna : a : b", ":", "1 Anna: a : b"],
    ["no separator in the cue", "Anna - a", ":", "1 -: Anna - a"],
    ["without a separator", "Anna: a", undefined, "1 -: Anna: a"],
    ["an empty separator", "Anna: a", "", "1 -: Anna: a"],
    ["a longer separator", "Anna >> a", ">>", "1 Anna: a"],
    ["a tab", "Anna\ta", "\t", "1 Anna: a"],
    ["no name before it", ": a", ":", "1 -: : a"],
    ["followed by a line break", "Anna:\na", ":", "1 Anna: a"],
    ["a sentence before it", "Well, no. Then: a", ":", "1 -: Well, no. Then: a"],
  ];
  test.each(speakers)("speaker: %s", async (_name, text, separator, line) =>
    expect(speakerTexts(await srt(cue("00:00:01,000 --> 00:00:02,000", text), separator))).toEqual([
      line,
    ]),
  );

  const timings: [timing: string, times: unknown, problems: string[]][] = [
    ["00:00:01,000 --> 00:00:02,000", [1000, 2000], []],
    ["00:00:01.000-->00:00:02.000", [1000, 2000], []],
    ["00:01 --> 00:02", [1000, 2000], []],
    ["00:00:01,5 --> 00:00:02,1239", [1500, 2123], []],
    ["100:00:00,000 --> 100:00:01,000", [360_000_000, 360_001_000], []],
    ["00:00:02,000 --> 00:00:01,000", [null, null], ["error 1 - timing-negative"]],
    ["00:00:02,000 --> 00:00:02,000", [null, null], ["error 1 - timing-negative"]],
    ["-00:00:02,000 --> 00:00:02,000", [null, null], ["error 1 - timing-invalid"]],
    ["00:61:02,000 --> 00:62:02,000", [null, null], ["error 1 - timing-invalid"]],
    ["soon --> later", [null, null], ["error 1 - timing-invalid"]],
  ];
  test.each(timings)("timing %s", async (timing, times, problems) => {
    const script = await srt(cue(timing));
    expect(script.lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([times]);
    expect(problemTexts(script)).toEqual(problems);
  });

  test("overlapping cues, text before the first cue, a number as dialogue", async () => {
    const script = await srt(
      `Made by me\n\n${cue("00:00:01,000 --> 00:00:05,000", "One\n7")}00:00:02,000 --> 00:00:03,000\nTwo`,
    );
    expect(speakerTexts(script)).toEqual(["1 -: One 7", "2 -: Two"]);
    expect(problemTexts(script)).toEqual([
      "warning - - text-outside",
      "warning 2 - timing-overlap",
    ]);
  });
  test("removes markup, and preserves similar text", async () =>
    expect(
      speakerTexts(
        await srt(cue("00:01 --> 00:02", '<font color="#fff">a</font> < b > c <d> 1 <i>e</i>')),
      ),
    ).toEqual(["1 -: a < b > c <d> 1 e"]));
  test("5,000 cues", async () => {
    const stamp = (at: number) =>
      `${Math.floor(at / 3600)}:${Math.floor(at / 60) % 60}:${at % 60},000`;
    const cues = Array.from(
      { length: 5_000 },
      (_, at) => `${at + 1}\n${stamp(at)} --> ${stamp(at + 1)}\nA: ${at}\n`,
    );
    const script = await srt(cues.join("\n"), ":");
    expect(script.lines).toHaveLength(5_000);
    expect(problemTexts(script)).toEqual(["note 1 - line-number"]);
  });
});

describe(".docx", () => {
  const speakerTextsOf = async (body: string) =>
    speakerTexts(await read(documentOf(body), "a.docx"));
  const run = (inner: string) => `<w:p><w:r>${inner}</w:r></w:p>`;
  const rows: [name: string, body: string, lines: string[]][] = [
    [
      "paragraphs, including empty ones",
      `${paragraph("ANNA: a & b")}<w:p/>${paragraph("c < d")}`,
      ["1 ANNA: a & b", "3 -: c < d"],
    ],
    [
      "runs, breaks, tabs, hyphens",
      run(
        `<w:t>AN</w:t></w:r><w:r><w:t>NA:</w:t><w:tab/><w:t>a</w:t><w:br/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t>`,
      ),
      ["1 ANNA: a\nb-c"],
    ],
    [
      "a table",
      `<w:tbl><w:tr><w:tc>${paragraph("A: a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>`,
      ["1 A: a", "1 -: b"],
    ],
    [
      "deletions, fields, moves",
      `<w:p><w:del><w:r><w:delText>x</w:delText></w:r></w:del><w:moveFrom><w:r><w:t>y</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGE</w:instrText></w:r><w:ins><w:r><w:t>new</w:t></w:r></w:ins></w:p>`,
      ["1 -: new"],
    ],
    [
      "a text box once, in a separate paragraph",
      `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph("box")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph("box")}</w:txbxContent></mc:Fallback></mc:AlternateContent><w:t>outer</w:t></w:r></w:p>`,
      ["1 -: outer", "2 -: box"],
    ],
    ["text of charts and formulas", run(`<a:t>chart</a:t><m:t>x²</m:t><w:t>a</w:t>`), ["1 -: a"]],
    [
      "entities and a comment",
      run(`<!-- <w:t>no</w:t> --><w:t>&#233;&#xe9;&lt;</w:t>`),
      ["1 -: éé<"],
    ],
    ["data", run(`<w:t><![CDATA[a <b> & c]]></w:t>`), ["1 -: a <b> & c"]],
  ];
  test.each(rows)("%s", async (_name, body, lines) =>
    expect(await speakerTextsOf(body)).toEqual(lines),
  );

  test("a document type is rejected", async () => {
    const entityBomb = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const script = await read(documentOf(paragraph("x"), entityBomb), "a.docx");
    expect(problemTexts(script)).toEqual(["error - - damaged"]);
  });
  test.each(["<w:p", "<!-- ", "<![CDATA[ x", '<w:p a="'])(
    "%s without an end is rejected",
    async (body) =>
      expect(problemTexts(await read(documentOf(paragraph("x") + body), "a.docx"))).toContain(
        "error - - damaged",
      ),
  );
  test("deep nesting is limited", async () =>
    expect(await speakerTextsOf(`${"<w:p>".repeat(20_000)}<w:r><w:t>x</w:t></w:r>`)).toEqual([]));
});

describe(".pdf", () => {
  test("printed lines are joined to paragraphs", async () => {
    const full = "This line of text goes on to the right margin and then the sentence continues on";
    const script = await read(
      pdf(
        [
          { text: "ANNA: Bonjour (vous) \xe9t\xe9", y: 760 },
          { text: full, y: 746 },
          { text: "the next line here.", y: 732 },
          { text: "Short.", y: 718 },
          { text: "Also short.", y: 704 },
          { text: "Behind a gap.", y: 660 },
          { text: full, y: 646 },
        ],
        [{ text: "which goes on over the page.", y: 760 }],
      ),
      "a.pdf",
    );
    expect(speakerTexts(script)).toEqual([
      "1 ANNA: Bonjour (vous) été",
      `2 -: ${full} the next line here.`,
      "3 -: Short.",
      "4 -: Also short.",
      "5 -: Behind a gap.",
      `6 -: ${full} which goes on over the page.`,
    ]);
    expect(script.problems).toEqual([]);
  });
  test("a file without text is reported", async () =>
    expect(problemTexts(await read(pdf([]), "a.pdf"))).toEqual([
      "warning - - pdf-without-text",
      "error - - lines-missing",
    ]));
  test("a truncated file is reported", async () => {
    const whole = pdf([{ text: "Hi", y: 700 }]);
    const script = await read(whole.slice(0, 40), "a.pdf");
    expect(problemTexts(script)).toEqual(["error - - damaged"]);
  });
});
