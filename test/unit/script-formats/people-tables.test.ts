/**
 * Tables of dialogue as people lay them out: each row is a small table as .csv and .xlsx, with the
 * lines that a person sees in it, or the error that asks. The files are made here.
 */
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { utf8 } from "../../helpers/script-files";

type Row = readonly string[];
const workbook = (sheets: Readonly<Record<string, readonly Row[]>>) =>
  writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({
      name,
      rows: rows.map((row) => [...row]),
    })),
  });
const csv = (rows: readonly Row[]) =>
  utf8(
    rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n"),
  );

async function read(bytes: Uint8Array, format: "csv" | "xlsx") {
  const options = { purpose: "audio-production" as const, languageCode: "en-us" };
  const { lines, problems } = await readScript(bytes, `a.${format}`, options);
  return {
    spoken: lines.map(({ character, text, startMs, endMs }) => {
      const times = startMs === null ? "" : ` ${startMs}-${endMs ?? ""}`;
      return `${character ?? "-"}: ${Object.values(text).join(" | ")}${times}`;
    }),
    codes: problems.map(({ code }) => code),
    errors: problems.flatMap(({ severity, code }) => (severity === "error" ? [code] : [])),
  };
}

const rows = [
  ["1", "00:00:01,000", "00:00:02,000", "ANNA", "Good morning."],
  ["2", "00:00:03,000", "00:00:04,500", "BEN", "How are you?"],
  ["3", "00:00:05,250", "00:00:06,000", "ANNA", "Fine."],
];
const [one = [], two = [], three = []] = rows;
const header = ["No", "TC In", "TC Out", "Character", "Text_EN-US"];
const spoken = rows.map(([, , , name = "", text = ""]) => `${name}: ${text}`);
const times = ["1000-2000", "3000-4500", "5250-6000"];
const timed = spoken.map((line, at) => `${line} ${times[at] ?? ""}`);
const short = rows.map((row) => row.slice(3));
const names = ["Character", "Text_EN-US"];
const below = (...names: string[]) => [names, ...rows];

