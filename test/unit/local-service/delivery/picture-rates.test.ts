/**
 * Deliveries for pictures of 23.976, 29.97 (drop frame) and of a varying rate: timecodes, time
 * references and positions in sessions, against numbers of frames that are counted one by one.
 */
import { expect, it } from "vitest";
import { cueTable } from "../../../../main/local-service/delivery/formats/cues";
import { toFcpXml } from "../../../../main/local-service/delivery/formats/fcp-xml";
import { toOtio } from "../../../../main/local-service/delivery/formats/otio";
import { toReaper } from "../../../../main/local-service/delivery/formats/reaper";
import { stemNotes, takeNotes } from "../../../../main/local-service/delivery/notes";
import {
  frameRateOf,
  samplesOfPicture,
  startFrameOf,
  type PictureFacts,
} from "../../../../main/local-service/delivery/picture";
import { completeSnapshot, type Snapshot } from "../../../../main/local-service/delivery/snapshot";
import type { PictureLength } from "../../../../main/local-service/engine/ports";
import { readOtio, readReaper } from "../../../helpers/session-readers";
import { timelineLine, timelineOf, timelineTake } from "../../../helpers/timelines";

/** Lines at these samples. */
function snapshotOf(starts: readonly number[]): Snapshot {
  const lines = starts.map((start, index) => {
    const file = `takes/${index}.wav`;
    return timelineLine(index + 1, { start, takes: [timelineTake(0, { file, length: 4_801 })] });
  });
  return {
    format: 3,
    batchId: "b",
    picture: null,
    keepsOriginal: false,
    originalLanguageId: null,
    languages: [{ folder: "es-ES", timeline: timelineOf(lines), locations: {} }],
  };
}

/** The timeline of some lines at odd samples, after a picture was read. */
function deliveredTimeline(
  rate: number | null,
  timecode: string | null,
  length: PictureLength,
  starts: readonly number[],
  startTimecode?: string,
) {
  const snapshot = {
    ...snapshotOf(starts),
    ...(startTimecode === undefined ? {} : { startTimecode }),
  };
  const frameRate = frameRateOf(rate, timecode);
  const facts: PictureFacts = {
    length: samplesOfPicture(length),
    frameRate,
    extension: "mov",
    channels: 2,
    startFrame: startFrameOf(frameRate, timecode),
    bytes: 1,
    version: "1",
  };
  const complete = completeSnapshot(snapshot, { path: "a.mov", facts, problem: null });
  return complete.languages[0]!.timeline;
}

/** The timecode of a frame after SMPTE 12M-1, by counting all numbers from midnight. */
function countedTimecode(frame: number, perSecond: number, isDropFrame: boolean): string {
  let number = 0;
  for (let count = 0; count < frame; count += 1) {
    number += 1;
    const minute = number / (60 * perSecond);
    if (isDropFrame && Number.isInteger(minute) && minute % 10 !== 0) number += 2;
  }
  const seconds = Math.floor(number / perSecond);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => String(part).padStart(2, "0")).join(":");
  const frames = String(number % perSecond).padStart(2, "0");
  return `${clock}${isDropFrame ? ";" : ":"}${frames}`;
}

/**
 * Around a full minute of timecode, three hours, and single samples beside the begin of a frame.
 */
const starts = [0, 2_001, 2_002, 2_003, 2_879_999, 2_883_000, 48_000 * 10_800 + 1];

