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
