/**
 * .stl of the EBU as programs write it. Kinds of files: EBU Tech 3264 (blocks, codes, tables), and
 * the public reports that are named at each. Cost: 0.2 s.
 */
import { describe, expect, test } from "vitest";
import type { ReadOptions } from "../../../main/script-formats/model";
import { readScript } from "../../../main/script-formats/read";

interface BlockFields {
  group: number;
  extension: number;
  cumulative: number;
  isComment: number;
  position: number;
}
type Time = readonly [hours: number, minutes: number, seconds: number, frames: number];
const at = (seconds: number, frames = 0, hours = 0): Time => [hours, 0, seconds, frames];

/** A block; each character of the text is a byte. */
function block(
  number: number,
  [from, to]: readonly [Time, Time],
  text: string,
  fields: Partial<BlockFields> = {},
): Buffer {
  const { group = 0, extension = 0xff, cumulative = 0, isComment = 0, position = 20 } = fields;
  const bytes = Buffer.alloc(128, 0x8f);
  bytes.set([group, number, 0, extension, cumulative, ...from, ...to, position, 2, isComment]);
  bytes.write(text, 16, "latin1");
  return bytes;
}
const header = ({ rate = "25", table = "00", start = "00000000" } = {}) => {
  const bytes = Buffer.alloc(1024, 0x20);
  bytes.write(`850STL${rate}.010${table}`, "latin1");
  bytes.write(start, 256);
  return bytes;
};
const second = (from: number) => [at(from), at(from + 1)] as const;

async function read(parts: readonly Buffer[], options: Partial<ReadOptions> = {}) {
  const given = { purpose: "audio-production", languageCode: "en-us", ...options } as const;
  const { lines, problems, encoding } = await readScript(Buffer.concat(parts), "a.stl", given);
  return {
    lines: lines.map(
      ({ row, startMs, endMs, text }) =>
        `${row} ${startMs ?? ""}-${endMs ?? ""} ${Object.values(text)[0] ?? ""}`,
    ),
    problems: problems
      .filter(({ code }) => code !== "speakers-missing")
      .map(({ severity, row, code }) => `${severity} ${row ?? "-"} ${code}`),
    encoding: encoding?.name,
  };
}

