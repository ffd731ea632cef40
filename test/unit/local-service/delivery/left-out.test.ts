/** What a delivery leaves out or cannot do is named. */
import { expect, it } from "vitest";
import { takeFinding } from "../../../../main/local-service/delivery/loudness";
import { planExport } from "../../../../main/local-service/delivery/plan";
import type { Snapshot } from "../../../../main/local-service/delivery/snapshot";
import { deliveryPartNames } from "../../../../preload/facts/delivery";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const snapshotOf = (line: ReturnType<typeof timelineLine>): Snapshot => ({
  format: 3,
  batchId: "b",
  picture: null,
  keepsOriginal: false,
  originalLanguageId: null,
  languages: [{ folder: "es-ES", timeline: timelineOf([line]), locations: {} }],
});

it("parts without files are named with their reason, and no empty file is planned", () => {
  const timed = planExport(snapshotOf(timelineLine(1)), { parts: deliveryPartNames });
  expect(timed.leftOut.map(({ part, reason }) => [part, reason])).toEqual([["video", "no-video"]]);
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

it("a take that does not have the level of a preset for takes has a finding", () => {
  expect(takeFinding("game-portable", -23)).toBe(
    "-23.0 LUFS, target -18 \u00B12; takes keep their level",
  );
  expect(takeFinding("game", -23)).toBe("");
  expect(takeFinding("broadcast-eu", -10)).toBe("");
  expect(takeFinding("game", null)).toBe("");
});
