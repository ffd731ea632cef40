/**
 * Headers of Broadcast Wave files, read by a reader of chunks, and by the programs that are
 * installed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { bwfHeader, to24Bit } from "../../../../../../main/local-service/engine/sound/delivery/bwf";

import { judgeWav } from "../../../../../helpers/wav-judges";
import type { BwfFacts } from "../../../../../../main/local-service/engine/ports";

const facts: BwfFacts = {
  channels: 1,
  frames: 48_001,
  timeReference: 48_000 * 3_600 + 7,
  project: "A & <B>",
  description: `¿Señor ${"ä".repeat(300)}`,
  track: "Анна",
  frameRate: { numerator: 24_000, denominator: 1_001, isDropFrame: false },
  loudness: -23.04,
  truePeak: -4.5,
  take: { scene: "Episode 1", take: "T2", isCircled: true, note: "Line 12 <x>" },
};

/** Chunks by name, with the position of their content (EBU Tech 3306 for "ds64"). */
function chunksOf(file: Buffer): Map<string, { at: number; length: number }> {
  const found = new Map<string, { at: number; length: number }>();
  for (let at = 12; at + 8 <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    found.set(file.toString("latin1", at, at + 4), { at: at + 8, length });
    at += 8 + length + (length % 2);
  }
  return found;
}

it("the chunks have the levels, the position and the notes of a take", () => {
  const header = bwfHeader(facts);
  const chunks = chunksOf(header);
  expect([...chunks.keys()]).toEqual(["bext", "iXML", "fmt ", "data"]);
  expect(header.readUInt32LE(4)).toBe(header.length - 8 + 48_001 * 3 + 1);
  const bext = header.subarray(chunks.get("bext")!.at);
  // The field is ASCII: what is no letter of it is transliterated. iXML has the whole text.
  expect(bext.toString("utf8", 0, 256)).toBe(`?Senor ${"a".repeat(249)}`);
  expect(Number(bext.readBigUInt64LE(338))).toBe(facts.timeReference);
  expect(bext.readUInt16LE(346)).toBe(2);
  expect([412, 414, 416].map((at) => bext.readInt16LE(at))).toEqual([-2304, 0x7fff, -450]);
  const dynamics = { range: 6.5, maxMomentary: -12.34, maxShortTerm: null };
  const measured = bwfHeader({ ...facts, dynamics }).subarray(chunks.get("bext")!.at);
  expect([414, 418, 420].map((at) => measured.readInt16LE(at))).toEqual([650, -1234, 0x7fff]);
  const ixml = chunks.get("iXML")!;
  const xml = header.toString("utf8", ixml.at, ixml.at + ixml.length);
  expect(xml).toContain("<PROJECT>A &amp; &lt;B&gt;</PROJECT><SCENE>Episode 1</SCENE>");
  expect(xml).toContain("<TAKE>T2</TAKE><CIRCLED>TRUE</CIRCLED><NOTE>Line 12 &lt;x&gt;</NOTE>");
  expect(xml).toContain(`<BWF_DESCRIPTION>¿Señor ${"ä".repeat(300)}</BWF_DESCRIPTION>`);
  expect(xml).toContain("<TIMECODE_RATE>24000/1001</TIMECODE_RATE><TIMECODE_FLAG>NDF</");
  expect(xml).toContain(
    "<TRACK_LIST><TRACK_COUNT>1</TRACK_COUNT><TRACK><CHANNEL_INDEX>1</CHANNEL_INDEX>" +
      "<INTERLEAVE_INDEX>1</INTERLEAVE_INDEX><NAME>Анна</NAME></TRACK></TRACK_LIST>",
  );
  const format = chunks.get("fmt ")!.at;
  expect([2, 14].map((at) => header.readUInt16LE(format + at))).toEqual([1, 24]);
  expect(chunks.get("data")!.length).toBe(48_001 * 3);
});

it("a header with other levels has the same length", () => {
  const unknown = bwfHeader({ ...facts, loudness: null, truePeak: null });
  expect(unknown).toHaveLength(bwfHeader(facts).length);
  expect(bwfHeader(facts).equals(bwfHeader({ ...facts }))).toBe(true);
});

it("a file above 4 GiB is an RF64 file", () => {
  const frames = 5 * 2 ** 30;
  const header = bwfHeader({ ...facts, frames });
  expect(header.toString("latin1", 0, 4)).toBe("RF64");
  const large = chunksOf(header).get("ds64")!.at;
  expect(Number(header.readBigUInt64LE(large))).toBe(header.length - 8 + frames * 3);
  expect(Number(header.readBigUInt64LE(large + 8))).toBe(frames * 3);
  expect(Number(header.readBigUInt64LE(large + 16))).toBe(frames);
});

