/** The space that an export needs, also for files whose size is not known. */
import { expect, it } from "vitest";
import { neededSpace, requireSpace } from "../../../../main/local-service/delivery/disk-space";
import type { Picture } from "../../../../main/local-service/delivery/picture";
import { planExport } from "../../../../main/local-service/delivery/plan";
import type { Snapshot } from "../../../../main/local-service/delivery/snapshot";
import type { DeliveryPart } from "../../../../preload/facts/delivery";
import { timelineLine, timelineOf } from "../../../helpers/timelines";

const megabyte = 1_000_000;
/** 10 minutes: stereo of 24 bit has 173 MB. */
const timeline = timelineOf([timelineLine(1)]);
const stereo = 600 * 48_000 * 2 * 3;
const read: Picture = {
  path: "film.mp4",
  facts: {
    length: timeline.length,
    frameRate: timeline.frameRate,
    startFrame: 0,
    channels: 2,
    extension: "mp4",
    bytes: 500 * megabyte,
    version: "1",
  },
  problem: null,
};
const unread: Picture = { path: "https://example.test/film.mp4", facts: null, problem: null };

function spaceFor(
  parts: DeliveryPart[],
  picture: Picture | null,
  keepsOriginal = true,
  of = timeline,
) {
  const language = { folder: "es-ES", timeline: of, locations: {} };
  const snapshot: Snapshot = {
    format: 3,
    batchId: "b",
    picture,
    keepsOriginal,
    originalLanguageId: null,
    languages: [language, { ...language, folder: "fr-FR" }],
  };
  return neededSpace(snapshot, planExport(snapshot, { parts }), { parts });
}

it("a video has the size of the original and of its sound, in the delivery and as a working file", () => {
  const { delivered, work } = spaceFor(["mix", "video"], read);
  const expected = 2 * (stereo + 500 * megabyte + stereo);
  expect(delivered).toBeGreaterThanOrEqual(expected);
  expect(delivered).toBeLessThan(expected + megabyte);
  // One language at a time: the original sound, the video and its sound.
  expect(work).toBe(stereo + 500 * megabyte + stereo + stereo);
  // The mix is a working file if it is not delivered.
  expect(spaceFor(["video"], read).work).toBe(work + stereo);
});

it("a video that was not read is estimated, with its download", () => {
  const { delivered, work } = spaceFor(["video"], unread);
  expect(delivered).toBeGreaterThan(2 * 1_000 * megabyte);
  expect(work).toBeGreaterThan(2 * 1_000 * megabyte);
});

it("whole hours before the first line do not count as the length of a picture that was not read", () => {
  const ten = 10 * 3_600 * 48_000;
  const late = timelineOf(
    [timelineLine(1, { start: ten }), timelineLine(2, { start: ten + 96_000 })],
    {
      length: ten + 192_000,
    },
  );
  const parts: DeliveryPart[] = ["stems", "mix", "video"];
  const of = (picture: Picture) => spaceFor(parts, picture, true, late);
  expect(of(unread).delivered + of(unread).work).toBeLessThan(100 * megabyte);
  // A picture that was read has its own length.
  expect(of(read).delivered).toBeGreaterThan(ten);
});

it("texts have a size, and need no working files", () => {
  const { delivered, work } = spaceFor(["subtitles", "cues"], read);
  expect(delivered).toBeGreaterThan(100_000);
  expect(work).toBe(0);
  expect(spaceFor(["takes", "mix"], null).work).toBe(0);
});

it.each([
  { name: "one disk for both", disks: [1, 1], free: [250, 250], fits: true },
  { name: "one disk that is too small for both", disks: [1, 1], free: [249, 249], fits: false },
  { name: "two disks", disks: [1, 2], free: [150, 150], fits: true },
  { name: "a data disk that is too small", disks: [1, 2], free: [150, 149], fits: false },
  { name: "a target that is too small", disks: [1, 2], free: [149, 900], fits: false },
])("$name", async ({ disks, free, fits }) => {
  const folders = { target: "/target", dataDir: "/data" };
  // 50 MB stay free.
  const check = requireSpace(
    { delivered: 100 * megabyte, work: 100 * megabyte },
    folders,
    (folder) => {
      const index = folder === "/target" ? 0 : 1;
      return Promise.resolve({ disk: disks[index]!, bytes: free[index]! * megabyte });
    },
  );
  if (fits) await check;
  else await expect(check).rejects.toMatchObject({ status: 507 });
});
