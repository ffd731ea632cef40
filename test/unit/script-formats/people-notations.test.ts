/**
 * The ways in which people write who speaks: each row is a small script with the same three lines,
 * or one that resembles a notation and is none. The files are made here.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { docx, documentOf, paragraph, printedPdf, tableOf, utf8 } from "../../helpers/script-files";

// PDF.js is large: on a busy computer its first import takes seconds.
beforeAll(() => readScript(printedPdf([]), "a.pdf", { purpose: "audio-production" }), 60_000);

const texts = ["Good morning.", "How are you?", "Fine, thanks."];
const anna = ["Anna", "Ben", "Anna"];
const expected = texts.map((text, at) => `${anna[at] ?? ""}: ${text}`);

/** Lines as "Character: text", with "-" for no character. */
async function linesOf(bytes: Uint8Array, format: string, speakerSeparator = "") {
  const options = { purpose: "audio-production" as const, languageCode: "en-us", speakerSeparator };
  const { lines, problems } = await readScript(bytes, `a.${format}`, options);
  return {
    spoken: lines.map(
      ({ character, text }) => `${character ?? "-"}: ${Object.values(text).join(" | ")}`,
    ),
    codes: problems.map(({ code }) => code),
    errors: problems.filter(({ severity }) => severity === "error"),
  };
}

type Write = (name: string, text: string, at: number) => string;
const written = (write: Write) =>
  texts.map((text, at) => write(anna[at] ?? "", text, at)).join("\n");
const upper = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/^\w+/, (name) => name.toUpperCase()));
/** Without regard to the case of names. */
const expectLines = (spoken: readonly string[], lines = expected) =>
  expect(upper(spoken)).toEqual(upper(lines));

const notations: [example: string, write: Write][] = [
  ["(Anna) …", (name, text) => `(${name}) ${text}`],
  ["(Anna): …", (name, text) => `(${name}): ${text}`],
  ["Anna = …", (name, text) => `${name} = ${text}`],
  ["Anna=…", (name, text) => `${name}=${text}`],
  ["1 ANNA⇥…", (name, text, at) => `${at + 1} ${name.toUpperCase()}\t${text}`],
  ["1. ANNA⇥…", (name, text, at) => `${at + 1}. ${name.toUpperCase()}\t${text}`],
  ["1 - Anna: …", (name, text, at) => `${at + 1} - ${name}: ${text}`],
  ["[1] Anna: …", (name, text, at) => `[${at + 1}] ${name}: ${text}`],
  ["EP101_0010 Anna: …", (name, text, at) => `EP101_00${at + 1}0 ${name}: ${text}`],
  ["<Anna>: …", (name, text) => `<${name}>: ${text}`],
  ["<Anna> …", (name, text) => `<${name}> ${text}`],
  ["{Anna} …", (name, text) => `{${name}} ${text}`],
  ['"Anna": …', (name, text) => `"${name}": ${text}`],
  ["@Anna: …", (name, text) => `@${name}: ${text}`],
  ["*Anna*: …", (name, text) => `*${name}*: ${text}`],
  ["- **Anna:** …", (name, text) => `- **${name}:** ${text}`],
  ["- Anna: …", (name, text) => `- ${name}: ${text}`],
  ["• Anna: …", (name, text) => `• ${name}: ${text}`],
  ["Anna:: …", (name, text) => `${name}:: ${text}`],
  ["Anna:- …", (name, text) => `${name}:- ${text}`],
  ["Anna: – …", (name, text) => `${name}: – ${text}`],
  ["Anna; …", (name, text) => `${name}; ${text}`],
  ["Anna / …", (name, text) => `${name} / ${text}`],
  ["Anna ~ …", (name, text) => `${name} ~ ${text}`],
  ["Anna—…", (name, text) => `${name}—${text}`],
  ["Anna -> …", (name, text) => `${name} -> ${text}`],
  ["| Anna | … |", (name, text) => `| ${name} | ${text} |`],
  ["ANNA. …", (name, text) => `${name.toUpperCase()}. ${text}`],
  ["ANNA …", (name, text) => `${name.toUpperCase()} ${text}`],
  ["ANNA   …", (name, text) => `${name.toUpperCase()}   ${text}`],
  ["ANNA to BEN: …", (name, text) => `${name.toUpperCase()} to BEN: ${text}`],
  ["ANNA TO ALL: …", (name, text) => `${name.toUpperCase()} TO ALL: ${text}`],
  ["Anna → Cleo: …", (name, text) => `${name} → Cleo: ${text}`],
  ["Anna (to Cleo): …", (name, text) => `${name} (to Cleo): ${text}`],
  ["Anna (smiling): …", (name, text) => `${name} (smiling): ${text}`],
  ["ANNA, whispering: …", (name, text) => `${name.toUpperCase()}, whispering: ${text}`],
  ["[00:01:02] Anna: …", (name, text, at) => `[00:01:0${at}] ${name}: ${text}`],
  [
    "00:01:02:03 - 00:01:04:05 ANNA …",
    (name, text, at) => `00:01:0${at}:03 - 00:01:0${at + 1}:05 ${name.toUpperCase()} ${text}`,
  ],
  [
    "00:01:02:03 00:01:04:05 ANNA …",
    (name, text, at) => `00:01:0${at}:03 00:01:0${at + 1}:05 ${name.toUpperCase()} ${text}`,
  ],
  ["Anna: … [00:01:02]", (name, text, at) => `${name}: ${text} [00:01:0${at}]`],
  ["Anna [00:01:02] …", (name, text, at) => `${name} [00:01:0${at}] ${text}`],
  ["[1.0 - 2.0] Anna: …", (name, text, at) => `[${at}.0 - ${at + 1}.0] ${name}: ${text}`],
  ["1.0s Anna: …", (name, text, at) => `${at}.0s ${name}: ${text}`],
  ["ANNA*: …", (name, text) => `${name}*: ${text}`],
  ["…⇥Anna", (name, text) => `${text} Again.\t${name}`],
  ["1 ANNA above", (name, text, at) => `${at + 1} ${name.toUpperCase()}\n${text}\n`],
  ["[Anna] above", (name, text) => `[${name}]\n${text}\n`],
  ["(Anna) above", (name, text) => `(${name})\n${text}\n`],
  ["### Anna above", (name, text) => `### ${name}\n${text}\n`],
  ["@Anna above", (name, text) => `@${name}\n${text}\n`],
  ["Anna above", (name, text) => `${name}\n${text}\n`],
  ["Anna above a time", (name, text, at) => `${name}\n00:01:0${at}\n${text}\n`],
  ["Anna: above an empty line", (name, text) => `${name}:\n\n${text}\n`],
];

