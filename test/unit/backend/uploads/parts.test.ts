import { describe, expect, it } from "vitest";
import {
  choosePartSize,
  countParts,
  maxFileSize,
  maxPartSize,
  maxParts,
  partRange,
  singlePutLimit,
  minPartSize,
} from "../../../../main/backend/uploads/transfer/parts";

const mebibyte = 1024 ** 2;

describe("part sizes (interface §4.1, §8)", () => {
  it.each([
    ["slightly larger than one PUT", singlePutLimit + 1, 0, 16 * mebibyte],
    ["a configured size", 10 ** 9, 8 * mebibyte, 8 * mebibyte],
    ["a configured size below the minimum", 10 ** 9, 1, minPartSize],
    ["too many parts at the default size", 400 * 1024 ** 3, 0, 44 * mebibyte],
    ["too many parts at the configured size", 400 * 1024 ** 3, 5 * mebibyte, 44 * mebibyte],
  ])("%s", (_name, fileSize, configured, expected) => {
    expect(choosePartSize(fileSize, configured)).toBe(expected);
  });

  it("every file stays within the limits, and each byte is in exactly one part", () => {
    for (let size = singlePutLimit + 1; size < maxFileSize; size = Math.ceil(size * 1.7)) {
      const partSize = choosePartSize(size, 0);
      const count = countParts(size, partSize);
      expect(partSize).toBeGreaterThanOrEqual(minPartSize);
      expect(partSize).toBeLessThanOrEqual(maxPartSize);
      expect(count).toBeLessThanOrEqual(maxParts);
      const last = partRange(size, partSize, count);
      expect(last.offset + last.size).toBe(size);
      expect(last.size).toBeGreaterThan(0);
      expect(partRange(size, partSize, 2).offset).toBe(partSize);
    }
  });

  it("the largest file is supported", () => {
    expect(countParts(maxFileSize, choosePartSize(maxFileSize, 0))).toBe(maxParts);
  });
});
