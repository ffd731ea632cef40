/** WAV files of external engines: formats, and files that are not what they say. */
import { expect, test } from "vitest";
import { soundOf } from "../../../../../main/local-service/engine/external/read-sound";

interface Shape {
  tag?: number;
  bits?: number;
  channels?: number;
  sampleRate?: number;
  /** The size of the data in the header. */
  dataSize?: number;
}

/** A WAV file with this data. */
function wav(data: Buffer, shape: Shape = {}): Buffer {
  const { tag = 1, bits = 16, channels = 1, sampleRate = 22_050, dataSize = data.length } = shape;
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + data.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(tag, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE((sampleRate * channels * bits) / 8, 28);
  header.writeUInt16LE((channels * bits) / 8, 32);
  header.writeUInt16LE(bits, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(dataSize, 40);
  return Buffer.concat([header, data]);
}

const pcm16 = (...samples: number[]) => Buffer.from(Int16Array.from(samples).buffer);

test.each([
  ["8 bit", Buffer.from([192, 0]), { bits: 8 }, [16_384, -32_768]],
  ["16 bit", pcm16(16_384, -8192), {}, [16_384, -8192]],
  ["24 bit", Buffer.from([0, 0, 0x40, 0, 0, 0x80]), { bits: 24 }, [16_384, -32_768]],
  ["32 bit", Buffer.from(Int32Array.of(2 ** 30).buffer), { bits: 32 }, [16_384]],
  [
    "32 bit floating point, also beyond full scale and not a number",
    Buffer.from(Float32Array.of(0.5, 2, NaN).buffer),
    { tag: 3, bits: 32 },
    [16_384, 32_767, 0],
  ],
  [
    "64 bit floating point",
    Buffer.from(Float64Array.of(-0.5).buffer),
    { tag: 3, bits: 64 },
    [-16_384],
  ],
  ["stereo", pcm16(1000, 3000, -400, 0), { channels: 2 }, [2000, -200]],
] as const)("reads %s", (_name, data, shape, expected) => {
  const sound = soundOf(wav(data, shape));
  expect([...sound.samples]).toEqual(expected);
  expect(sound.sampleRate).toBe(22_050);
});

test("reads data of unknown size up to its end", () => {
  for (const dataSize of [0, 0x7fff_ffff, 0xffff_ffff])
    expect([...soundOf(wav(pcm16(500, 600), { dataSize })).samples]).toEqual([500, 600]);
});

test.each([
  ["no data", Buffer.alloc(0), "empty"],
  ["a text", Buffer.from("<html>not found</html>"), "not-wav"],
  ["a header alone", wav(Buffer.alloc(0)), "empty"],
  ["half a header", wav(pcm16(1)).subarray(0, 30), "not-wav"],
  ["less data than announced", wav(pcm16(500, 600), { dataSize: 4000 }), "truncated"],
  ["no data chunk", wav(pcm16(1)).subarray(0, 36), "truncated"],
  ["silence", wav(Buffer.alloc(2000)), "silent"],
  ["compressed data", wav(pcm16(1000), { tag: 85 }), "not-wav"],
  ["6 channels", wav(Buffer.alloc(12, 9), { channels: 6 }), "not-wav"],
  ["a sample rate of 1 Hz", wav(pcm16(1000), { sampleRate: 1 }), "not-wav"],
])("refuses %s", (_name, file, problem) => {
  expect(() => soundOf(file)).toThrow(expect.objectContaining({ problem }));
});