it.each([
  {
    name: "23.976",
    rate: 23.976,
    timecode: "01:00:00:00",
    startFrame: 86_400,
    numerator: 24_000n,
    perSecond: 24,
    isDropFrame: false,
  },
  {
    name: "29.97 with drop frames",
    rate: 29.97,
    timecode: "01:00:00;00",
    startFrame: 107_892,
    numerator: 30_000n,
    perSecond: 30,
    isDropFrame: true,
  },
])("$name", ({ rate, timecode, startFrame, numerator, perSecond, isDropFrame }) => {
  const frames = 300_000;
  const length = { frames, numerator: Number(numerator), denominator: 1_001 };
  const timeline = deliveredTimeline(rate, timecode, length, starts);
  // Frames of 2,002 and 1,601.6 samples.
  const samplesOf = (frame: number) =>
    Number((2n * BigInt(frame) * 1_001n * 48_000n + numerator) / (2n * numerator));
  expect(timeline.startFrame).toBe(startFrame);
  expect(timeline.length).toBe(samplesOf(frames));
  const reference = samplesOf(startFrame);
  expect(stemNotes(timeline, "All").timeReference).toBe(reference);
  const table = cueTable(timeline, { hasTakes: true });
  const column = table.columns.findIndex(({ name }) => name === "Timecode In");
  for (const [index, line] of timeline.lines.entries()) {
    const notes = takeNotes({ timeline, line, take: line.takes[0]! });
    expect(notes.timeReference).toBe(reference + starts[index]!);
    // The nearest frame.
    const frame = Number((2n * BigInt(starts[index]!) * numerator + 48_048_000n) / 96_096_000n);
    const expected = countedTimecode(startFrame + frame, perSecond, isDropFrame);
    expect(table.rows[index]?.[column]).toBe(expected);
  }
  const session = readReaper(toReaper(timeline));
  expect(session.sounds.map(({ start }) => start)).toEqual(starts);
  expect(Math.round(session.offsetSeconds * 48_000)).toBe(reference);
  // Overlapping takes are on tracks of their own.
  const clips = readOtio(toOtio(timeline)).map(({ start }) => start);
  expect(clips.sort((a, b) => a - b)).toEqual(starts);
});

it("a start timecode replaces that of the picture in all files but the video, which keeps its own", () => {
  const length = { frames: 3_000, numerator: 30_000, denominator: 1_001 };
  const timeline = deliveredTimeline(29.97, "00:59:50:00", length, [0], "10:00:00;00");
  expect(timeline).toMatchObject({ startFrame: 1_078_920, frameRate: { isDropFrame: true } });
  const reference = Math.round((1_078_920 * 1_001 * 48_000) / 30_000);
  const [line] = timeline.lines;
  const { timeReference } = takeNotes({ timeline, line: line!, take: line!.takes[0]! });
  expect(timeReference).toBe(reference);
  const withVideo = { ...timeline, video: "video/a.mov" };
  const { tracks, global_start_time } = JSON.parse(toOtio(withVideo)) as {
    global_start_time: { value: number };
    tracks: { children: { children: { source_range: { start_time: { value: number } } }[] }[] };
  };
  expect(global_start_time.value).toBe(1_078_920);
  // 00:59:50:00 without drop frames.
  expect(tracks.children[0]?.children[0]?.source_range.start_time.value).toBe(107_700);
  const [, picture = ""] = toFcpXml(withVideo).split('<file id="file-picture">');
  expect(picture).toMatch(
    /<string>00:59:50:00<\/string>\s*<frame>107700<\/frame>\s*<displayformat>NDF</,
  );
  expect(() => deliveredTimeline(25, null, length, [0], "10:00:00;00")).toThrow(
    "10:00:00;00 does not exist at 25 frames per second",
  );
  // Of a picture that is not read yet, the rate is not known.
  const unread = { path: "a.mov", facts: null, problem: null };
  const snapshot = { ...snapshotOf([0]), startTimecode: "10:00:00;00" };
  expect(completeSnapshot(snapshot, unread).languages).toEqual(snapshot.languages);
  const missing = { ...unread, problem: "videoPath: the file is missing" };
  expect(() => completeSnapshot(snapshot, missing)).toThrow(missing.problem);
  expect(completeSnapshot(snapshotOf([0]), missing).picture).toEqual(missing);
});

it("a varying rate has the length of the picture, and timecodes of 25 frames", () => {
  const timeline = deliveredTimeline(null, null, { ms: 600_000.125 }, starts);
  expect(timeline.length).toBe(600 * 48_000 + 6);
  expect(timeline.startFrame).toBe(90_000);
  const [, , , , late] = timeline.lines;
  const { timeReference } = takeNotes({ timeline, line: late!, take: late!.takes[0]! });
  expect(timeReference).toBe(3_600 * 48_000 + 2_879_999);
  const table = cueTable(timeline, { hasTakes: true });
  const column = table.columns.findIndex(({ name }) => name === "Timecode In");
  expect(table.rows[4]?.[column]).toBe("01:01:00:00");
  expect(readReaper(toReaper(timeline)).sounds.map(({ start }) => start)).toEqual(starts);
});
