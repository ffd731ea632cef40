/** How often it is recorded at which line a person is. */
import { expect, test, vi } from "vitest";
import { silentLog } from "../../../main/common/log";
import type { Actor } from "../../../main/local-service/common/actor";
import { createPresence } from "../../../main/local-service/review/presence";
import type { PresenceRows } from "../../../main/local-service/rows/review/presence-port";

const actorOf = (userId: string | null): Actor => ({
  credentialId: "key-1",
  credentialName: "laptop",
  scope: "member",
  person: userId === null ? null : { userId, name: "Ada Moss" },
});
const language = { batchId: "b", languageId: "fr-fr" };
const present = [
  { userId: "ada", firstName: "Ada", lastName: "Moss", number: 1 },
  { userId: "bo", firstName: "Bo", lastName: "", number: 7 },
];

function start(notePresence: PresenceRows["notePresence"] = () => Promise.resolve()) {
  const clock = { now: 0 };
  const rows = {
    notePresence: vi.fn(notePresence),
    listPresent: () => Promise.resolve(present),
    removeFormerPresence: vi.fn(() => Promise.resolve()),
  };
  const presence = createPresence({ rows, log: silentLog, now: () => clock.now });
  const meet = (number: number | null, userId: string | null = "ada") =>
    presence.meet(actorOf(userId), language, number);
  const recorded = () => rows.notePresence.mock.calls.map(([, , at]) => at);
  return { clock, meet, recorded, removals: () => rows.removeFormerPresence.mock.calls.length };
}

test("a person at a line is recorded when the line changes, and every five seconds", async () => {
  const { clock, meet, recorded, removals } = start();
  expect(await meet(1)).toEqual([{ name: "Bo", number: 7 }]);
  clock.now = 4_999;
  await meet(1);
  expect(recorded()).toEqual([1]);
  await meet(2);
  expect(recorded()).toEqual([1, 2]);
  clock.now = 9_999;
  await meet(2);
  expect([recorded(), removals()]).toEqual([[1, 2, 2], 0]);
  clock.now = 60_000;
  await meet(2);
  expect([recorded(), removals()]).toEqual([[1, 2, 2, 2], 1]);
});

test("credentials without a person, and windows without a line, see all and are not recorded", async () => {
  const { meet, recorded } = start();
  expect(await meet(3, null)).toHaveLength(2);
  expect(await meet(null)).toHaveLength(1);
  expect(recorded()).toEqual([]);
});

test("a database that accepts no changes does not prevent reading", async () => {
  const { meet } = start(() => Promise.reject(new Error("disk full")));
  expect(await meet(1)).toEqual([{ name: "Bo", number: 7 }]);
});
