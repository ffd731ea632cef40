/** What a written video does not have of its source. */
import { expect, test } from "vitest";
import { notKept } from "../../../../main/local-service/engine/media/not-kept";

type Facts = Parameters<typeof notKept>[0];

const facts = (channels: number): Facts => ({
  audio: { codec: "AC-3", sampleRate: 48_000, channels, streams: [0] },
  soundTracks: [
    {
      codec: "AC-3",
      channels,
      sampleRate: 48_000,
      language: "",
      title: "",
      service: "",
      isDefault: true,
    },
  ],
  video: null,
  extras: {
    hasCover: false,
    pictures: 1,
    subtitles: [],
    data: [],
    attachments: [],
    pictureFiles: [],
    chapters: 0,
    dynamicRanges: [],
    metadata: [],
  },
});

test("the channels of a source in 5.1 are named, unless its sound is kept too", () => {
  expect(notKept(facts(6), facts(2), 0)).toBe(
    "Not kept in the video: the sound of 6 channels, as the dub has 2",
  );
  const withOriginal = {
    ...facts(2),
    soundTracks: [...facts(2).soundTracks, ...facts(6).soundTracks],
  };
  expect(notKept(facts(6), withOriginal, 1)).toBe("");
  expect(notKept(facts(6), facts(6), 0)).toBe("");
  expect(notKept(facts(2), facts(2), 0)).toBe("");
  expect(notKept(facts(1), facts(2), 0)).toBe("");
});
