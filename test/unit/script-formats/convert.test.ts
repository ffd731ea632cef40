/** Scripts in formats that a hosted service does not know. */
import { describe, expect, it, test } from "vitest";
import { convertScript, toTemplate } from "../../../main/script-formats/convert";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";
import { docx, documentOf, tableOf } from "../../helpers/script-files";
import { scriptSheet } from "../../../main/script-formats/vocabulary";

const production = { purpose: "audio-production", languageCode: "en-us" } as const;
const media = { ...production, purpose: "media-dubbing" } as const;

const convert = (text: string | Uint8Array, name: string, options: ReadOptions = production) =>
  convertScript(typeof text === "string" ? Buffer.from(text) : text, name, options);

/** The lines of the converted script, and its format. */
async function linesOf(text: string | Uint8Array, name: string, options: ReadOptions = production) {
  const { bytes, extension, refusal } = await convert(text, name, options);
  if (bytes === null) throw new Error(`not converted: ${String(refusal)}`);
  const separator = extension === "srt" ? { speakerSeparator: ":" } : {};
  const script = await readScript(bytes, `a.${extension}`, { ...options, ...separator });
  expect(script.problems.filter(({ severity }) => severity === "error")).toEqual([]);
  const lines = script.lines.map((line) => {
    const { id, character, text: texts, startMs } = line;
    return `${id ?? "-"} ${character ?? "-"}: ${Object.values(texts).join(" / ")} ${startMs ?? "-"}`;
  });
  return { extension, sheet: script.sheet, lines };
}

const cue = "00:00:01.000 --> 00:00:02.500\n";

describe("subtitles", () => {
  test.each([
    ["vtt", `WEBVTT\n\n${cue}Good morning.\n\nNOTE hidden\n`],
    ["sbv", "0:00:01.000,0:00:02.500\nGood morning.\n"],
    [
      "ttml",
      `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2.5s">Good morning.</p></div></body></tt>`,
    ],
  ])(".%s without characters becomes .srt with its times", async (extension, text) => {
    expect(await linesOf(text, `a.${extension}`)).toMatchObject({
      extension: "srt",
      lines: ["- -: Good morning. 1000"],
    });
  });
  const spoken = `WEBVTT\n\n${cue}<v Anna>Good morning.\n`;
  it("becomes the template workbook if it names characters", async () => {
    const { extension, sheet, lines } = await linesOf(spoken, "a.vtt");
    expect([extension, sheet]).toEqual(["xlsx", scriptSheet]);
    expect(lines).toEqual(["- Anna: Good morning. -"]);
  });
  it("has the speaker separator of media dubbing, and is refused without it", async () => {
    const options = { ...media, speakerSeparator: ":" };
    const { extension, lines } = await linesOf(spoken, "a.vtt", options);
    expect(extension).toBe("srt");
    expect(lines).toEqual(["- Anna: Good morning. 1000"]);
    expect(await convert(spoken, "a.vtt", media)).toMatchObject({
      bytes: null,
      refusal: "separator-needed",
    });
  });
  it("is refused if a cue has an error", async () => {
    const text = "WEBVTT\n\n00:00:03.000 --> 00:00:02.500\nBack.\n";
    const { problems } = await readScript(Buffer.from(text), "a.vtt", production);
    const hasErrors = problems.some(({ severity }) => severity === "error");
    expect((await convert(text, "a.vtt")).refusal).toBe(hasErrors ? "script-errors" : null);
  });
  it("of .srt in another encoding becomes UTF-8, and is otherwise unchanged", async () => {
    const text = `1\n${cue.replaceAll(".", ",")}Être déjà là, très près, à côté.\n`;
    const french = { ...production, languageCode: "fr-fr" };
    const converted = await convert(Buffer.from(text, "latin1"), "a.srt", french);
    expect(Buffer.from(converted.bytes ?? []).toString()).toBe(text);
    expect(await convert(text, "a.srt", french)).toMatchObject({ bytes: null, refusal: null });
  });
});

