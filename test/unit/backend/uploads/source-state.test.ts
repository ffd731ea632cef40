/**
 * What the state of a file on disk means for its upload, with virtual files and a real database.
 */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createReturnedFiles } from "../../../../main/backend/uploads/returned-files";
import { createSettleFailure } from "../../../../main/backend/uploads/settle-failure";
import { createSourceStates } from "../../../../main/backend/uploads/source-state";
import {
  createUploadStore,
  type UploadStore,
} from "../../../../main/backend/uploads/store/upload-store";
import {
  disk,
  fromReadError,
  type FileAccess,
  type FoundFile,
} from "../../../../main/backend/uploads/transfer/disk";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { AppError } from "../../../../main/common/errors";
import { silentLog } from "../../../../main/common/log";
import type { ErrorCode } from "../../../../preload/model";

const queued = { size: 100, mtimeNs: "1", inode: "1", ctimeNs: "1", device: "1" };
const changed = { code: "file-changed", message: "" } as const;

/** The file as the disk has it, or the code of the failure. */
let present: Partial<FoundFile> | ErrorCode;
let isDriveMissing = false;
let isReadable = true;
const files: FileAccess = {
  ...disk,
  identity: () =>
    typeof present === "string"
      ? Promise.reject(new AppError(present, ""))
      : Promise.resolve({ ...queued, isPlaceholder: false, ...present }),
  probe: () => (isReadable ? Promise.resolve() : Promise.reject(new AppError("file-denied", ""))),
  isDriveMissing: () => Promise.resolve(isDriveMissing),
};
let store: UploadStore;
let id: number;
const row = () => store.get(id)!;

beforeEach(() => {
  present = {};
  isDriveMissing = false;
  isReadable = true;
  store = createUploadStore(openDatabase(":memory:", migrations));
  const file = { sourcePath: "/a.mov", galleryPath: "a.mov", contentType: "", replaces: false };
  [id = 0] = store.add(store.addDrop("w", 0), "w", [{ ...file, ...queued, onConflict: "ask" }]);
});

describe("a file that changed", () => {
  it("is checked with a growing delay until it is unchanged between two checks", async () => {
    const stateOf = createSourceStates(files, { quietMs: 1000 });
    const delays: number[] = [];
    for (let size = 101; size < 108; size += 1) {
      present = { size };
      const state = await stateOf(row(), changed);
      expect(state).toMatchObject({ kind: "changing", problem: { code: "file-growing" } });
      if (state.kind === "changing") delays.push(state.delayMs);
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
    expect(await stateOf(row(), changed)).toMatchObject({
      kind: "changed",
      identity: { size: 107 },
    });
  });

  it.each<[string, Partial<FoundFile>, ErrorCode, string]>([
    ["has another time", { mtimeNs: "2" }, "file-growing", "changed"],
    ["is another file, also a smaller one", { inode: "2", size: 50 }, "file-replaced", "changed"],
    ["is shorter", { size: 50 }, "file-truncated", "same"],
  ])("and %s", async (_what, next, code, kind) => {
    const stateOf = createSourceStates(files, { quietMs: 1000 });
    present = next;
    expect(await stateOf(row(), changed)).toMatchObject({ kind: "changing", problem: { code } });
    expect(await stateOf(row(), changed)).toMatchObject({ kind });
  });
});

describe("a file that cannot be read", () => {
  it("is on a disk that is not connected, or missing", async () => {
    const stateOf = createSourceStates(files, { quietMs: 1000 });
    present = "file-missing";
    expect(await stateOf(row(), changed)).toMatchObject({
      problem: { code: "file-missing" },
    });
    isDriveMissing = true;
    expect(await stateOf(row(), changed)).toMatchObject({ problem: { code: "drive-missing" } });
  });

  it("fails alone: nothing of the workspace waits for it", async () => {
    const suspensions = { backOff: vi.fn(), untilUserActs: vi.fn() };
    const settle = createSettleFailure({
      store,
      suspensions,
      files,
      log: silentLog,
      now: () => 1,
      steadyNow: () => 1,
      timing: { backoffMs: 1, quietMs: 1 },
      maxAttempts: Infinity,
      isUnattended: false,
    });
    present = "file-missing";
    await settle(row(), new AppError("file-missing", ""), false);
    expect(row()).toMatchObject({ state: "failed", errorCode: "file-missing" });
    expect(suspensions.backOff).not.toHaveBeenCalled();
    expect(suspensions.untilUserActs).not.toHaveBeenCalled();
  });

  it("and occupies no disk space is only in the cloud", async () => {
    present = { isPlaceholder: true };
    const stateOf = createSourceStates(files, { quietMs: 1000 });
    const problem = { code: "file-unreadable", message: "" } as const;
    expect(await stateOf(row(), problem)).toMatchObject({ problem: { code: "file-in-cloud" } });
  });

  it.each<[string, ErrorCode]>([
    ["ENOENT", "file-missing"],
    ["ENXIO", "drive-missing"],
    ["ESTALE", "drive-missing"],
    ["EBUSY", "file-locked"],
    ["EACCES", process.platform === "win32" ? "file-locked" : "file-denied"],
    ["EPERM", "file-denied"],
    ["EIO", "file-unreadable"],
  ])("because of %s is %s", (code, expected) => {
    expect(fromReadError(Object.assign(new Error("x"), { code })).code).toBe(expected);
  });

  it("was on another disk if what remains of its path is on the disk of the system", async () => {
    const { device } = await disk.identity(import.meta.dirname);
    const missing = path.join(import.meta.dirname, "no-such-folder", "a.mov");
    expect(await disk.isDriveMissing(missing, device)).toBe(false);
    const { root } = path.parse(missing);
    expect(await disk.isDriveMissing(path.join(root, "no-such-disk", "a.mov"), "0")).toBe(true);
  });
});

describe("a failed upload", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  it.each<[ErrorCode, () => void]>([
    ["file-missing", () => (present = "file-missing")],
    ["drive-missing", () => (present = "drive-missing")],
    ["file-denied", () => (isReadable = false)],
    ["file-in-cloud", () => (present = { isPlaceholder: true })],
    ["file-truncated", () => (present = { size: 99 })],
  ])("with %s continues when its file is back, and not before", async (code, breakFile) => {
    breakFile();
    await store.fail(id, { code, message: "" }, 0);
    const onReturned = vi.fn();
    const timing = { recheckMs: 1000 };
    const returned = createReturnedFiles({ store, files, log: silentLog, timing, onReturned });
    returned.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(row().state).toBe("failed");
    present = {};
    isReadable = true;
    await vi.advanceTimersByTimeAsync(1100);
    expect(row()).toMatchObject({ state: "queued", errorCode: null });
    expect(onReturned).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    returned.stop();
  });
});