type Row = [name: string, parts: Buffer[], lines: string[], ...problems: string[]];
const blocks: Row[] = [
  // sandflow/ttconv 275: a subtitle over several blocks.
  [
    "a letter whose accent is in the block before",
    [
      header(),
      block(1, second(1), `${"x".repeat(111)}\xc2`, { extension: 0 }),
      block(1, second(1), "e!"),
    ],
    [`1 1000-2000 ${"x".repeat(111)}é!`],
  ],
  // SubtitleEdit/subtitleedit 4806: values of blocks that a program did not expect.
  [
    "subtitles that all have the number 0",
    [header(), block(0, second(1), "One."), block(0, second(3), "Two.")],
    ["1 1000-2000 One.", "2 3000-4000 Two."],
  ],
  [
    "the same number in two groups",
    [header(), block(1, second(1), "One."), block(1, second(3), "Two.", { group: 1 })],
    ["1 1000-2000 One.", "2 3000-4000 Two."],
  ],
  [
    "blocks of a subtitle that do not say that one follows",
    [header(), block(1, second(1), "One "), block(1, second(1), "two.")],
    ["1 1000-2000 One two."],
  ],
  [
    "speakers at the same time, at the top and at the bottom",
    [header(), block(1, second(1), "No.", { position: 2 }), block(1, second(1), "Yes.")],
    ["1 1000-2000 No. Yes."],
  ],
  [
    "user data and comments",
    [
      header(),
      block(1, second(1), "data", { extension: 0xfe }),
      block(1, second(1), "Check this.", { isComment: 1 }),
      block(2, second(3), "One."),
    ],
    ["1 3000-4000 One."],
    "note - cue-comments",
  ],
  [
    "a file that ends inside of a block",
    [header(), block(1, second(1), "One."), block(2, second(3), "Two.").subarray(0, 60)],
    ["1 1000-2000 One."],
    "warning 1 file-incomplete",
  ],
  // EBU Tech 3264, 5.4: sets of cumulative subtitles.
  [
    "rows that are added one by one",
    [
      header(),
      block(1, [at(1), at(6)], "One.", { cumulative: 1 }),
      block(2, [at(3), at(6)], "Two.", { cumulative: 2 }),
      block(3, [at(5), at(6)], "Three.", { cumulative: 3 }),
      block(4, [at(7), at(8)], "Four."),
    ],
    ["1 1000-3000 One.", "2 3000-5000 Two.", "3 5000-6000 Three.", "4 7000-8000 Four."],
  ],
  [
    "rows that are added, and repeated",
    [
      header(),
      block(1, [at(1), at(3)], "No.", { cumulative: 1 }),
      block(2, [at(3), at(6)], "No.\x8aNever.", { cumulative: 3 }),
      block(3, [at(7), at(8)], "Never.\x8aNo."),
    ],
    ["1 1000-3000 No.", "2 3000-6000 Never.", "3 7000-8000 Never. No."],
    "note 2 cues-rolling",
  ],
  [
    "one word in turn that no set repeats",
    [header(), block(1, second(1), "No."), block(2, second(3), "No.\x8aNever.")],
    ["1 1000-2000 No.", "2 3000-4000 No. Never."],
  ],
  // SubtitleEdit/subtitleedit 7147 and 4242: boxes, double height with two ends of rows, colours.
  [
    "boxes and rows of double height",
    [
      header(),
      block(1, second(1), "\x0d\x03\x0b\x0bGood\x0a\x0a\x8a\x8a\x0d\x03\x0b\x0bmorning.\x0a\x0a"),
    ],
    ["1 1000-2000 Good morning."],
  ],
  [
    "speakers by colours, also in one row",
    [
      header(),
      block(1, second(1), "\x03\x0b\x0bWho is it?\x0a\x0a\x8a\x8a\x06\x0b\x0bIt is I.\x0a\x0a"),
      block(2, second(3), "\x03\x0b\x0bOh.\x0a\x0a"),
      block(3, second(5), "\x06\x0b\x0bNo. \x07Yes!\x0a\x0a"),
      block(4, second(7), "\x06\x0b\x0bWell,\x0a\x0a\x8a\x8a\x03\x0b\x0bno."),
      block(5, second(9), "Stop."),
    ],
    [
      "1 1000-2000 Who is it?",
      "1 1000-2000 It is I.",
      "2 3000-4000 Oh.",
      "3 5000-6000 No.",
      "3 5000-6000 Yes!",
      "4 7000-8000 Well, no.",
      "5 9000-10000 Stop.",
    ],
    "note 1 speaker-inside",
  ],
  [
    "two languages by colours",
    [1, 3].map((from) => block(from, second(from), "Hello.\x8a\x03Hallo.")),
    ["1 1000-2000 Hello. Hallo.", "2 3000-4000 Hello. Hallo."],
  ].map((part, index) => (index === 1 ? [header(), ...(part as Buffer[])] : part)) as Row,
];

const times: Row[] = [
  // SubtitleEdit/subtitleedit 7085, 3190, 1400 and 5666; sandflow/ttconv 504 and 505.
  ...(
    [
      ["23", "00:00:01:12", "1502-2000", "note - frame-rate-stated"],
      ["24", "00:00:01:12", "1500-2000", "note - frame-rate-stated"],
      ["29", "00:00:01:15", "1502-2000", "note - frame-rate-stated"],
      ["30", "00:00:01:15", "1500-2000"],
      ["25", "00:00:01:12", "1480-2000"],
    ] as const
  ).map(([rate, code, span, ...problems]): Row => [
    `${rate} frames per second`,
    [header({ rate }), block(1, [at(1, Number(code.slice(-2))), at(2)], "One.")],
    [`1 ${rate === "23" || rate === "29" ? span.replace("2000", "2002") : span} One.`],
    ...problems,
  ]),
  [
    "an hour at 23.976 frames per second",
    [header({ rate: "23" }), block(1, [at(0, 0, 1), at(1, 0, 1)], "One.")],
    ["1 3603600-3604601 One."],
    "note - frame-rate-stated",
  ],
  [
    "a frame that the rate does not have",
    [header(), block(1, [at(1, 25), at(2)], "One.")],
    ["1 - One."],
    "error 1 timing-invalid",
  ],
  // sandflow/ttconv 274: data of the programme before its beginning; yanncoupin/stl2srt 9.
  [
    "titles before the beginning of the programme",
    [
      header({ start: "10000000" }),
      block(1, [at(0), at(0, 8)], "STORY: The sea"),
      ...[2, 3].map((number) =>
        block(number, [at(number, 0, 10), at(number, 12, 10)], `Line ${number}.`),
      ),
    ],
    ["2 2000-2480 Line 2.", "3 3000-3480 Line 3."],
    "note 1 cues-before-start",
    "note - time-offset",
  ],
  [
    "a beginning that the times do not count from",
    [header({ start: "10000000" }), ...[1, 3].map((from) => block(from, second(from), "One."))],
    ["1 1000-2000 One.", "2 3000-4000 One."],
  ],
];
test.each([...blocks, ...times])("%s", async (_name, parts, lines, ...problems) => {
  const found = await read(parts);
  expect(found.lines).toEqual(lines);
  expect(found.problems).toEqual(problems);
});

