import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import {
  createRendererRecovery,
  type RecoverableWindow,
  type RecoveryChoice,
  type RecoveryQuestion,
} from "../../../../main/electron/window/renderer-recovery";
import { silentLog } from "../../../../main/common/log";

function setUp() {
  let clock = 0;
  let url = "app://bundle/?language=en#/media";
  const contents = Object.assign(new EventEmitter(), {
    getURL: () => url,
    loadURL: vi.fn((address: string) => {
      url = address;
      return Promise.resolve();
    }),
    reload: vi.fn(),
    forcefullyCrashRenderer: vi.fn(() => crash("crashed")),
  });
  const window = Object.assign(new EventEmitter(), {
    isDestroyed: () => false,
    webContents: contents,
  });
  const crash = (reason: string) =>
    contents.emit("render-process-gone", {}, { reason, exitCode: 11 });
  const dialogs: { dialog: RecoveryQuestion; signal: AbortSignal }[] = [];
  let response: (value: RecoveryChoice) => void = () => undefined;
  const quit = vi.fn();
  const recovery = createRendererRecovery({
    safeAddress: (reason) => `app://bundle/safe.html?reason=${reason}`,
    choose(dialog, signal) {
      dialogs.push({ dialog, signal });
      return new Promise((resolve) => (response = resolve));
    },
    quit,
    now: () => clock,
    log: silentLog,
  });
  recovery.watch(window as unknown as RecoverableWindow);
  return {
    recovery,
    contents,
    window,
    crash,
    dialogs,
    quit,
    answer: (value: RecoveryChoice) => response(value),
    advance: (milliseconds: number) => (clock += milliseconds),
  };
}

test("reloads a crashed page; the third crash within a minute shows the safe screen", () => {
  const { recovery, contents, crash } = setUp();
  crash("crashed");
  crash("oom");
  expect(contents.reload).toHaveBeenCalledTimes(2);
  crash("oom");
  expect(contents.reload).toHaveBeenCalledTimes(2);
  expect(contents.loadURL.mock.calls).toEqual([["app://bundle/safe.html?reason=oom"]]);
  recovery.leaveSafeScreen();
  expect(contents.loadURL).toHaveBeenLastCalledWith("app://bundle/?language=en#/media");
  // The count starts again.
  crash("crashed");
  expect(contents.reload).toHaveBeenCalledTimes(3);
});

test("crashes with longer intervals do not count together", () => {
  const { contents, crash, advance } = setUp();
  for (let index = 0; index < 6; index += 1) {
    crash("crashed");
    advance(31_000);
  }
  expect(contents.reload).toHaveBeenCalledTimes(6);
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("a normal exit is not a crash, and the page cannot leave a safe screen that is not shown", () => {
  const { recovery, contents, crash } = setUp();
  crash("clean-exit");
  recovery.leaveSafeScreen();
  expect(contents.reload).not.toHaveBeenCalled();
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("a crash of the safe screen opens a native dialog", async () => {
  const { contents, crash, dialogs, answer: reply, quit } = setUp();
  for (let index = 0; index < 4; index += 1) crash("crashed");
  expect(dialogs.map(({ dialog }) => dialog)).toEqual(["safe-screen-crashed"]);
  reply("quit");
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce(), { timeout: 50_000 });
  crash("crashed");
  reply("reload");
  await vi.waitFor(
    () => expect(contents.loadURL).toHaveBeenLastCalledWith("app://bundle/?language=en#/media"),
    { timeout: 50_000 },
  );
});

test("a page that hangs is reloaded if the user agrees, which is not a crash", async () => {
  const { contents, window, crash, dialogs, answer: result } = setUp();
  window.emit("unresponsive");
  window.emit("unresponsive");
  expect(dialogs.map(({ dialog }) => dialog)).toEqual(["unresponsive"]);
  result("reload");
  await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledOnce(), { timeout: 50_000 });
  crash("crashed");
  crash("crashed");
  expect(contents.reload).toHaveBeenCalledTimes(3);
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("the dialog for a hung page is closed when the page responds or crashes", async () => {
  const { contents, window, crash, dialogs, answer } = setUp();
  window.emit("unresponsive");
  window.emit("responsive");
  expect(dialogs[0]?.signal.aborted).toBe(true);
  answer("wait");
  await Promise.resolve();
  window.emit("unresponsive");
  crash("crashed");
  expect(dialogs[1]?.signal.aborted).toBe(true);
  // Its dialog closes; a late choice does not end the reloaded page.
  answer("reload");
  await Promise.resolve();
  expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
});
