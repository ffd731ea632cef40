/**
 * Documents as people have them: each row is a small file of a kind that public reports describe,
 * with the lines that a person sees in it, and what the report has to name. Names that look equal:
 * Automattic/harper 806, LuteOrg/lute-v3 612.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { LineKindChoices } from "../../../preload/facts/line-kinds";
import { readScript } from "../../../main/script-formats/read";
import {
  docx,
  documentOf,
  paragraph,
  printedPdf,
  tableOf,
  utf8,
  withStyles,
} from "../../helpers/script-files";

// PDF.js is large: on a busy computer its first import takes seconds.
beforeAll(() => readScript(printedPdf([]), "a.pdf", { purpose: "audio-production" }), 60_000);

interface Case {
  name: string;
  file: () => Uint8Array;
  as: "docx" | "txt" | "pdf";
  language?: string;
  kinds?: LineKindChoices;
  /** "CHARACTER: text", with "-" for no character. */
  lines: string[];
  /** Codes, with their rows: "left-out-heading 1", "names-joined". */
  reports: string[];
}

const centred = (text: string) =>
  `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const styled = (style: string, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const run = (text: string, properties = "") =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const ruby = (base: string, reading: string) =>
  `<w:r><w:ruby><w:rt><w:r><w:t>${reading}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>${base}</w:t></w:r></w:rubyBase></w:ruby></w:r>`;
const text = (...lines: string[]) => utf8(lines.join("\n"));
const dialogue = ["ANNA: Good morning.", "BEN: How are you?"];

const documents: Case[] = [
  // github.com/danny-avila/LibreChat/issues/16024
  {
    name: "a table with a header",
    as: "docx",
    file: () =>
      documentOf(
        tableOf(
          ["TIME", "CHARACTER", "DIALOGUE"],
          ["00:01", "ANNA", "Good morning."],
          ["00:04", "BEN", "How are you?"],
        ),
      ),
    lines: dialogue,
    reports: ["document-columns-ignored 1"],
  },
  {
    name: "a table of two columns without a header",
    as: "docx",
    file: () => documentOf(tableOf(["ANNA", "Good morning."], ["BEN", "How are you?\nWell?"])),
    lines: ["ANNA: Good morning.", "BEN: How are you?\nWell?"],
    reports: ["document-table-guessed 1"],
  },
  {
    name: "a table between paragraphs",
    as: "docx",
    file: () =>
      documentOf(
        paragraph("ANNA: Before.") +
          tableOf(["ANNA", "Good morning."], ["BEN", "Fine."]) +
          paragraph("BEN: After."),
      ),
    lines: ["ANNA: Before.", "ANNA: Good morning.", "BEN: Fine.", "BEN: After."],
    reports: ["document-table-guessed 2"],
  },
  // github.com/microsoft/markitdown/issues/41: tables in documents
  {
    name: "a table with German headers, numbers, and a row over all columns",
    as: "docx",
    language: "de-de",
    file: () =>
      documentOf(
        tableOf(
          ["Nr.", "Rolle", "Text", "Anmerkung"],
          ["Szene 1"],
          ["1", "Anna", "Guten Morgen.", "leise"],
          ["2", "Ben", "Wie geht es?", ""],
        ),
      ),
    lines: ["Anna: Guten Morgen.", "Ben: Wie geht es?"],
    reports: ["document-columns-ignored 1", "left-out-heading 5"],
  },
  {
    name: "a table with a title row, and two languages in its header",
    as: "docx",
    language: "fr-fr",
    file: () =>
      documentOf(
        tableOf(
          ["Episode 101"],
          ["Personnage", "English", "Dialogue FR"],
          ["ANNA", "Good morning.", "Bonjour."],
          ["BEN", "Fine.", "Ça va."],
        ),
      ),
    lines: ["ANNA: Bonjour.", "BEN: Ça va."],
    reports: ["document-columns-ignored 1", "left-out-heading 1"],
  },
  {
    name: "a name that is merged over rows",
    as: "docx",
    file: () =>
      documentOf(
        `<w:tbl>${[
          ["restart", "Anna", "One."],
          ["", "", "Two."],
        ]
          .map(
            ([merge = "", name = "", line = ""]) =>
              `<w:tr><w:tc><w:tcPr><w:vMerge w:val="${merge || "continue"}"/></w:tcPr>${paragraph(name)}</w:tc><w:tc>${paragraph(line)}</w:tc></w:tr>`,
          )
          .join("")}</w:tbl>`,
      ),
    lines: ["Anna: One.", "Anna: Two."],
    reports: ["document-table-guessed 1"],
  },
  {
    name: "a table with two columns of text is not guessed",
    as: "docx",
    file: () =>
      documentOf(
        tableOf(
          ["ANNA", "Good morning to you.", "Guten Morgen wünsche ich."],
          ["BEN", "How are you?", "Wie geht es dir?"],
        ),
      ),
    lines: [],
    reports: ["document-table-columns 1"],
  },
  // github.com/trelby/trelby/issues/328, github.com/wildwinter/screenplay-tools/issues/5
  {
    name: "a screenplay with centred names",
    as: "docx",
    file: () =>
      documentOf(
        paragraph("INT. KITCHEN - DAY") +
          centred("ANNA") +
          centred("(whispering)") +
          paragraph("Good morning.") +
          centred("BEN (CONT’D)") +
          paragraph("How are you?"),
      ),
    lines: dialogue,
    reports: [
      "document-screenplay 4,6",
      "left-out-heading 1",
      "left-out-direction 3",
      "names-joined",
    ],
  },
  {
    name: "a screenplay with styles, in mixed case",
    as: "docx",
    file: () =>
      withStyles(
        styled("SceneHeading", "Kitchen") +
          styled("Action", "Anna opens the door.") +
          styled("Character", "Anna") +
          styled("Parenthetical", "softly") +
          styled("Dialogue", "Good morning.") +
          styled("Dialogue", "Are you there?") +
          styled("Action", "Nobody answers."),
        [
          ["SceneHeading", "Scene Heading"],
          ["Action", "Action"],
          ["Character", "Character"],
          ["Parenthetical", "Parenthetical"],
          ["Dialogue", "Dialogue"],
        ],
      ),
    lines: ["Anna: Good morning.", "Anna: Are you there?"],
    reports: [
      "document-screenplay 5,6",
      "left-out-heading 1",
      "left-out-action 2,7",
      "left-out-direction 4",
    ],
  },
  {
    name: "a screenplay whose actions are lines anyway",
    as: "docx",
    kinds: { heading: true, action: true },
    file: () =>
      documentOf(
        paragraph("INT. KITCHEN - DAY") +
          centred("ANNA") +
          paragraph("Hello.") +
          paragraph("She waits."),
      ),
    lines: ["-: INT. KITCHEN - DAY", "ANNA: Hello.", "-: She waits."],
    reports: ["document-screenplay 3", "line-heading 1", "line-action 4"],
  },
  {
    name: "names with extensions, titles and numbers",
    as: "docx",
    file: () =>
      docx(
        "ANNA (V.O.): Good morning.",
        "DR. SMITH: How are you?",
        "ANNA: Fine.",
        "MR. O’NEIL (O.S.): Hello?",
        "ANNA (CONT’D): Yes.",
        "ANNA, BEN: Together.",
        "MAN #2: Hey.",
        "1. ANNA: Numbered.",
      ),
    lines: [
      "ANNA: Good morning.",
      "DR. SMITH: How are you?",
      "ANNA: Fine.",
      "MR. O’NEIL: Hello?",
      "ANNA: Yes.",
      "ANNA, BEN: Together.",
      "MAN #2: Hey.",
      "ANNA: Numbered.",
    ],
    reports: ["several-speakers 6", "names-joined"],
  },
  {
    name: "a direction beside a name, and the same name in other letters",
    as: "docx",
    language: "fr-fr",
    file: () =>
      docx(
        "ANNA (off): Un.",
        "Anna: Deux.",
        "AN\u00adNA (tout bas): Trois.",
        "JEAN (vieux): Quatre.",
      ),
    lines: ["ANNA: Un.", "ANNA: Deux.", "ANNA: Trois.", "JEAN (vieux): Quatre."],
    reports: ["names-joined"],
  },
  {
    name: "a name alone, a line break, a tab",
    as: "docx",
    file: () =>
      documentOf(
        paragraph("ANNA: Good morning.") +
          paragraph("ANNA:") +
          paragraph("Next paragraph.") +
          `<w:p><w:r><w:t>BEN:</w:t><w:br/><w:t>Below.</w:t></w:r></w:p>` +
          `<w:p><w:r><w:t>BEN</w:t><w:tab/><w:t>Tabbed.</w:t></w:r></w:p>`,
      ),
    lines: ["ANNA: Good morning.", "ANNA: Next paragraph.", "BEN: Below.", "BEN: Tabbed."],
    reports: ["speaker-above 3", "document-table-guessed 5"],
  },
  {
    name: "a tab inside of a sentence is no speaker",
    as: "docx",
    file: () =>
      documentOf(
        `${paragraph("ANNA: Hello.")}<w:p><w:r><w:t>Good</w:t><w:tab/><w:t>morning all.</w:t></w:r></w:p>`,
      ),
    lines: ["ANNA: Hello.", "-: Good morning all."],
    reports: ["cells-joined 2"],
  },
  {
    name: "tab stops are no tabs",
    as: "docx",
    file: () =>
      documentOf(
        `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>${run("ANNA: Hello.")}</w:p>`,
      ),
    lines: ["ANNA: Hello."],
    reports: [],
  },
  // github.com/mwilliamson/python-mammoth/issues/76
  {
    name: "readings above words",
    as: "docx",
    language: "ja-jp",
    file: () =>
      documentOf(
        `<w:p>${run("田中: ")}${ruby("東京", "とうきょう")}${run("へ行く。")}</w:p><w:p>${ruby("田中", "たなか")}${run("：はい。")}</w:p>`,
      ),
    lines: ["田中: 東京へ行く。", "田中: はい。"],
    reports: ["readings-left-out 1,2"],
  },
  // github.com/mwilliamson/mammoth.js/issues/230
  {
    name: "struck words, and hidden paragraphs",
    as: "docx",
    file: () =>
      documentOf(
        `<w:p>${run("ANNA: Good ")}${run("evening ", "<w:strike/>")}${run("morning.")}</w:p>` +
          `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run("BEN: Cut line.", "<w:vanish/>")}</w:p>` +
          `<w:p>${run("BEN: ")}${run("Fine.", '<w:dstrike w:val="0"/>')}</w:p>`,
      ),
    lines: ["ANNA: Good morning.", "BEN: Fine."],
    reports: ["left-out-hidden 1,2"],
  },
  {
    name: "hidden text by a style, that is spoken anyway",
    as: "docx",
    kinds: { hidden: true },
    file: () =>
      withStyles(styled("Cut", "BEN: Cut."), [["Cut", "Cut", "<w:rPr><w:vanish/></w:rPr>"]]),
    lines: ["BEN: Cut."],
    reports: ["line-hidden 1"],
  },
  {
    name: "a hidden row of a table",
    as: "docx",
    file: () =>
      documentOf(
        tableOf(["ANNA", "One."], ["BEN", "Two."]).replace(
          "<w:tr>",
          "<w:tr><w:trPr><w:hidden/></w:trPr>",
        ),
      ),
    lines: ["BEN: Two."],
    reports: ["left-out-hidden 1", "document-table-guessed 3"],
  },
  // github.com/elevenlabs/elevenlabs-docs/issues/409
  {
    name: "subtitles in a document",
    as: "docx",
    file: () =>
      docx(
        "1",
        "00:00:01,000 --> 00:00:02,000",
        "Good morning.",
        "",
        "2",
        "00:00:03,000 --> 00:00:04,000",
        "Fine.",
      ),
    lines: ["-: Good morning.", "-: Fine."],
    reports: ["format-embedded 2"],
  },
];

const texts: Case[] = [
  // github.com/they-juanreina/compost/issues/172, github.com/chidiwilliams/buzz/issues/469
  {
    name: "times before the speakers",
    as: "txt",
    file: () => text("[00:00:01] ANNA: Good morning.", "[00:00:03] BEN: How are you?"),
    lines: dialogue,
    reports: ["left-out-time 1,2"],
  },
  {
    name: "ranges of times before the speakers",
    as: "txt",
    file: () =>
      text(
        "0:01 - 0:02  ANNA: Good morning.",
        "0:03 - 0:05  BEN: How are you?",
        "The end at 0:06.",
      ),
    lines: [...dialogue, "-: The end at 0:06."],
    reports: ["speaker-none 3", "left-out-time 1,2"],
  },
  {
    name: "times after names above the text",
    as: "txt",
    file: () => text("Anna Smith  0:03", "Good morning.", "", "BEN (0:05)", "How are you?"),
    lines: ["Anna Smith: Good morning.", "BEN: How are you?"],
    reports: ["left-out-time 1,4", "speaker-above 2,5"],
  },
  {
    name: "times before names above the text",
    as: "txt",
    file: () => text("00:03 ANNA", "Good morning.", "", "00:05 BEN", "How are you?"),
    lines: dialogue,
    reports: ["left-out-time 1,4", "speaker-above 2,5"],
  },
  {
    name: "names in bold, in Markdown",
    as: "txt",
    file: () => text("**ANNA:** Good morning.", "", "**BEN**: How are you?"),
    lines: dialogue,
    reports: [],
  },
  {
    name: "names before a bar",
    as: "txt",
    file: () => text("ANNA | Good morning.", "BEN | How are you?", "ANNA | Fine."),
    lines: [...dialogue, "ANNA: Fine."],
    reports: ["speaker-assumed 1,2,3"],
  },
  {
    name: "names with a time in parentheses, as in a transcript",
    as: "txt",
    file: () =>
      text(
        "Speaker 1 (00:01): Good morning.",
        "Speaker 2 (1:00:03.5): How?",
        "Speaker 1 [00:05]:",
        "Fine.",
      ),
    lines: ["Speaker 1: Good morning.", "Speaker 2: How?", "Speaker 1: Fine."],
    reports: ["left-out-time 1,2,3", "speaker-above 4"],
  },
  {
    name: "names above texts in two columns",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA"],
        [72, 686, "Good morning."],
        [72, 660, "BEN"],
        [72, 646, "How are you?"],
        [320, 700, "ANNA"],
        [320, 686, "Fine."],
        [320, 660, "BEN"],
        [320, 646, "Good."],
      ]),
    lines: [...dialogue, "ANNA: Fine.", "BEN: Good."],
    reports: ["page-columns", "document-screenplay 2,4,5,6"],
  },
  {
    name: "a table of those who play",
    as: "docx",
    file: () =>
      documentOf(
        tableOf(["Character", "Voice actor"], ["ANNA", "Jane Roe"], ["BEN", "John Doe"]) +
          paragraph("ANNA: Good morning.") +
          paragraph("BEN: How are you?"),
      ),
    lines: dialogue,
    reports: ["left-out-heading 1,3,5"],
  },
  {
    name: "a table of dialogue under the name of those who play",
    as: "docx",
    file: () =>
      documentOf(
        tableOf(["Actor", "Dialogue"], ["ANNA", "Good morning."], ["BEN", "How are you?"]),
      ),
    lines: dialogue,
    reports: [],
  },
  {
    name: "numbers of lines before the names, without a dot",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "11 ANNA: Good morning."],
        [72, 680, "12 BEN: How are you?"],
        [72, 660, "13 ANNA: Fine."],
      ]),
    lines: [...dialogue, "ANNA: Fine."],
    reports: [],
  },
  {
    name: "numbers that are a part of a name",
    as: "txt",
    file: () => text("2 WOMEN: Good morning.", "3 MEN: How are you?", "2 WOMEN: Fine."),
    lines: ["2 WOMEN: Good morning.", "3 MEN: How are you?", "2 WOMEN: Fine."],
    reports: [],
  },
  {
    name: "names before a dot and a dash, as in plays",
    as: "txt",
    language: "es-es",
    file: () => text("ANA.- Hola.", "BENITO. – Bien: ya voy.", "ANA.— Adiós."),
    lines: ["ANA: Hola.", "BENITO: Bien: ya voy.", "ANA: Adiós."],
    reports: ["speaker-assumed 1,2,3"],
  },
  {
    name: "numbers of pages between the lines",
    as: "docx",
    file: () =>
      documentOf(
        ["Page 1 of 2", ...dialogue, "- Seite 2 -", "ANNA: Page 2 of what?"]
          .map(paragraph)
          .join(""),
      ),
    lines: [...dialogue, "ANNA: Page 2 of what?"],
    reports: ["left-out-heading 1,4"],
  },
  {
    name: "names before corner brackets",
    as: "txt",
    language: "ja-jp",
    file: () => text("田中「おはよう」", "鈴木『元気？』", "田中「はい」"),
    lines: ["田中: おはよう", "鈴木: 元気？", "田中: はい"],
    reports: ["speaker-assumed 1,2,3"],
  },
  {
    name: "an acute accent as an apostrophe of a name",
    as: "txt",
    file: () => text("O'BRIEN: Good morning.", "O´BRIEN: How are you?", "O`BRIEN: Fine."),
    lines: ["O'BRIEN: Good morning.", "O'BRIEN: How are you?", "O'BRIEN: Fine."],
    reports: ["names-joined"],
  },
  {
    name: "names before an angle bracket, as in a chat",
    as: "txt",
    file: () => text("Anna> Good morning.", "Ben> How are you?", "Anna> Fine."),
    lines: ["Anna: Good morning.", "Ben: How are you?", "Anna: Fine."],
    reports: ["speaker-assumed 1,2,3"],
  },
  {
    name: "a table in Markdown",
    as: "txt",
    file: () =>
      text(
        "| Character | Text |",
        "|---|:--|",
        "| ANNA | Good morning. |",
        "| BEN | How are you? |",
      ),
    lines: dialogue,
    reports: ["columns-recognised 1", "format-embedded 2"],
  },
  {
    name: "a table with semicolons",
    as: "txt",
    file: () => text("Nr;Character;Dialogue", "1;ANNA;Good morning.", "2;BEN;How are you?"),
    lines: dialogue,
    reports: ["columns-recognised 1", "format-embedded 1"],
  },
  {
    name: "subtitles with names",
    as: "txt",
    file: () =>
      text(
        "1",
        "00:00:01,000 --> 00:00:02,000",
        "ANNA: Good morning. BEN: How are you?",
        "",
        "2",
        "00:00:03,000 --> 00:00:04,000",
        "It is 12:30.",
      ),
    lines: [...dialogue, "-: It is 12:30."],
    reports: ["format-embedded 2"],
  },
  {
    name: "events of .ass",
    as: "txt",
    file: () =>
      text(
        "[Events]",
        "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
        "Dialogue: 0,0:00:01.00,0:00:02.00,Default,ANNA,0,0,0,,Good morning.",
        "Dialogue: 0,0:00:03.00,0:00:04.00,Default,BEN,0,0,0,,How are you?",
      ),
    lines: dialogue,
    reports: ["format-embedded 3"],
  },
  {
    name: "sentences with a colon among names that occur once",
    as: "txt",
    file: () =>
      text("Anna: Good morning.", "I am here: now.", "Ben: Yes.", "Please note: it is no name."),
    lines: [
      "Anna: Good morning.",
      "-: I am here: now.",
      "Ben: Yes.",
      "-: Please note: it is no name.",
    ],
    reports: ["colon-in-sentence 2,4"],
  },
  {
    name: "no space after the colon",
    as: "txt",
    file: () => text("ANNA:Good morning.", "BEN:How are you?"),
    lines: dialogue,
    reports: ["speaker-assumed 1,2"],
  },
  {
    name: "a URL and a time are no speakers",
    as: "txt",
    file: () => text("ANNA: See below.", "http://example.com", "12:30 is late."),
    lines: ["ANNA: See below.", "-: http://example.com", "-: 12:30 is late."],
    reports: [],
  },
  {
    name: "a tab after the name",
    as: "txt",
    file: () => text("ANNA\tGood morning.", "BEN\tHow are you?"),
    lines: dialogue,
    reports: ["document-table-guessed 1"],
  },
  {
    name: "a table with tabs and a header",
    as: "txt",
    file: () =>
      text("Time\tSpeaker\tText", "00:01\tAnna\tGood morning.", "00:04\tBen\tHow are you?"),
    lines: ["Anna: Good morning.", "Ben: How are you?"],
    reports: ["document-columns-ignored 1"],
  },
  {
    name: "a dash after the name",
    as: "txt",
    file: () => text("ANNA - Good morning.", "BEN – How are you?", "ANNA - Well - fine."),
    lines: ["ANNA: Good morning.", "BEN: How are you?", "ANNA: Well - fine."],
    reports: ["speaker-assumed 1,2,3"],
  },
  {
    name: "a dash inside of sentences is no speaker",
    as: "txt",
    file: () => text("ANNA: Good morning.", "We met - at last.", "BEN: Fine.", "Yes."),
    lines: ["ANNA: Good morning.", "-: We met - at last.", "BEN: Fine.", "-: Yes."],
    reports: ["speaker-none 2,4"],
  },
  {
    name: "a sentence with a colon is no speaker",
    as: "txt",
    file: () =>
      text(
        "ANNA: Good morning.",
        "The train leaves at 12:30.",
        "BEN: Fine.",
        "Remember: never alone.",
      ),
    lines: [
      "ANNA: Good morning.",
      "-: The train leaves at 12:30.",
      "BEN: Fine.",
      "-: Remember: never alone.",
    ],
    reports: ["speaker-none 2", "colon-in-sentence 4"],
  },
  {
    name: "a screenplay with indents",
    as: "txt",
    file: () =>
      text(
        "                    ANNA",
        "          Good morning. I have been waiting",
        "          for you all night.",
        "",
        "                    BEN (V.O.)",
        "          How are you?",
      ),
    lines: ["ANNA: Good morning. I have been waiting for you all night.", "BEN: How are you?"],
    reports: ["document-screenplay 2,6", "names-joined"],
  },
  // fountain.io/syntax: a screenplay as plain text
  {
    name: "a screenplay without indents",
    as: "txt",
    file: () =>
      text(
        "EXT. STREET - NIGHT",
        "",
        "Rain.",
        "",
        "ANNA",
        "Taxi!",
        "",
        "BEN",
        "(laughs)",
        "Too late.",
        "",
        "ANNA",
        "Never.",
        "",
        "CUT TO:",
      ),
    lines: ["ANNA: Taxi!", "BEN: Too late.", "ANNA: Never."],
    reports: [
      "document-screenplay 6,10,13",
      "left-out-heading 1,15",
      "left-out-action 3",
      "left-out-direction 9",
    ],
  },
  {
    name: "lines that are indented below a name continue it",
    as: "txt",
    file: () =>
      text("ANNA: I have been waiting", "      for you.", "BEN: Fine.", "Outside it rains."),
    lines: ["ANNA: I have been waiting for you.", "BEN: Fine.", "-: Outside it rains."],
    reports: ["speaker-none 4"],
  },
  {
    name: "marks of direction around a name",
    as: "txt",
    language: "ar-ar",
    file: () => text("\u202bآنا: مرحبا يا بن\u202c", "\u200fبن:\u200f أهلا"),
    lines: ["آنا: مرحبا يا بن", "بن: أهلا"],
    reports: [],
  },
  {
    name: "subtitles",
    as: "txt",
    file: () =>
      text(
        "1",
        "00:00:01,000 --> 00:00:02,000",
        "Good morning.",
        "",
        "2",
        "00:00:03,000 --> 00:00:04,000",
        "Fine.",
      ),
    lines: ["-: Good morning.", "-: Fine."],
    reports: ["format-embedded 2"],
  },
  {
    name: "a table of the template",
    as: "txt",
    file: () => text("ID;Character;Text_EN-US", '1;Anna;"Good; morning."'),
    lines: ["Anna: Good; morning."],
    reports: ["format-embedded 1"],
  },
  {
    name: "a line of two words that could be names of columns",
    as: "txt",
    file: () => text("In, text", "He said, yes.", "Fine."),
    lines: ["-: In, text", "-: He said, yes.", "-: Fine."],
    reports: ["speakers-missing"],
  },
  {
    name: "a table of two columns",
    as: "txt",
    file: () => text("Character,Line", "ANNA,Good morning.", "BEN,Fine."),
    lines: ["ANNA: Good morning.", "BEN: Fine."],
    reports: ["columns-recognised 1", "format-embedded 1"],
  },
  {
    name: "numbers, times and headings between the lines",
    as: "txt",
    file: () =>
      text("EPISODE 101", "1", "ANNA: Good morning.", "00:00:04", "BEN: 42", "[door slams]"),
    lines: ["ANNA: Good morning.", "BEN: 42"],
    reports: [
      "left-out-heading 1",
      "left-out-number 2",
      "left-out-time 4",
      "line-number 5",
      "left-out-direction 6",
    ],
  },
];

