/**
 * Files of other programs whose contents are shown in part, twice, or not at all. Each row is a
 * small file that is made here. Kinds of files: tkarabela/pysubs2 31 and 37 (drawings, karaoke),
 * the documentation of Aegisub (layers, effect "fx"), yt-dlp/yt-dlp 1734 (captions that roll up),
 * W3C WebVTT (metadata, previews) and TTML 1 (display, languages), vevv/subby 28 and androidx/media
 * 3246 (times of spans and divisions), the output of pandas, dialogue lists of Netflix and ARTE,
 * SubtitleEdit/subtitleedit 14333 (actors), the subtotals of Excel, comments of Google Docs,
 * Fountain and Markdown, Japanese, Chinese and Korean scripts, transcripts of Premiere, DaVinci
 * Resolve, Rev and WhisperX, m1guelpf/whisper-cli-rs 9, WhisperTimeSync 17. Cost: 0.5 s.
 */
import { expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

/** Lines as "row character: text", and problems as "code rows", without usual ones. */
async function read(file: string, content: string, languageCode = "en-us") {
  const extension = file.split(".").at(-1) ?? "";
  const { lines, problems } = await readScript(utf8(content), `a.${extension}`, {
    purpose: "audio-production",
    languageCode,
    speakerSeparator: extension === "srt" ? ":" : "",
  });
  const usual = /^(?:columns-|frame-rate-missing|speaker)/;
  return {
    spoken: lines.map(
      ({ row, character, text }) =>
        `${row} ${character ?? "-"}: ${Object.values(text).join(" | ")}`,
    ),
    problems: problems.flatMap(({ code, row, rows }) =>
      usual.test(code) ? [] : [`${code} ${(rows ?? [row ?? ""]).join(",")}`.trim()],
    ),
  };
}

const ass = (...events: string[]) =>
  `[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events.join("\n")}\n`;
const event = (at: number, name: string, text: string, effect = "") =>
  `Dialogue: 0,0:00:0${at}.00,0:00:0${at + 1}.00,Default,${name},0,0,0,${effect},${text}`;
const ttml = (body: string) =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><body>${body}</body></tt>`;
const vtt = (...cues: string[]) =>
  `WEBVTT\n\n${cues.map((text, at) => `00:0${at}.000 --> 00:0${at + 1}.000\n${text}\n\n`).join("")}`;
const srt = (...cues: string[]) =>
  cues.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`).join("");

const files: [file: string, content: string, spoken: string[], ...problems: string[]][] = [
  [
    "music before a name.srt",
    srt("♪ ANNA: la la ♪", "BEN: ♪ ooh ♪"),
    ["1 ANNA: la la", "2 BEN: ooh"],
  ],
  [
    "numbered speakers above.srt",
    srt("Speaker 1\nHello.", "Speaker 2\nHi.", "Speaker 1\nBye."),
    ["1 Speaker 1: Hello.", "2 Speaker 2: Hi.", "3 Speaker 1: Bye."],
  ],
  [
    "a short first row.srt",
    srt("Good Morning\nto you.", "Hello there.", "Good Night\nAnna."),
    ["1 -: Good Morning to you.", "2 -: Hello there.", "3 -: Good Night Anna."],
  ],
  [
    "a drawing and a text.ass",
    ass(
      event(1, "ANNA", String.raw`{\p1}m 0 0 l 9 0{\p0}Hello.`),
      event(3, "", String.raw`{\p2}m 0 0`),
    ),
    ["1 ANNA: Hello."],
    "cue-empty 2",
  ],
  [
    "karaoke.ass",
    ass(
      event(1, "", "ka", "fx"),
      event(1, "", "ra", "fx"),
      event(3, "", String.raw`{\k20}Ka{\k30}ra`),
    ),
    ["3 -: Kara"],
    "cue-effects 1,2",
  ],
  [
    "layers.ass",
    ass(
      event(1, "ANNA", String.raw`{\blur3}Hello.`),
      event(1, "ANNA", "Hello."),
      event(3, "BEN", "Hi."),
    ),
    ["1 ANNA: Hello.", "3 BEN: Hi."],
    "text-doubled 2",
  ],
  [
    "out of order.ass",
    ass(event(5, "BEN", "Second."), event(1, "ANNA", "First.")),
    ["2 ANNA: First.", "1 BEN: Second."],
    "cues-sorted",
  ],
  [
    "captions that roll up.vtt",
    vtt("hello there", "hello there", "hello there\nhow<00:02.500><c> are</c> you", "how are you"),
    ["1 -: hello there", "3 -: how are you"],
    "cues-rolling 2,3,4",
    "cue-empty 2",
    "cue-empty 4",
  ],
  [
    "a repeated answer.vtt",
    vtt("No.", "No.", "Why?", "Yes."),
    ["1 -: No.", "2 -: No.", "3 -: Why?", "4 -: Yes."],
  ],
  [
    "the same answer.vtt",
    vtt("No.", "No.", "No.", "No."),
    ["1 -: No.", "2 -: No.", "3 -: No.", "4 -: No."],
  ],
  ["metadata.vtt", vtt('{"title":"x"}', "Hi."), ["2 -: Hi."], "cue-data 1"],
  ["a preview.vtt", vtt("sprite.jpg#xywh=0,0,160,90"), [], "cue-data 1", "lines-missing"],
  [
    "timed spans.ttml",
    ttml(
      '<div><p><span begin="1s" end="2s">One</span><br/><span begin="3s" end="4s">Two</span></p></div>',
    ),
    ["1 -: One", "2 -: Two"],
  ],
  [
    "times of a division.ttml",
    ttml(
      '<div><div begin="1s" end="2s"><p>One</p></div><div begin="3s" dur="1s"><p>Two</p></div></div>',
    ),
    ["1 -: One", "2 -: Two"],
  ],
  [
    "hidden cues.ttml",
    ttml(
      '<div><p begin="1s" end="2s" tts:display="none">No</p><p begin="3s" end="4s">Hi</p></div>',
    ),
    ["2 -: Hi"],
    "cue-empty 1",
  ],
  [
    "two languages.ttml",
    ttml(
      '<div xml:lang="en"><p begin="1s" end="2s">Hi</p></div><div xml:lang="fr"><p begin="1s" end="2s">Salut</p></div>',
    ),
    ["1 -: Hi"],
    "cues-languages 2",
  ],
  [
    "two languages at the same times.ttml",
    ttml(
      '<div><p xml:lang="en" begin="1s" end="2s">Hi</p><p xml:lang="fr" begin="1s" end="2s">Salut</p></div>',
    ),
    ["1 -: Hi"],
    "cues-languages 2",
  ],
  [
    "a cue in its own language, others in none.ttml",
    ttml(
      '<div><p begin="1s" end="2s">Hi</p><p begin="3s" end="4s" xml:lang="en">Yo</p><p begin="5s" end="6s">Bye</p></div>',
    ),
    ["1 -: Hi", "2 -: Yo", "3 -: Bye"],
  ],
  [
    "a cue in another language.ttml",
    ttml(
      '<div xml:lang="en"><p begin="1s" end="2s">Hi</p><p begin="3s" end="4s" xml:lang="fr">Salut</p><p begin="5s" end="6s">Bye</p></div>',
    ),
    ["1 -: Hi", "2 -: Salut", "3 -: Bye"],
  ],
  ["lyrics.txt", "[00:01.00]Hello\n[00:03.00]Hi\n", ["1 -: Hello", "2 -: Hi"], "left-out-time 1,2"],
  [
    "missing values.csv",
    "Character,Text_EN-US\nANNA,Hello\nnan,Hi\nNone,Yo\nNan,Dear\nBEN,NaN\n",
    ["2 ANNA: Hello", "3 -: Hi", "4 -: Yo", "5 Nan: Dear", "6 BEN: "],
    "text-missing 6",
  ],
  [
    "markup in cells.csv",
    "Character,Text_EN-US\nANNA,<b>Hello</b>\nBEN,One\\nTwo\nANNA,Tom &amp; I\nBEN,I <3 you\n",
    ["2 ANNA: <b>Hello</b>", "3 BEN: One\\nTwo", "4 ANNA: Tom &amp; I", "5 BEN: I <3 you"],
    "text-with-markup 2,3,4",
  ],
  [
    "subtotals.csv",
    "Speaker,Dialogue,Words\nANNA,Hello.,1\nANNA Count,1,1\nBEN,Hi.,1\nBEN Total,,1\n",
    ["2 ANNA: Hello.", "4 BEN: Hi."],
    "rows-left-out 3,5",
  ],
  [
    "Netflix.csv",
    "Index,Timecode In,Timecode Out,Source Character,Dialogue (Original),English Translation\n1,1.0,2.0,ANNA,Bonjour,Hello\n",
    ["2 ANNA: Hello"],
  ],
  [
    "actors.csv",
    '"Number","Start time","End time","Text","Actor","Forced"\n"1","00:00:01.000","00:00:03.000","Hello","Anna","False"\n',
    ["2 Anna: Hello"],
  ],
  [
    "a name as a count.csv",
    "Speaker,Dialogue\nThe Count,1\nELMO,Hi.\nGrand Total,2\n",
    ["2 The Count: 1", "3 ELMO: Hi."],
    "rows-left-out 4",
    "line-number 2",
  ],
  [
    "a countdown.csv",
    "Speaker,Text_DE-DE\nANNA,eins\nANNA,null\nnull,NULL\n",
    ["2 ANNA: eins", "3 ANNA: null", "4 -: "],
    "text-missing 4",
  ],
  [
    "contents and dialogue.csv",
    "Character,Content,Dialogue\nANNA,greeting,Hello.\n",
    ["2 ANNA: Hello."],
  ],
  ["characters and actors.csv", "Actor,Speaker,Text\nJane,ANNA,Hello.\n", ["2 ANNA: Hello."]],
  ["one word lines.csv", "Cue,Character,Line,Take 1\n1,ANNA,Hello.,x\n", ["2 ANNA: Hello."]],
];
const three = (...rows: number[]) =>
  ["Hello.", "Hi.", "Bye."].map(
    (text, at) => `${rows[at] ?? ""} ${["ANNA", "BEN", "ANNA"][at] ?? ""}: ${text}`,
  );
