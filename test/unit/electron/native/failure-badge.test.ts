/** The number of failed files on the icon of the application. */
import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { createFailureBadge } from "../../../../main/electron/native/failure-badge";

class FakeWindow extends EventEmitter {
  badge = 0;
}

function open() {
  const calls: number[] = [];
  const badge = createFailureBadge<FakeWindow>((window, failed) => {
    calls.push(failed);
    if (window) window.badge = failed;
  });
  return { badge, calls };
}

it("a window that is opened after files have failed has the badge", () => {
  const { badge } = open();
  badge.update(null, 3);
  const window = new FakeWindow();
  badge.watch(window);
  window.emit("show");
  expect(window.badge).toBe(3);
});

it("a window that was hidden has the badge again when it is shown", () => {
  const { badge, calls } = open();
  const window = new FakeWindow();
  badge.watch(window);
  window.emit("show");
  badge.update(window, 2);
  badge.update(window, 2);
  window.badge = 0;
  window.emit("show");
  expect(window.badge).toBe(2);
  badge.update(window, 0);
  window.emit("show");
  expect([window.badge, calls]).toEqual([0, [2, 2, 0]]);
});