/** Names that end, or are written, like words that tell how a text is spoken. */
const likeManners: [example: string, names: [string, string], write: Write][] = [
  ["KING - …", ["KING", "QUEEN"], (name, text) => `${name} - ${text}`],
  ["King | …", ["King", "Ming"], (name, text) => `${name} | ${text}`],
  ["LING   …", ["LING", "MANISH"], (name, text) => `${name}   ${text}`],
  ["Ahmed = …", ["Ahmed", "Khaled"], (name, text) => `${name} = ${text}`],
  ["[Ted] …", ["Ted", "Ned"], (name, text) => `[${name}] ${text}`],
  ["(Manish) …", ["Manish", "Khaled"], (name, text) => `(${name}) ${text}`],
  ["[KING] above", ["KING", "STERLING"], (name, text) => `[${name}]\n${text}\n`],
  ["[Ted] above", ["Ted", "Ned"], (name, text) => `[${name}]\n${text}\n`],
  ["詩音「…」", ["詩音", "乐乐"], (name, text) => `${name}「${text}」`],
];
test.each(likeManners)("%s, whose names end like manners", async (_example, names, write) => {
  const spoken = [0, 1, 0, 1].map((at) => [names[at] ?? "", texts[at] ?? ""] as const);
  const content = spoken.map(([name, text], at) => write(name, text, at)).join("\n");
  const lines = spoken.map(([name, text]) => `${name}: ${text}`);
  expect((await linesOf(utf8(content), "txt")).spoken).toEqual(lines);
});
test("a voice of a Japanese character is that character, and other voices are others", async () => {
  const content = "太郎「おはよう」\n男の声「はい」\n太郎の声「もしもし」\n男の声「うん」";
  expect((await linesOf(utf8(content), "txt")).spoken).toEqual([
    "太郎: おはよう",
    "男の声: はい",
    "太郎: もしもし",
    "男の声: うん",
  ]);
});

test.each(notations)("%s", async (_example, write) => {
  const { spoken, errors } = await linesOf(utf8(written(write)), "txt");
  expectLines(spoken.map((line) => line.replace(" Again.", "")));
  expect(errors).toEqual([]);
});