const documents: typeof files = [
  [
    "songs between speeches.txt",
    "ANNA: Hello.\n# Happy birthday to you #\n# Happy birthday, dear Ben\nANNA: Bye.\n",
    [
      "1 ANNA: Hello.",
      "2 -: # Happy birthday to you #",
      "3 -: # Happy birthday, dear Ben",
      "4 ANNA: Bye.",
    ],
  ],
  [
    "Chinese and numbered sentences.txt",
    "王明：看了。\n第一场，我们赢了。\n第三回 我们输了。\n#1. Be polite.\n王明：好。\n",
    [
      "1 王明: 看了。",
      "2 -: 第一场，我们赢了。",
      "3 -: 第三回 我们输了。",
      "4 -: #1. Be polite.",
      "5 王明: 好。",
    ],
  ],
  [
    "a speaker before a colon in a screenplay.txt",
    "ANNA\nHello.\n\nBEN\nHi.\n\nANNA\nBye.\n\nWAITER: Your bill.\n\nSUPER: Berlin\n",
    ["2 ANNA: Hello.", "5 BEN: Hi.", "8 ANNA: Bye.", "10 WAITER: Your bill."],
    "document-screenplay 2,5,8,10",
    "left-out-action 12",
  ],
  [
    "a name in mixed case before a colon in a screenplay.txt",
    "INT. CAFE\n\nANNA\nHello.\n\nBEN\nHi.\n\nWaiter: Your bill.\n\nLater: he goes.\n\nAuthor: A.\n",
    ["4 ANNA: Hello.", "7 BEN: Hi."],
    "document-screenplay 4,7",
    "names-before-colon 9",
    "left-out-heading 1",
    "left-out-action 9,11,13",
  ],
  [
    "signs of Fountain inside of speeches, and what the camera does.txt",
    "INT. CAFE\n\nANNA\n.5 is enough.\n\nBEN\n!Hi.\n\nCLOSE ON: A letter.\n\nRadio: News.\n",
    ["4 ANNA: .5 is enough.", "7 BEN: !Hi."],
    "document-screenplay 4,7",
    "names-before-colon 11",
    "left-out-heading 1",
    "left-out-action 9,11",
  ],
  [
    "mentions.txt",
    "@anna hello there\n@ben hi\n@anna bye\n",
    ["1 -: @anna hello there", "2 -: @ben hi", "3 -: @anna bye"],
  ],
  [
    "Fountain.txt",
    "Title: A film\nContact:\n\tA street\n\n# One\n\nEXT. SEA\n\nThe sea.\n\nANNA\n~Hello.\n\n@McKay\nHi.\n\n= They talk.\n\n.LATER\n\n!NO\n\n> CUT TO:\n\nANNA ^\nBye.\n",
    ["12 ANNA: Hello.", "15 McKay: Hi.", "26 ANNA: Bye."],
    "document-screenplay 12,15,26",
    "left-out-heading 1,2,3,5,7,17,19,23",
    "left-out-action 9,21",
    "names-joined",
  ],
  [
    "a Japanese story.txt",
    "太郎「おはよう」\n花子「元気？」\n寒い朝だった。\n太郎「うん」\n",
    ["1 太郎: おはよう", "2 花子: 元気？", "3 -: 寒い朝だった。", "4 太郎: うん"],
  ],
  [
    "a play with empty lines.txt",
    "ACT I\n\nSCENE 1\n\n(Enter ANNA.)\n\nANNA. Hello.\n\nBEN. Hi.\n\nANNA. Bye.\n",
    three(7, 9, 11),
    "left-out-heading 1,3",
    "left-out-direction 5",
  ],
  [
    "Markdown.txt",
    "# Episode 1\n\n**ANNA:** Hello.\n\n**BEN:** Hi.\n\n## Later\n\n**ANNA:** Bye.\n",
    three(3, 5, 9),
    "left-out-heading 1,7",
  ],
  [
    "comments of Google Docs.txt",
    "\ufeffANNA: Hello.[a]\r\nBEN: Hi.\r\nANNA: Bye.\r\n\r\n[a]Is this right?\r\n",
    ["1 ANNA: Hello.[a]", "2 BEN: Hi.", "3 ANNA: Bye."],
    "line-direction 1",
    "left-out-direction 5",
  ],
  [
    "a sound in double brackets.txt",
    "[[MUSIC]]\nANNA: Hello.\nBEN: Hi.\nANNA: Bye.\n",
    three(2, 3, 4),
    "left-out-direction 1",
  ],
  [
    "messages.txt",
    "[10:01, 1/2/2024] ANNA: Hello.\n[10:02, 1/2/2024] BEN: Hi.\n[10:03, 1/2/2024] ANNA: Bye.\n",
    three(1, 2, 3),
    "left-out-time 1,2,3",
  ],
  [
    "messages with dates before.txt",
    "1/2/24, 10:01 AM - ANNA: Hello.\n1/2/24, 10:02 AM - BEN: Hi.\n1/2/24, 10:03 AM - ANNA: Bye.\n",
    three(1, 2, 3),
    "left-out-time 1,2,3",
  ],
  [
    "a Japanese script.txt",
    "○ 公園（朝）\n\n　太郎、ベンチに座っている。\n\n太郎「おはよう」\n花子「元気？」\n太郎「うん」\n",
    ["5 太郎: おはよう", "6 花子: 元気？", "7 太郎: うん"],
    "left-out-heading 1",
    "left-out-action 3",
  ],
  [
    "Japanese names above quotes.txt",
    "太郎\n「おはよう」\n\n花子\n「元気？」\n\n太郎\n「うん」\n",
    ["2 太郎: 「おはよう」", "5 花子: 「元気？」", "8 太郎: 「うん」"],
  ],
  [
    "an ideographic space.txt",
    "太郎　おはよう。\n花子　元気？\n太郎　うん。\n",
    ["1 太郎: おはよう。", "2 花子: 元気？", "3 太郎: うん。"],
  ],
  [
    "Chinese scenes.txt",
    "第一场 客厅 日 内\n小明：你好。\n小红：你好。\n第二场 街道\n小明：第二场戏呢？\n",
    ["2 小明: 你好。", "3 小红: 你好。", "5 小明: 第二场戏呢？"],
    "left-out-heading 1,4",
  ],
  [
    "Korean scenes.txt",
    "#1. 공원 - 낮\n철수: 안녕.\n영희: 응.\n씬#2\n철수: 가자.\n",
    ["2 철수: 안녕.", "3 영희: 응.", "5 철수: 가자."],
    "left-out-heading 1,4",
  ],
  [
    "Hebrew scenes.txt",
    "אנה: שלום.\nבן: היי.\nסצנה 2\nאנה: ביי.\n",
    ["1 אנה: שלום.", "2 בן: היי.", "4 אנה: ביי."],
    "left-out-heading 3",
  ],
];
documents.push(
  [
    "an export of Premiere.txt",
    "00;00;01;00 - 00;00;02;00\nSpeaker 1\nHello.\n\n00;00;03;00 - 00;00;04;00\nSpeaker 2\nHi.\n",
    ["3 Speaker 1: Hello.", "7 Speaker 2: Hi."],
    "left-out-time 1,5",
  ],
  [
    "Arabic numbers of lines.txt",
    "١- أحمد: مرحبا.\n٢- سارة: أهلا.\n٣- أحمد: وداعا.\n",
    ["1 أحمد: مرحبا.", "2 سارة: أهلا.", "3 أحمد: وداعا."],
  ],
  [
    "a quote of two rows, and sounds.txt",
    "SE　ドアの音\n太郎「おはよう。\n　　　元気？」\n花子「うん」（笑）\n太郎「はい」\n",
    ["2 太郎: おはよう。元気？", "4 花子: うん（笑）", "5 太郎: はい"],
    "left-out-heading 1",
    "line-direction 4",
  ],
  [
    "styles of formats.ass",
    ass(
      event(1, "", "Hello."),
      event(3, "", "Hi.").replace("Default", "Italics - Top"),
      event(5, "", "Bye.").replace("Default", "ANNA"),
    ),
    ["1 -: Hello.", "2 -: Hi.", "3 ANNA: Bye."],
    "styles-as-names",
  ],
);
documents.push([
  "names without a separator.vtt",
  vtt("ANNA: Hello.", "BEN: Hi.", "ANNA: Bye."),
  ["1 -: ANNA: Hello.", "2 -: BEN: Hi.", "3 -: ANNA: Bye."],
  "separator-missing 1,2,3",
]);
documents.push(
  [
    "names in brackets above their texts.vtt",
    vtt("[Anna]\nHello, Ben.", "[Ben]\nHi, Anna.", "[Anna]\nBye.", "[Ben]\nBye."),
    ["1 Anna: Hello, Ben.", "2 Ben: Hi, Anna.", "3 Anna: Bye.", "4 Ben: Bye."],
    "names-in-brackets 1,2,3,4",
  ],
  [
    "numbered speakers in brackets.vtt",
    vtt("[SPEAKER_00] so we go", "[SPEAKER_01]: yes", "[SPEAKER_02] no"),
    ["1 SPEAKER_00: so we go", "2 SPEAKER_01: yes", "3 SPEAKER_02: no"],
    "names-in-brackets 1,2,3",
  ],
  [
    "a Japanese name in brackets before each text.vtt",
    vtt("【アンナ】おはよう", "【ベン】元気？", "【アンナ】うん"),
    ["1 アンナ: おはよう", "2 ベン: 元気？", "3 アンナ: うん"],
    "names-in-brackets 1,2,3",
  ],
  [
    "names in braces.vtt",
    vtt("{Anna} Hello.", "{Ben} Hi.", "{Anna} Bye."),
    ["1 Anna: Hello.", "2 Ben: Hi.", "3 Anna: Bye."],
    "names-in-brackets 1,2,3",
  ],
  [
    "sounds above and before texts.vtt",
    vtt("[Sighs] oh", "[Sighs] well", "[Door opens]\nHello.", "Hi."),
    ["1 -: [Sighs] oh", "2 -: [Sighs] well", "3 -: [Door opens] Hello.", "4 -: Hi."],
    "line-direction 1,2,3",
  ],
  [
    "a sound before a name, and a heading.srt",
    srt("[GASPS] BEN: Hi.", "Chapter 1: The end", "ANNA: Bye.", "BEN: Yes."),
    ["1 BEN: [GASPS] Hi.", "2 -: Chapter 1: The end", "3 ANNA: Bye.", "4 BEN: Yes."],
    "line-direction 1",
    "line-heading 2",
  ],
);
files.push(
  [
    "totals of lines.csv",
    "Speaker,Dialogue\nANNA,Hello\nBEN,Hi\n,\nTotal lines,2\n",
    ["2 ANNA: Hello", "3 BEN: Hi"],
    "rows-left-out 5",
  ],
  ["Swedish.csv", "Roll,In,Ut,Replik\nANNA,1.0,2.0,Hej\n", ["2 ANNA: Hej"]],
  [
    "an arrow in a text.srt",
    srt("Press --> to go on.", "Yes.") + "3\nsoon --> later\nNo.\n",
    ["1 -: Press --> to go on.", "2 -: Yes.", "3 -: No."],
    "timing-invalid 3",
    "text-with-times 1",
  ],
  [
    "two languages in each cue.srt",
    srt("Hi.\n你好。", "Bye.\n再见。"),
    ["1 -: Hi. 你好。", "2 -: Bye. 再见。"],
    "cues-two-scripts 1,2",
  ],
  [
    "a second table below an empty row.csv",
    "Character,Text_EN-US\nANNA,Hello\nBEN,Hi\n\nRole,Actor\nANNA,Jane\nBEN,John\n",
    ["2 ANNA: Hello", "3 BEN: Hi"],
    "table-second 5,6,7",
  ],
  [
    "a glossary below an empty row.csv",
    "Speaker,Dialogue\nANNA,Hello\nBEN,Hi\n,\nTerm,Translation\nHello,Hallo\n",
    ["2 ANNA: Hello", "3 BEN: Hi"],
    "table-second 5,6",
  ],
  [
    "the other order below an empty row.csv",
    "Speaker,Dialogue\nANNA,Hello\n\nDialogue,Speaker\nBye,ANNA\n",
    ["2 ANNA: Hello"],
    "table-second 4,5",
  ],
  [
    "lines below empty rows.csv",
    "Speaker,Dialogue\nANNA,Hello\n\nGERMAN,Halt\n\nSpeaker,Dialogue\nANNA,Text\n\nANNA,Name\n",
    ["2 ANNA: Hello", "4 GERMAN: Halt", "7 ANNA: Text", "9 ANNA: Name"],
    "header-repeated 6",
  ],
  [
    "notes below the texts.csv",
    "Character,Text_EN-US\nANNA,Hello*\nBEN,Hi\n,\n,* A pun\n,Exported today\n",
    ["2 ANNA: Hello*", "3 BEN: Hi", "6 -: Exported today"],
    "left-out-direction 5",
  ],
  [
    "a column that is not read beside the only text.csv",
    "Who is it,Text\nANNA,Hello\n",
    ["2 -: Hello"],
  ],
  [
    "sources.csv",
    "In-Timecode,Out-Timecode,Source,Dialogue,On-Screen Text\n1.0,2.0,ANNA,Hello.,\n3.0,4.0,BEN,Hi there.,\n5.0,6.0,ANNA,Good bye.,\n",
    ["2 ANNA: Hello.", "3 BEN: Hi there.", "4 ANNA: Good bye."],
  ],
  [
    "sources of translations.csv",
    "Key,Source,Translation\na,Hello there,Hallo\nb,Hi you,Hi\n",
    ["2 -: ", "3 -: "],
    "text-language-missing 1",
    "text-language-missing 1",
  ],
  ["Arabic.csv", "الرقم,الشخصية,الحوار\n1,أحمد,مرحبا\n", ["2 أحمد: مرحبا"]],
  ["Hebrew.csv", "דמות,טקסט\nאנה,שלום\n", ["2 אנה: שלום"]],
  ["Hindi.csv", "पात्र,संवाद\nराम,नमस्ते\n", ["2 राम: नमस्ते"]],
  ["Greek capitals.csv", "ΧΑΡΑΚΤΗΡΑΣ,ΔΙΑΛΟΓΟΣ\nΆννα,Γεια\n", ["2 Άννα: Γεια"]],
  ["Czech.csv", "Postava,Začátek,Konec,Replika\nAnna,1.0,2.0,Ahoj\n", ["2 Anna: Ahoj"]],
);
documents.push(
  [
    "footnotes.txt",
    "ANNA: Hello.¹\nBEN: It was *so* good.*\nANNA: Bye.\n\n¹ A pun.\n* He lies.\n",
    ["1 ANNA: Hello.¹", "2 BEN: It was *so* good.*", "3 ANNA: Bye."],
    "left-out-direction 5,6",
  ],
  [
    "notes below the speeches.txt",
    "ANNA: Hello.\nBEN: Hi.\nANNA: Bye.\n\nNotes:\nAnna is angry.\n",
    three(1, 2, 3),
    "notes-below 5,6",
  ],
);
const spokenAt = (...rows: number[]) => three(...rows).map((line) => line.replace("BEN", "Ben"));
documents.push(
  [
    "words in capitals between empty lines.txt",
    "STOP\n\nHe ran.\n\nGO\n\nHe sat.\n\nSTOP\n\nBye.\n",
    ["1 -: STOP", "3 -: He ran.", "5 -: GO", "7 -: He sat.", "9 -: STOP", "11 -: Bye."],
    "line-heading 1,5,9",
  ],
  [
    "names and scenes between empty lines.txt",
    "INT. SEA\n\nANNA\n\nHello.\n\nBEN\n\nHi.\n\nHe sits.\n\nANNA\n\nBye.\n",
    ["5 ANNA: Hello.", "9 BEN: Hi.", "11 -: He sits.", "15 ANNA: Bye."],
    "left-out-heading 1",
  ],
  [
    "headings between empty lines.txt",
    "Monday\n\nIt rained.\n\nTuesday\n\nIt rained.\n\nMonday\n\nHe came.\n",
    [
      "1 -: Monday",
      "3 -: It rained.",
      "5 -: Tuesday",
      "7 -: It rained.",
      "9 -: Monday",
      "11 -: He came.",
    ],
    "line-heading 1,5,9",
  ],
  [
    "names below times.txt",
    "00:00:01:00 - 00:00:02:00\nANNA\nHello.\n00:00:03:00 - 00:00:04:00\nBen\nHi.\n00:00:05:00 - 00:00:06:00\nANNA\nBye.\n",
    spokenAt(3, 6, 9),
    "left-out-time 1,4,7",
  ],
  [
    "texts in two rows below times.txt",
    "00:01 - 00:02\nOh dear\nme.\n00:03 - 00:04\nGood day\nto you.\n",
    ["2 -: Oh dear", "3 -: me.", "5 -: Good day", "6 -: to you."],
    "left-out-time 1,4",
  ],
  [
    "times inside of texts.txt",
    "ANNA: [00:01] Hello. [00:00:02]\nBEN: [00:03] Hi.\nANNA: (00:05) Bye.\n",
    ["1 ANNA: Hello.", "2 BEN: Hi.", "3 ANNA: Bye."],
    "left-out-time 1,2,3",
  ],
  [
    "times that are said.txt",
    "ANNA: Come (10:30).\nBEN: Or (11:30)?\nANNA: Bye.\n",
    ["1 ANNA: Come (10:30).", "2 BEN: Or (11:30)?", "3 ANNA: Bye."],
  ],
  [
    "an empty cell between tabs.txt",
    "1:00:01\tANNA\tHello.\n1:00:03\tBEN\tHi.\n1:00:05\t\tBye.\n",
    ["1 ANNA: Hello.", "2 BEN: Hi.", "3 BEN: Bye."],
    "document-table-guessed 1",
    "document-columns-ignored 1",
  ],
  ["a script of Ren'Py.txt", 'label start:\n    a "Hello."\n', [], "format-foreign 1"],
  [
    "commands.txt",
    "Anna: Hello.\n<<wait 1>>\nBen: Hi.\n",
    ["1 Anna: Hello.", "3 Ben: Hi."],
    "left-out-direction 2",
  ],
  [
    "a story.txt",
    "He came late.\nHe said: No.\nThen he left.\n",
    ["1 -: He came late.", "2 -: He said: No.", "3 -: Then he left."],
    "colon-in-sentence 2",
  ],
);
// Lines that look like a heading, a footnote, a title page or a second table, and are lines.
documents.push(
  [
    "a title line above a screenplay without empty lines.txt",
    "Title: The Door\nINT. HOUSE - DAY\nANNA\nHello.\nBEN\nHi.\nANNA\nBye.\n",
    three(4, 6, 8),
    "document-screenplay 4,6,8",
    "left-out-heading 1,2",
  ],
  [
    "a title line directly above the first name.txt",
    "Title: The Door\nDate: 3 May\nANNA\nHello.\n\nBEN\nHi.\n\nANNA\nBye.\n",
    three(4, 7, 10),
    "document-screenplay 4,7,10",
    "left-out-heading 1,2",
  ],
  [
    "two words before a colon.txt",
    "It was raining.\nOld man: Get out!\nShe stopped.\nAnna: Sorry.\nHe left.\nRuhe bitte: wir drehen.\n",
    [
      "1 -: It was raining.",
      "2 Old man: Get out!",
      "3 -: She stopped.",
      "4 Anna: Sorry.",
      "5 -: He left.",
      "6 -: Ruhe bitte: wir drehen.",
    ],
    "colon-in-sentence 6",
  ],
  [
    "a last line in bold.txt",
    "She whispered.\nHe said no.**\n**NO!**\n",
    ["1 -: She whispered.", "2 -: He said no.**", "3 -: **NO!**"],
  ],
  [
    "a bold line alone.txt",
    "She whispered.\n**Stop right there.**\n",
    ["1 -: She whispered.", "2 -: **Stop right there.**"],
  ],
  [
    "a sound between asterisks.txt",
    "Wait.*\n*laughs* That was fun.\n",
    ["1 -: Wait.*", "2 -: *laughs* That was fun."],
    "line-direction 2",
  ],
  [
    "a sound between asterisks below speeches.txt",
    "ANNA: Hello.\nBEN: Hi.\n*laughs* That was fun.\nWait.*\n",
    ["1 ANNA: Hello.", "2 BEN: Hi.", "3 -: *laughs* That was fun.", "4 -: Wait.*"],
    "line-direction 3",
  ],
  [
    "a list with asterisks.txt",
    "Listen.\nThe list of rules* is short.\n* Do not lie.\n* Do not steal.\n",
    [
      "1 -: Listen.",
      "2 -: The list of rules* is short.",
      "3 -: * Do not lie.",
      "4 -: * Do not steal.",
    ],
  ],
  [
    "a note that is read.txt",
    "ANNA: Read me the note.\nBEN: Yes.\nNote\nMy dear Anna, I am leaving.\nDo not look for me.\n",
    [
      "1 ANNA: Read me the note.",
      "2 BEN: Yes.",
      "3 -: Note",
      "4 -: My dear Anna, I am leaving.",
      "5 -: Do not look for me.",
    ],
  ],
  [
    "notes below a single speech.txt",
    "ANNA: Hello.\n\nRemarks\nIt was a dark night.\n",
    ["1 ANNA: Hello.", "3 -: Remarks", "4 -: It was a dark night."],
  ],
);
const spokenRows = (first: string, row: string) =>
  `Character,Text\nANNA,Hello\nCARL,Yes\n\n${first}\n${row}\n`;
