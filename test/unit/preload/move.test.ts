/** What a workspace is in a move, and why it cannot be the target of one: under 10 ms. */
import { expect, test } from "vitest";
import { targetRefusalOf } from "../../../main/remote/move/target-refusal";
import { moveStatusOf, type MoveRole } from "../../../preload/facts/move";
import type { MoveState } from "../../../preload/local-service/move";

test("the status follows from the role, and from whether the move runs here", () => {
  const statusOf = (role: MoveRole["role"], isComplete: boolean, isRunning = false) =>
    moveStatusOf({ role, isComplete }, isRunning);
  expect([moveStatusOf(null, false), moveStatusOf(null, true)]).toEqual(["none", "moving"]);
  expect([statusOf("none", false), statusOf("target", true)]).toEqual(["none", "none"]);
  expect(statusOf("target", false)).toBe("receiving");
  expect([statusOf("source", false), statusOf("source", false, true)]).toEqual([
    "interrupted",
    "moving",
  ]);
  expect(statusOf("source", true)).toBe("moved");
});

test("a target is empty, of the same version, and in no other move", () => {
  const empty = { name: "users", rows: 0, last: "" };
  const state: MoveState = {
    role: "none",
    id: "",
    other: "",
    isComplete: false,
    schemaVersion: 34,
    tables: [empty],
  };
  const source: MoveState = { ...state, role: "source", id: "one" };
  const refusalOf = (change: Partial<MoveState>) =>
    targetRefusalOf(source, { ...state, ...change });
  const full = { tables: [{ ...empty, rows: 1 }] };
  expect(refusalOf({})).toBeNull();
  expect(refusalOf(full)).toBe("not-empty");
  expect(refusalOf({ schemaVersion: 33 })).toBe("other-version");
  expect(refusalOf({ role: "target", id: "two" })).toBe("in-other-move");
  expect(refusalOf({ role: "source", id: "one" })).toBe("in-other-move");
  // The same move, which continues there.
  expect(refusalOf({ ...full, role: "target", id: "one" })).toBeNull();
});
