/** What a delivery leaves out or cannot do is named. */
import { describe, expect, it } from "vitest";
import { mixTarget } from "../../../../main/local-service/delivery/loudness";
import { planExport } from "../../../../main/local-service/delivery/plan";
import type { Snapshot } from "../../../../main/local-service/delivery/snapshot";
import { targetOf } from "../../../../main/local-service/engine/sound/delivery/target";
import { deliveryPartNames, type DeliveryPreset } from "../../../../preload/facts/delivery";
import { defaultFrameRate } from "../../../../preload/facts/timecode";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const snapshotOf = (line: ReturnType<typeof timelineLine>): Snapshot => ({
  format: 3,
  batchId: "b",
  picture: null,
  keepsOriginal: false,
  hasMp3: true,
  originalLanguageId: null,
  languages: [{ folder: "es-ES", timeline: timelineOf([line]), locations: {} }],
});

it("parts without files are named with their reason, and no empty file is planned", () => {
  const timed = planExport(snapshotOf(timelineLine(1)), { parts: deliveryPartNames });
  expect(timed.leftOut.map(({ part, reason }) => [part, reason])).toEqual([["video", "no-video"]]);
  const withoutMp3 = planExport(
    { ...snapshotOf(timelineLine(1)), hasMp3: false },
    { parts: ["audiobook"] },
  );
  expect(withoutMp3.leftOut.map(({ reason }) => reason)).toEqual(["no-mp3"]);
  const untimed = planExport(snapshotOf(timelineLine(1, { start: null, slot: null })), {
    parts: deliveryPartNames,
  });
  expect(untimed.leftOut.map(({ part, reason }) => [part, reason])).toEqual([
    ["stems", "no-times"],
    ["mix", "no-times"],
    ["video", "no-video"],
    ["subtitles", "no-times"],
    ["session", "no-times"],
    ["timeline", "no-times"],
  ]);
  expect(untimed.files.some(({ path }) => path.includes("subtitles/"))).toBe(false);
});

describe("notes of a plan", () => {
  const notesOf = (request: Parameters<typeof planExport>[1], changed: Partial<Snapshot> = {}) =>
    planExport({ ...snapshotOf(timelineLine(1)), ...changed }, request).notes;

  it("say what a preset does not do", () => {
    expect(notesOf({ parts: ["takes"], preset: "broadcast-eu" })).toEqual([
      { note: "takes-keep-level", count: 1 },
    ]);
    expect(notesOf({ parts: ["takes", "mix"], preset: "broadcast-eu" })).toEqual([]);
    expect(notesOf({ parts: ["takes"], preset: "game" })).toEqual([]);
    expect(notesOf({ parts: ["takes", "stems"], preset: "audiobook" })).toEqual([
      { note: "stems-keep-level", count: 1 },
    ]);
    expect(notesOf({ parts: ["mix"], preset: "premix" })).toEqual([
      { note: "mix-without-loudness", count: 1 },
    ]);
  });

  it("say that the mix is stereo where the source is not 5.1", () => {
    const request = { parts: ["mix"], preset: "online", mix: "source" } as const;
    expect(notesOf(request)).toEqual([{ note: "mix-stereo", count: 1 }]);
    const surround = { bedChannels: 6 };
    expect(notesOf(request, surround)).toEqual([]);
    const mixOf = (mix: "stereo" | "mono" | "source") =>
      planExport({ ...snapshotOf(timelineLine(1)), ...surround }, { ...request, mix })
        .files.map(({ path }) => path)
        .find((path) => path.includes("/mix/"));
    expect(
      [mixOf("mono"), mixOf("stereo"), mixOf("source")].map((path) => path?.slice(-6)),
    ).toEqual(["10.wav", "20.wav", "51.wav"]);
  });

  it("say that a video keeps its timecode, if it has one", () => {
    const moved = snapshotOf(timelineLine(1)).languages.map((language) => ({
      ...language,
      timeline: { ...language.timeline, pictureStart: 1 },
    }));
    const facts = {
      length: 1,
      frameRate: defaultFrameRate,
      startFrame: 1,
      extension: "mov",
      channels: 2,
      bytes: 1,
      version: "1",
    };
    const notesWith = (hasTimecode: boolean) => {
      const picture = { path: "a.mov", facts: { ...facts, hasTimecode }, problem: null };
      return notesOf({ parts: ["video"], preset: "online" }, { languages: moved, picture });
    };
    expect(notesWith(true)).toEqual([{ note: "video-keeps-timecode", count: 1 }]);
    expect(notesWith(false)).toEqual([]);
  });

  it("count takes that cannot have the loudness of a preset", () => {
    const [take] = timelineLine(1).takes;
    if (!take) throw new Error("the line has no take");
    const line = timelineLine(1, { takes: [{ ...take, loudness: -23, truePeak: 2 }] });
    const snapshot = snapshotOf(line);
    const request = { parts: ["takes"], preset: "game-portable" } as const;
    expect(planExport(snapshot, request).notes).toEqual([{ note: "takes-too-dynamic", count: 1 }]);
  });
});

it("a mono mix is as loud on two channels as a stereo mix", () => {
  const loudnessOf = (preset: DeliveryPreset) =>
    targetOf(mixTarget(preset, 1), { channels: 1, speechShare: 1 }).loudness;
  expect(loudnessOf("broadcast-eu")).toBeCloseTo(-26.01, 2);
  expect(loudnessOf("streaming")).toBeCloseTo(-30.01, 2);
  expect(loudnessOf("online")).toBe(-19);
  // The RMS of one channel is that of both.
  expect(loudnessOf("audiobook")).toBe(-20.5);
});