const pages: Case[] = [
  // github.com/mozilla/pdf.js/issues/11752, github.com/Unstructured-IO/unstructured/issues/3486
  {
    name: "divided words",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA: We had a long and most interesting conver-"],
        [72, 685, "sation about the weather."],
        [72, 655, "BEN: It was a well-"],
        [72, 640, "known story."],
      ]),
    lines: [
      "ANNA: We had a long and most interesting conversation about the weather.",
      "BEN: It was a well-known story.",
    ],
    reports: ["hyphens-joined"],
  },
  {
    name: "a table without lines",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA"],
        [200, 700, "Good morning."],
        [72, 680, "BEN"],
        [200, 680, "How are you,"],
        [200, 666, "my friend?"],
        [72, 640, "ANNA"],
        [200, 640, "Fine."],
      ]),
    lines: ["ANNA: Good morning.", "BEN: How are you, my friend?", "ANNA: Fine."],
    reports: ["document-table-guessed 1"],
  },
  {
    name: "names of a screenplay that an empty line divides from their texts",
    as: "pdf",
    file: () =>
      printedPdf([
        [200, 700, "ANNA"],
        [150, 672, "Good morning, my"],
        [150, 658, "friend."],
        [200, 630, "BEN"],
        [150, 602, "How are you?"],
        [200, 574, "ANNA"],
        [150, 546, "Fine."],
      ]),
    lines: ["ANNA: Good morning, my friend.", "BEN: How are you?", "ANNA: Fine."],
    reports: ["document-screenplay 2,4,6"],
  },
  {
    name: "a table with times and a header",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 720, "Time"],
        [150, 720, "Speaker"],
        [250, 720, "Text"],
        [72, 700, "00:01"],
        [150, 700, "Anna"],
        [250, 700, "Good morning."],
        [72, 680, "00:04"],
        [150, 680, "Ben"],
        [250, 680, "How are you?"],
      ]),
    lines: ["Anna: Good morning.", "Ben: How are you?"],
    reports: ["document-columns-ignored 1"],
  },
  // github.com/mozilla/pdf.js/issues/9979, github.com/py-pdf/pypdf/issues/1254
  {
    name: "headers with page numbers",
    as: "pdf",
    file: () =>
      printedPdf(
        [
          [72, 750, "EPISODE 101 - FINAL DRAFT"],
          [520, 750, "1."],
          [72, 700, "ANNA: Good morning."],
          [72, 680, "BEN: How are you?"],
        ],
        [
          [72, 750, "EPISODE 101 - FINAL DRAFT"],
          [520, 750, "2."],
          [72, 700, "ANNA: Fine."],
        ],
      ),
    lines: [...dialogue, "ANNA: Fine."],
    reports: ["left-out-page"],
  },
  {
    name: "footers, and a watermark across the page",
    as: "pdf",
    file: () =>
      printedPdf(
        [
          [72, 700, "ANNA: Good morning."],
          [72, 680, "BEN: How are you?"],
          [150, 400, "CONFIDENTIAL", 45],
          [280, 40, "Page 1 of 2"],
        ],
        [
          [72, 700, "ANNA: Fine."],
          [72, 680, "BEN: Good."],
          [150, 400, "CONFIDENTIAL", 45],
          [280, 40, "Page 2 of 2"],
        ],
      ),
    lines: [...dialogue, "ANNA: Fine.", "BEN: Good."],
    reports: ["left-out-page"],
  },
  {
    name: "the first line of two pages is no header if it is a speech",
    as: "pdf",
    file: () =>
      printedPdf(
        [
          [72, 700, "ANNA: Yes."],
          [72, 640, "BEN: One."],
          [72, 620, "BEN: Two."],
        ],
        [
          [72, 700, "ANNA: Yes."],
          [72, 640, "BEN: Three."],
          [72, 620, "BEN: Four."],
        ],
      ),
    lines: ["ANNA: Yes.", "BEN: One.", "BEN: Two.", "ANNA: Yes.", "BEN: Three.", "BEN: Four."],
    reports: [],
  },
  {
    name: "a screenplay",
    as: "pdf",
    file: () =>
      printedPdf([
        [260, 700, "ANNA"],
        [180, 686, "Good morning. I have been"],
        [180, 672, "waiting for you all night."],
        [260, 644, "BEN (V.O.)"],
        [180, 630, "How are you?"],
      ]),
    lines: ["ANNA: Good morning. I have been waiting for you all night.", "BEN: How are you?"],
    reports: ["document-screenplay 2,3", "names-joined"],
  },
  {
    name: "two columns",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA: Good morning."],
        [330, 700, "BEN: How are you?"],
        [72, 680, "ANNA: Fine."],
        [330, 680, "BEN: Good."],
      ]),
    lines: ["ANNA: Good morning.", "ANNA: Fine.", "BEN: How are you?", "BEN: Good."],
    reports: ["page-columns"],
  },
  {
    name: "text that is printed twice to be bold",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA: Good morning."],
        [72.4, 700, "ANNA: Good morning."],
        [72, 680, "BEN: How are you?"],
      ]),
    lines: dialogue,
    reports: ["text-doubled"],
  },
  {
    name: "a superscript",
    as: "pdf",
    file: () =>
      printedPdf([
        [72, 700, "ANNA: On the 5"],
        [152, 705, "th", 0, 7],
        [160, 700, " of May."],
        [72, 680, "BEN: Fine."],
      ]),
    lines: ["ANNA: On the 5th of May.", "BEN: Fine."],
    reports: [],
  },
];

