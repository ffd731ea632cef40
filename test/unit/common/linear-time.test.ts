/** Functions on external text run in linear time, also in their worst case. */
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, it } from "vitest";
import { genderOf } from "../../../main/local-service/ingest/gender";
import { clean, redact } from "../../../preload/facts/shown-text";
import { printable, printableJson } from "../../../main/common/printable";
import { fieldsIn, messageIn } from "../../../main/remote/http/http-errors";
import { number } from "../../../main/remote/http/tolerant-parse";
import { readDeletion, readList, textIn } from "../../../main/remote/s3/responses";
import { createSpeechPreparation } from "../../../main/local-service/engine/speech/prepare-speech";
import { cleanName, cleanText } from "../../../main/script-formats/files/text";
import { headingOf } from "../../../main/script-formats/columns/header-words";
import { readTime } from "../../../main/script-formats/columns/times";
import { csvRows, delimitedText } from "../../../main/script-formats/files/csv";
import { readStyles } from "../../../main/script-formats/files/xlsx/styles";
import { openZip } from "../../../main/script-formats/files/zip";
import { writeZip } from "../../../main/script-formats/files/zip-write";
import { formatByName, formatOf } from "../../../main/script-formats/format";
import { rewriteAudio } from "../../../main/script-formats/rewrite";
import { callUrl } from "../../../main/local-service/engine/external/http";
import { deliveredName } from "../../../main/local-service/delivery/names";
import { normaliseFolder } from "../../../main/backend/gallery/gallery-path";
import { growthOf, maxGrowth } from "../../helpers/timing";

const megabyte = 1_000_000;
const full = (piece: string, end = "") => piece.repeat(Math.floor(megabyte / piece.length)) + end;

const header = ["ID", "Source_Audio", "Character", "Text_FR-FR"];
const rows = [header, ["1", "one.wav", "Anna", "Bonjour"]];
const sheets = [{ name: "Revoiceit_Prod_Template_Script", rows }];
const workbook = openZip(await writeXlsx({ sheets }));

/** Rewrites a workbook whose sheet contains a processing instruction with this text. */
function rewriteWith(text: string) {
  const parts = workbook.names.map((name) => {
    const data = workbook.read(name);
    if (!name.startsWith("xl/worksheets/")) return { name, data };
    const xml = data.toString("utf8").replace("<sheetData>", () => `<?x ${text}?><sheetData>`);
    return { name, data: Buffer.from(xml) };
  });
  const { bytes } = rewriteAudio(writeZip(parts), "a.xlsx", new Map([["one.wav", "b/one.wav"]]));
  expect(bytes).not.toBeNull();
}

const speech = createSpeechPreparation("fr-fr", [], { speaksDescriptions: false });
const russian = createSpeechPreparation("ru-ru", [], { speaksDescriptions: false });

