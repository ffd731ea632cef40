/** Takes that are not heard within a delivered sound. */
import { expect, test } from "vitest";
import {
  requireHeard,
  type DeliveredTake,
} from "../../../../main/local-service/delivery/heard-takes";
import type { Timeline } from "../../../../main/local-service/delivery/timeline";

const second = 48_000;
const timeline: Timeline = {
  project: "P",
  batch: "B",
  languageId: "es-es",
  characters: [],
  length: 10 * second,
  frameRate: { numerator: 25, denominator: 1, isDropFrame: false },
  startFrame: 90_000,
  video: null,
  lines: [],
};
const take = (number: number, from: number, to: number, isSilent = false): DeliveredTake => ({
  number,
  start: from * second,
  end: to * second,
  isSilent,
});

test.each<[string, DeliveredTake[]]>([
  ["no take", []],
  ["one of two takes within", [take(1, 12, 13), take(2, 9, 11)]],
  ["a take that begins before", [take(1, -1, 1)]],
  ["silent takes only", [take(1, 12, 13, true)]],
])("a sound can be delivered with %s", (_title, takes) => {
  expect(() => requireHeard(takes, timeline)).not.toThrow();
});

test.each<[string, DeliveredTake[], string]>([
  ["after the picture", [take(3, 10, 11), take(4, 12, 13)], "line 3 begins at 01:00:10:00"],
  ["beside a silent one within", [take(1, 1, 2, true), take(2, 12, 13)], "line 2 begins at"],
  ["before the picture", [take(5, -2, 0)], "line 5"],
])("a sound without its takes fails: %s", (_title, takes, message) => {
  expect(() => requireHeard(takes, timeline)).toThrow(message);
});
