import { EventEmitter } from "node:events";
import type { App, BrowserWindow } from "electron";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createNetwork } from "../../../main/electron/system/network";
import { placeWindow } from "../../../main/electron/window/window-bounds";
import { manageQuit, type QuitDeps } from "../../../main/electron/quit";
import { createUploadIndicator } from "../../../main/electron/native/upload-indicator";
import { silentLog } from "../../../main/common/log";

describe("the window bounds", () => {
  const display = { x: 0, y: 0, width: 1920, height: 1040 };
  test("are restored if they are on a display", () => {
    const last = { x: 100, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual(last);
  });
  test("keep their size at the default position if that display is missing", () => {
    const last = { x: 3000, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual({ width: 1400, height: 900 });
    expect(placeWindow({ ...last, x: 100, y: -500 }, [display])).not.toHaveProperty("x");
  });
  test("do not exceed the display, and have a default size", () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(placeWindow({ x: 0, y: 0, width: 3000, height: 2000 }, [small])).toMatchObject({
      width: 1024,
      height: 700,
    });
    expect(placeWindow(null, [display])).toEqual({ width: 1280, height: 820 });
  });
});

describe("the upload indicator of the system", () => {
  const setUp = () => {
    const preventsSleep = { count: 0 };
    const onDropFinished = vi.fn();
    const showProgress = vi.fn();
    const indicator = createUploadIndicator({
      showProgress,
      onDropFinished,
      keepAwake: () => {
        preventsSleep.count += 1;
        return () => void (preventsSleep.count -= 1);
      },
    });
    return { indicator, preventsSleep, onDropFinished, showProgress };
  };
  const idle = { isActive: false, progress: null, remaining: 0 };
  const sending = { isActive: true, progress: 0.5, remaining: 3 };

  test("prevents sleep exactly while bytes are sent", () => {
    const { indicator, preventsSleep, showProgress } = setUp();
    indicator.update(sending);
    indicator.update({ ...sending, progress: 0.6 });
    expect(preventsSleep.count).toBe(1);
    expect(indicator.isActive()).toBe(true);
    indicator.update({ ...idle, remaining: 3 });
    expect(preventsSleep.count).toBe(0);
    expect(showProgress.mock.calls).toEqual([[0.5], [0.6], [-1]]);
    indicator.update(sending);
    indicator.stop();
    expect(preventsSleep.count).toBe(0);
  });

  test("reports the end of a drop once", () => {
    const finishedDrop = { workspaceId: "w", fileCount: 12, failedCount: 2 };
    const { indicator, onDropFinished } = setUp();
    indicator.update({ ...idle, finishedDrop });
    indicator.update(idle);
    expect(onDropFinished.mock.calls).toEqual([[finishedDrop]]);
  });
});

describe("quitting", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Quits as Electron does: emits "before-quit", then "will-quit" unless it was prevented. */
  class FakeApp extends EventEmitter {
    exitCode: number | null = null;
    quit() {
      if (this.say("before-quit")) return;
      this.say("will-quit");
    }
    exit(code: number) {
      this.exitCode = code;
    }
    private say(name: string): boolean {
      let isPrevented = false;
      this.emit(name, { preventDefault: () => (isPrevented = true) });
      return isPrevented;
    }
  }
  function setUp(deps: Partial<QuitDeps>) {
    const app = new FakeApp();
    const stop = vi.fn(() => Promise.resolve());
    const confirm = vi.fn(() => Promise.resolve(false));
    const quit = manageQuit({
      app: app as unknown as App,
      isUploading: () => false,
      isAttended: true,
      confirm,
      hideWindow: null,
      stop,
      log: silentLog,
      ...deps,
    });
    return { app, quit, stop, confirm };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  test("stops the backend first, once", async () => {
    const { app, stop, confirm } = setUp({});
    app.quit();
    app.quit();
    expect(app.exitCode).toBeNull();
    await settle();
    expect(app.exitCode).toBe(0);
    expect(stop).toHaveBeenCalledOnce();
    expect(confirm).not.toHaveBeenCalled();
  });

  test("does not wait longer than its timeout", async () => {
    const { app } = setUp({ stop: () => new Promise(() => undefined) });
    app.quit();
    await vi.advanceTimersByTimeAsync(4900);
    expect(app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(app.exitCode).toBe(0);
  });

  test("ends even if the backend fails to stop", async () => {
    const { app } = setUp({ stop: () => Promise.reject(new Error("simulated failure")) });
    app.quit();
    await settle();
    expect(app.exitCode).toBe(0);
  });

  test("asks once while bytes are sent, and can be cancelled", async () => {
    const responses: ((isAgreed: boolean) => void)[] = [];
    const confirm = vi.fn(() => new Promise<boolean>((resolve) => responses.push(resolve)));
    const { app, stop } = setUp({ isUploading: () => true, confirm });
    app.quit();
    app.quit();
    expect(confirm).toHaveBeenCalledOnce();
    responses[0]?.(false);
    await settle();
    expect(stop).not.toHaveBeenCalled();
    app.quit();
    responses[1]?.(true);
    await settle();
    expect(app.exitCode).toBe(0);
  });

  test("does not ask without a user or when the system shuts down", async () => {
    const unattended = setUp({ isUploading: () => true, isAttended: false });
    unattended.app.quit();
    await settle();
    expect(unattended.app.exitCode).toBe(0);
    const shutdown = setUp({ isUploading: () => true });
    shutdown.quit.now();
    await settle();
    expect(shutdown.app.exitCode).toBe(0);
    expect(shutdown.confirm).not.toHaveBeenCalled();
  });

  test("closing the window hides it while bytes are sent, if it can be shown again", () => {
    const hideWindow = vi.fn();
    let isUploading = true;
    const { quit } = setUp({ isUploading: () => isUploading, hideWindow });
    const window = new EventEmitter() as unknown as BrowserWindow;
    quit.guardWindow(window);
    const preventDefault = vi.fn();
    window.emit("close", { preventDefault });
    expect(hideWindow).toHaveBeenCalledOnce();
    expect(preventDefault).toHaveBeenCalledOnce();
    isUploading = false;
    window.emit("close", { preventDefault });
    expect(hideWindow).toHaveBeenCalledOnce();
  });
});

test("network changes and waking from sleep are reported", () => {
  vi.useFakeTimers();
  try {
    let isOnline = true;
    const powerMonitor = new EventEmitter();
    const network = createNetwork({
      isOnline: () => isOnline,
      powerMonitor: powerMonitor as never,
    });
    const listener = vi.fn();
    const undo = network.onChange(listener);
    vi.advanceTimersByTime(10_000);
    expect(listener).not.toHaveBeenCalled();
    isOnline = false;
    vi.advanceTimersByTime(2000);
    expect(listener).toHaveBeenCalledOnce();
    powerMonitor.emit("resume");
    expect(listener).toHaveBeenCalledTimes(2);
    undo();
    isOnline = true;
    vi.advanceTimersByTime(10_000);
    powerMonitor.emit("resume");
    expect(listener).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
