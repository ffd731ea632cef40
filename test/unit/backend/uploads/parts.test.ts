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
    ["just above one PUT", singlePutLimit + 1, 0, 16 * mebibyte],
    ["a size asked for", 10 ** 9, 8 * mebibyte, 8 * mebibyte],
    ["a size below the smallest", 10 ** 9, 1, minPartSize],
    ["too many parts for the usual size", 400 * 1024 ** 3, 0, 44 * mebibyte],
    ["too many parts for a size asked for", 400 * 1024 ** 3, 5 * mebibyte, 44 * mebibyte],
  ])("%s", (_name, fileSize, wanted, expected) => {
    expect(choosePartSize(fileSize, wanted)).toBe(expected);
  });

  it("keeps every file within the bounds, and covers each byte once", () => {
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

  it("holds the largest file", () => {
    expect(countParts(maxFileSize, choosePartSize(maxFileSize, 0))).toBe(maxParts);
  });
});