it("samples have 24 bits, within the limits", () => {
  const target = Buffer.alloc(18);
  to24Bit(Float32Array.of(1, -1, 32_767, -32_768, 40_000, -1 / 256), target);
  expect([0, 3, 6, 9, 12, 15].map((at) => target.readIntLE(at, 3))).toEqual([
    256,
    -256,
    32_767 * 256,
    -0x80_0000,
    0x7f_ffff,
    -1,
  ]);
});

const someJudge = ["ffprobe", "mediainfo", "sndfile-info", "soxi"].find(
  (program) => spawnSync(program, ["--version"]).error === undefined,
);
it.skipIf(someJudge === undefined).each([
  ["of a second", 48_001],
  ["above 4 GiB (a sparse file)", 2 ** 31 + 7],
])(
  `the installed programs of ffprobe, mediainfo, sndfile-info and soxi agree on a file %s`,
  (_name, frames) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "bwf-"));
    try {
      const file = path.join(folder, "take.wav");
      const header = bwfHeader({ ...facts, frames });
      writeFileSync(file, header);
      truncateSync(file, header.length + frames * 3 + (frames % 2));
      // They read the whole sound; the other program of libsndfile reads the chunks only.
      const isLarge = frames > 2 ** 30;
      const read = Object.entries(judgeWav(file, isLarge ? ["sndfile-info", "soxi"] : []));
      const metadata = spawnSync("sndfile-metadata-get", ["--bext-originator", file]);
      if (!metadata.error) expect(metadata.stdout.toString()).toContain("Dubyard");
      expect(read.length).toBeGreaterThan(0);
      for (const one of read)
        expect(one).toEqual([one[0], { rate: 48_000, channels: 1, bits: 24, length: frames }]);
      if (spawnSync("ffprobe", ["-version"]).error) return;
      const entries = "format_tags=time_reference";
      const probe = spawnSync("ffprobe", ["-v", "error", "-show_entries", entries, file]);
      expect(probe.stdout.toString()).toContain(`time_reference=${facts.timeReference}`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it("5.1 has the format with the places of its loudspeakers, and a track for each", () => {
  const header = bwfHeader({ ...facts, channels: 6, take: null, track: "Mix" });
  const chunks = chunksOf(header);
  const format = chunks.get("fmt ")!;
  expect([format.length, header.readUInt16LE(format.at)]).toEqual([40, 0xfffe]);
  expect(header.readUInt32LE(format.at + 20)).toBe(0x3f);
  const ixml = chunks.get("iXML")!;
  const xml = header.toString("utf8", ixml.at, ixml.at + ixml.length);
  expect([...xml.matchAll(/<NAME>([^<]*)</g)].map(([, name]) => name)).toEqual(
    ["L", "R", "C", "LFE", "Ls", "Rs"].map((name) => `Mix ${name}`),
  );
});

const hasExiftool = spawnSync("exiftool", ["-ver"]).error === undefined;
it.skipIf(!hasExiftool)("ExifTool reads bext and iXML, where it is installed", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bwf-"));
  try {
    const file = path.join(folder, "take.wav");
    const header = bwfHeader({ ...facts, frames: 480 });
    writeFileSync(file, Buffer.concat([header, Buffer.alloc(480 * 3)]));
    const { stdout } = spawnSync("exiftool", ["-j", "-struct", file], { encoding: "utf8" });
    const [read] = JSON.parse(stdout) as Record<string, unknown>[];
    expect(read).toMatchObject({
      BWFVersion: 2,
      TimeReference: facts.timeReference,
      CodingHistory: "A=PCM,F=48000,W=24,M=mono,T=Dubyard\r\n",
      Bwfxml: {
        Project: "A & <B>",
        Note: "Line 12 <x>",
        Circled: true,
        Bext: { BwfDescription: facts.description },
        Speed: {
          TimecodeFlag: "NDF",
          FileSampleRate: 48_000,
          AudioBitDepth: 24,
          TimestampSamplesSinceMidnightLo: facts.timeReference,
        },
        TrackList: { TrackCount: 1, Track: { ChannelIndex: 1, Name: "Анна" } },
      },
    });
    expect(read).not.toHaveProperty("Warning");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
