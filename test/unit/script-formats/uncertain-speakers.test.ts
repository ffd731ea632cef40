/**
 * Texts that resemble the name of a speaker: sentences, titles, directions. Each row is a small
 * file that is made here.
 */
import { expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

/** Lines as "Character: text", with "-" for no character, and the notes with their rows. */
async function read(content: string, format: string, speakerSeparator = "") {
  const options = {
    purpose: "audio-production" as const,
    languageCode: "en-us",
    speakerSeparator,
  };
  const { lines, problems } = await readScript(utf8(content), `a.${format}`, options);
  return {
    spoken: lines.map(
      ({ character, text }) => `${character ?? "-"}: ${Object.values(text).join(" | ")}`,
    ),
    notes: problems.map(({ code, row, rows }) => `${code} ${(rows ?? [row]).join(",")}`),
  };
}

const inside: [name: string, text: string[], lines: string[], notes: string[]][] = [
  ...["DR. SMITH", "MRS. SMITH", "MR. SMITH", "ST. JOHN", "J. R. EWING"].map(
    (name): (typeof inside)[number] => [
      `${name}, who also begins a paragraph`,
      [`ANNA: Good morning! ${name}: Good morning.`, `${name}: How are you?`],
      ["ANNA: Good morning!", `${name}: Good morning.`, `${name}: How are you?`],
      ["speaker-inside 1"],
    ],
  ),
  [
    "a speaker who also stands above a text",
    ["ANNA: Good morning. BEN: Hello.", "BEN:", "How are you?"],
    ["ANNA: Good morning.", "BEN: Hello.", "BEN: How are you?"],
    ["speaker-inside 1", "speaker-above 3"],
  ],
  [
    "a speaker after a short answer",
    ["ANNA: Well, no. BEN: Yes.", "BEN: It is I. ANNA: Who?"],
    ["ANNA: Well, no.", "BEN: Yes.", "BEN: It is I.", "ANNA: Who?"],
    ["speaker-inside 1,2"],
  ],
  ...["DR. SMITH: Good morning.", "PS: I miss you.", "WARNING: It is hot."].map(
    (text): (typeof inside)[number] => [
      `${text} among names that begin paragraphs`,
      [`ANNA: I wrote a letter. ${text}`, "BEN: Yes.", "ANNA: Good."],
      [`ANNA: I wrote a letter. ${text}`, "BEN: Yes.", "ANNA: Good."],
      ["colon-in-sentence 1"],
    ],
  ),
  [
    "a title before a known name",
    ["ANNA: I asked DR. SMITH: he knows.", "SMITH: Yes."],
    ["ANNA: I asked DR. SMITH: he knows.", "SMITH: Yes."],
    [],
  ],
  [
    "a sentence that also begins a paragraph",
    ["ANNA: Okay. Remember: never run.", "BEN: Yes.", "Remember: never."],
    ["ANNA: Okay. Remember: never run.", "BEN: Yes.", "-: Remember: never."],
    ["colon-in-sentence 3"],
  ],
];
test.each(inside)("inside a paragraph: %s", async (_name, text, lines, notes) => {
  const found = await read(text.join("\n"), "txt");
  expect(found.spoken).toEqual(lines);
  expect(found.notes).toEqual(expect.arrayContaining(notes));
  if (!notes.some((note) => note.startsWith("speaker-inside")))
    expect(found.notes.join()).not.toContain("speaker-inside");
});

const prose: [name: string, text: string[]][] = [
  [
    "a word in capitals and a comma",
    ["OK, listen: we have to go.", "NO, wait: I know!", "I, too: Never.", "They went home."],
  ],
  ["a word in capitals and a comma, above", ["OK, listen:", "We have to go.", "NO, wait:", "Go."]],
  [
    "abbreviations that begin sentences",
    [
      "NASA launched Apollo 11 in 1969.",
      "ESA joined later.",
      "NASA then built a station.",
      "ESA was happy.",
    ],
  ],
  [
    "a word in capitals that begins sentences",
    ["OK so we left.", "NO one knew.", "OK so it was late."],
  ],
  [
    "a word in capitals that is a sentence",
    [
      "OK. Let's go.",
      "It rained.",
      "OK. We can start.",
      "They left.",
      "NO. Never.",
      "It was late.",
    ],
  ],
  ["emotions", ["(Angry) Get out!", "(Sad) I can't.", "(Angry) Now!"]],
  ["emotions in German", ["(Leise) Komm her.", "(Wütend) Nein!", "(Leise) Doch."]],
  ["emotions in French", ["(Triste) Adieu.", "(Surprise) Ah !", "(Triste) Non."]],
  ["emotions in Spanish", ["(Enojado) ¡Vete!", "(Triste) No puedo.", "(Enojado) ¡Ya!"]],
  [
    "emotions and other directions",
    ["(Angry) Get out!", "(At the door) I can't.", "(Very sad) Please.", "(At the door) Bye."],
  ],
];
test.each(prose)("%s: no speaker", async (_name, text) => {
  const { spoken } = await read(text.join("\n"), "txt");
  expect(spoken).toEqual(text.map((one) => `-: ${one}`));
});

const among: [name: string, text: string[], lines: string[]][] = [
  [
    "a name with a direction that also stands alone",
    ["ANNA, with a smile: Hello.", "BEN: Hi.", "ANNA: Bye.", "OK, listen: We go."],
    ["ANNA: Hello.", "BEN: Hi.", "ANNA: Bye.", "-: OK, listen: We go."],
  ],
  [
    "a sentence among names in capitals",
    ["ANNA Good morning.", "BEN How are you?", "ANNA Fine.", "OK so we go."],
    ["ANNA: Good morning.", "BEN: How are you?", "ANNA: Fine.", "-: OK so we go."],
  ],
  [
    "names in parentheses, one of which is also a French direction",
    ["(Bas) Good morning.", "(Anna) How are you?", "(Bas) Fine."],
    ["Bas: Good morning.", "Anna: How are you?", "Bas: Fine."],
  ],
  [
    "names in parentheses, some of which end like adverbs",
    ["(Emily) Good morning.", "(James) How are you?", "(Emily) Fine.", "(Anna) Good."],
    ["Emily: Good morning.", "James: How are you?", "Emily: Fine.", "Anna: Good."],
  ],
];
test.each(among)("%s", async (_name, text, lines) =>
  expect((await read(text.join("\n"), "txt")).spoken).toEqual(lines),
);

const cue = (at: number, text: string) =>
  `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`;
test("a title before the name of a second speaker in a cue belongs to the name", async () => {
  const content =
    cue(1, "ANNA: Good morning! DR. SMITH: Hello.") +
    cue(2, "ANNA: I asked DR. SMITH: he knows.") +
    cue(3, "MRS. JONES: Yes. ANNA: Good.");
  expect((await read(content, "srt", ":")).spoken).toEqual([
    "ANNA: Good morning!",
    "DR. SMITH: Hello.",
    "ANNA: I asked DR. SMITH: he knows.",
    "MRS. JONES: Yes.",
    "ANNA: Good.",
  ]);
});
test("an emotion in parentheses in a cue names no speaker", async () => {
  const content = cue(1, "(Angry) Get out!") + cue(2, "(Leise) No.");
  expect((await read(content, "srt", ":")).spoken).toEqual([
    "-: (Angry) Get out!",
    "-: (Leise) No.",
  ]);
});

/**
 * Words in brackets that no list has, and that repeat. Kinds of files: subtitles for the deaf;
 * SubtitleEdit/subtitleedit 7874 and 10204 (Japanese names in wide brackets).
 */
const brackets: [name: string, text: string[], lines: string[], notes: string[], as?: "srt"][] = [
  [
    "describing words that repeat",
    ["(Anxious) I know.", "(Anxious) Never.", "(Wistful) Bye."],
    ["-: (Anxious) I know.", "-: (Anxious) Never.", "-: (Wistful) Bye."],
    ["line-direction 1,2,3"],
  ],
  [
    "words in brackets that only brackets show",
    ["(Wary) I know.", "(Bitter) Never.", "(Wary) Bye."],
    ["Wary: I know.", "Bitter: Never.", "Wary: Bye."],
    ["speaker-assumed 1,2,3", "speaker-uncertain 1,2,3"],
  ],
  [
    "names that the dialogue mentions",
    ["(Anna) Hello, Ben.", "(Ben) Anna?", "(Anna) Yes."],
    ["Anna: Hello, Ben.", "Ben: Anna?", "Anna: Yes."],
    ["speaker-assumed 1,2,3"],
  ],
  [
    "directions inside of texts",
    ["ANNA: (softly) Hello.", "BEN: Hi [laughs]."],
    ["ANNA: (softly) Hello.", "BEN: Hi [laughs]."],
    ["line-direction 1,2"],
  ],
  [
    "directions in wide brackets",
    ["太郎：（小声で）おはよう。", "（轻声）", "花子：【笑】元気？"],
    ["太郎: （小声で）おはよう。", "花子: 【笑】元気？"],
    ["line-direction 1,3", "left-out-direction 2"],
  ],
  [
    "a sound and a narrator in wide brackets",
    ["【音乐】从前。", "【掌声】谢谢。"],
    ["-: 【音乐】从前。", "-: 【掌声】谢谢。"],
    ["line-direction 1,2"],
  ],
  [
    "names in wide brackets in cues",
    ["（太郎）おはよう。", "（ため息）うん。", "（太郎）元気？", "（Аня）ну."],
    ["太郎: おはよう。", "-: （ため息）うん。", "太郎: 元気？", "-: （Аня）ну."],
    ["names-in-brackets 1,3", "speaker-uncertain 1,3", "line-direction 2,4"],
    "srt",
  ],
  [
    "Cyrillic names in cues",
    ["[Аня] Привет.", "[Боря] Да."],
    ["Аня: Привет.", "Боря: Да."],
    ["names-in-brackets 1,2", "speaker-uncertain 1,2"],
    "srt",
  ],
  [
    "sounds in capitals in cues",
    ["(DOOR OPENS) Hello.", "(MUSIC) Hi.", "(SIGHS) No."],
    ["-: (DOOR OPENS) Hello.", "-: (MUSIC) Hi.", "-: (SIGHS) No."],
    ["line-direction 1,2,3"],
    "srt",
  ],
];
test.each(brackets)("%s", async (_name, text, lines, notes, as) => {
  const content = as ? text.map((one, at) => cue(at + 1, one)).join("") : text.join("\n");
  const found = await read(content, as ?? "txt", as ? ":" : "");
  expect(found.spoken).toEqual(lines);
  const others = /^(?:speakers-missing|speaker-none|names-similar)/;
  expect(found.notes.filter((note) => !others.test(note))).toEqual(notes);
});

/** Words before a colon where the names stand above, or in the cells of a table. */
const screenplay = ["ANNA", "Good morning.", "", "BEN", "How are you?", "", "ANNA", "Fine.", ""];
test.each(["OK, listen: we go.", "TITLE: Berlin, 1989.", "Remember: never run."])(
  "in a screenplay, “%s” names no speaker",
  async (text) => {
    const found = await read([...screenplay, text, ""].join("\n"), "txt");
    expect(found.spoken).toEqual(["ANNA: Good morning.", "BEN: How are you?", "ANNA: Fine."]);
    expect(found.notes).toContain("left-out-action 10");
  },
);
test("in a screenplay, a name above texts also stands before a colon", async () => {
  const found = await read([...screenplay, "BEN: Good."].join("\n"), "txt");
  expect(found.spoken.at(-1)).toBe("BEN: Good.");
});

/** Bare titles between the texts: lines, with a note that offers to leave them out. */
const titled: [name: string, text: string[], rows: string][] = [
  [
    "between speeches",
    [
      "ANNA: Good morning.",
      "",
      "The Kitchen",
      "",
      "ANNA: Coffee?",
      "BEN: Yes.",
      "",
      "Night",
      "",
      "BEN: Bye.",
    ],
    "3,8",
  ],
  [
    "between paragraphs",
    ["The Arrival", "", "It rained.", "", "The Kitchen", "", "She made coffee.", "He drank it."],
    "1,5",
  ],
];
test.each(titled)("a bare title %s is a plausible heading", async (_name, text, rows) => {
  const found = await read(text.join("\n"), "txt");
  expect(found.notes).toContain(`line-heading ${rows}`);
});
test("the rows of a poem are no headings", async () => {
  const found = await read("The rain\nfalls down\nThe sun\ncomes up.", "txt");
  expect(found.notes.join()).not.toContain("line-heading");
});

test.each([
  ["names behind the texts that do not repeat", "Good morning.\tANNA\nHow are you?\tBEN\n"],
  ["parts that look alike", "One\tTwo\nThree\tFour\n"],
])("a text with tabs asks: %s", async (_name, text) => {
  const { spoken, notes } = await read(text, "txt");
  expect(spoken).toEqual([]);
  expect(notes).toContain("document-table-columns 1");
});
test("the columns of a text with tabs can be assigned", async () => {
  const columns = { a: "text", b: "character" } as const;
  const map = { sheet: "", headerRow: 0, columns, frameRate: null };
  const options = { purpose: "audio-production" as const, languageCode: "en-us", columns: map };
  const bytes = utf8("Good morning.\tANNA\nHow are you?\tBEN\n");
  const { lines, problems } = await readScript(bytes, "a.txt", options);
  expect(lines.map(({ character, row }) => [character, row])).toEqual([
    ["ANNA", 1],
    ["BEN", 2],
  ]);
  expect(problems.filter(({ severity }) => severity !== "note")).toEqual([]);
});
