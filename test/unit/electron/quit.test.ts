import { EventEmitter } from "node:events";
import type { App, BrowserWindow } from "electron";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActivityKind } from "../../../preload/facts/activity";
import { silentLog } from "../../../main/common/log";
import { manageQuit, type QuitDeps } from "../../../main/electron/quit";

describe("quitting", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Quits as Electron does: emits "before-quit", then "will-quit" unless it was prevented. */
  class FakeApp extends EventEmitter {
    exitCode: number | null = null;
    quit() {
      if (this.emitPreventable("before-quit")) return;
      this.emitPreventable("will-quit");
    }
    exit(code: number) {
      this.exitCode = code;
    }
    private emitPreventable(name: string): boolean {
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
      running: () => [],
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

  test("ends as an update requires it, when the backend has stopped", async () => {
    let isStopped = false;
    const { app, quit } = setUp({
      stop: () => Promise.resolve().then(() => void (isStopped = true)),
    });
    const end = vi.fn(() => {
      expect(isStopped).toBe(true);
      // Squirrel quits the application again, which must not be prevented.
      app.quit();
      app.exitCode = 7;
    });
    quit.now(end);
    expect(end).not.toHaveBeenCalled();
    await settle();
    expect(end).toHaveBeenCalledOnce();
    expect(app.exitCode).toBe(7);
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

  test("asks once while work is running, which it names, and can be cancelled", async () => {
    const responses: ((isAgreed: boolean) => void)[] = [];
    const confirm = vi.fn(() => new Promise<boolean>((resolve) => responses.push(resolve)));
    const { app, stop } = setUp({ running: () => ["dubs", "backups"], confirm });
    app.quit();
    app.quit();
    expect(confirm.mock.calls).toEqual([[["dubs", "backups"]]]);
    responses[0]?.(false);
    await settle();
    expect(stop).not.toHaveBeenCalled();
    app.quit();
    responses[1]?.(true);
    await settle();
    expect(app.exitCode).toBe(0);
  });

  test("does not ask without a user or when the system shuts down", async () => {
    const unattended = setUp({ running: () => ["uploads"], isAttended: false });
    unattended.app.quit();
    await settle();
    expect(unattended.app.exitCode).toBe(0);
    const shutdown = setUp({ running: () => ["uploads"] });
    shutdown.quit.now();
    await settle();
    expect(shutdown.app.exitCode).toBe(0);
    expect(shutdown.confirm).not.toHaveBeenCalled();
  });

  test("closing the window hides it while work is running, if it can be shown again", () => {
    const hideWindow = vi.fn();
    let running: ActivityKind[] = ["deliveries"];
    const { quit } = setUp({ running: () => running, hideWindow });
    const window = new EventEmitter() as unknown as BrowserWindow;
    quit.guardWindow(window);
    const preventDefault = vi.fn();
    window.emit("close", { preventDefault });
    expect(hideWindow).toHaveBeenCalledOnce();
    expect(preventDefault).toHaveBeenCalledOnce();
    running = [];
    window.emit("close", { preventDefault });
    expect(hideWindow).toHaveBeenCalledOnce();
  });
});
