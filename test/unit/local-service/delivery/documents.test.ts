/** The dubbing script and the list for audio middleware. */
import { expect, it } from "vitest";
import { toDubbingScript } from "../../../../main/local-service/delivery/formats/dubbing-script";
import { toImportList } from "../../../../main/local-service/delivery/formats/import-list";
import { openZip } from "../../../../main/script-formats/files/zip";
import { elementsOf, readXml } from "../../../helpers/edit-list-readers";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

const lines = [
  timelineLine(1, { text: "Hola.\n<¿Qué?> & más." }),
  timelineLine(2, { takes: [], text: "" }),
  timelineLine(3, {
    character: "A\\B\tC",
    text: 'Dice "no".',
    state: "rejected",
    reason: "too fast",
    speed: 1.25,
    comments: [
      { at: 0, text: "again", by: "Mia", isResolved: false },
      { at: 0, text: "done", by: "Mia", isResolved: true },
    ],
  }),
];

/** The cells of the first table, row by row. */
function cellsOf(bytes: Uint8Array): string[][] {
  const root = readXml(openZip(bytes).read("word/document.xml").toString("utf8"));
  return elementsOf(root, "w:tr").map((row) =>
    elementsOf(row, "w:tc").map((cell) =>
      elementsOf(cell, "w:r")
        .map((one) =>
          elementsOf(one, "w:br").length > 0 ? "\n" : (elementsOf(one, "w:t")[0]?.text ?? ""),
        )
        .join(""),
    ),
  );
}

it("the dubbing script has a row for each line, with timecodes and annotations", () => {
  const timeline = timelineOf(lines);
  const bytes = toDubbingScript(timeline);
  expect(cellsOf(bytes)).toEqual([
    ["Line", "Timecode In", "Timecode Out", "Character", "Text as Recorded", "Annotations"],
    ["1", "01:00:02:00", "01:00:03:00", "ANNA", "Hola.\n<¿Qué?> & más.", ""],
    ["2", "01:00:04:00", "01:00:05:13", "ANNA", "", "not recorded"],
    [
      "3",
      "01:00:06:00",
      "01:00:07:00",
      "A\\B\tC",
      'Dice "no".',
      "state: rejected\nspeed 1.25\ntoo fast\nagain",
    ],
  ]);
  expect(toDubbingScript(timeline)).toEqual(bytes);
});

it("the text of a language from right to left is so in its cells only", () => {
  const timeline = timelineOf([timelineLine(1, { text: "تجربة" })], { languageId: "ar-ar" });
  const root = readXml(openZip(toDubbingScript(timeline)).read("word/document.xml").toString());
  expect(elementsOf(root, "w:bidi")).toHaveLength(1);
});

it("the list for audio middleware has a row for each chosen take", () => {
  const chosen = [
    timelineTake(0, { file: "takes/x/L1.wav", isChosen: false }),
    timelineTake(1, { file: "takes/x/L1_2.wav", isChosen: true }),
  ];
  const [first, second, third] = lines;
  const timeline = timelineOf([{ ...first!, takes: chosen }, second!, third!]);
  expect(toImportList(timeline).split("\r\n")).toEqual([
    "Audio File\tObject Path\tNotes",
    "takes\\x\\L1_2.wav\t<Virtual Folder>ANNA\\<Sound Voice>L1_2\tHola. <¿Qué?> & más.",
    "takes\\3.wav\t<Virtual Folder>A_B C\\<Sound Voice>3\tDice 'no'.",
    "",
  ]);
  // Takes with equal names in different folders: their objects would replace each other.
  const files = ["takes/a/L1.wav", "takes/b/l1.wav", "takes/b/L1_2.wav"];
  const same = files.map((file, index) =>
    timelineLine(index + 1, { takes: [timelineTake(0, { file })] }),
  );
  const objects = toImportList(timelineOf(same)).match(/(?<=Voice>)[^\t]+/g);
  expect(new Set(objects?.map((name) => name.toLowerCase())).size).toBe(3);
});