const pieces = (format: string, rest: string) =>
  texts.map((text, at) => {
    const name = anna[at] ?? "";
    const bold = `<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${name}</w:t></w:r>`;
    const plain = `<w:r><w:t xml:space="preserve">${rest === "\n" ? "" : " "}${text}</w:t></w:r>`;
    const between = rest === "\n" ? "<w:r><w:br/></w:r>" : "";
    return rest === "above"
      ? `<w:p>${bold}</w:p><w:p>${plain}</w:p>`
      : `<w:p>${bold}${between}${plain}</w:p>`;
  });
const formats: [name: string, xml: string][] = [
  ["bold", "<w:b/>"],
  ["a colour", '<w:color w:val="C00000"/>'],
  ["underlined", '<w:u w:val="single"/>'],
  ["capitals", "<w:caps/>"],
];
test.each(
  formats.flatMap(([name, xml]) => ["before", "\n", "above"].map((rest) => ({ name, xml, rest }))),
)("a name in a .docx that is $name, $rest its text", async ({ xml, rest }) =>
  expectLines((await linesOf(documentOf(pieces(xml, rest).join("")), "docx")).spoken),
);

describe("a .docx table", () => {
  const tables: [name: string, rows: string[][], code: string][] = [
    [
      "with its header on each page",
      [["Character", "Text"], ...rowsOf(2), ["Character", "Text"], ...rowsOf(3, 2)],
      "header-repeated",
    ],
    [
      "with titles between the rows",
      [["Character", "Text"], ["SCENE 3", ""], ...rowsOf(3)],
      "left-out-heading",
    ],
    [
      "with names above the texts in a cell",
      rowsOf(3).map(([name = "", text = ""], at) => [
        `00:0${at}`,
        `${name.toUpperCase()}\n${text}`,
      ]),
      "document-table-guessed",
    ],
    [
      "with line numbers before the names",
      rowsOf(3).map(([name, text], at) => [`${at + 1} ${name ?? ""}`, text ?? ""]),
      "document-table-guessed",
    ],
  ];
  function rowsOf(end: number, start = 0): string[][] {
    return texts.slice(start, end).map((text, at) => [anna[at + start] ?? "", text]);
  }
  test.each(tables)("%s", async (_name, rows, code) => {
    const { spoken, codes } = await linesOf(documentOf(tableOf(...rows)), "docx");
    expectLines(spoken);
    expect(codes).toContain(code);
  });
  test("with an empty cell below a speaker, who continues", async () => {
    const rows = [
      ["Character", "Text"],
      ["ANNA", "One."],
      ["", "Two."],
      ["BEN", "Three."],
    ];
    const { spoken, codes } = await linesOf(documentOf(tableOf(...rows)), "docx");
    expect(spoken).toEqual(["ANNA: One.", "ANNA: Two.", "BEN: Three."]);
    expect(codes).toContain("speaker-from-row-above");
    // A table that repeats a name in the next row would have written this one too.
    const repeating = [...rows, ["BEN", "Four."]];
    const other = await linesOf(documentOf(tableOf(...repeating)), "docx");
    expect(other.spoken[1]).toBe("-: Two.");
    expect(other.codes).toContain("speaker-none");
  });
});

