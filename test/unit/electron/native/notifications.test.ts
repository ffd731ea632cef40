import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createNotifications,
  describeDrop,
  type NotificationContent,
} from "../../../../main/electron/native/notifications";
import { nativeStringsIn } from "../../../../main/electron/native/strings";
import type { BatchMilestone } from "../../../../main/backend/ports";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function batch(id: string, change: Partial<BatchMilestone> = {}): BatchMilestone {
  return {
    workspaceId: "w",
    projectId: "p",
    batchId: id,
    name: `Batch ${id}`,
    group: "done",
    route: { screen: "batch", projectId: "p", batchId: id },
    ...change,
  };
}

function setUp(language: "en" | "de" = "en") {
  const user = { isInFront: false, settings: { uploads: true, batches: true, files: true } };
  const shown: NotificationContent[] = [];
  const notifications = createNotifications({
    isInFront: () => user.isInFront,
    settings: () => user.settings,
    strings: () => nativeStringsIn(language),
    show: (notification) => shown.push(notification),
    burstMs: 2000,
  });
  return { notifications, user, shown };
}

describe("notifications of batches", () => {
  test("one batch is named, and a click opens it", () => {
    const { notifications, shown } = setUp();
    notifications.batchMilestone(batch("1", { group: "failed" }));
    expect(shown).toEqual([]);
    vi.advanceTimersByTime(2000);
    expect(shown).toEqual([
      {
        title: "Batch failed",
        body: "Batch 1",
        target: { workspaceId: "w", route: { screen: "batch", projectId: "p", batchId: "1" } },
      },
    ]);
  });

  test("several within a short time are one notification, which is not delayed indefinitely", () => {
    const { notifications, shown } = setUp();
    for (let index = 0; index < 8; index++) {
      notifications.batchMilestone(batch(String(index), index === 2 ? { group: "failed" } : {}));
      vi.advanceTimersByTime(400);
    }
    expect(shown).toHaveLength(1);
    expect(shown[0]).toEqual({
      title: "4 batches are done, 1 failed",
      body: "Batch 0, Batch 1, Batch 2 and 2 more",
      target: {
        workspaceId: "w",
        route: { screen: "project", projectId: "p", tab: "batches" },
      },
    });
    vi.advanceTimersByTime(2000);
    expect(shown[1]?.title).toBe("3 batches are done");
  });

  test("several projects open the overview; a batch counts with its last state", () => {
    const { notifications, shown } = setUp();
    notifications.batchMilestone(batch("1"));
    notifications.batchMilestone(batch("1", { group: "needs-attention" }));
    notifications.batchMilestone(batch("1", { projectId: "q", group: "failed" }));
    vi.advanceTimersByTime(2000);
    expect(shown).toHaveLength(1);
    expect(shown[0]?.title).toBe("1 batch failed, 1 needs attention");
    expect(shown[0]?.target).toEqual({ workspaceId: "w", route: { screen: "overview" } });
  });

  test("none is shown if the window is visible, becomes visible, or notifications are off", () => {
    const { notifications, user, shown } = setUp();
    user.isInFront = true;
    notifications.batchMilestone(batch("1"));
    user.isInFront = false;
    vi.advanceTimersByTime(5000);
    notifications.batchMilestone(batch("2"));
    user.isInFront = true;
    vi.advanceTimersByTime(5000);
    user.isInFront = false;
    user.settings = { uploads: true, batches: false, files: true };
    notifications.batchMilestone(batch("3"));
    vi.advanceTimersByTime(5000);
    user.settings = { uploads: true, batches: true, files: true };
    notifications.batchMilestone(batch("4"));
    notifications.stop();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual([]);
    notifications.batchMilestone(batch("5"));
    vi.advanceTimersByTime(5000);
    expect(shown).toHaveLength(1);
  });

  test("in German", () => {
    const { notifications, shown } = setUp("de");
    for (let index = 0; index < 5; index++) notifications.batchMilestone(batch(String(index)));
    notifications.batchMilestone(batch("6", { group: "failed" }));
    notifications.batchMilestone(batch("7", { group: "needs-attention" }));
    vi.advanceTimersByTime(2000);
    expect(shown[0]).toMatchObject({
      title: "5 Batches fertig, 1 fehlgeschlagen, 1 mit Handlungsbedarf",
      body: "Batch 0, Batch 1, Batch 2 und 4 weitere",
    });
  });
});

describe("notifications of uploads", () => {
  const drop = { workspaceId: "w", fileCount: 12, failedCount: 2, failure: null };

  test("are shown unless the window is visible or notifications are off", () => {
    const { notifications, user, shown } = setUp();
    notifications.dropFinished(drop);
    user.isInFront = true;
    notifications.dropFinished(drop);
    user.isInFront = false;
    user.settings = { ...user.settings, uploads: false };
    notifications.dropFinished(drop);
    expect(shown).toEqual([
      {
        title: "Upload finished with problems",
        body: "10 files uploaded, 2 failed",
        target: { workspaceId: "w", route: { screen: "uploads" } },
      },
    ]);
  });

  test("use German number formats in German", () => {
    const words = nativeStringsIn("de");
    expect(describeDrop({ fileCount: 1, failedCount: 0, failure: null }, words).body).toBe(
      "1 Datei hochgeladen",
    );
    expect(
      describeDrop({ fileCount: 1234, failedCount: 1, failure: "drive-missing" }, words).body,
    ).toBe("1.233 Dateien hochgeladen, 1 fehlgeschlagen: ihr Datenträger ist nicht verbunden");
  });
});

describe("notifications of deliveries, downloads and moves", () => {
  const end = { workspaceId: "w", projectId: "p", batchId: "b", folder: "/out/Episode_v1" };
  const download = { workspaceId: "w", folder: "/out/media", files: 12, notSaved: 0 };
  const move = { workspaceId: "w", name: "Studio", other: "North" };

  test("name the folder, and a click opens the deliveries or the gallery", () => {
    const { notifications, shown } = setUp();
    notifications.deliveryEnded({ ...end, isMade: true });
    notifications.deliveryEnded({ ...end, isMade: false });
    notifications.downloadEnded(download);
    notifications.downloadEnded({ ...download, files: 1, notSaved: 3 });
    notifications.moveEnded({ ...move, status: "moved" });
    notifications.moveEnded({ ...move, status: "interrupted" });
    const delivery = { screen: "delivery", projectId: "p", batchId: "b" };
    expect(shown.map(({ title, body, target }) => [title, body, target.route])).toEqual([
      ["Delivery complete", "Episode_v1", delivery],
      ["Delivery failed", "Episode_v1", delivery],
      ["Download finished", "12 files saved (media)", { screen: "media", folder: "" }],
      [
        "Download finished with problems",
        "1 file saved, 3 not saved (media)",
        { screen: "media", folder: "" },
      ],
      ["Workspace moved", "Studio to North", { screen: "overview" }],
      ["Move interrupted", "Studio to North", { screen: "overview" }],
    ]);
  });

  test("are not shown while the window is in front, or if they are off", () => {
    const { notifications, user, shown } = setUp();
    user.isInFront = true;
    notifications.deliveryEnded({ ...end, isMade: true });
    user.isInFront = false;
    user.settings = { ...user.settings, files: false };
    notifications.downloadEnded(download);
    notifications.deliveryEnded({ ...end, isMade: true });
    expect(shown).toEqual([]);
  });
});
