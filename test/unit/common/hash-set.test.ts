import { expect, it } from "vitest";
import { createHashSet } from "../../../main/common/hash-set";

it("contains many texts, and none that was not added", () => {
  const set = createHashSet();
  const text = (at: number) => `season ${at % 7}/clip ${at}.wav`;
  for (let at = 0; at < 200_000; at += 1) if (!set.add(text(at))) expect.fail(`${at} was there`);
  expect(set.size).toBe(200_000);
  for (let at = 0; at < 200_000; at += 1) {
    if (!set.has(text(at)) || set.has(`other ${at}`)) expect.fail(`wrong result for ${at}`);
  }
  expect(set.add(text(5))).toBe(false);
  expect(set.add("")).toBe(true);
  expect(set.has("")).toBe(true);
});
