/**
 * Subtitles that a hosted service does not know become .srt, or the template workbook if they name
 * characters. Kinds of files: W3C WebVTT and TTML 1, EBU Tech 3264, the SSA v4.00+ format
 * specification, YouTube .sbv; SubtitleEdit/subtitleedit 3396, tkarabela/pysubs2 11.
 */
import { describe, expect, test } from "vitest";
import { convertScript } from "../../../main/script-formats/convert";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";

const production: ReadOptions = { purpose: "audio-production", languageCode: "en-us" };
const media: ReadOptions = { ...production, purpose: "media-dubbing", speakerSeparator: ":" };

/** The format of the converted file, and "start-end character: text" of its lines. */
async function converted(bytes: Uint8Array, name: string, options: ReadOptions) {
  const result = await convertScript(bytes, name, options);
  if (result.bytes === null) throw new Error(`not converted: ${String(result.refusal)}`);
  const script = await readScript(result.bytes, `a.${result.extension}`, options);
  const errors = script.problems.filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  const lines = script.lines.map(
    ({ startMs, endMs, character, text }) =>
      `${startMs ?? ""}-${endMs ?? ""} ${character ?? "-"}: ${Object.values(text).join(" / ")}`,
  );
  return [result.extension, ...lines];
}

const ass = (...events: string[]) =>
  `[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.map((event) => `Dialogue: 0,${event}`).join("\n")}\n`;
const ttml = (body: string, head = "") =>
  `<?xml version="1.0" encoding="UTF-8"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:frameRate="25"><head>${head}</head><body><div>${body}</div></body></tt>`;
const agent = (id: string, name: string) =>
  `<ttm:agent xml:id="${id}" type="character"><ttm:name>${name}</ttm:name></ttm:agent>`;

/** A block of text of EBU STL; times in seconds and frames. */
function block(number: number, [from, to]: [number[], number[]], text: string): Buffer {
  const bytes = Buffer.alloc(128, 0x8f);
  bytes.set([0, number, 0, 0xff, 0, 0, 0, ...from, 0, 0, ...to, 20, 2, 0]);
  bytes.write(text, 16, "latin1");
  return bytes;
}
function stl(rate: 25 | 30, ...blocks: Buffer[]): Buffer {
  const header = Buffer.alloc(1024, 0x20);
  header.write(`850STL${rate}.01000`, "latin1");
  header.write("00000000", 256);
  return Buffer.concat([header, ...blocks]);
}

type Row = [name: string, content: string | Buffer, expected: string[], options?: ReadOptions];

const plain: Row[] = [
  [
    "identifiers and settings.vtt",
    "WEBVTT\n\nfirst\n00:01.000 --> 00:02.500 line:0 position:20%\nGood <i>morning</i>.\n\nsecond\n00:03.000 --> 00:04.000\nFine &amp; well.\n",
    ["srt", "1000-2500 -: Good morning.", "3000-4000 -: Fine & well."],
  ],
  [
    "notes and styles.vtt",
    "\ufeffWEBVTT\n\nSTYLE\n::cue { color: lime }\n\nNOTE\nnot spoken\n\n01:00:01.000 --> 01:00:02.000\nHours.\n",
    ["srt", "3601000-3602000 -: Hours."],
  ],
  [
    "two rows.vtt",
    "WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nOne\r\ntwo.\r\n",
    ["srt", "1000-2000 -: One two."],
  ],
  [
    "a.sbv",
    "0:00:01.000,0:00:02.500\nGood[br]morning.\n\n0:00:03.000,0:00:04.000\nFine.\n",
    ["srt", "1000-2500 -: Good morning.", "3000-4000 -: Fine."],
  ],
  [
    "hours.sbv",
    "1:00:01.000,1:00:02.000\r\nOne.\r\n\r\n10:00:00.000,10:00:01.000\r\nTwo.\r\n",
    ["srt", "3601000-3602000 -: One.", "36000000-36001000 -: Two."],
  ],
  [
    "without blank lines.sbv",
    "0:00:01.000,0:00:02.000\nOne.\n0:00:03.000,0:00:04.000\n12\n",
    ["srt", "1000-2000 -: One.", "3000-4000 -: 12"],
  ],
  [
    "marks.ass",
    ass(
      String.raw`0:00:01.00,0:00:02.50,Default,,0,0,0,,{\i1}Good{\i0}\Nmorning.`,
      "0:00:03.00,0:00:04.00,Default,,0,0,0,,Well, fine.",
    ),
    ["srt", "1000-2500 -: Good morning.", "3000-4000 -: Well, fine."],
  ],
  [
    "drawings.ass",
    ass(
      String.raw`0:00:01.00,0:00:02.00,Default,,0,0,0,,{\p1}m 0 0 l 1 1{\p0}`,
      "0:00:03.00,0:00:04.00,Default,,0,0,0,,Fine.",
    ),
    ["srt", "3000-4000 -: Fine."],
  ],
  [
    "other fields.ssa",
    "[Events]\nFormat: Marked, Start, End, Style, Name, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,One, two.\n",
    ["srt", "1000-2000 -: One, two."],
  ],
  [
    "frames.ttml",
    ttml('<p begin="00:00:01:05" end="00:00:02:10">Good<br/>morning.</p>'),
    ["srt", "1200-2400 -: Good morning."],
  ],
  [
    "durations.dfxp",
    ttml('<p begin="1.5s" dur="500ms">One.</p><p begin="3s" end="4s">Two &lt;3.</p>'),
    ["srt", "1500-2000 -: One.", "3000-4000 -: Two <3."],
  ],
  [
    "spans.ttml",
    ttml('<p begin="1s" end="2s"><span tts:color="red">One</span> <span>two.</span></p>'),
    ["srt", "1000-2000 -: One two."],
  ],
  [
    "25 frames.stl",
    stl(
      25,
      block(
        1,
        [
          [1, 0],
          [2, 12],
        ],
        "\x02Good\x8amorning.",
      ),
    ),
    ["srt", "1000-2480 -: Good morning."],
  ],
  [
    "30 frames.stl",
    stl(
      30,
      block(
        1,
        [
          [1, 15],
          [2, 0],
        ],
        "One.",
      ),
    ),
    ["srt", "1500-2000 -: One."],
  ],
  [
    "accents.stl",
    stl(
      25,
      block(
        1,
        [
          [1, 0],
          [2, 0],
        ],
        "D\xc2ej\xc1a vu, Stra\xfbe.",
      ),
      block(
        2,
        [
          [3, 0],
          [4, 0],
        ],
        "Fine.",
      ),
    ),
    ["srt", "1000-2000 -: Déjà vu, Straße.", "3000-4000 -: Fine."],
  ],
];

