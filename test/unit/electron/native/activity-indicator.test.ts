import { describe, expect, test, vi } from "vitest";
import { createActivityIndicator } from "../../../../main/electron/native/activity-indicator";

describe("the indicator of activity in the system", () => {
  const setUp = () => {
    const preventsSleep = { count: 0 };
    const onDropFinished = vi.fn();
    const showProgress = vi.fn();
    const indicator = createActivityIndicator({
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
    indicator.updateUploads({ isActive: true, progress: 0.5, remaining: 3 });
    indicator.update({ dubs: 1, uploads: 1 });
    indicator.updateUploads(idle);
    indicator.update({});
    expect(showProgress.mock.calls).toEqual([[0.5], [0.5], ["unknown"], [-1]]);
  });

  test("reports the end of a drop once", () => {
    const finishedDrop = { workspaceId: "w", fileCount: 12, failedCount: 2, failure: null };
    const { indicator, onDropFinished } = setUp();
    indicator.updateUploads({ ...idle, finishedDrop });
    indicator.updateUploads(idle);
    expect(onDropFinished.mock.calls).toEqual([[finishedDrop]]);
  });
});