files.push(
  ...["BEN,No", "BEN,Stop", "BEN,Time", "CARL,Who", "BEN,Ende", "SPEAKER,Order", "Cast,Stop."].map(
    (first): (typeof files)[number] => [
      `a line below an empty row (${first}).csv`,
      spokenRows(first, "ANNA,Why not?"),
      ["2 ANNA: Hello", "3 CARL: Yes", `5 ${first.replace(",", ": ")}`, "6 ANNA: Why not?"],
    ],
  ),
  [
    "a line of two languages below an empty row.csv",
    "Character,Text_EN-US,Text_DE-DE\nANNA,Hello,Hallo\n\nBEN,In,Rein\nDORA,Now,Jetzt\n",
    ["2 ANNA: Hello | Hallo", "4 BEN: In | Rein", "5 DORA: Now | Jetzt"],
  ],
  [
    "a speaker beside an ID below an empty row.csv",
    "ID,Character,Text\nA1,ANNA,Hello\nA2,BEN,Hi\n\nA3,SPEAKER,Order\nA4,DORA,Oh\n",
    ["2 ANNA: Hello", "3 BEN: Hi", "5 SPEAKER: Order", "6 DORA: Oh"],
  ],
  ...(["FIN", "ENDE"] as const).map((name): (typeof files)[number] => [
    `a speaker ${name}.srt`,
    srt(`${name} (V.O.): Hello.`, "ANNA: Yes.", `${name}: Bye.`, "FADE IN: music.", "ANNA: No."),
    [`1 ${name}: Hello.`, "2 ANNA: Yes.", `3 ${name}: Bye.`, "4 -: FADE IN: music.", "5 ANNA: No."],
    "name-uncertain 4",
  ]),
);
const signsBefore = "INT. HOUSE - DAY\n\nANNA\nHello.\n\nBEN\nHi.\n\nANNA\nBye.\n\n";
/** Texts that are no names, and words that are no directions. */
documents.push(
  [
    "a speaker called as a part of a title page.txt",
    "Source: Hola, soy yo.\nAnna: Hola.\nBen: Sí.\nAnna: Adiós.\n",
    ["1 Source: Hola, soy yo.", "2 Anna: Hola.", "3 Ben: Sí.", "4 Anna: Adiós."],
  ],
  [
    "quotes of two signs.txt",
    "<<Bonjour, Anna.>>\n<<Bonsoir.>>\n<<Viens !>>\n",
    ["1 -: <<Bonjour, Anna.>>", "2 -: <<Bonsoir.>>", "3 -: <<Viens !>>"],
  ],
  [
    "answers between empty lines.txt",
    "Yes\n\nAre you sure?\n\nNo\n\nWhy not?\n\nYes\n\nThen go.\n\nNo\n\nGo.\n",
    [
      "1 -: Yes",
      "3 -: Are you sure?",
      "5 -: No",
      "7 -: Why not?",
      "9 -: Yes",
      "11 -: Then go.",
      "13 -: No",
      "15 -: Go.",
    ],
    "line-heading 1,5,9,13",
  ],
  [
    "answers below times.txt",
    "00:01\nOK\nLet's go.\n00:05\nWait\nI forgot my keys.\n",
    ["2 -: OK", "3 -: Let's go.", "5 -: Wait", "6 -: I forgot my keys."],
    "left-out-time 1,4",
  ],
  [
    "a text below times that is said twice.txt",
    "00:01\nCome in\nSit.\n00:05\nThank you\nIt is cold.\n00:09\nCome in\nIt is hot.\n",
    [
      "2 -: Come in",
      "3 -: Sit.",
      "5 -: Thank you",
      "6 -: It is cold.",
      "8 -: Come in",
      "9 -: It is hot.",
    ],
    "left-out-time 1,4,7",
  ],
  [
    "answers below times, in turn.txt",
    "00:01\nOui\nViens.\n00:05\nNon\nPars.\n00:09\nOui\nBien.\n00:11\nNon\nMal.\n",
    ["Oui", "Viens.", "Non", "Pars.", "Oui", "Bien.", "Non", "Mal."].map(
      (text, at) => `${at + 2 + Math.floor(at / 2)} -: ${text}`,
    ),
    "left-out-time 1,4,7,10",
  ],
  [
    "names in turn below times.txt",
    "00:01\nAnna\nHello.\n00:05\nBen\nHi.\n00:09\nAnna\nBye.\n00:11\nBen\nBye.\n",
    ["3 Anna: Hello.", "6 Ben: Hi.", "9 Anna: Bye.", "12 Ben: Bye."],
    "left-out-time 1,4,7,10",
  ],
  [
    "what the screen shows.txt",
    `${signsBefore}Headline: Mayor Resigns.\n\nPlakat: Vermisst.\n\nCartel: Cerrado.\n\nNewspaper:\n\nHe ran.\n`,
    three(4, 7, 10),
    "document-screenplay 4,7,10",
    "names-before-colon 12,14,16",
    "left-out-heading 1",
    "left-out-action 12,14,16,18,20",
  ],
  [
    "times in sentences.txt",
    "ANNA: (12:30) is when I leave.\nBEN: See you at [2:45] tomorrow.\nANNA: (5:00) Sure.\n",
    [
      "1 ANNA: (12:30) is when I leave.",
      "2 BEN: See you at [2:45] tomorrow.",
      "3 ANNA: (5:00) Sure.",
    ],
    "line-direction 2,3",
  ],
  [
    "times that do not ascend.txt",
    "ANNA: (5:00) I go.\nBEN: (2:45) Really?\nANNA: [00:03:00] No.\n",
    ["1 ANNA: (5:00) I go.", "2 BEN: (2:45) Really?", "3 ANNA: [00:03:00] No."],
    "line-direction 1,2,3",
    "text-with-times 3",
  ],
  [
    "sounds above texts.vtt",
    vtt("[Thunder]\nRun!", "[Explosion]\nHelp!", "[Thunder]\nGo!"),
    ["1 -: [Thunder] Run!", "2 -: [Explosion] Help!", "3 -: [Thunder] Go!"],
    "line-direction 1,2,3",
  ],
  [
    "a sound and a place before and above texts.vtt",
    vtt("[Clock] ticks slowly.", "[Mumbai]\nHello.", "[Clock] ticks.", "[Mumbai]\nBye."),
    [
      "1 -: [Clock] ticks slowly.",
      "2 -: [Mumbai] Hello.",
      "3 -: [Clock] ticks.",
      "4 -: [Mumbai] Bye.",
    ],
    "line-direction 1,2,3,4",
  ],
  [
    "a voice that rings out.vtt",
    vtt("(Voice 1) rings out in the night.", "Hello."),
    ["1 -: (Voice 1) rings out in the night.", "2 -: Hello."],
    "line-direction 1",
  ],
);
const sourceMissing = ["text-language-missing 1", "text-language-missing 1"];
files.push(
  [
    "sources of a game.csv",
    "Source,Translation\nYes,Ja\nNo,Nein\nYes,Ja\nNo,Nein\n",
    [],
    ...sourceMissing,
  ],
  [
    "sources in capitals.csv",
    "ID,Source,Target\n1,FIRE,FEUER\n2,WATER,WASSER\n",
    ["2 -: ", "3 -: "],
    ...sourceMissing,
  ],
  [
    "words for totals that are said, or speak.csv",
    "Speaker,Dialogue\nANNA,Hello\nTOTAL,42\nSUM,Hi\nBEN,Yes\nSUM,4\n",
    ["2 ANNA: Hello", "3 TOTAL: 42", "4 SUM: Hi", "5 BEN: Yes", "6 SUM: 4"],
    "line-number 3,6",
  ],
);
documents.push(
  [
    "footnotes with numbers.txt",
    "ANNA: Hello1).\nBEN: I see.2)\nANNA: Bye.\n\n1) A pun.\n2) He lies.\n",
    ["1 ANNA: Hello1).", "2 BEN: I see.2)", "3 ANNA: Bye."],
    "left-out-direction 5,6",
  ],
  [
    "footnotes with numbers in parentheses.txt",
    "ANNA: Hello(1).\nBEN: Hi.\nANNA: Bye.\n\n(1) A pun.\n",
    ["1 ANNA: Hello(1).", "2 BEN: Hi.", "3 ANNA: Bye."],
    "left-out-direction 5",
  ],
  [
    "a list that is said.txt",
    "ANNA: Do we need 1) or 2)?\nBEN: Both.\n\n1) Bread.\n2) Butter.\n",
    ["1 ANNA: Do we need 1) or 2)?", "2 BEN: Both.", "4 -: 1) Bread.", "5 -: 2) Butter."],
  ],
  [
    "two names in brackets in a row.txt",
    "[Anna] Hello. [Ben] Hi.\n[Ben] Well?\n[Anna] Bye. [Laughs] Oh, [Ben] knows.\n",
    ["1 Anna: Hello.", "1 Ben: Hi.", "2 Ben: Well?", "3 Anna: Bye. [Laughs] Oh, [Ben] knows."],
    "line-direction 3",
  ],
  [
    "a sound that begins a row among names in brackets.txt",
    "[Anna] Hello.\n[Ben] Hi.\n[Laughs] Well.\n[Anna] Bye.\n",
    ["1 Anna: Hello.", "2 Ben: Hi.", "3 -: [Laughs] Well.", "4 Anna: Bye."],
    "line-direction 3",
  ],
  [
    "names in turn between empty lines.txt",
    "The Sea\n\nANNA\n\nHello.\n\nBEN\n\nHi.\n\nHow are you?\n\nANNA\n\nFine.\n\nBEN\n\nBye.\n",
    ["1 -: The Sea", "5 ANNA: Hello.", "9 BEN: Hi.", "11 -: How are you?", "15 ANNA: Fine."].concat(
      "19 BEN: Bye.",
    ),
    "names-alone 3,7,13,17",
    "line-heading 1",
  ],
  [
    "names in turn above their texts.txt",
    "Anna\nHello.\nBen\nHi.\nAnna\nHow are you, Ben?\nBen\nBye.\n",
    ["2 Anna: Hello.", "4 Ben: Hi.", "6 Anna: How are you, Ben?", "8 Ben: Bye."],
    "names-alone 1,5",
  ],
  [
    "words in turn above sentences.txt",
    "Left\nGo left.\nRight\nGo right.\nLeft\nAgain.\nRight\nAgain!\n",
    ["1 -: Left", "2 -: Go left.", "3 -: Right", "4 -: Go right.", "5 -: Left"].concat(
      "6 -: Again.",
      "7 -: Right",
      "8 -: Again!",
    ),
  ],
  [
    "a clause and a colon in a poem.txt",
    "Roses are red,\nViolets are blue.\n\nSugar is sweet:\nAnd so are you.\n",
    [
      "1 -: Roses are red,",
      "2 -: Violets are blue.",
      "4 -: Sugar is sweet:",
      "5 -: And so are you.",
    ],
    "colon-in-sentence 4",
  ],
  [
    "a name of words in lower case that repeats alone before a colon.txt",
    "Old man by the door:\nGet out!\n\nOld man by the door:\nNow!\n",
    ["2 Old man by the door: Get out!", "5 Old man by the door: Now!"],
  ],
  [
    "words in turn that are said.txt",
    "Wrong\nTry again.\nCorrect\nOne point.\nWrong\nThat was close.\nCorrect\nTwo.\n",
    ["1 -: Wrong", "2 -: Try again.", "3 -: Correct", "4 -: One point.", "5 -: Wrong"].concat(
      "6 -: That was close.",
      "7 -: Correct",
      "8 -: Two.",
    ),
    "words-alone 1,3,5,7",
  ],
  [
    "answers in turn.txt",
    "Who comes?\nRosa\nWho else?\nOtto\nWho is it?\nRosa\nAnd now?\nOtto\nGood.\n",
    ["1 -: Who comes?", "2 -: Rosa", "3 -: Who else?", "4 -: Otto", "5 -: Who is it?"].concat(
      "6 -: Rosa",
      "7 -: And now?",
      "8 -: Otto",
      "9 -: Good.",
    ),
    "words-alone 2,4,6,8",
  ],
  [
    "three names that repeat often.txt",
    Array.from({ length: 3 }, () => "Rosa\nHello.\nOtto\nHi.\nKarl\nBye.\n").join(""),
    Array.from({ length: 3 }, (_, at) => [
      `${6 * at + 2} Rosa: Hello.`,
      `${6 * at + 4} Otto: Hi.`,
      `${6 * at + 6} Karl: Bye.`,
    ]).flat(),
    "names-alone 1,3,5,7,9,11,13,15,17",
  ],
  [
    "two names that repeat often, and one that speaks once.txt",
    `${["One", "Two", "Three", "Four"].map((one) => `Anna\n${one} of us?\nBen\nNo, ${one}.\n`).join("")}Waiter\nThe bill.\n`,
    ["One", "Two", "Three", "Four"]
      .flatMap((one, at) => [`${4 * at + 2} Anna: ${one} of us?`, `${4 * at + 4} Ben: No, ${one}.`])
      .concat("18 Waiter: The bill."),
    "names-alone 1,3,5,7,9,11,13,15,17",
  ],
  ...[
    ["words above their translations.txt", "Hola", "Hello.", "Adiós", "Goodbye."],
    ["words above texts that repeat.txt", "Wrong", "Try again.", "Correct", "One point."],
  ].map(([name = "", ...rows]): (typeof documents)[number] => [
    name,
    `${rows.join("\n")}\n`.repeat(4),
    Array.from({ length: 16 }, (_, at) => `${at + 1} -: ${rows[at % 4] ?? ""}`),
    "words-alone 1,3,5,7,9,11,13,15",
  ]),
  [
    "a name of several words alone before a colon.txt",
    "Man with hat:\nGo.\n\nAnna:\nNo.\n",
    ["2 Man with hat: Go.", "5 Anna: No."],
  ],
  [
    "the end of a part.txt",
    "ANNA: Hello.\nBEN: End of the show!\nANNA: END OF STORY\n\nEND OF EPISODE 3\n",
    ["1 ANNA: Hello.", "2 BEN: End of the show!", "3 ANNA: END OF STORY"],
    "left-out-heading 5",
  ],
  [
    "sounds of a radio play.txt",
    "Anna: Hello.\nSFX: Thunder\nBen: Hi.\n[SFX: A door]\nMUSIC: A piano\nAnna: Music: I like it.\n",
    ["1 Anna: Hello.", "3 Ben: Hi.", "6 Anna: Music: I like it."],
    "left-out-direction 2,4,5",
  ],
  [
    "sounds that end in a full stop, and between rows of a speech.txt",
    "ANNA: Hello.\nSFX: The door slams.\nBEN: Hi.\n\nANNA:\nWell.\nATMO: Rain\nBye.\n",
    ["1 ANNA: Hello.", "3 BEN: Hi.", "6 ANNA: Well.", "8 ANNA: Bye."],
    "left-out-direction 2,7",
  ],
  [
    "characters whose names are words for sounds.txt",
    "FX: I'm back.\nANNA: FX, good to see you.\nMUSIC: The art of sound.\nSFX: Who is it?\n",
    ["1 FX: I'm back.", "2 ANNA: FX, good to see you.", "3 MUSIC: The art of sound."].concat(
      "4 SFX: Who is it?",
    ),
    "sounds-as-speakers 1,3,4",
  ],
  [
    "a sound that another text addresses.txt",
    "MÚSICA: Yo\nANA: Hola, Música.\nMÚSICA: Gracias\n",
    ["1 MÚSICA: Yo", "2 ANA: Hola, Música.", "3 MÚSICA: Gracias"],
    "sounds-as-speakers 1,3",
  ],
  [
    "sounds between names in brackets.txt",
    "[Anna] Hello.\nSFX: Boom\nSFX: Rain\nSFX: Boom\n[Ben] Hi, Anna.\n[Anna] Ben!\n",
    ["1 Anna: Hello.", "5 Ben: Hi, Anna.", "6 Anna: Ben!"],
    "left-out-direction 2,3,4",
  ],
  [
    "the end of a part that is read aloud.txt",
    "ANNA: What is there?\nBEN: It says\nEND OF SCENE\nANNA: Oh.\nEND OF SCENE\n",
    ["1 ANNA: What is there?", "2 BEN: It says", "3 -: END OF SCENE", "4 ANNA: Oh."],
    "line-heading 3",
    "left-out-heading 5",
  ],
  [
    "items of a list that look like footnotes.txt",
    "The code is A1) and B2).\nRead step B.2) now.\n1) Go.\n2) Stop.\n",
    ["1 -: The code is A1) and B2).", "2 -: Read step B.2) now.", "3 -: 1) Go.", "4 -: 2) Stop."],
  ],
  [
    "footnotes that do not begin with one.txt",
    "ANNA: We go2).\nBEN: Yes.\n\n2) Stop.\n",
    ["1 ANNA: We go2).", "2 BEN: Yes.", "4 -: 2) Stop."],
  ],
  [
    "capitals with words in parentheses that are no direction.txt",
    "INT. SEA - DAY\n\nHE SAW IT (and ran)\nThen night fell.\n\nANNA (to himself)\nHello.\n\nBEN\nHi.\n",
    ["7 ANNA: Hello.", "10 BEN: Hi."],
    "document-screenplay 7,10",
    "left-out-heading 1",
    "left-out-action 3,4",
    "names-joined",
  ],
  [
    "a direction beside a name above.txt",
    "NARRATOR\nLong ago.\n\nHERO (shouting)\nStop!\n\nNARRATOR\nHe ran.\n\nHERO\nOh.\n",
    ["2 NARRATOR: Long ago.", "5 HERO: Stop!", "8 NARRATOR: He ran.", "11 HERO: Oh."],
    "document-screenplay 2,5,8,11",
    "names-joined",
  ],
  [
    "words in turn between empty lines.txt",
    "Morning\n\nIt rained.\n\nEvening\n\nIt rained.\n\nMorning\n\nHe came.\n\nEvening\n\nHe left.\n",
    ["1 -: Morning", "3 -: It rained.", "5 -: Evening", "7 -: It rained.", "9 -: Morning"].concat(
      "11 -: He came.",
      "13 -: Evening",
      "15 -: He left.",
    ),
    "line-heading 1,5,9,13",
  ],
  [
    "rows of a song between empty lines.txt",
    "Hey Joe\n\nWhere are you?\n\nOh Joe\n\nHere I am.\n\nHey Joe\n\nAnd now we sing\n\nOh Joe\n\nBye.\n",
    [
      "1 -: Hey Joe",
      "3 -: Where are you?",
      "5 -: Oh Joe",
      "7 -: Here I am.",
      "9 -: Hey Joe",
    ].concat("11 -: And now we sing", "13 -: Oh Joe", "15 -: Bye."),
    "line-heading 1,5,13",
  ],
  [
    "times of day in sentences.txt",
    "ANNA: We meet at noon (12:00)\nBEN: (14:30) suits me.\nANNA: Sure. (0:05)\n",
    ["1 ANNA: We meet at noon (12:00)", "2 BEN: (14:30) suits me.", "3 ANNA: Sure. (0:05)"],
    "line-direction 3",
  ],
);
files.push(
  [
    "two names in brackets in a row.csv",
    "ID,Text_EN-US,Text_DE-DE\n1,[Anna] Hello. [Ben] Hi.,[Anna] Hallo. [Ben] Hi.\n2,[Ben] Well?,[Ben] Na?\n3,[Anna] Bye.,[Anna] Ade.\n",
    ["2 Anna: Hello. | Hallo.", "2 Ben: Hi. | Hi.", "3 Ben: Well? | Na?", "4 Anna: Bye. | Ade."],
  ],
  [
    "songs between number signs.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n# La la la #\n\n2\n00:00:03,000 --> 00:00:04,000\n#1 of #2\n\n3\n00:00:05,000 --> 00:00:06,000\n# 1 in the charts #\n",
    ["1 -: La la la", "2 -: #1 of #2", "3 -: # 1 in the charts #"],
  ],
  [
    "a name in parentheses after a sentence.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n(Anna) I know two. (Ben) And Carl.\n\n2\n00:00:03,000 --> 00:00:04,000\n(Ben) Yes, Anna.\n",
    ["1 Anna: I know two. (Ben) And Carl.", "2 Ben: Yes, Anna."],
    "names-in-brackets 1,2",
    "line-direction 1",
  ],
  [
    "dashes beside names in brackets.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n- [Anna] Hello.\n- [Ben] Hi.\n\n2\n00:00:03,000 --> 00:00:04,000\n- Yes. [Ben] - Anna?\n\n3\n00:00:05,000 --> 00:00:06,000\n[Anna] -5 degrees, Ben.\n",
    ["1 Anna: Hello.", "1 Ben: Hi.", "2 -: - Yes.", "2 Ben: Anna?", "3 Anna: -5 degrees, Ben."],
    "names-in-brackets 1,2,3",
  ],
  [
    "sounds in cues and cells.csv",
    "Character,Text_EN-US\nANNA,SFX: Boom\nSFX,Boom\n",
    ["2 ANNA: SFX: Boom", "3 SFX: Boom"],
    "sounds-as-speakers 3",
  ],
  [
    "texts that name different numbers of speakers.csv",
    "ID,Text_EN-US,Text_DE-DE\n1,ANNA: Hi.,ANNA: Ja.\n2,BEN: So.,BEN: So.\n3,ANNA: Yes. BEN: No.,ANNA: Ja.\n",
    ["2 ANNA: Hi. | Ja.", "3 BEN: So. | So.", "4 ANNA: Yes. BEN: No. | Ja."],
    "several-speakers 4",
  ],
  [
    "an ID of a sum among words.csv",
    "ID,Text_EN-US\ntitle,Game\ntotal,Total sum\nsum,Sum\n",
    ["2 -: Game", "3 -: Total sum", "4 -: Sum"],
  ],
  [
    "a total in words among numbers.csv",
    "ID,Character,Text_EN-US\n1,ANNA,Hello.\n2,BEN,Hi.\nTotal,,Two lines of text\n",
    ["2 ANNA: Hello.", "3 BEN: Hi."],
    "rows-left-out 4",
  ],
  [
    "words for totals that other languages have too.csv",
    "ID,Text_PL-PL,Text_EN-US,Text_DE-DE\nSTR_104,Razem,Together,Zusammen\n105,Razem,Total,Gesamtbetrag\n106,Suma,Total,Summe\n",
    [
      "2 -: Razem | Together | Zusammen",
      "3 -: Razem | Total | Gesamtbetrag",
      "4 -: Suma | Total | Summe",
    ],
  ],
  [
    "words for totals without an ID or a speaker.csv",
    "Character,Text_EN-US,Text_PL-PL\nANNA,Hello.,Cześć.\n,Together,Razem\n,Total,Suma\n",
    ["2 ANNA: Hello. | Cześć.", "3 -: Together | Razem", "4 -: Total | Suma"],
  ],
  [
    "a total in the column of the texts beside a number.csv",
    "Character,Text_EN-US,Words\nANNA,Hello.,1\nBEN,Hi.,1\n,Total,2\n",
    ["2 ANNA: Hello.", "3 BEN: Hi."],
    "rows-left-out 4",
  ],
  [
    "two names in brackets in a cue.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n[Anna] Hello. [Ben] Hi.\n\n2\n00:00:03,000 --> 00:00:04,000\n[Ben] See [Anna]. [Music] Well?\n",
    ["1 Anna: Hello.", "1 Ben: Hi.", "2 Ben: See [Anna]. [Music] Well?"],
    "names-in-brackets 1,2",
    "line-direction 2",
  ],
  [
    "notes below the lines of a table.csv",
    "Character,Text_EN-US\nANNA,Hello.\nBEN,Hi.\nANNA,How are you?\nBEN,Fine.\nANNA,Bye.\n\n,Notes:\n,Ben is angry.\n",
    ["2 ANNA: Hello.", "3 BEN: Hi.", "4 ANNA: How are you?", "5 BEN: Fine.", "6 ANNA: Bye."],
    "notes-below 8,9",
  ],
  [
    "an ID that is a word for a total.csv",
    "ID,Text_EN-US\ntotal,Total sum\nstart,Start\nTotal,3 lines\n",
    ["2 -: Total sum", "3 -: Start"],
    "rows-left-out 4",
  ],
  [
    "a name in brackets inside a sentence.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n[Anna] Look! [Ben] over there.\n\n2\n00:00:03,000 --> 00:00:04,000\n[Ben] Yes.\n",
    ["1 Anna: Look! [Ben] over there.", "2 Ben: Yes."],
    "names-in-brackets 1,2",
    "line-direction 1",
  ],
  [
    "notes in the column of the ids.csv",
    "ID,Character,Text_EN-US\n1,ANNA,Hello.\n2,BEN,Hi.\n\nNotes\n* A pun.\n",
    ["2 ANNA: Hello.", "3 BEN: Hi."],
    "left-out-heading 5,6",
  ],
);
test.each([...files, ...documents])("%s", async (file, content, spoken, ...problems) => {
  expect(await read(file, content)).toEqual({ spoken, problems });
});

