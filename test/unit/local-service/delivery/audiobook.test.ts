/** The takes of a language one after another, and their chapters. */
import { expect, it } from "vitest";
import { audiobookOf, isHeading } from "../../../../main/local-service/delivery/formats/audiobook";
import { bookMetadata } from "../../../../main/local-service/engine/media/book-job";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

const second = 48_000;

it.each([
  ["Chapter 3: The harbour", true],
  ["PROLOGUE", true],
  ["Kapitel zwei", true],
  ["第十二章", true],
  ["Глава 4", true],
  ["Teil II", true],
  // Sentences.
  ["Teil mir mit, wann du kommst.", false],
  ["Chapters were read aloud.", false],
  [`Chapter after chapter went by, ${"and nothing ".repeat(10)}`, false],
  ["Hello.", false],
])("the heading of a chapter is found: %s", (text, expected) => {
  expect(isHeading(text)).toBe(expected);
});

it("takes follow each other with pauses, and headings begin chapters", () => {
  const silent = timelineTake(0, { truePeak: null, loudness: null });
  const { takes, frames, chapters } = audiobookOf(
    timelineOf([
      timelineLine(1, { text: "Once upon a time." }),
      timelineLine(2, { text: "[music]", takes: [silent] }),
      timelineLine(3, { text: "Chapter 1\nThe  harbour" }),
      timelineLine(4, { text: "It rained.", takes: [] }),
      timelineLine(5, { text: "It rained.", slot: null, start: null }),
    ]),
  );
  expect(takes.map(({ line, start }) => [line.number, start / second])).toEqual([
    [1, 0.5],
    [3, 3.5],
    [5, 5.7],
  ]);
  expect(frames / second).toBeCloseTo(8.7, 5);
  expect(chapters).toEqual([
    { title: "Episode 1", start: 0, end: 3.5 * second },
    { title: "Chapter 1 The harbour", start: 3.5 * second, end: frames },
  ]);
  expect(audiobookOf(timelineOf([timelineLine(1, { takes: [] })]))).toMatchObject({
    takes: [],
    frames: 0,
  });
});

it("what a person wrote does not end a tag of the file", () => {
  const request = { sound: "", durationMs: 0, album: "a=b;c#d\\e", languageId: "es-es" };
  const chapters = [{ title: "One\n[CHAPTER]", startMs: 0, endMs: 10 }];
  const text = bookMetadata({ ...request, title: "T\r\nartist=x", chapters });
  expect(text).toContain("title=T artist\\=x\nalbum=a\\=b\\;c\\#d\\\\e\n");
  expect(text).toContain("title=One [CHAPTER]\n");
  expect(text).toContain("language=spa\n");
});
