import { EventEmitter } from "node:events";
import type { App, BrowserWindow } from "electron";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createNetwork } from "../../../main/electron/network";
import { placeWindow } from "../../../main/electron/window-bounds";
import { manageQuit, type QuitDeps } from "../../../main/electron/quit";
import { createUploadIndicator } from "../../../main/electron/upload-indicator";
import { silentLog } from "../../../main/common/log";

describe("where the window goes", () => {
  const display = { x: 0, y: 0, width: 1920, height: 1040 };
  test("where it was, when that is on a display", () => {
    const last = { x: 100, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual(last);
  });
  test("anywhere, in its size, when that display is gone", () => {
    const last = { x: 3000, y: 50, width: 1400, height: 900 };
    expect(placeWindow(last, [display])).toEqual({ width: 1400, height: 900 });
    expect(placeWindow({ ...last, x: 100, y: -500 }, [display])).not.toHaveProperty("x");
  });
  test("never larger than the display, and in the usual size at first", () => {
    const small = { x: 0, y: 0, width: 1024, height: 700 };
    expect(placeWindow({ x: 0, y: 0, width: 3000, height: 2000 }, [small])).toMatchObject({
      width: 1024,
      height: 700,
    });
    expect(placeWindow(null, [display])).toEqual({ width: 1280, height: 820 });
  });
});

describe("what the system shows of the uploads", () => {
  const setUp = () => {
    const awake = { count: 0 };
    const onDropFinished = vi.fn();
    const showProgress = vi.fn();
    const indicator = createUploadIndicator({
      showProgress,
      onDropFinished,
      keepAwake: () => {
        awake.count += 1;
        return () => void (awake.count -= 1);
      },
    });
    return { indicator, awake, onDropFinished, showProgress };
  };
  const idle = { isActive: false, progress: null, remaining: 0 };
  const moving = { isActive: true, progress: 0.5, remaining: 3 };

  test("the computer stays awake exactly while bytes move", () => {
    const { indicator, awake, showProgress } = setUp();
    indicator.update(moving);
    indicator.update({ ...moving, progress: 0.6 });
    expect(awake.count).toBe(1);
    expect(indicator.isActive()).toBe(true);
    indicator.update({ ...idle, remaining: 3 });
    expect(awake.count).toBe(0);
    expect(showProgress.mock.calls).toEqual([[0.5], [0.6], [-1]]);
    indicator.update(moving);
    indicator.stop();
    expect(awake.count).toBe(0);
  });

  test("a drop's end is told once", () => {
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

  /** Quits as Electron does: asks all who may object, then says that it will, unless held. */
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
      let isHeld = false;
      this.emit(name, { preventDefault: () => (isHeld = true) });
      return isHeld;
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

  test("does not wait for ever", async () => {
    const { app } = setUp({ stop: () => new Promise(() => undefined) });
    app.quit();
    await vi.advanceTimersByTimeAsync(4900);
    expect(app.exitCode).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(app.exitCode).toBe(0);
  });

  test("ends even if the backend cannot stop", async () => {
    const { app } = setUp({ stop: () => Promise.reject(new Error("disk")) });
    app.quit();
    await settle();
    expect(app.exitCode).toBe(0);
  });

  test("asks while bytes move, once, and takes no for an answer", async () => {
    const answers: ((isAgreed: boolean) => void)[] = [];
    const confirm = vi.fn(() => new Promise<boolean>((resolve) => answers.push(resolve)));
    const { app, stop } = setUp({ isUploading: () => true, confirm });
    app.quit();
    app.quit();
    expect(confirm).toHaveBeenCalledOnce();
    answers[0]?.(false);
    await settle();
    expect(stop).not.toHaveBeenCalled();
    app.quit();
    answers[1]?.(true);
    await settle();
    expect(app.exitCode).toBe(0);
  });

  test("asks nobody where nobody answers, or the system shuts down", async () => {
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

  test("closing the window hides it while bytes move, where it can be brought back", () => {
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

test("the network: a change is told, and waking from sleep", () => {
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
