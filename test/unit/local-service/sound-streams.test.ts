/** Which sound streams of a file are its sound, and one channel of two. */
import { describe, expect, it } from "vitest";
import { outputExtension } from "../../../main/local-service/engine/media/containers";
import { lossOf } from "../../../main/local-service/engine/media/completeness";
import { monoOf } from "../../../main/local-service/engine/media/mono";
import { soundInput, soundOf } from "../../../main/local-service/engine/media/sound-streams";
import type { SoundTrack } from "../../../main/local-service/engine/ports";

const stereo: SoundTrack = {
  codec: "AAC",
  channels: 2,
  sampleRate: 48_000,
  language: "",
  title: "",
  service: "",
  isDefault: false,
};
const mono = { ...stereo, channels: 1 };

describe("the sound of a file", () => {
  const chosen = (...streams: Partial<SoundTrack>[]) =>
    soundOf(streams.map((one) => ({ ...stereo, ...one })))?.streams;

  it("is the default one, the original one, or the first one", () => {
    expect(chosen()).toBeUndefined();
    expect(chosen({}, {})).toEqual([0]);
    expect(chosen({}, { isDefault: true })).toEqual([1]);
    expect(chosen({}, { service: "O" })).toEqual([1]);
    expect(chosen({ isDefault: true }, { isDefault: true, service: "CM / O" })).toEqual([1]);
  });

  it("is a commentary or a description only if there is no other", () => {
    expect(chosen({ service: "C", isDefault: true }, {})).toEqual([1]);
    expect(chosen({ service: "VI" }, { service: "ME" }, { service: "CM" })).toEqual([2]);
    for (const title of [
      "Commentary",
      "Audiokommentar",
      "Audio Description",
      "Audiodescripción",
      "M&E",
      "Music and Effects",
    ])
      expect(chosen({ title, isDefault: true }, { title: "Stereo" }), title).toEqual([1]);
    expect(chosen({ title: "Commentary" })).toEqual([0]);
  });

  it("is the chosen one, whatever it is; null if there is none", () => {
    const tracks = [stereo, { ...stereo, service: "C" }, { ...mono, language: "es" }];
    expect(soundOf(tracks, 2)?.streams).toEqual([1]);
    expect(soundOf(tracks, 3)).toMatchObject({ streams: [2], channels: 1 });
    expect(soundOf([...tracks, { ...mono, language: "es" }], 4)?.streams).toEqual([2, 3]);
    expect(soundOf(tracks, 4)).toBe(null);
    expect(soundOf([], 1)).toBe(null);
  });

  it("consists of all mono streams of a programme", () => {
    expect(soundOf([mono, mono])).toEqual({
      codec: "AAC",
      channels: 2,
      sampleRate: 48_000,
      streams: [0, 1],
    });
    const [english, spanish] = [
      { ...mono, language: "en" },
      { ...mono, language: "es" },
    ];
    expect(soundOf([english, spanish])?.streams).toEqual([0]);
    expect(soundOf([mono, stereo, mono])?.streams).toEqual([0, 2]);
    expect(soundOf([mono, { ...mono, title: "Commentary" }])?.streams).toEqual([0]);
    expect(soundOf([mono, { ...mono, sampleRate: 44_100 }])?.streams).toEqual([0]);
  });
});

it("mono streams become left and right, and six of them a mix of surround sound", () => {
  const filterOf = (count: number, channels = 2) =>
    soundInput(
      { ...mono, streams: Array.from({ length: count }, (_, index) => index) },
      channels,
    )[1];
  expect(filterOf(1)).toBe("0:a:0");
  expect(filterOf(2)).toMatch(
    /^\[0:a:0\].*pan=stereo\|c0=1\*c0\|c1=0\*c0\[p0\];\[0:a:1\].*c0=0\*c0\|c1=1\*c0/,
  );
  expect(filterOf(4)).toContain("c0=0.5*c0|c1=0*c0[p2]");
  // The low frequency effects are left out, as in a mix by ITU-R BS.775.
  expect(filterOf(6)).toContain("c0=0*c0|c1=0*c0[p3]");
  // They stay where they are in a mix of 5.1.
  expect(filterOf(6, 6)).toContain("pan=5.1|c3=c0[p3]");
});

describe("one channel of two", () => {
  const samples = (...pairs: [number, number][]) => Int16Array.from(pairs.flat());

  it("is their middle", () => {
    expect([...monoOf(samples([100, 300], [-5, 5]), false).mono]).toEqual([200, 0]);
    expect([...monoOf(samples([0, 1000]), false).mono]).toEqual([500]);
    expect([...monoOf(samples([0, 0]), false).mono]).toEqual([0]);
  });

  it("is the louder side where they cancel each other", () => {
    const inverse = monoOf(samples([1000, -1000], [-400, 400]), false);
    expect([...inverse.mono]).toEqual([1000, -400]);
    expect(monoOf(samples([1000, -2000]), false)).toEqual({
      mono: Int16Array.from([-2000]),
      isRight: true,
    });
    // The side does not change for a small difference.
    expect(monoOf(samples([1100, -1000]), true).isRight).toBe(true);
    expect(monoOf(samples([32_767, -32_768]), false).mono[0]).toBe(32_767);
  });
});

it("a picture that its container cannot have is dubbed as Matroska", () => {
  const extensionOf = (container: "webm" | "mp4" | "mov", codec: string) => {
    const rest = { width: 1, height: 1, frameRate: 25, length: null, startTimecode: null };
    return outputExtension({ container, video: { codec, ...rest } });
  };
  expect(extensionOf("webm", "AVC")).toBe("mkv");
  expect(extensionOf("webm", "VP9")).toBe("webm");
  expect(extensionOf("mp4", "H.263")).toBe("mkv");
  expect(extensionOf("mp4", "HEVC")).toBe("mp4");
  expect(extensionOf("mov", "ProRes")).toBe("mov");
});

describe("a file is incomplete", () => {
  const video = { codec: "AVC", width: 1, height: 1, frameRate: 25, startTimecode: null };
  const frames = { frames: 350, numerator: 25, denominator: 1 };
  const facts = { video: { ...video, length: frames }, durationMs: 20_000, isCutOff: false };
  const complete = { endMs: 14_000, messages: "" };

  it("if its picture ends before its declared end", () => {
    expect(lossOf(facts, complete)).toBeNull();
    expect(lossOf(facts, { ...complete, endMs: 13_600 })).toBeNull();
    const loss = { endMs: 4_400, declaredMs: 14_000, isShort: true };
    expect(lossOf(facts, { ...complete, endMs: 4_400 })).toEqual(loss);
    const inMs = { ...facts, video: { ...video, length: { ms: 14_000 } } };
    expect(lossOf(inMs, { ...complete, endMs: 4_400 })).toEqual(loss);
    // Without a length of the picture, the whole file is compared.
    const unknown = { ...facts, video: { ...video, length: null } };
    expect(lossOf(unknown, complete)).toMatchObject({ declaredMs: 20_000, isShort: true });
  });

  it("if its container or ffmpeg finds its end missing", () => {
    expect(lossOf({ ...facts, isCutOff: true }, complete)).toMatchObject({ isShort: false });
    for (const messages of ["File ended prematurely at pos. 9", "stream 0: partial file"])
      expect(lossOf(facts, { ...complete, messages })).not.toBeNull();
    expect(lossOf(facts, { ...complete, messages: "timescale not set" })).toBeNull();
  });
});