const around: [name: string, text: string[], lines: string[], code: string | null][] = [
  [
    "titles and data of the production",
    ["My Show", "Episode: 101", "Date: 2024-01-02", "", ...expected],
    expected,
    "left-out-heading",
  ],
  [
    "a list of the cast",
    ["CHARACTERS:", "Anna - a doctor", "Ben - her friend", "", ...expected],
    expected,
    "left-out-heading",
  ],
  [
    "the headers of pages",
    ["EPISODE 1   Page 1", ...expected.slice(0, 2), "EPISODE 1   Page 2", ...expected.slice(2)],
    expected,
    "left-out-heading",
  ],
  [
    "lines between scenes, and numbers of loops",
    ["Loop 1", ...expected.slice(0, 2), "------", "Loop 2", ...expected.slice(2)],
    expected,
    "left-out-heading",
  ],
  [
    "a speech of several lines, with empty lines between the speeches",
    ["ANNA: Good morning.", "How are you?", "", "BEN: Fine."],
    ["ANNA: Good morning. How are you?", "BEN: Fine."],
    "speech-continued",
  ],
  [
    "a line without a speaker",
    ["ANNA: Good morning.", "How are you?", "BEN: Fine."],
    ["ANNA: Good morning.", "-: How are you?", "BEN: Fine."],
    "speaker-none",
  ],
  [
    "two speakers",
    [...expected, "Anna, Ben: Bye."],
    [...expected, "Anna, Ben: Bye."],
    "several-speakers",
  ],
  [
    "a cast list without an empty line below it",
    ["Cast:", "Anna, a nurse", "Ben, a doctor", ...expected],
    expected,
    "left-out-heading",
  ],
  [
    "a cast list with colons, without an empty line below it",
    ["Cast:", "Anna: a nurse", "Ben: a doctor", ...expected],
    expected,
    "left-out-heading",
  ],
  [
    "a cast list of sentences with colons",
    ["Cast:", "Anna: A nurse.", "Ben: A doctor.", "", ...expected],
    expected,
    "left-out-heading",
  ],
  ...["Client", "Kunde", "Director", "Regie", "Producer", "Autor", "Writer", "PAGE"].map(
    (name): (typeof around)[number] => {
      const lines = [`${name}: Hello, I need help.`, "Agent: Of course.", `${name}: Thanks.`];
      return [`a character with the name ${name}`, lines, lines, null];
    },
  ),
  ...["TEACHER: Open your books on page #", "TEACHER: I live in room beside #"].map(
    (speech): (typeof around)[number] => {
      const texts = ["12", "14"].map((page) => speech.replace("#", page));
      const lines = [texts[0] ?? "", "PUPIL: Yes.", texts[1] ?? ""];
      return [`the same speech with other numbers: ${speech}`, lines, lines, null];
    },
  ),
  [
    "a text without a speaker, with the word for a page in another word",
    ["ANNA: Hello.", "Room beside 3", "BEN: Hi.", "Room beside 4", "ANNA: Bye."],
    ["ANNA: Hello.", "-: Room beside 3", "BEN: Hi.", "-: Room beside 4", "ANNA: Bye."],
    null,
  ],
];
test.each(around)("%s", async (_name, text, lines, code) => {
  const { spoken, codes } = await linesOf(utf8(text.join("\n")), "txt");
  expectLines(spoken, lines);
  if (code !== null) expect(codes).toContain(code);
});

