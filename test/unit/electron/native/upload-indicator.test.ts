import { describe, expect, test, vi } from "vitest";
import { createUploadIndicator } from "../../../../main/electron/native/upload-indicator";

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
    const finishedDrop = { workspaceId: "w", fileCount: 12, failedCount: 2, failure: null };
    const { indicator, onDropFinished } = setUp();
    indicator.update({ ...idle, finishedDrop });
    indicator.update(idle);
    expect(onDropFinished.mock.calls).toEqual([[finishedDrop]]);
  });
});
