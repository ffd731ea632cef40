/** How often the changed lines of a language are read. */
import { expect, it } from "vitest";
import { pollInterval } from "../../../../renderer/features/review/list/poll-interval";

it.each([
  ["of one's own workspace without work", {}, null, null],
  ["of one's own workspace while takes are made", { isMaking: true }, 500, 500],
  ["of a shared workspace without work", { isShared: true }, 3_000, 30_000],
  ["while takes of others are made", { isShared: true, isMaking: true }, 3_000, 30_000],
  [
    "while one's own takes are made",
    { isShared: true, isMaking: true, isRequested: true },
    500,
    500,
  ],
  ["after one's own takes were made", { isShared: true, isRequested: true }, 3_000, 30_000],
] as const)("lines %s", (_name, given, shown, hidden) => {
  const state = { isMaking: false, isRequested: false, isShared: false, ...given };
  expect([pollInterval(state, false), pollInterval(state, true)]).toEqual([shown, hidden]);
});