type Printed = readonly [x: number, y: number, text: string];
/** Rows of a page below each other. */
const printed = (...rows: string[]) => rows.map((row, at): Printed => [72, 700 - 15 * at, row]);
const words = ["One", "Two", "Three", "Four"];
const speeches = (word: string) => [`ANNA: ${word}.`, `BEN: And ${word.toLowerCase()}.`];
pages.push(
  {
    name: "hyphens that belong to words (xberg-io/xberg 1543)",
    as: "pdf",
    file: () =>
      printedPdf(
        printed(
          "ANNA: It is a well-known, price-determining",
          "thing, and it is one of the well-",
          "known ones of this most price-",
          "determining kind.",
        ),
      ),
    lines: [
      "ANNA: It is a well-known, price-determining thing, and it is one of the well-known ones of this most price-determining kind.",
    ],
    reports: ["hyphens-joined"],
  },
  {
    name: "a divided word (datalab-to/pdftext 1)",
    as: "pdf",
    file: () =>
      printedPdf(
        printed("ANNA: The deduction of expenses under these rules is permit-", "ted only once."),
      ),
    lines: ["ANNA: The deduction of expenses under these rules is permitted only once."],
    reports: ["hyphens-joined"],
  },
  {
    name: "a hyphen for the end of the next word (xberg-io/xberg 1561)",
    as: "pdf",
    language: "de-de",
    file: () => printedPdf(printed("ANNA: Die In- und Ausfuhr, und alle Ein-", "und Ausgänge.")),
    lines: ["ANNA: Die In- und Ausfuhr, und alle Ein- und Ausgänge."],
    reports: [],
  },
  {
    name: "numbers of pages inside of a speech (yfedoseev/pdf_oxide 553)",
    as: "pdf",
    file: () =>
      printedPdf(
        [
          [72, 750, "My Show, page 1 of 3"],
          ...printed(
            "ANNA: One sentence that goes on and on",
            "without any end at all, further until",
          ),
        ],
        [[72, 750, "My Show, page 2 of 3"], ...printed("the second page.", "BEN: Two.")],
        [[72, 750, "My Show, page 3 of 3"], ...printed("ANNA: Three.")],
      ),
    lines: [
      "ANNA: One sentence that goes on and on without any end at all, further until the second page.",
      "BEN: Two.",
      "ANNA: Three.",
    ],
    reports: ["left-out-page"],
  },
  {
    name: "a number, the title and the author below (TomRoush/PdfBox-Android 213)",
    as: "pdf",
    file: () =>
      printedPdf(
        ...words.map((word, at): Printed[] => [
          ...printed(...speeches(word)),
          [72, 40, `${at + 1}   My Show   Jane Roe`],
        ]),
      ),
    lines: words.flatMap(speeches),
    reports: ["left-out-page"],
  },
  {
    name: "headers that differ on left and right pages (jalan/pdftotext 31)",
    as: "pdf",
    file: () =>
      printedPdf(
        ...words.map((word, at): Printed[] => [
          at % 2 === 0 ? [72, 750, "MY SHOW"] : [400, 750, "EPISODE 101"],
          ...printed(...speeches(word)),
        ]),
      ),
    lines: words.flatMap(speeches),
    reports: ["left-out-page"],
  },
);

describe.each([
  [".docx", documents],
  [".txt", texts],
  [".pdf", pages],
])("%s", (_format, cases) => {
  test.each(cases)("$name", async ({ file, as, language = "en-us", kinds, lines, reports }) => {
    const options = { purpose: "audio-production" as const, languageCode: language };
    const script = await readScript(
      file(),
      `a.${as}`,
      kinds === undefined ? options : { ...options, kinds },
    );
    expect(
      script.lines.map(
        ({ character, text: own }) => `${character ?? "-"}: ${Object.values(own)[0] ?? ""}`,
      ),
    ).toEqual(lines);
    const named = script.problems.map(({ code, row, rows }) =>
      [code, ...(row === null ? [] : [(rows ?? [row]).join(",")])].join(" "),
    );
    expect(named.toSorted()).toEqual(reports.toSorted());
  });
});
