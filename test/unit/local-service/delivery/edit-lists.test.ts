/** Edit decision lists and the XML of Final Cut Pro 7, read by independent readers. */
import { expect, it } from "vitest";
import { countEdls, toEdl } from "../../../../main/local-service/delivery/formats/edl";
import { toFcpXml } from "../../../../main/local-service/delivery/formats/fcp-xml";
import { samplesOfFrame } from "../../../../main/local-service/delivery/formats/timecode";
import { readEdl, readFcpXml } from "../../../helpers/edit-list-readers";
import { seeded } from "../../../helpers/random";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

const rates = [
  { name: "23.976", numerator: 24_000, denominator: 1_001, isDropFrame: false, perSecond: 24 },
  { name: "24", numerator: 24, denominator: 1, isDropFrame: false, perSecond: 24 },
  { name: "25", numerator: 25, denominator: 1, isDropFrame: false, perSecond: 25 },
  { name: "29.97", numerator: 30_000, denominator: 1_001, isDropFrame: false, perSecond: 30 },
  { name: "29.97 DF", numerator: 30_000, denominator: 1_001, isDropFrame: true, perSecond: 30 },
  { name: "30", numerator: 30, denominator: 1, isDropFrame: false, perSecond: 30 },
  { name: "50", numerator: 50, denominator: 1, isDropFrame: false, perSecond: 50 },
  { name: "59.94 DF", numerator: 60_000, denominator: 1_001, isDropFrame: true, perSecond: 60 },
  { name: "60", numerator: 60, denominator: 1, isDropFrame: false, perSecond: 60 },
] as const;

it.each(rates)("events are on the frames of the takes at $name", ({ perSecond, ...rate }) => {
  const random = seeded(7);
  const starts = Array.from({ length: 60 }, () => Math.floor(random() * perSecond * 7_200))
    .concat([perSecond * 60 - 1, perSecond * 60, perSecond * 600 - 1, perSecond * 600])
    .sort((a, b) => a - b);
  // One hour of frames, of which drop frames count fewer.
  const startFrame = rate.isDropFrame ? Math.floor((perSecond * 3_600 * 999) / 1_000) : 86_400;
  const length = samplesOfFrame(10, rate);
  const lines = starts.map((frame, index) =>
    timelineLine(index + 1, {
      start: samplesOfFrame(frame, rate),
      takes: [timelineTake(0, { file: `takes/${index}.wav`, length })],
    }),
  );
  const timeline = timelineOf(lines, { frameRate: rate, startFrame });
  const lists = Array.from({ length: countEdls(timeline) }, (_none, index) =>
    readEdl(toEdl(timeline, index), perSecond),
  );
  const events = lists.flatMap((list) => list.events);
  const byClip = new Map(events.map((event) => [event.clip, event]));
  const sequence = readFcpXml(toFcpXml(timeline));
  const clips = new Map(
    sequence.tracks.flatMap((track) => track.clips.map((clip) => [clip.file, clip] as const)),
  );
  expect(events).toHaveLength(lines.length);
  expect(clips.size).toBe(lines.length);
  expect(sequence.startFrame).toBe(startFrame);
  for (const [index, frame] of starts.entries()) {
    const event = byClip.get(`${index}.wav`)!;
    const first = startFrame + frame;
    expect(event.record).toEqual([first, first + 10]);
    expect(event.source).toEqual(event.record);
    const clip = clips.get(`takes/${index}.wav`)!;
    expect(clip).toMatchObject({ frames: [frame, frame + 10], in: 0, mediaFrame: first });
  }
});

it("lines that are spoken together are on two channels, and others in a second list", () => {
  const lines = [1, 2, 3].map((number) => timelineLine(number, { start: 48_000 * number }));
  for (const line of lines) line.takes[0]!.length = 480_000;
  const timeline = timelineOf(lines);
  expect(countEdls(timeline)).toBe(2);
  const channelsOf = (index: number) =>
    readEdl(toEdl(timeline, index), 25).events.map(({ number, channel, comment }) => [
      number,
      channel,
      comment,
    ]);
  expect(channelsOf(0)).toEqual([
    [1, "A", "LINE 1 ANNA"],
    [2, "A2", "LINE 2 ANNA"],
  ]);
  expect(channelsOf(1)).toEqual([[1, "A", "LINE 3 ANNA"]]);
  expect(readFcpXml(toFcpXml(timeline)).tracks.map(({ clips }) => clips.length)).toEqual([1, 1, 1]);
});

it("a list has at most 999 events, whose numbers begin again in the next one", () => {
  const lines = Array.from({ length: 1_200 }, (_none, index) =>
    timelineLine(index + 1, { start: index * 96_000 }),
  );
  const timeline = timelineOf(lines);
  const lists = [0, 1].map((index) => readEdl(toEdl(timeline, index), 25).events);
  expect(countEdls(timeline)).toBe(2);
  expect(lists.map((events) => events.map(({ number }) => number).at(-1))).toEqual([999, 201]);
});

it("names and texts with any characters stay readable", () => {
  const text = `"<Ça> & 'dos'\n\u0001 こんにちは _x000D_`;
  const line = timelineLine(1, { text, character: `Ана "B" & <C>` });
  const other = timelineLine(2, {
    takes: [timelineTake(0, { file: "takes/2 & ä.wav", length: 1 })],
  });
  const timeline = timelineOf([line, other], { batch: "Folge 1: Größe" });
  const { title, events } = readEdl(toEdl(timeline, 0), 25);
  expect(title).toBe("Folge 1: Grosse es-es");
  expect(events.map(({ comment }) => comment)).toEqual([`LINE 1 Ana "B" & <C>`, "LINE 2 ANNA"]);
  const { tracks, video } = readFcpXml(toFcpXml(timeline));
  expect(video).toEqual([{ file: "video/EP01.mp4", frames: [0, 15_000] }]);
  expect(tracks.map(({ name, clips }) => [name, clips[0]?.file, clips[0]?.note])).toEqual([
    [`Ана "B" & <C>`, "takes/1.wav", text.replace("\u0001", "")],
    ["ANNA", "takes/2 & ä.wav", "Hola."],
  ]);
  // A take that is shorter than a frame has one.
  expect(tracks[1]?.clips[0]?.frames).toEqual([100, 101]);
});

it("a timeline without a video has no picture", () => {
  const timeline = timelineOf([timelineLine(1)], { video: null });
  expect(readFcpXml(toFcpXml(timeline)).video).toEqual([]);
});
