import { describe, expect, test, vi } from "vitest";
import {
  createActivityIndicator,
  type WorkState,
} from "../../../../main/electron/native/activity-indicator";
import { nativeStringsIn } from "../../../../main/electron/native/strings";
import { describeState, trayMenuRows } from "../../../../main/electron/native/tray-icon";

vi.mock("electron", () => ({}));

describe("the indicator of activity in the system", () => {
  const setUp = () => {
    const preventsSleep = { count: 0 };
    const onDropFinished = vi.fn();
    const showProgress = vi.fn();
    const onState = vi.fn();
    const indicator = createActivityIndicator({
      showProgress,
      onDropFinished,
      onState,
      keepAwake: () => {
        preventsSleep.count += 1;
        return () => void (preventsSleep.count -= 1);
      },
    });
    return { indicator, preventsSleep, onDropFinished, onState, showProgress };
  };
  const idle = { isActive: false, progress: null, remaining: 0, failed: 0, isPaused: false };

  test("prevents sleep exactly while work of any kind is running", () => {
    const { indicator, preventsSleep } = setUp();
    indicator.update({ uploads: 1 });
    indicator.update({ uploads: 1, dubs: 2 });
    expect(preventsSleep.count).toBe(1);
    expect(indicator.running()).toEqual(["uploads", "dubs"]);
    indicator.update({ dubs: 2 });
    expect(preventsSleep.count).toBe(1);
    indicator.update({});
    expect(preventsSleep.count).toBe(0);
    expect(indicator.running()).toEqual([]);
    indicator.update({ backups: 1 });
    indicator.stop();
    expect(preventsSleep.count).toBe(0);
  });

  test("shows the progress of uploads, else that work is running", () => {
    const { indicator, showProgress } = setUp();
    indicator.updateUploads({ ...idle, isActive: true, progress: 0.5, remaining: 3 });
    indicator.update({ dubs: 1, uploads: 1 });
    indicator.updateUploads(idle);
    indicator.update({});
    expect(showProgress.mock.calls).toEqual([
      [0.5, "normal"],
      [0.5, "normal"],
      ["unknown", "normal"],
      [-1, "normal"],
    ]);
  });

  test("marks progress while uploads are paused, and while some have failed", () => {
    const { indicator, onState, showProgress } = setUp();
    const waiting = { ...idle, progress: 0.5, remaining: 3, isPaused: true };
    indicator.updateUploads(waiting);
    indicator.updateUploads({ ...waiting, failed: 2 });
    indicator.updateUploads({ ...idle, failed: 2 });
    expect(showProgress.mock.calls).toEqual([
      [0.5, "paused"],
      [0.5, "error"],
      [-1, "normal"],
    ]);
    expect(onState).toHaveBeenLastCalledWith({
      isBusy: false,
      remaining: 0,
      failed: 2,
      isPaused: false,
    });
  });

  test("the icon in the notification area says what is going on, and pauses or resumes", () => {
    const strings = nativeStringsIn("en");
    const texts = (change: Partial<WorkState>) =>
      describeState(
        { isBusy: false, remaining: 0, failed: 0, isPaused: false, ...change },
        strings,
      );
    expect(texts({})).toBe("Dubyard: nothing to do");
    expect(texts({ isBusy: true })).toBe("Dubyard: work continues");
    expect(texts({ remaining: 1200, failed: 1 })).toBe(
      "Dubyard: 1,200 files to upload; 1 file failed",
    );
    expect(texts({ remaining: 3, isPaused: true })).toBe(
      "Dubyard: uploads paused, 3 files waiting",
    );
    const setPaused = vi.fn();
    const rows = (isPaused: boolean) =>
      trayMenuRows({ isBusy: false, remaining: 3, failed: 0, isPaused }, strings, {
        setPaused,
        showWindow: vi.fn(),
        quit: vi.fn(),
      });
    expect(rows(true).map(({ label }) => label)).toContain("Resume uploads");
    const pause = rows(false).find(({ label }) => label === "Pause uploads");
    (pause?.click as (() => void) | undefined)?.();
    expect(setPaused.mock.calls).toEqual([[true]]);
  });

  test("reports the end of a drop once", () => {
    const finishedDrop = { workspaceId: "w", fileCount: 12, failedCount: 2, failure: null };
    const { indicator, onDropFinished } = setUp();
    indicator.updateUploads({ ...idle, finishedDrop });
    indicator.updateUploads(idle);
    expect(onDropFinished.mock.calls).toEqual([[finishedDrop]]);
  });
});
