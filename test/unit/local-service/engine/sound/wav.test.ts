/** Headers of WAV files. */
import { expect, it } from "vitest";
import {
  readWavLayout,
  wavHeader,
  WavError,
} from "../../../../../main/local-service/engine/sound/wav";

const readerOf = (bytes: Buffer) => (position: number, length: number) =>
  bytes.subarray(position, position + length);
const read = (header: Buffer, fileBytes = header.length) =>
  readWavLayout(readerOf(header), fileBytes);

it("writes a header that it reads, also of 4 GiB and more", () => {
  for (const channels of [1, 2] as const)
    for (const frames of [0, 1, 48_000, 2 ** 30, 2 ** 31 + 1, 2 ** 40]) {
      const header = wavHeader({ channels, sampleRate: 48_000 }, frames);
      const isLarge = frames * channels * 2 + 36 > 0xffff_ffff;
      expect(header.toString("latin1", 0, 4)).toBe(isLarge ? "RF64" : "RIFF");
      expect(read(header, header.length + frames * channels * 2)).toEqual({
        channels,
        sampleRate: 48_000,
        frames,
        dataStart: isLarge ? 80 : 44,
      });
    }
});

it("reads other chunks before the sound, and PCM in the extensible format", () => {
  const plain = wavHeader({ channels: 1, sampleRate: 16_000 }, 0);
  const list = Buffer.from("LIST\x03\0\0\0abc\0", "latin1");
  const format = Buffer.alloc(48);
  format.write("fmt ", "latin1");
  format.writeUInt32LE(40, 4);
  plain.copy(format, 8, 20, 36);
  format.writeUInt16LE(0xfffe, 8);
  format.write("0100000000001000800000aa00389b71", 32, "hex");
  const bytes = Buffer.concat([plain.subarray(0, 12), list, format, plain.subarray(36)]);
  expect(read(bytes)).toMatchObject({ channels: 1, sampleRate: 16_000, dataStart: bytes.length });
});

const valid = wavHeader({ channels: 2, sampleRate: 48_000 }, 10);
function changed(change: (header: Buffer) => void): Buffer {
  const header = Buffer.from(valid);
  change(header);
  return header;
}

it.each([
  ["no WAV file", Buffer.from("ID3 and more bytes"), "not a WAV file"],
  ["an empty file", Buffer.alloc(0), "not a WAV file"],
  ["8 bit", changed((header) => header.writeUInt16LE(8, 34)), "not PCM of 16 bit"],
  ["floats", changed((header) => header.writeUInt16LE(3, 20)), "not PCM of 16 bit"],
  ["no channels", changed((header) => header.writeUInt16LE(0, 22)), "0 channels"],
  ["many channels", changed((header) => header.writeUInt16LE(65_535, 22)), "65535 channels"],
  ["a wrong frame size", changed((header) => header.writeUInt16LE(3, 32)), "invalid frame size"],
  ["no sample rate", changed((header) => header.writeUInt32LE(0, 24)), "sample rate: 0 Hz"],
  ["a huge sample rate", changed((header) => header.writeUInt32LE(4e9, 24)), "sample rate"],
  ["a format of 2 bytes", changed((header) => header.writeUInt32LE(2, 16)), "incomplete format"],
  ["sound beyond the end", changed((header) => header.writeUInt32LE(41, 40)), "truncated"],
  ["a size of 4 GiB", changed((header) => header.writeUInt32LE(0xffff_ffff, 40)), "truncated"],
  ["no format", changed((header) => header.write("junk", 12)), "no format"],
  ["no sound", changed((header) => header.write("junk", 36)), "ends before its sound"],
  [
    "endless chunks",
    Buffer.concat([valid.subarray(0, 12), Buffer.alloc(8 * 100, "junk\0\0\0\0")]),
    "too many chunks",
  ],
])("rejects %s", (_name, header, message) => {
  expect(() => read(header, 44 + 40)).toThrow(WavError);
  expect(() => read(header, 44 + 40)).toThrow(message);
});
