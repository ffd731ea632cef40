/** The order in which things are closed at the end. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { expect, it } from "vitest";
import { createClosers } from "../../../main/common/closers";

it("closes in the reverse order, each after the former has ended, and once", async () => {
  const events: string[] = [];
  const closers = createClosers();
  for (const name of ["lock", "database", "server"])
    closers.add(name, async () => {
      events.push(`${name} begins`);
      await yieldToEventLoop();
      events.push(`${name} ends`);
    });
  await Promise.all([closers.close(), closers.close()]);
  await closers.close();
  expect(events).toEqual(
    ["server", "database", "lock"].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

it("closes the others if some fail, and names those", async () => {
  const closed: string[] = [];
  const closers = createClosers();
  closers.add("lock", () => closed.push("lock"));
  closers.add("database", () => Promise.reject(new Error("disk I/O error")));
  closers.add("reader", () => {
    throw new Error("has no process");
  });
  closers.add("server", () => closed.push("server"));
  await expect(closers.close()).rejects.toThrow(
    "reader could not be closed; database could not be closed",
  );
  expect(closed).toEqual(["server", "lock"]);
});

it("rejects with the cause of a single failure", async () => {
  const closers = createClosers();
  const cause = new Error("disk I/O error");
  closers.add("database", () => Promise.reject(cause));
  await expect(closers.close()).rejects.toMatchObject({
    message: "database could not be closed",
    cause,
  });
});

it("also closes what is added meanwhile", async () => {
  const closed: string[] = [];
  const closers = createClosers();
  closers.add("database", () => closed.push("database"));
  closers.add("server", () => {
    closed.push("server");
    closers.add("request", () => closed.push("request"));
  });
  await closers.close();
  expect(closed).toEqual(["server", "request", "database"]);
});
