/**
 * Subtitles as people have them. Kinds of files: tkarabela/pysubs2 11, byroot/pysrt 85,
 * SubtitleEdit/subtitleedit 2147, 3396, 3770 and 4817, debpalash/VoiceStudio 2151, cdown/srt 92,
 * Softcatala/open-dubbing 18, cpetersen/srt 24, URUWorks/TeroSubtitler 153,
 * jesselau76/srt-gpt-translator 2;
 * the formats follow their specifications (W3C WebVTT and TTML 1, EBU Tech 3264, the SSA v4.00+
 * format specification, YouTube .sbv).
 */
import { describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

const read = (bytes: Uint8Array, name: string, options: Partial<ReadOptions> = {}) =>
  readScript(bytes, name, { purpose: "audio-production", languageCode: "en-us", ...options });
type Read = Awaited<ReturnType<typeof read>>;
/** "row start character: text". */
const linesOf = ({ lines }: Read) =>
  lines.map(
    ({ row, startMs, character, text }) =>
      `${row} ${startMs} ${character ?? "-"}: ${text["en-us"] ?? ""}`,
  );
/** Those of the cues; that no cue names a speaker is noted by another step. */
const problemsOf = ({ problems }: Read) =>
  problems
    .filter(({ code }) => code !== "speakers-missing")
    .map(({ severity, row, code }) => `${severity} ${row ?? "-"} ${code}`);

const cue = (number: number, text: string, arrow = "-->") =>
  `${number}\n00:00:0${number},000 ${arrow} 00:00:0${number},900\n${text}\n\n`;

type Row = [name: string, file: string, lines: string[], problems?: string[], separator?: string];

const files: Row[] = [
  [
    "no blank lines",
    "1\n00:00:01,000 --> 00:00:02,000\nGood morning.\n2\n00:00:03,000 --> 00:00:04,000\nFine.\n",
    ["1 1000 -: Good morning.", "2 3000 -: Fine."],
  ],
  [
    "no blank lines, numbers from 0, a number as dialogue",
    "0\n0:0:1,0 --> 0:0:2,0\n20\n1\n0:0:3,0 --> 0:0:4,0\n7\n",
    ["0 1000 -: 20", "1 3000 -: 7"],
    ["note 0 line-number"],
  ],
  [
    "a blank line after each line",
    "1\n\n00:00:01,000 --> 00:00:02,000\n\nOne.\n\n2\n\n00:00:03,000 --> 00:00:04,000\n\nTwo.\n",
    ["1 1000 -: One.", "2 3000 -: Two."],
  ],
  [
    "numbers with signs",
    "#1\n00:00:01,000 --> 00:00:02,000\nOne.\n#2\n00:00:03,000 --> 00:00:04,000\nTwo.\n",
    ["1 1000 -: One.", "2 3000 -: Two."],
  ],
  [
    "numbers in Arabic digits",
    "١.\n00:00:01,000 --> 00:00:02,000\nOne.\n٢.\n00:00:03,000 --> 00:00:04,000\nTwo.\n",
    ["1 1000 -: One.", "2 3000 -: Two."],
  ],
  [
    "no blank lines, and a missing number",
    ["1", "3", "4"].map((at) => cue(Number(at), `Line ${at}.`).replace("\n\n", "\n")).join(""),
    ["1 1000 -: Line 1.", "3 3000 -: Line 3.", "4 4000 -: Line 4."],
    ["note 3 cue-numbers"],
  ],
  [
    "no blank lines, and numbers that begin again",
    [1, 2, 1, 2]
      .map((at, row) => `${at}\n00:00:0${row},000 --> 00:00:0${row},900\nLine ${at}.\n`)
      .join(""),
    ["1 0 -: Line 1.", "2 1000 -: Line 2.", "1 2000 -: Line 1.", "2 3000 -: Line 2."],
    ["note 1 cue-numbers"],
  ],
  [
    "the number in the line of the times",
    "1 00:00:01,000 --> 00:00:02,000\nOne.\n\n2. 00:00:03,000 --> 00:00:04,000\nTwo.\n",
    ["1 1000 -: One.", "2 3000 -: Two."],
  ],
  [
    "a number without a cue at the end",
    cue(1, "One.") + cue(2, "Two.") + "3\n",
    ["1 1000 -: One.", "2 2000 -: Two."],
    ["warning 3 text-outside"],
  ],
  ...["->", "--->", "→", "=>", "—>", "-- >", "->>", "⟶", "~>", "--&gt;", "−−>", "—", "-", ","].map(
    (arrow): Row => [
      `the arrow ${arrow}`,
      cue(1, "One.") + cue(2, "Two.", arrow) + cue(3, "Three."),
      ["1 1000 -: One.", "2 2000 -: Two.", "3 3000 -: Three."],
    ],
  ),
  [
    "full-width colons and commas",
    "1\n00：00：01，000 --> 00：00：02，000\nOne.\n",
    ["1 1000 -: One."],
  ],
  [
    "milliseconds after a semicolon or a colon",
    "1\n00:00:01;500 --> 00:00:02:250\nOne.\n",
    ["1 1500 -: One."],
  ],
  [
    "a single time",
    "1\n00:00:01,500\nOne.\n\n2\n00:00:03,000\nTwo.\n",
    ["1 null -: One.", "2 null -: Two."],
    ["error 1 timing-invalid", "error 2 timing-invalid"],
  ],
  ["frames in braces", "{10}{50}One.\n{60}{90}Two.\n", [], ["error 1 timing-invalid"]],
  ["times in brackets", "[00:01.00]One.\n", [], ["error 1 timing-invalid"]],
  [
    "opening hours are no times of a cue",
    cue(1, "12:30 - 14:00") + cue(2, "9:00\n> 10:00"),
    ["1 1000 -: 12:30 - 14:00", "2 2000 -: 9:00 > 10:00"],
    ["note 1 line-time"],
  ],
  [
    "times in frames",
    "1\n00:00:24:04 --> 00:00:29:00\nOne.\n",
    ["1 null -: One."],
    ["error 1 timing-invalid"],
  ],
  [
    "times with a semicolon",
    "1\n00;00;24,000 -> 00;00;29,000\nOne.\n",
    ["1 null -: One."],
    ["error 1 timing-invalid"],
  ],
  [
    "an empty cue",
    cue(1, "One.") + "2\n00:00:00,00 --> 00:00:00,00\n\n" + cue(3, "Two."),
    ["1 1000 -: One.", "3 3000 -: Two."],
    ["note 2 cue-empty"],
  ],
  [
    "a text without a duration",
    "1\n00:00:03,000 --> 00:00:03,000\nof the\n",
    ["1 null -: of the"],
    ["error 1 timing-negative"],
  ],
  [
    "text on the line of the timing",
    "1\n00:00:01,000 --> 00:00:02,000 Good morning.\n2\n00:00:03,000 --> 00:00:04,000 X1:40 X2:600\nFine.",
    ["1 1000 -: Good morning.", "2 3000 -: Fine."],
  ],
  [
    "marks, breaks and entities",
    cue(1, "Tom &amp; Anna say &quot;hi&quot;.") +
      cue(2, "One.<br>Two.<br />Three.") +
      cue(3, "Four.\\NFive.\\hSix.") +
      cue(4, "<v Anna>Six.</v> <em>seven</em> &nbsp;&#39;x&#x27; &lt;i&gt;") +
      cue(5, "{\\an8}<ruby>漢<rt>かん</rt></ruby>&madeup; & &amp"),
    [
      '1 1000 -: Tom & Anna say "hi".',
      "2 2000 -: One. Two. Three.",
      "3 3000 -: Four. Five. Six.",
      "4 4000 Anna: Six. seven  'x' <i>",
      "5 5000 -: 漢&madeup; & &amp",
    ],
  ],
  [
    "named entities, positions without a backslash, a folder",
    cue(1, "&eacute;t&eacute;&hellip; &mdash; &copy;") +
      cue(2, "{an8}{y:i}Two {Three}") +
      cue(3, String.raw`C:\new\x`) +
      cue(4, "<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>"),
    ["1 1000 -: été… — ©", "2 2000 -: Two {Three}", String.raw`3 3000 -: C:\new\x`, "4 4000 -: 漢"],
  ],
  [
    "two speakers in one row",
    cue(1, "ANNA: Got it? BEN: Yeah.") +
      cue(2, "- ANNA: Hi. - BEN: No.") +
      cue(3, "DR. SMITH: Well. ANNA: So.") +
      cue(4, "ANNA: I say: never."),
    [
      "1 1000 ANNA: Got it?",
      "1 1000 BEN: Yeah.",
      "2 2000 ANNA: Hi.",
      "2 2000 BEN: No.",
      "3 3000 DR. SMITH: Well.",
      "3 3000 ANNA: So.",
      "4 4000 ANNA: I say: never.",
    ],
    [],
    ":",
  ],
  [
    "a wide colon, an address, a sentence in the second row",
    cue(1, "アンナ：おはよう。") +
      cue(2, "ANNA: See\nhttp://example.com") +
      cue(3, "BEN: I said\nwe should: go.") +
      cue(4, "Remember: Never."),
    [
      "1 1000 アンナ: おはよう。",
      "2 2000 ANNA: See http://example.com",
      "3 3000 BEN: I said we should: go.",
      "4 4000 -: Remember: Never.",
    ],
    ["note 3 name-uncertain", "note 4 name-uncertain"],
    ":",
  ],
  [
    "two speakers in one cue",
    cue(1, "ANNA: Got it?\nBEN: Yeah.") +
      cue(2, "- Come here.\n- No.") +
      cue(3, "We said\nBEN: never."),
    [
      "1 1000 ANNA: Got it?",
      "1 1000 BEN: Yeah.",
      "2 2000 -: Come here.",
      "2 2000 -: No.",
      "3 3000 -: We said",
      "3 3000 BEN: never.",
    ],
    [],
    ":",
  ],
  [
    "dashes before names, a text in two rows",
    cue(1, "- ANNA: Come here\nat once.\n- BEN: No."),
    ["1 1000 ANNA: Come here at once.", "1 1000 BEN: No."],
    [],
    ":",
  ],
  [
    "a time and a sentence with a colon",
    cue(1, "ANNA: Hello.") +
      cue(2, "The train leaves at 12:30.") +
      cue(3, "BEN: Fine.") +
      cue(4, "Remember: never alone."),
    [
      "1 1000 ANNA: Hello.",
      "2 2000 -: The train leaves at 12:30.",
      "3 3000 BEN: Fine.",
      "4 4000 -: Remember: never alone.",
    ],
    ["note 4 name-uncertain"],
    ":",
  ],
  [
    "names with titles and extensions",
    cue(1, "DR. SMITH: Hello.") +
      cue(2, "ANNA (V.O.): Hi.") +
      cue(3, "ANNA (CONT’D): Bye.") +
      cue(4, ">> BEN: Wait."),
    ["1 1000 DR. SMITH: Hello.", "2 2000 ANNA: Hi.", "3 3000 ANNA: Bye.", "4 4000 BEN: Wait."],
    [],
    ":",
  ],
  [
    "brackets before the separator",
    cue(1, "[SPEAKER_01]: Good morning.") + cue(2, "[SPEAKER_02]: Fine."),
    ["1 1000 SPEAKER_01: Good morning.", "2 2000 SPEAKER_02: Fine."],
    [],
    ":",
  ],
  [
    "names and directions in brackets",
    cue(1, "[Anna] Good morning.") +
      cue(2, "(BEN) Fine.") +
      cue(3, "[door slams]") +
      cue(4, "♪ la la ♪") +
      cue(5, "[laughs] Stop.") +
      cue(6, "[ANNA]: Yes.") +
      cue(7, "[Door creaks] Who?"),
    [
      "1 1000 Anna: Good morning.",
      "2 2000 BEN: Fine.",
      "3 3000 -: [door slams]",
      "4 4000 -: la la",
      "5 5000 -: [laughs] Stop.",
      "6 6000 Anna: Yes.",
      "7 7000 -: [Door creaks] Who?",
    ],
    [
      "note 1 names-in-brackets",
      "warning 1 speaker-uncertain",
      "note 3 line-direction",
      "note - names-joined",
    ],
  ],
  ...(
    [
      ["in two languages", ["好的\nAll right", "你去哪儿\nWhere to?", "好的\nOkay", "再见\nBye"]],
      ["in Vietnamese", ["Vâng\nTôi khỏe", "Vâng\nĐi thôi", "Không\nTôi không đi"]],
      ["in German", ["Komm her\nSofort", "Komm her\nBitte", "Warte mal\nIch komme"]],
    ] as const
  ).map(([name, texts]): Row => [
    `two rows of text ${name}`,
    texts.map((text, at) => cue(at + 1, text)).join(""),
    texts.map((text, at) => `${at + 1} ${at + 1}000 -: ${text.replace("\n", " ")}`),
    name === "in two languages" ? ["warning 1 cues-two-scripts"] : [],
  ]),
  ...[
    ["好的", "走吧", "好的", "再见"],
    ["No.", "No.", "No.", "Yes."],
  ].map((texts): Row => [
    `what two speakers say, after dashes: ${texts[0] ?? ""}`,
    [0, 2].map((at) => cue(at + 1, `- ${texts[at] ?? ""}\n- ${texts[at + 1] ?? ""}`)).join(""),
    texts.map((text, at) => `${at < 2 ? 1 : 3} ${at < 2 ? 1 : 3}000 -: ${text}`),
  ]),
  [
    "names above the texts, one without a text",
    ["Anna", "Ben", "Anna", "Ben", "Maybe", "Anna\nBen"]
      .map((name, at) => cue(at + 1, `${name}\nHi`))
      .join(""),
    [
      "1 1000 Anna: Hi",
      "2 2000 Ben: Hi",
      "3 3000 Anna: Hi",
      "4 4000 Ben: Hi",
      "5 5000 -: Maybe Hi",
      "6 6000 -: Anna",
      "6 6000 Ben: Hi",
    ],
    ["note 6 name-uncertain", "note 1 speaker-above"],
  ],
  [
    "names above the texts with numbers",
    cue(1, "Speaker 1\nHello") +
      cue(2, "Speaker 2\nHi") +
      cue(3, "Speaker 1\nYo") +
      cue(4, "Speaker 2\nYes"),
    [
      "1 1000 Speaker 1: Hello",
      "2 2000 Speaker 2: Hi",
      "3 3000 Speaker 1: Yo",
      "4 4000 Speaker 2: Yes",
    ],
    ["note 1 speaker-above"],
  ],
  [
    "names in brackets that end like directions",
    cue(1, "[James] Hello, Sterling.") +
      cue(2, "[Anna] Hi.") +
      cue(3, "[Sterling] Yo.") +
      cue(4, "[KING] No.") +
      cue(5, "[Gracious] Yes."),
    [
      "1 1000 James: Hello, Sterling.",
      "2 2000 Anna: Hi.",
      "3 3000 Sterling: Yo.",
      "4 4000 KING: No.",
      "5 5000 -: [Gracious] Yes.",
    ],
    ["note 1 names-in-brackets", "warning 1 speaker-uncertain", "note 5 line-direction"],
  ],
  [
    "Japanese names in brackets that the texts mention",
    cue(1, "（詩音）太郎？") +
      cue(2, "（太郎）詩音。") +
      cue(3, "（詩音）うん。") +
      cue(4, "（太郎）ね。") +
      cue(5, "（笑い声）え。"),
    [
      "1 1000 詩音: 太郎？",
      "2 2000 太郎: 詩音。",
      "3 3000 詩音: うん。",
      "4 4000 太郎: ね。",
      "5 5000 -: （笑い声）え。",
    ],
    ["note 1 names-in-brackets", "note 5 line-direction"],
  ],
  // bbc.github.io/subtitle-guidelines: colours that tell speakers apart; SubtitleEdit/subtitleedit
  // 7147 and 2178.
  [
    "speakers in colours",
    cue(1, '<font color="#ffff00">Hi.</font>\n<font color="cyan">- Oh.</font>') +
      cue(2, '<font color="#FFFF00">Well?</font>') +
      cue(3, '<font color="cyan">It is <font color="red">hot</font>.</font>') +
      cue(4, '<font color="cyan">No,</font>\n<font color="#ffff00">yes.</font>') +
      cue(5, '<font color="cyan">Fine.</font>'),
    [
      "1 1000 -: Hi.",
      "1 1000 -: Oh.",
      "2 2000 -: Well?",
      "3 3000 -: It is hot.",
      "4 4000 -: No, yes.",
      "5 5000 -: Fine.",
    ],
    ["note 1 speaker-inside"],
  ],
  [
    "two languages in colours",
    [1, 2, 3].map((at) => cue(at, `One ${at}.\n<font color="yellow">Eins ${at}.</font>`)).join(""),
    [1, 2, 3].map((at) => `${at} ${at}000 -: One ${at}. Eins ${at}.`),
  ],
  [
    "words in a colour",
    cue(1, 'It was <font color="red">HUGE!</font> Yes.') +
      cue(2, '<font color="red">STOP!</font>') +
      cue(3, "Never\n<font color='red'>again</font>."),
    ["1 1000 -: It was HUGE! Yes.", "2 2000 -: STOP!", "3 3000 -: Never again."],
  ],
  [
    "one cue that ends much too late",
    "1\n00:00:01,000 --> 00:59:02,000\nOne.\n\n" +
      [2, 3, 4, 5].map((at) => cue(at, `Line ${at}.`)).join(""),
    [
      "1 1000 -: One.",
      "2 2000 -: Line 2.",
      "3 3000 -: Line 3.",
      "4 4000 -: Line 4.",
      "5 5000 -: Line 5.",
    ],
    ["warning 1 timing-long"],
  ],
  [
    "one cue that begins much too late",
    cue(1, "One.") +
      "2\n00:00:50,000 --> 00:00:51,000\nLate.\n\n" +
      [3, 4].map((at) => cue(at, `Line ${at}.`)).join(""),
    ["1 1000 -: One.", "2 50000 -: Late.", "3 3000 -: Line 3.", "4 4000 -: Line 4."],
    ["warning 2 timing-overlap"],
  ],
  [
    "the last but one cue ends too late",
    "1\n00:00:01,000 --> 00:59:00,000\nOne.\n\n" + cue(2, "Two."),
    ["1 1000 -: One.", "2 2000 -: Two."],
    ["warning 1 timing-long"],
  ],
];

describe(".srt", () => {
  test.each(files)("%s", async (_name, file, lines, problems = [], separator = "") => {
    const script = await read(utf8(file), "a.srt", { speakerSeparator: separator });
    expect(linesOf(script)).toEqual(lines);
    expect(problemsOf(script)).toEqual(problems);
  });

  test("a cue is one line for texts of lines that exist", async () => {
    const file = utf8(cue(1, "- Come here.\n- No."));
    const script = await read(file, "a.srt", { isLinePerCue: true });
    expect(linesOf(script)).toEqual(["1 1000 -: - Come here. - No."]);
  });
});

const ass = (...events: string[]) =>
  `[Script Info]\nTitle: x\n\n[V4+ Styles]\nFormat: Name\nStyle: Default\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.join("\n")}\n`;
const ttml = (body: string) =>
  `<?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" ttp:frameRate="25"><head><metadata><ttm:agent xml:id="a1"><ttm:name>Anna</ttm:name></ttm:agent></metadata></head><body>${body}</body></tt>`;
const block = (number: number, [from, to]: [number[], number[]], text: string, isComment = 0) => {
  const bytes = Buffer.alloc(128, 0x8f);
  bytes.set([0, number, 0, 0xff, 0, ...from, ...to, 20, 2, isComment]);
  bytes.write(text, 16, "latin1");
  return bytes;
};
const stl = (...blocks: Buffer[]) => {
  const header = Buffer.alloc(1024, 0x20);
  header.write("850STL25.01000", "latin1");
  header.write("10000000", 256);
  return Buffer.concat([header, ...blocks]);
};

const others: [name: string, bytes: Uint8Array, lines: string[], problems?: string[]][] = [
  [
    "notes.vtt",
    utf8(
      "WEBVTT - Title\nKind: captions\n\nNOTE a comment\nmore\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.500 align:start position:0%\n<v Anna>Good <b>morning</b>.</v>\n\n2\n00:00:03.000 --> 00:00:04.000\n<v.loud Ben>Fine &amp; <00:00:03.500>well.\n",
    ),
    ["1 1000 Anna: Good morning.", "2 3000 Ben: Fine & well."],
  ],
  [
    "voices.vtt",
    utf8("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>One.\n<v Ben>Two.\n"),
    ["1 1000 Anna: One.", "1 1000 Ben: Two."],
  ],
  [
    "bad.vtt",
    utf8("WEBVTT\n\n00:01 --> later\nOne.\n"),
    ["1 null -: One."],
    ["error 1 timing-invalid"],
  ],
  [
    "a.sbv",
    utf8("0:00:01.000,0:00:02.000\nGood morning.\n\n0:00:03.000,0:00:04.000\nFine,[br]thanks.\n"),
    ["1 1000 -: Good morning.", "2 3000 -: Fine, thanks."],
  ],
  [
    "names.ass",
    utf8(
      ass(
        "Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,note",
        "Dialogue: 0,0:00:01.00,0:00:02.50,Default,Anna,0,0,0,,{\\i1}Good{\\i0}, morning.\\NAll.",
        "Dialogue: 0,0:00:03.00,0:00:04.00,Sign,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}",
      ),
    ),
    ["1 1000 Anna: Good, morning. All."],
    ["note 2 cue-empty"],
  ],
  [
    "styles.ssa",
    utf8(
      ass(
        "Dialogue: 0,0:00:01.00,0:00:02.00,ANNA,,0,0,0,,Hello.",
        "Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Hi.",
      ),
    ),
    ["1 1000 ANNA: Hello.", "2 3000 -: Hi."],
    ["note - styles-as-names"],
  ],
  [
    "bad.ass",
    utf8(ass("Dialogue: 0,soon,0:00:02.00,Default,,0,0,0,,Hello.")),
    ["1 null -: Hello."],
    ["error 1 timing-invalid"],
  ],
  [
    "agents.ttml",
    utf8(
      ttml(
        '<div begin="10s"><p begin="00:00:01:05" end="00:00:02.5" ttm:agent="a1">Good<br/>morning &amp; <span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">かん</span></span>.</p><p begin="3s" dur="500ms">\n  Fine.\n</p></div>',
      ),
    ),
    ["1 11200 Anna: Good morning & 漢.", "2 13000 -: Fine."],
  ],
  ["a.dfxp", utf8(ttml('<p begin="25f" end="50f">One.</p>')), ["1 1000 -: One."]],
  [
    "times in sequence.ttml",
    utf8(
      ttml(
        '<div timeContainer="seq"><p dur="2s">One.</p><p begin="1s" dur="2s">Two.</p></div><div><p begin="7s" timeContainer="seq"><span dur="1s">Three.</span><span dur="1s">Four.</span></p></div>',
      ),
    ),
    ["1 0 -: One.", "2 3000 -: Two.", "3 7000 -: Three.", "4 8000 -: Four."],
  ],
  [
    "short times.ttml",
    utf8(
      ttml(
        '<p begin="0:06.620" end="0:07.5">One.</p><p begin="8.25" end="9.0">Two.</p><p begin="75" end="80">Three.</p>',
      ),
    ),
    ["1 6620 -: One.", "2 8250 -: Two.", "3 null -: Three."],
    ["error 3 timing-invalid"],
  ],
  [
    "counted frames.ttml",
    utf8(
      '<tt ttp:timeBase="smpte" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"><body><p begin="00:10:00:12" end="00:10:01:00">One.</p></body></tt>',
    ),
    ["1 601101 -: One."],
  ],
  [
    "dropped frames.ttml",
    utf8(
      '<tt ttp:timeBase="smpte" ttp:frameRate="30" ttp:frameRateMultiplier="1000 1001" ttp:dropMode="dropNTSC"><body><p begin="01:00:00;00" end="01:00:01;00">One.</p></body></tt>',
    ),
    ["1 3599996 -: One."],
  ],
  [
    "bad.ttml",
    utf8(ttml('<p begin="soon" end="2s">One.</p>')),
    ["1 null -: One."],
    ["error 1 timing-invalid"],
  ],
  [
    "a.stl",
    stl(
      block(
        1,
        [
          [10, 0, 1, 0],
          [10, 0, 2, 12],
        ],
        "\x02Good morning,\x8aZo\xc2e.",
      ),
      block(
        2,
        [
          [10, 0, 3, 0],
          [10, 0, 4, 0],
        ],
        "comment",
        1,
      ),
      block(
        3,
        [
          [10, 0, 3, 0],
          [10, 0, 4, 0],
        ],
        "F\xc8uhrer \xfb",
      ),
    ),
    ["1 1000 -: Good morning, Zoé.", "2 3000 -: Führer ß"],
    ["note - cue-comments", "note - time-offset"],
  ],
  ["cube.stl", utf8("solid cube\nfacet normal 0 0 0\n"), [], ["error - format-mismatch"]],
];

test.each(others)("%s", async (name, bytes, lines, problems = []) => {
  const script = await read(bytes, name);
  expect(linesOf(script)).toEqual(lines);
  expect(problemsOf(script)).toEqual(problems);
});
