/**
 * Times of tables: durations, frame rates above the table, whole milliseconds. Each row is a small
 * table that is made here. Kinds of files: openai/whisper 228 (whole milliseconds), dialogue lists
 * with durations as Netflix and ARTE ask for, SubtitleEdit/subtitleedit 4142 and 2754 (frames in
 * tables, and frames that the rate does not have), genesis-ai-dev/codex-editor 1099. Cost: 0.2 s.
 */
import { expect, test } from "vitest";
import { readScript } from "../../../main/script-formats/read";
import { documentOf, paragraph, tableOf, utf8 } from "../../helpers/script-files";

async function read(bytes: Uint8Array, name: string) {
  const options = { purpose: "audio-production" as const, languageCode: "en-us" };
  const { lines, problems } = await readScript(bytes, name, options);
  return {
    times: lines.map(({ startMs, endMs }) => `${startMs ?? ""}-${endMs ?? ""}`),
    problems: problems.map(({ code, row, assumed }) =>
      [code, row ?? "", assumed ?? ""].join(" ").trim(),
    ),
  };
}

const header = "TC In,TC Out,Speaker,Dialogue\n";
const framed = "00:00:01:12,00:00:02:00,ANNA,Good morning.\n";
const tables: [name: string, text: string, times: string[], ...problems: string[]][] = [
  [
    "a start and a duration",
    "TC,Duration,Speaker,Dialogue\n00:00:01.000,00:00:02.500,ANNA,One.\n00:00:05.000,1.5,BEN,Two.\n",
    ["1000-3500", "5000-6500"],
  ],
  [
    "German durations with decimal commas",
    "Start;Dauer;Rolle;Text\n00:00:01,000;1,5;ANNA;One.\n00:00:05,000;2,0;BEN;Two.\n",
    ["1000-2500", "5000-7000"],
  ],
  ["milliseconds", "start_ms,duration_ms,speaker,text\n1000,1500,ANNA,One.\n", ["1000-2500"]],
  [
    "a duration that contradicts the end",
    "In,Out,Dur.,Speaker,Dialogue\n1.0,2.5,1.5,ANNA,One.\n5.0,6.5,3.5,BEN,Two.\n",
    ["1000-2500", "5000-6500"],
    "duration-differs 3",
  ],
  [
    "a rounded duration",
    "In,Out,Duration,Speaker,Dialogue\n1.0,2.5,00:00:01,ANNA,One.\n",
    ["1000-2500"],
  ],
  [
    "durations with a unit",
    "In,Duration,Speaker,Dialogue\n1.0,1.5 sec,ANNA,One.\n5.0,500 ms,BEN,Two.\n",
    ["1000-2500", "5000-5500"],
  ],
  [
    "durations beside ends that are no times",
    "In,Out,Duration,Speaker,Dialogue\n1.0,2.5,short,ANNA,One.\n5.0,6.5,-,BEN,Two.\n7.0,8.0,00:00:01:00,BEN,Three.\n",
    ["1000-2500", "5000-6500", "7000-8000"],
    "duration-unreadable 2",
  ],
  [
    "durations in seconds and frames",
    "In,Duration,Speaker,Dialogue\n1.0,02:12,ANNA,One.\n5.0,01:00,BEN,Two.\n",
    ["1000-133000", "5000-65000"],
    "duration-unit 2",
  ],
  [
    "a duration without a start",
    "Duration,Speaker,Dialogue\n1.5,ANNA,One.\n",
    ["-"],
    "columns-ignored 1",
  ],
  ["25 fps", `My Show,,25 fps,\n${header}${framed}`, ["1480-2000"], "frame-rate-stated 1 25"],
  [
    "Framerate: 23.976",
    `My Show\nFramerate: 23.976\n${header}${framed}`,
    ["1502-2002"],
    "frame-rate-stated 2 23.976",
  ],
  [
    "a rate in its own cell, of two digits",
    `Frame rate,29.97 DF\n${header}${framed}`,
    ["1401-2002"],
    "frame-rate-stated 1 29.97",
  ],
  // Timecodes count frames: SubtitleEdit/subtitleedit 1400 and 2208 (later by a second in minutes).
  [
    "an hour of timecode at 23.976 frames per second",
    `Framerate: 23.976\n${header}01:00:00:00,01:00:01:00,ANNA,Good morning.\n`,
    ["3603600-3604601"],
    "frame-rate-stated 1 23.976",
  ],
  [
    "an hour of timecode with drop frames, and without",
    `29.97 fps\n${header}01:00:00;00,01:00:01;00,ANNA,One.\n01:00:00:00,01:00:01:00,BEN,Two.\n`,
    ["3599996-3600997", "3603600-3604601"],
    "frame-rate-stated 1 29.97",
  ],
  [
    "drop frames that the title states",
    `29.97 fps drop-frame\n${header}01:00:00:00,01:00:01:00,ANNA,One.\n`,
    ["3599996-3600997"],
    "frame-rate-stated 1 29.97",
  ],
  ...[
    "Drop frame: No",
    ",Drop frame,No",
    "drop: off",
    "Drop Frame (no)",
    "DF/NDF: NDF",
    "fps Drop-Frame/Non-Drop-Frame",
    "Drop Frame / Non-Drop",
    "Drop Frame / Non Drop Frame",
    "Non-Drop Frame/Drop Frame",
    "dropframe/nondropframe",
    "nondrop/drop",
  ].map((stated): (typeof tables)[number] => [
    `drop frames that the title denies: ${stated}`,
    `Frame rate: 29.97 ${stated}\n${header}01:00:00:00,01:00:01:00,ANNA,One.\n`,
    ["3603600-3604601"],
    "frame-rate-stated 1 29.97",
  ]),
  ...["Drop frame: Yes", "DF, No captions", "DF No. 12"].map((stated): (typeof tables)[number] => [
    `drop frames that the title states: ${stated}`,
    `Frame rate: 29.97 ${stated}\n${header}01:00:00:00,01:00:01:00,ANNA,One.\n`,
    ["3599996-3600997"],
    "frame-rate-stated 1 29.97",
  ]),
  [
    "a title that states non-drop",
    `29.97 NDF (non-drop frame)\nfps: 29.97\n${header}00:01:00:00,00:01:01:00,ANNA,One.\n`,
    ["60060-61061"],
    "frame-rate-stated 2 29.97",
  ],
  [
    "a German rate",
    `Bildrate: 25 Bilder/s\n${header}${framed}`,
    ["1480-2000"],
    "frame-rate-stated 1 25",
  ],
  [
    "a rate in the names of the columns",
    `TC In (24fps),TC Out (24fps),Speaker,Dialogue\n${framed}`,
    ["1500-2000"],
    "frame-rate-stated 1 24",
  ],
  [
    "two rates",
    `Source 23.976 fps\nTarget 25 fps\n${header}${framed}`,
    ["-"],
    "frame-rate-missing 4",
  ],
  ["no rate", `Episode 25\n${header}${framed}`, ["-"], "frame-rate-missing 3"],
  [
    "a rate that no time needs",
    `25 fps\n${header}00:00:01.000,00:00:02.000,ANNA,One.\n`,
    ["1000-2000"],
  ],
  [
    "a frame that the rate does not have",
    `25 fps\n${header}00:00:01:25,00:00:02:00,ANNA,One.\n`,
    ["-"],
    "frame-rate-stated 1 25",
    "frame-rate-differs 3",
  ],
  [
    "whole milliseconds",
    "start,end,text\n0,3000,One.\n3000,5500,Two.\n",
    ["0-3000", "3000-5500"],
    "time-unit  ms",
  ],
  ["whole seconds", "start,end,text\n0,3,One.\n3,5,Two.\n", ["0-3000", "3000-5000"]],
];
test.each(tables)("%s", async (_name, text, times, ...problems) => {
  const found = await read(utf8(text), "a.csv");
  expect(found.times).toEqual(times);
  const others = ["header-below", "columns-recognised"];
  expect(found.problems.filter((one) => !others.some((code) => one.startsWith(code)))).toEqual(
    problems,
  );
});

test("a table of a .docx below data of the production", async () => {
  const table = tableOf(
    ["TC", "Duration", "Character", "Dialogue"],
    ["00:00:01:05", "00:00:02:10", "ANNA", "Hello."],
  );
  const titles = ["Episode: 101", "Frame rate: 25 fps"].map(paragraph).join("");
  const { times, problems } = await read(documentOf(titles + table), "a.docx");
  expect(times).toEqual(["1200-3600"]);
  expect(problems).toContain("frame-rate-stated 2 25");
});
