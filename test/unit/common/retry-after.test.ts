/** The Retry-After header, which every request reads with one function. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { maxRetryAfterMs, retryAfter } from "../../../main/common/retry-after";
import { filesBelow } from "../../helpers/source-files";

const now = Date.parse("2026-11-06T08:49:07Z");

it.each<[string | string[] | undefined, number | undefined]>([
  ["3", 3_000],
  ["0", 0],
  [" 3 ", 3_000],
  ["3600", maxRetryAfterMs],
  ["99999999", maxRetryAfterMs],
  ["9".repeat(400), maxRetryAfterMs],
  ["Fri, 06 Nov 2026 08:49:37 GMT", 30_000],
  ["Friday, 06-Nov-26 08:49:37 GMT", 30_000],
  ["Fri Nov  6 08:49:37 2026", 30_000],
  ["Fri, 06 Nov 2026 08:49:00 GMT", 0],
  ["Fri, 06 Nov 2099 08:49:37 GMT", maxRetryAfterMs],
  [["3", "5"], 5_000],
  [["soon", "5"], 5_000],
  [[], undefined],
  [undefined, undefined],
  ["", undefined],
  ["soon", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["1e3", undefined],
  ["0x10", undefined],
  ["Infinity", undefined],
  ["3, 5", undefined],
  ["2026-11-06T08:49:37Z", undefined],
  ["Fri, soon", undefined],
])("a Retry-After of %j is %j ms", (header, wait) => expect(retryAfter(header, now)).toBe(wait));

it("is a wait that a timer can hold", () => expect(maxRetryAfterMs).toBeLessThan(2 ** 31));

it("is read by no other code", () => {
  const readers = filesBelow("main").filter((file) =>
    /(?<!\bretryAfter\([\w.]*)\["retry-after"\]/.test(readFileSync(file, "utf8")),
  );
  expect(readers).toEqual([]);
});