/** Prose that resembles a notation. */
const prose: [name: string, text: string[]][] = [
  ["semicolons", ["He walked home; it was late.", "Then he slept; all was quiet.", "He woke up."]],
  ["dashes", ["He walked home - it was late.", "Then he slept - all was quiet.", "He woke up."]],
  ["directions", ["(Laughs) Good morning.", "(Sighs) How are you?", "(Laughs) Fine."]],
  ["capitals", ["NASA sent a rocket.", "It was big.", "NASA was happy."]],
  ["slashes", ["Yes / no.", "Maybe / not.", "Who knows."]],
  ["short sentences", ["STOP. I mean it.", "Stop. Now.", "STOP. Really."]],
  ["verses", ["The rain", "falls down on me", "", "The rain", "falls on the sea", ""]],
  ["headings", ["# Welcome", "We begin.", "# Safety", "Wear a helmet.", "# Tools", "Use them."]],
  [
    "stanzas with a refrain in a script without case",
    [
      "春が来た",
      "山に来た",
      "",
      "夏は夜",
      "月のころ",
      "",
      "春が来た",
      "里に来た",
      "",
      "秋は夕暮れ",
      "冬はつとめて",
    ],
  ],
  [
    "stanzas with one first line in a script without case",
    ["春が来た", "山に来た", "", "春が来た", "月のころ", "", "春が来た", "里に来た"],
  ],
  ["slides", ["Slide 1", "Welcome.", "", "Slide 2", "Be safe.", "", "Slide 3", "Goodbye."]],
  ["steps", ["Schritt 1", "Öffnen.", "", "Schritt 2", "Schließen.", "", "Schritt 3", "Fertig."]],
  [
    "wide spaces",
    ["昔々　おじいさんがいました", "ある日　川へ行きました", "ある日　山へ行きました"],
  ],
  ["several wide spaces", ["君と　夢の　中へ", "僕と　海へ", "君と　空の　彼方", "僕と　帰ろう"]],
  ["a repeated sentence", ["Come here.", "", "Go away.", "", "Come here."]],
];
test.each(prose)("%s in prose name no speaker", async (_name, text) => {
  const { spoken } = await linesOf(utf8(text.join("\n")), "txt");
  expect(spoken).toEqual(text.filter((one) => one !== "").map((one) => `-: ${one}`));
});
const directions: [name: string, words: string[]][] = [
  ["pauses", ["(Pause)", "(Pause)", "(Beat)"]],
  ["music", ["[Music]", "[Applause]", "[Music]"]],
  ["parts of a song", ["[Verse 1]", "[Chorus]", "[Chorus]"]],
  ["words of another language", ["(Pauze)", "(Pauze)", "(Ritme)"]],
];
test.each(directions)("%s between texts name no speaker", async (_name, [one, two, three]) => {
  const speech = [
    "Good evening.",
    one,
    "We have come far.",
    two,
    "Thank you.",
    three,
    "Good night.",
  ];
  const { spoken } = await linesOf(utf8(speech.join("\n")), "txt");
  expect(spoken.filter((line) => !line.startsWith("-: "))).toEqual([]);
  expect(spoken).toEqual(expect.arrayContaining(["-: We have come far.", "-: Good night."]));
});
test("bold headings above texts name no speaker where none repeats", async () => {
  const bold = (text: string) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
  const headings = ["Welcome", "Safety", "Tools"];
  const body = headings.map((heading, at) => bold(heading) + paragraph(texts[at] ?? ""));
  const { spoken } = await linesOf(documentOf(body.join("")), "docx");
  expect(spoken).toEqual(
    headings.flatMap((heading, at) => [`-: ${heading}`, `-: ${texts[at] ?? ""}`]),
  );
});
test("names above texts in a script without case", async () => {
  const names = ["田中", "佐藤", "田中", "佐藤"];
  const body = names.map((name, at) => `${name}\nおはよう${at}。`).join("\n\n");
  const { spoken } = await linesOf(utf8(body), "txt");
  expect(spoken).toEqual(names.map((name, at) => `${name}: おはよう${at}。`));
});
test("a first word in bold names no speaker", async () => {
  const body = texts.map((text) => {
    const [first = "", ...rest] = text.split(" ");
    return `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>${first}</w:t></w:r><w:r><w:t xml:space="preserve"> ${rest.join(" ")}</w:t></w:r></w:p>`;
  });
  const { spoken } = await linesOf(documentOf(body.join("") + paragraph("Good bye.")), "docx");
  expect(spoken).toEqual([...texts, "Good bye."].map((text) => `-: ${text}`));
  const { spoken: plain } = await linesOf(docx(...texts), "docx");
  expect(plain).toEqual(texts.map((text) => `-: ${text}`));
});

const srt = (write: Write) =>
  texts
    .map((text, at) => {
      const timing = `00:00:0${at * 2 + 1},000 --> 00:00:0${at * 2 + 2},000`;
      return `${at + 1}\n${timing}\n${write(anna[at] ?? "", text, at)}\n`;
    })
    .join("\n");
const cues: [example: string, write: Write, separator: string][] = [
  ["(Anna) …", (name, text) => `(${name}) ${text}`, ""],
  ["<Anna> …", (name, text) => `<${name}> ${text}`, ""],
  ["<Anna>: …", (name, text) => `<${name}>: ${text}`, ":"],
  ["1. Anna: …", (name, text, at) => `${at + 1}. ${name}: ${text}`, ":"],
  ["ANNA to CLEO: …", (name, text) => `${name.toUpperCase()} to CLEO: ${text}`, ":"],
  ["Anna (to Cleo): …", (name, text) => `${name} (to Cleo): ${text}`, ":"],
  ["ANNA above", (name, text) => `${name.toUpperCase()}\n${text}`, ""],
];
test.each(cues)("%s in a .srt", async (_example, write, separator) =>
  expectLines((await linesOf(utf8(srt(write)), "srt", separator)).spoken),
);

const printed: [example: string, write: Write][] = [
  ["(Anna) …", (name, text) => `(${name}) ${text}`],
  ["ANNA …", (name, text) => `${name.toUpperCase()} ${text}`],
  [
    "00:01:02:03 - 00:01:04:05 ANNA …",
    (name, text, at) => `00:01:0${at}:03 - 00:01:0${at + 1}:05 ${name.toUpperCase()} ${text}`,
  ],
];
test.each(printed)("%s in a .pdf", async (_example, write) => {
  const lines = texts.map(
    (text, at) => [72, 700 - at * 20, write(anna[at] ?? "", text, at)] as const,
  );
  expectLines((await linesOf(printedPdf(lines), "pdf")).spoken);
});