describe("tables", () => {
  it("with title rows and foreign headers become the template workbook", async () => {
    const rows = [
      "Show;;",
      ";;",
      "Nr;Rolle;Dialog",
      "001;Anna;Guten Morgen.",
      "002;Ben;Hallo, Anna.",
    ];
    const german = { ...production, languageCode: "de-de" };
    const { extension, sheet, lines } = await linesOf(rows.join("\n"), "a.csv", german);
    expect([extension, sheet]).toEqual(["xlsx", scriptSheet]);
    expect(lines).toEqual(["001 Anna: Guten Morgen. -", "002 Ben: Hallo, Anna. -"]);
  });
  it("keep two languages, and take new source audio", async () => {
    const text = "Speaker,Source_Audio,Text_FR-FR,Text_EN-US\nAnna,a.wav,Oui,Yes\n";
    const paths = new Map([["a.wav", "show/a.wav"]]);
    const { bytes } = await convertScript(Buffer.from(text), "a.csv", production, paths);
    const { lines } = await readScript(bytes ?? new Uint8Array(), "a.xlsx", production);
    expect(lines).toMatchObject([
      { character: "Anna", text: { "fr-fr": "Oui", "en-us": "Yes" }, sourceAudio: "show/a.wav" },
    ]);
  });
  it("keep their times for our own service", async () => {
    const text = "Speaker;TC In;TC Out;Text_FR-FR\nAnna;00:00:01.000;00:00:02.500;Oui\n";
    const read = await readScript(Buffer.from(text), "a.csv", production);
    const { bytes } = await toTemplate(read.lines, read.languages, { keepsTimes: true });
    const { lines } = await readScript(bytes, "a.xlsx", production);
    expect(lines).toMatchObject([{ character: "Anna", startMs: 1_000, endMs: 2_500 }]);
  });
  it.each([
    ["the template", "ID,Character,Text_EN-US\n1,Anna,Yes\n"],
    ["the template with an error", "ID,Character,Emotion,Text_EN-US\n1,Anna,glum,Yes\n"],
  ])("that are %s are unchanged", async (_name, text) => {
    expect(await convert(text, "a.csv")).toEqual({ bytes: null, extension: "", refusal: null });
  });
});

/**
 * Documents and .srt whose structure a hosted service does not know: it reads a line for each
 * paragraph, `NAME: text`, and the cues of a plain .srt.
 */
const cueAt = (at: number, text: string, end = "\n\n") =>
  `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}${end}`;
const screenplayText = "ANNA\nGood morning.\n\nBEN\nHow are you?\n\nANNA\nFine.\n";
const named = { ...production, speakerSeparator: ":" };
type Kind = "unchanged" | "xlsx" | "srt" | "separator-needed";
const structures: [
  name: string,
  file: string,
  content: string | Uint8Array,
  sent: Kind,
  lines?: string[],
  options?: ReadOptions,
][] = [
  ["names before a colon", "a.txt", "ANNA: Hi.\nBEN: Yo.\n", "unchanged"],
  ["paragraphs", "a.txt", "It rained.\n\nIt poured.\n", "unchanged"],
  ["paragraphs", "a.docx", docx("ANNA: Hi.", "BEN: Yo."), "unchanged"],
  [
    "a screenplay",
    "a.txt",
    screenplayText,
    "xlsx",
    ["- ANNA: Good morning. -", "- BEN: How are you? -", "- ANNA: Fine. -"],
  ],
  [
    "headings",
    "a.txt",
    "SCENE 1\nANNA: Hi.\nBEN: Yo.\n",
    "xlsx",
    ["- ANNA: Hi. -", "- BEN: Yo. -"],
  ],
  [
    "a table",
    "a.docx",
    documentOf(tableOf(["Character", "Text"], ["ANNA", "Hi."])),
    "xlsx",
    ["- ANNA: Hi. -"],
  ],
  [
    "subtitles",
    "a.txt",
    cueAt(1, "Hi.") + cueAt(2, "Yo."),
    "srt",
    ["- -: Hi. 1000", "- -: Yo. 2000"],
  ],
  ["cues in italics", "a.srt", cueAt(1, "Hi <i>there</i>\nyou.") + cueAt(2, "Yo."), "unchanged"],
  [
    "cues with names",
    "a.srt",
    cueAt(1, "ANNA: Hi.") + cueAt(2, "BEN: Yo."),
    "unchanged",
    [],
    named,
  ],
  [
    "two speakers in a cue",
    "a.srt",
    cueAt(1, "ANNA: Hi.\nBEN: Yo."),
    "srt",
    ["- ANNA: Hi. 1000", "- BEN: Yo. 1000"],
    named,
  ],
  [
    "cues without blank lines",
    "a.srt",
    cueAt(1, "Hi.", "\n") + cueAt(2, "Yo."),
    "srt",
    ["- -: Hi. 1000", "- -: Yo. 2000"],
  ],
  ["other arrows", "a.srt", cueAt(1, "Hi.").replace("-->", "->"), "srt", ["- -: Hi. 1000"]],
  ["names in brackets", "a.srt", cueAt(1, "[ANNA] Hi."), "unchanged"],
  ["names in brackets", "a.srt", cueAt(1, "[ANNA] Hi.\n(Ben) Yo."), "unchanged", [], media],
  ["a name after an arrow", "a.srt", cueAt(1, ">> ANNA: Hi."), "separator-needed", [], media],
  ["a wrong time", "a.srt", cueAt(1, "Hi.").replace(",900", ",000"), "unchanged"],
  [
    "a screenplay",
    "a.txt",
    screenplayText,
    "unchanged",
    [],
    { ...production, isForOwnService: true },
  ],
];
test.each(structures)(
  "a script with %s, %s",
  async (_name, file, content, sent, lines = [], options = production) => {
    if (sent === "xlsx" || sent === "srt")
      expect(await linesOf(content, file, options)).toMatchObject({ extension: sent, lines });
    else
      expect(await convert(content, file, options)).toMatchObject({
        bytes: null,
        refusal: sent === "unchanged" ? null : sent,
      });
  },
);