const cases: readonly [string, (text: string) => unknown, ...string[]][] = [
  [
    "redact",
    redact,
    full("https://"),
    full("http://a"),
    full("https://?"),
    full("a."),
    full("a@a"),
    full("a@b.-"),
    full("a@", "b".repeat(10)),
    full("secret"),
    full('token="'),
    `token=${full(" ")}`,
    `secret:${full("Bearer ")}`,
    full("/home"),
    full("C:\\Users"),
  ],
  ["clean", clean, full(" "), full("\u001b"), full("a.")],
  [
    "messageIn",
    messageIn,
    full("<Message>"),
    full(" ", "<"),
    `<html>${full("<title>")}`,
    `{"message":${full("[").slice(0, megabyte / 2)}${full("]").slice(0, megabyte / 2)}}`,
    `{"message":[${full('"a",')}"b"]}`,
  ],
  ["fieldsIn", fieldsIn, full("a"), full("a[1]"), full("; a"), `a: ${full(" ")}`, full("a: b; ")],
  ["number", (text) => number(text, 0), `1${full(" ", "x")}`, full("1"), full(" ", "x")],
  [
    "textIn",
    (text) => textIn(text, "Message"),
    `<Message>${full("<![CDATA[")}</Message>`,
    `<Message>${full("<![CDATA[x]]>")}</Message>`,
    full("<Message>"),
    full("<Message "),
    `<Message>${full("</a>")}`,
    `<Message>${full("</")}`,
    `<Message>${full("&#x")}</Message>`,
    full("<a:"),
    `<${full("a")}`,
    `<Message></a${full(" ")}`,
  ],
  [
    "readList",
    readList,
    `<ListBucketResult>${full("<Contents>")}`,
    `<ListBucketResult>${full("<Contents></a>")}`,
  ],
  ["readDeletion", readDeletion, `<DeleteResult>${full("<Error>")}`],
  [
    "prepare",
    (text) => speech.prepare(text, null),
    `.${full(" ", "x")}`,
    full("\n"),
    full("(a "),
    full("* a"),
    full("*a ", "*"),
    full("! ", "("),
    full("[a"),
    full("1.", "€"),
    full("1 000").slice(0, megabyte / 4),
    full("12/"),
    full("9", " €"),
  ],
  [
    "prepare in Russian",
    (text) => russian.prepare(text, null),
    full("600 ").slice(0, megabyte / 4),
    full("000 ").slice(0, megabyte / 4),
  ],
  ["cleanText", cleanText, full(" ", "x"), full("\u200b", "x"), full("a ", "\u0001")],
  ["cleanName", cleanName, full(" ", "x"), full("a \n")],
  ["printable", printable, full("\u001b"), full("a\u009b")],
  ["printableJson", printableJson, full("a\u001b"), full("aaaaaaaaa\u202e")],
  ["genderOf", genderOf, `(f${full(" ")}`, full("("), full("_f1")],
  [
    "formatOf",
    (text) => formatOf("x", Buffer.from(text)),
    full("\t", "x"),
    `1:00,000${full(" ")}`,
    full("1:00,000 "),
  ],
  ["deliveredName", deliveredName, `a${full("-", "b")}`, `a${full(" ", "b")}`, full("a.")],
  ["normaliseFolder", normaliseFolder, full("/", "x"), full("a/")],
  ["formatByName", formatByName, full("?", "\n"), full("#", "x.srt")],
  [
    "readStyles",
    (text) =>
      readStyles(
        `<numFmt numFmtId="170" formatCode='${text}'/><cellXfs><xf numFmtId="170"/></cellXfs>`,
        false,
      ).numberText(1, 0),
    full("["),
    full("[h", "x"),
    full('"'),
    full("\\"),
  ],
  [
    "csvRows with tabs",
    (text) => [...csvRows(text, "\t", null)].length,
    full('"'),
    full('"\t'),
    full('"x""\t'),
    full('"\n""\t'),
    full('"\\"'),
    `"${full('\t""')}`,
  ],
  [
    "csvRows with commas",
    (text) => [...csvRows(text, ",", null)].length,
    full('"'),
    full('"\\"'),
    full('"x""'),
  ],
  ["delimitedText", delimitedText, full('"'), full('"\t'), full(",;|")],
  ["readTime", readTime, full("1"), full("1:"), `1${full(" ")}`],
  ["headingOf", headingOf, full("text "), full("_")],
  ["rewriteAudio", rewriteWith, full(`<c '"`), full("<c "), full("<row x='")],
  ["callUrl", (text) => callUrl(`https://a.example/${text}`, "/x"), full("/", "x")],
];

describe.each(cases)("%s", (_name, work, ...texts) => {
  it.each(texts.map((text) => [text.slice(0, 24), text]))(
    "needs at most linear time for a long text of %j",
    (_start, text) => {
      // A text to speak has at most some thousand characters.
      expect(text.length).toBeGreaterThanOrEqual(megabyte / 4 - 100);
      const ignoreErrors = (some: string) => {
        try {
          work(some);
        } catch {
          // Invalid input throws; only the time is tested here.
        }
      };
      expect(growthOf(ignoreErrors, text)).toBeLessThan(maxGrowth);
    },
  );
});
