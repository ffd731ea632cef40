import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import {
  createRendererRecovery,
  type RecoverableWindow,
  type RecoveryAnswer,
  type RecoveryQuestion,
} from "../../../main/electron/renderer-recovery";
import { silentLog } from "../../../main/common/log";

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
  const asked: { question: RecoveryQuestion; signal: AbortSignal }[] = [];
  let answer: (value: RecoveryAnswer) => void = () => undefined;
  const quit = vi.fn();
  const recovery = createRendererRecovery({
    safeAddress: (reason) => `app://bundle/safe.html?reason=${reason}`,
    choose(question, signal) {
      asked.push({ question, signal });
      return new Promise((resolve) => (answer = resolve));
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
    asked,
    quit,
    answer: (value: RecoveryAnswer) => answer(value),
    pass: (milliseconds: number) => (clock += milliseconds),
  };
}

test("a crashed page is loaded again; the third crash within a minute leads to the safe screen", () => {
  const { recovery, contents, crash } = setUp();
  crash("crashed");
  crash("oom");
  expect(contents.reload).toHaveBeenCalledTimes(2);
  crash("oom");
  expect(contents.reload).toHaveBeenCalledTimes(2);
  expect(contents.loadURL.mock.calls).toEqual([["app://bundle/safe.html?reason=oom"]]);
  recovery.leaveSafeScreen();
  expect(contents.loadURL).toHaveBeenLastCalledWith("app://bundle/?language=en#/media");
  // The count begins again.
  crash("crashed");
  expect(contents.reload).toHaveBeenCalledTimes(3);
});

test("crashes that are further apart are no series", () => {
  const { contents, crash, pass } = setUp();
  for (let index = 0; index < 6; index += 1) {
    crash("crashed");
    pass(31_000);
  }
  expect(contents.reload).toHaveBeenCalledTimes(6);
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("a clean end is no crash, and the page cannot leave a safe screen that is not shown", () => {
  const { recovery, contents, crash } = setUp();
  crash("clean-exit");
  recovery.leaveSafeScreen();
  expect(contents.reload).not.toHaveBeenCalled();
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("where the safe screen crashes too, a native dialog asks", async () => {
  const { contents, crash, asked, answer, quit } = setUp();
  for (let index = 0; index < 4; index += 1) crash("crashed");
  expect(asked.map(({ question }) => question)).toEqual(["safe-screen-crashed"]);
  answer("quit");
  await vi.waitFor(() => expect(quit).toHaveBeenCalledOnce());
  crash("crashed");
  answer("reload");
  await vi.waitFor(() =>
    expect(contents.loadURL).toHaveBeenLastCalledWith("app://bundle/?language=en#/media"),
  );
});

test("a page that hangs is reloaded when the user says so, which counts as no crash", async () => {
  const { contents, window, crash, asked, answer } = setUp();
  window.emit("unresponsive");
  window.emit("unresponsive");
  expect(asked.map(({ question }) => question)).toEqual(["unresponsive"]);
  answer("reload");
  await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledOnce());
  crash("crashed");
  crash("crashed");
  expect(contents.reload).toHaveBeenCalledTimes(3);
  expect(contents.loadURL).not.toHaveBeenCalled();
});

test("the question about a hung page is withdrawn when the page responds or crashes", async () => {
  const { contents, window, crash, asked, answer } = setUp();
  window.emit("unresponsive");
  window.emit("responsive");
  expect(asked[0]?.signal.aborted).toBe(true);
  answer("wait");
  await Promise.resolve();
  window.emit("unresponsive");
  crash("crashed");
  expect(asked[1]?.signal.aborted).toBe(true);
  // Its dialog closes; a late answer does not end the page that has been loaded meanwhile.
  answer("reload");
  await Promise.resolve();
  expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
});