test("the French version of a dialogue list", async () => {
  const content = "N°;Personnage;Texte VO;Adaptation VF\n1;ANNA;Hello;Bonjour\n";
  expect((await read("a.csv", content, "fr-fr")).spoken).toEqual(["2 ANNA: Bonjour"]);
});

test.each([
  ["MicroDVD", "{25}{50}Hello|there\n{75}{100}Hi\n", 1],
  ["MPL2", "[10][20]Hello|there\n", 1],
  ["SCC", "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n", 1],
  [
    "Avid DS",
    "@ This file written with X\n\n<begin subtitles>\n\n00:00:01:00 00:00:02:00\nHello\n",
    3,
  ],
  ["Spruce STL", "//English\n$FontName = Arial\n00:00:01:00 , 00:00:02:00 , Hello\n", 2],
  ["EDL", "TITLE: x\nFCM: NON-DROP FRAME\n001  AX V C 00:00:01:00 00:00:02:00\n", 2],
  ["JSON", '[{"start":1,"end":2,"text":"Hello"}]', 1],
  ["JSON", '{\n  "segments": []\n}', 1],
  ["JSON", '[\n  ["Hello", 1]\n]', 1],
])("%s in a .txt is named", async (_name, content, row) => {
  expect(await read("a.txt", content)).toEqual({ spoken: [], problems: [`format-foreign ${row}`] });
});
test.each([
  "[Door opens]\nANNA: Hello.",
  "{ANNA} Hello.\n{BEN} Hi.",
  "[[MUSIC]]\nANNA: Hello.",
  "[\nSoft music\n]\nANNA: Hello.",
])("%s is no file of another program", async (content) => {
  expect((await read("a.txt", content)).problems.join()).not.toContain("format-foreign");
});
