import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createVisibility, type WatchedWindow } from "../../../../main/electron/window/visibility";

class FakeWindow extends EventEmitter {
  visible = false;
  minimised = false;
  isVisible = () => this.visible;
  isMinimized = () => this.minimised;
  isDestroyed = () => false;
  become(name: string, state: { visible?: boolean; minimised?: boolean }) {
    Object.assign(this, state);
    this.emit(name);
  }
}

function setUp() {
  const powerMonitor = new EventEmitter();
  const { visibility, watch } = createVisibility({ powerMonitor: powerMonitor as never });
  const window = new FakeWindow();
  const received: boolean[] = [];
  const undo = visibility.onChange(() => received.push(visibility.isVisible()));
  watch(window as unknown as WatchedWindow);
  return { powerMonitor, visibility, watch, window, seen: received, undo };
}

test("a hidden, minimised or closed window is not visible", () => {
  const { visibility, window, seen: observed } = setUp();
  expect(visibility.isVisible()).toBe(false);
  window.become("show", { visible: true });
  window.become("minimize", { minimised: true });
  window.become("restore", { minimised: false });
  window.become("hide", { visible: false });
  window.become("hide", { visible: false });
  expect(observed).toEqual([true, false, true, false]);
});

test("nothing is visible while the screen is locked or the computer sleeps", () => {
  const { powerMonitor, visibility, window, seen: lastState } = setUp();
  window.become("show", { visible: true });
  powerMonitor.emit("lock-screen");
  powerMonitor.emit("suspend");
  powerMonitor.emit("resume");
  expect(visibility.isVisible()).toBe(false);
  powerMonitor.emit("unlock-screen");
  expect(lastState).toEqual([true, false, true]);
  // A desktop that does not report unlocking.
  powerMonitor.emit("lock-screen");
  window.emit("focus");
  expect(visibility.isVisible()).toBe(true);
});

test("a new window replaces the closed one; removed listeners are not called", () => {
  const { visibility, watch, window, seen, undo } = setUp();
  window.become("show", { visible: true });
  window.become("closed", { visible: false });
  const another = new FakeWindow();
  another.visible = true;
  watch(another as unknown as WatchedWindow);
  expect(seen).toEqual([true, false, true]);
  undo();
  const listener = vi.fn();
  visibility.onChange(listener)();
  another.become("hide", { visible: false });
  expect(seen).toHaveLength(3);
  expect(listener).not.toHaveBeenCalled();
});