const voices = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>One.</v>\n<v Dr. Ben>Two.</v>\n";
const named = ass("0:00:01.00,0:00:02.00,Main,Anna,0,0,0,,One.");
const styles = ass(
  "0:00:01.00,0:00:02.00,ANNA,,0,0,0,,One.",
  "0:00:03.00,0:00:04.00,BEN,,0,0,0,,Two.",
);
const agents = ttml(
  '<p begin="1s" end="2s" ttm:agent="a">One.</p><p begin="3s" end="4s">Two.</p>',
  `<metadata>${agent("a", "Anna")}</metadata>`,
);
const characters: Row[] = [
  ["voices.vtt", voices, ["xlsx", "- Anna: One.", "- Dr. Ben: Two."]],
  ["voices.vtt", voices, ["srt", "1000-2000 Anna: One.", "1000-2000 Dr. Ben: Two."], media],
  ["names.ass", named, ["xlsx", "- Anna: One."]],
  ["names.ass", named, ["srt", "1000-2000 Anna: One."], media],
  ["styles.ass", styles, ["xlsx", "- ANNA: One.", "- BEN: Two."]],
  ["styles.ass", styles, ["srt", "1000-2000 ANNA: One.", "3000-4000 BEN: Two."], media],
  ["agents.ttml", agents, ["xlsx", "- Anna: One.", "- -: Two."]],
  ["agents.ttml", agents, ["srt", "1000-2000 Anna: One.", "3000-4000 -: Two."], media],
  [
    "a separator.sbv",
    "0:00:01.000,0:00:02.000\nANNA: One.\nBEN: Two.\n",
    ["srt", "1000-2000 ANNA: One.", "1000-2000 BEN: Two."],
    media,
  ],
];

describe.each([
  ["without characters", plain],
  ["with characters", characters],
])("subtitles %s", (_kind, rows) => {
  test.each(rows)("%s", async (name, content, expected, options = production) => {
    const bytes = typeof content === "string" ? Buffer.from(content) : content;
    expect(await converted(bytes, name, options)).toEqual(expected);
  });
});

test.each([
  ["a time that is none.vtt", "WEBVTT\n\n00:01 --> later\nOne.\n", "script-errors"],
  ["backwards.ass", ass("0:00:02.00,0:00:01.00,Default,,0,0,0,,One."), "script-errors"],
  ["no times.ttml", ttml("<p>One.</p>"), "script-errors"],
  ["no subtitles.stl", "solid cube\n", "script-errors"],
])("%s is refused", async (name, content, refusal) => {
  const result = await convertScript(Buffer.from(content), name, production);
  expect(result).toMatchObject({ bytes: null, refusal });
});
