import { expect, it } from "vitest";
import { readBandwidthArguments } from "../../../main/headless/bandwidth-arguments";

it.each([
  ["1000", 1_000],
  ["512k", 512_000],
  ["1.5M", 1_500_000],
  ["2g", 2_000_000_000],
])("the limit %s is %d bytes per second", (limit, bytes) => {
  expect(readBandwidthArguments({ limit })).toEqual({ limit: bytes, hours: null });
});

it.each([
  ["mon-fri 18:00-08:00", [1, 2, 3, 4, 5], "18:00", "08:00"],
  ["sat,Sun 00:00-00:00", [6, 7], "00:00", "00:00"],
  ["fri-mon 22:00-06:00", [5, 6, 7, 1], "22:00", "06:00"],
  ["22:00-06:00", [1, 2, 3, 4, 5, 6, 7], "22:00", "06:00"],
])("the hours %s", (hours, days, from, to) => {
  const expected = { isOn: true, days, from, to, applies: "outside" };
  expect(readBandwidthArguments({ hours }).hours).toEqual({ ...expected, limit: null });
  expect(readBandwidthArguments({ hours, "hours-limit": "10k" }).hours).toEqual({
    ...expected,
    limit: 10_000,
  });
});

it.each([
  [{ limit: "0" }, /--limit/],
  [{ limit: "fast" }, /--limit/],
  [{ limit: "-5k" }, /--limit/],
  [{ limit: "99999999999999999g" }, /--limit/],
  [{ hours: "" }, /--hours/],
  [{ hours: "18:00" }, /--hours/],
  [{ hours: "weekend 18:00-08:00" }, /--hours/],
  [{ hours: "mon-tue-wed 18:00-08:00" }, /--hours/],
  [{ hours: "mon 25:00-08:00" }, /--hours/],
  [{ hours: "mon 18:00-08:00", "hours-limit": "x" }, /--hours-limit/],
  [{ "hours-limit": "512k" }, /--hours-limit requires --hours/],
])("%j is rejected with the name of the argument", (values, why) => {
  expect(() => readBandwidthArguments(values)).toThrow(why);
});