const one = (bytes: string, table: string) => [header({ table }), block(1, second(1), bytes)];
const bytesOf = (hex: string) => Buffer.from(hex, "hex").toString("latin1");

describe("letters", () => {
  // SubtitleEdit/subtitleedit 5447 (Cyrillic), 7028 and 2173 (accents of ISO 6937), 4537.
  test.each([
    ["00", "fr-fr", "Zo\xc2e, \xcbca va \xb9", "Zoé, ça va ’"],
    ["00", "pl-pl", "\xf8\xceaka, \xc2zle, \xc7zycie", "łąka, źle, życie"],
    ["00", "de-de", "\xc8Uber gr\xc8u\xfbe", "Über grüße"],
    ["00", "nl-nl", "\xe8\xc2od\xc2z, Zo\xc8e", "Łódź, Zoë"],
    ["01", "ru-ru", bytesOf("bfe0d8d2d5e2"), "Привет"],
    ["02", "ar-ar", bytesOf("e5d1cdc8c7"), "مرحبا"],
    ["03", "el-gr", bytesOf("cae1ebe7ecddf1e1"), "Καλημέρα"],
    ["04", "he-il", bytesOf("f9ece5ed"), "שלום"],
  ])("of table %s in %s", async (table, languageCode, bytes, text) => {
    const { lines, problems } = await read(one(bytes, table), { languageCode });
    expect([lines, problems]).toEqual([[`1 1000-2000 ${text}`], []]);
  });
  test.each([
    ["00", "ru-ru", bytesOf("cff0e8e2e5f2"), "Привет", "windows-1251"],
    ["00", "zh-cn", bytesOf("d4e7c9cfbac3a1a3c4e3bdf1ccecd4f5c3b4d1f9a3bf"), "早上好。", "gb18030"],
    ["  ", "fr-fr", "Zo\xe9, \xe7a va", "Zoé, ça va", "windows-1252"],
    ["00", "de-de", "\xdcber Gr\xfc\xdfe", "Über Grüße", "windows-1252"],
    ["00", "el-gr", bytesOf("cae1ebe7ecddf1e1"), "Καλημέρα", "windows-1253"],
  ])("of another table than %s in %s", async (table, languageCode, bytes, text, encoding) => {
    const found = await read(one(bytes, table), { languageCode });
    expect(found.lines[0]).toContain(text);
    expect(found.problems).toEqual(["note - encoding"]);
    expect(found.encoding).toBe(encoding);
  });
  test("that are not those of the table, and fit no encoding, are named", async () => {
    const found = await read(one("Zo\xc2e, d\xc2ej\xc1a", "01"), { languageCode: "fr-fr" });
    expect(found.problems).toEqual(["warning - text-mojibake"]);
  });
  test("in the encoding that the user chose", async () => {
    const options = { languageCode: "en-us", encoding: "windows-1251" } as const;
    const found = await read(one(bytesOf("cff0e8e2e5f2"), "00"), options);
    expect([found.lines, found.problems]).toEqual([["1 1000-2000 Привет"], []]);
  });
});