const tables: [name: string, rows: readonly Row[], lines: readonly string[], code?: string][] = [
  [
    "a block of titles above",
    [["My Show"], ["Episode:", "101"], [], names, ...short],
    spoken,
    "header-below",
  ],
  ["the header on each page", [header, one, two, header, three], timed, "header-repeated"],
  [
    "titles of scenes in the first column",
    [header, ["SCENE 1"], one, two, ["SCENE 2"], three],
    timed,
    "left-out-heading",
  ],
  [
    "titles of scenes in the column of the texts",
    [names, ["", "SCENE 1"], ...short],
    spoken,
    "left-out-heading",
  ],
  [
    "titles of scenes in the column of the characters",
    [names, ["INT. KITCHEN - DAY", ""], ...short],
    spoken,
    "left-out-heading",
  ],
  [
    "numbers of pages and a remark",
    [names, ...short, ["Page 1 of 2", ""], ["Please return by Friday.", ""]],
    spoken,
    "left-out-heading",
  ],
  ["a total", [[...names, "Words"], ...short, ["Total", "", "6"]], spoken, "rows-left-out"],
  [
    "a total in another column",
    [header, ...rows, ["Total", "", "", "", "3"]],
    timed,
    "rows-left-out",
  ],
  [
    "signs for the speaker above",
    [names, ["ANNA", "One."], ["〃", "Two."], ["ditto", "Three."]],
    ["ANNA: One.", "ANNA: Two.", "ANNA: Three."],
    "speaker-from-row-above",
  ],
  [
    "an empty cell below a speaker",
    [
      ["Speaker", "Dialogue"],
      ["ANNA", "One."],
      ["", "Two."],
    ],
    ["ANNA: One.", "ANNA: Two."],
    "speaker-from-row-above",
  ],
  [
    "an empty cell in the template, for the narrator",
    [names, ["ANNA", "One."], ["", "Two."]],
    ["ANNA: One.", "-: Two."],
  ],
  [
    "an empty cell where names repeat",
    [
      ["Speaker", "Dialogue"],
      ["ANNA", "One."],
      ["ANNA", "Two."],
      ["", "Three."],
    ],
    ["ANNA: One.", "ANNA: Two.", "-: Three."],
  ],
  [
    "names of columns in two rows",
    [["No", "TC", "", ...names], ["", "In", "Out", "", ""], ...rows],
    timed,
    "header-joined",
  ],
  [
    "languages below the name of the texts",
    [
      ["ID", "Character", "Text", ""],
      ["", "", "English", "German"],
      ["1", "ANNA", "Good.", "Gut."],
    ],
    ["ANNA: Good. | Gut."],
    "header-joined",
  ],
  [
    "the columns in another order",
    [header.toReversed(), ...rows.map((row) => row.toReversed())],
    timed,
  ],
  [
    "two times in a column",
    [
      ["TC", ...names],
      ...rows.map(([, start = "", end = "", ...rest]) => [`${start} - ${end}`, ...rest]),
    ],
    timed,
  ],
  [
    "times in milliseconds",
    [
      ["start_ms", "end_ms", "speaker", "text"],
      ["1000", "2000", "ANNA", "Good morning."],
    ],
    timed.slice(0, 1),
  ],
  [
    "names before the texts",
    [["No", "Text_EN-US"], ...rows.map((row, at) => [row[0] ?? "", spoken[at] ?? ""])],
    spoken,
    "speaker-assumed",
  ],
  [
    "units and languages in the names",
    below("#", "In (hh:mm:ss)", "Out (hh:mm:ss)", "Speaker name", "Dialogue (EN)"),
    timed,
  ],
  [
    "names in one word",
    below("lineId", "startTime", "endTime", "speakerName", "englishText"),
    timed,
  ],
  [
    "German names",
    below("Nr.", "Timecode Anfang", "Timecode Ende", "Sprecher/in", "Originaltext"),
    timed,
  ],
  ["French names", below("N°", "TC IN", "TC OUT", "Personnage", "Dialogues VO"), timed],
  [
    "Spanish names",
    below("Nº", "TC de entrada", "TC de salida", "Personaje", "Texto original"),
    timed,
  ],
  [
    "the source and its translation",
    [
      ["Speaker", "Source (EN)", "Target (DE)"],
      ["ANNA", "Good.", "Gut."],
    ],
    ["ANNA: Good. | Gut."],
  ],
  [
    "who speaks and to whom",
    [
      ["From", "To", "Text"],
      ["ANNA", "BEN", "Good morning."],
    ],
    ["ANNA: Good morning."],
  ],
  ["a row of signs", [names, ["---", "---"], ...short], spoken, "left-out-heading"],
  ["numbers of lines and words", [names, ...short, ["Lines:", "3"]], spoken, "rows-left-out"],
  [
    "names in the texts that the rows name too",
    [names, ...short.map(([name = "", text = ""]) => [name, `${name}: ${text}`])],
    spoken,
  ],
  ["a dash for no speaker", [names, ["-", "One."], ["ANNA", "Two."]], ["-: One.", "ANNA: Two."]],
  ["two words for a column", [["Character/Speaker", "Dialogue/Text"], ...short], spoken],
  [
    "dots between the parts of times",
    [
      header,
      ...rows
        .map((row) => row.map((cell) => cell.replace(/:|,/g, ".")))
        .map((row) => [...row.slice(0, 4), row[4] ?? ""]),
    ],
    timed,
  ],
  [
    "marks around names",
    [names, ["(ANNA)", "One."], ["BEN:", "Two."], ["[ANNA]", "Three."]],
    ["ANNA: One.", "BEN: Two.", "ANNA: Three."],
    "names-joined",
  ],
  [
    "addressees",
    [names, ["ANNA to BEN", "One."], ["BEN (to Anna)", "Two."]],
    ["ANNA: One.", "BEN: Two."],
    "names-joined",
  ],
];
describe.each(["csv", "xlsx"] as const)(".%s", (format) => {
  test.each(tables)("%s", async (_name, all, lines, code) => {
    const bytes = format === "csv" ? csv(all) : await workbook({ Lines: all });
    const found = await read(bytes, format);
    expect(found.spoken).toEqual(lines);
    expect(found.errors).toEqual([]);
    if (code !== undefined) expect(found.codes).toContain(code);
  });
  test("two columns of texts without a language ask", async () => {
    const all = [
      ["Character", "Original", "Translation"],
      ["ANNA", "Good.", "Gut."],
    ];
    const bytes = format === "csv" ? csv(all) : await workbook({ Lines: all });
    expect((await read(bytes, format)).errors).toEqual([
      "text-language-missing",
      "text-language-missing",
    ]);
  });
});

test("semicolons with decimal commas", async () => {
  const text = "Nr;Start;Ende;Rolle;Text\n1;1,0;2,0;ANNA;Good morning.\n2;3,0;4,5;BEN;How are you?";
  expect((await read(utf8(text), "csv")).spoken).toEqual(timed.slice(0, 2));
});

const text = ["ID", "Character", "Text"];
const books: [
  name: string,
  sheets: Record<string, readonly Row[]>,
  lines: string[],
  codes: string[],
][] = [
  [
    "the sheet of the language of the batch",
    { German: [text, ["1", "ANNA", "Gut."]], English: [text, ["1", "ANNA", "Good."]] },
    ["ANNA: Good."],
    ["sheet-missing"],
  ],
  [
    "a list of the cast and the script",
    {
      Cast: [
        ["Character", "Actor"],
        ["ANNA", "Jane"],
      ],
      Script: [names, ...short],
    },
    spoken,
    ["sheet-chosen"],
  ],
  [
    "a sheet for each character asks",
    {
      ANNA: [
        ["No", "Text_EN-US"],
        ["1", "One."],
      ],
      BEN: [
        ["No", "Text_EN-US"],
        ["2", "Two."],
      ],
    },
    ["-: One."],
    ["sheet-missing", "sheets-unclear"],
  ],
];
test.each(books)("%s", async (_name, sheets, lines, codes) => {
  const found = await read(await workbook(sheets), "xlsx");
  expect(found.spoken).toEqual(lines);
  for (const code of codes) expect(found.codes).toContain(code);
});
