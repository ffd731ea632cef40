/**
 * Displayed bytes, speed and remaining time of uploads, by recorded sequences of transferred bytes.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { UploadProgress, UploadState } from "../../../../preload/model";
import {
  createRemainingTime,
  createSpeed,
  unfinishedBytes,
} from "../../../../main/backend/uploads/progress";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { createUploadStore } from "../../../../main/backend/uploads/store/upload-store";
import { createThroughput } from "../../../../main/backend/uploads/throughput";
import type { UploadRow } from "../../../../main/backend/uploads/store/upload-rows";

const megabyte = 1_000_000;

describe("the speed", () => {
  it("is that of the last seconds, from the first interval on", () => {
    const speed = createSpeed();
    speed.add(1000);
    speed.tick(500);
    expect(speed.value()).toBeCloseTo(2000);
    for (let index = 0; index < 100; index += 1) {
      speed.add(100);
      speed.tick(1000);
    }
    expect(speed.value()).toBeCloseTo(100, 0);
  });
});

describe("the bytes of an unfinished upload", () => {
  it("are never its whole size", () => {
    expect(unfinishedBytes(100, 60)).toBe(60);
    expect(unfinishedBytes(100, 100)).toBe(99);
    expect(unfinishedBytes(0, 0)).toBe(0);
  });
});

/**
 * Feeds bytes per interval of 250 ms; negative ones have to be sent again. Returns the seconds
 * after each interval.
 */
function play(intervals: readonly number[], total: number) {
  const remaining = createRemainingTime();
  let left = total;
  return intervals.map((bytes) => {
    remaining.add(bytes);
    left -= bytes;
    remaining.tick(250, Math.max(0, left));
    return { seconds: remaining.seconds(), left, isIdle: remaining.isIdle() };
  });
}
const repeat = (count: number, bytes: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => bytes(index));
/** The largest change from one interval to the next, as a share of the value. */
function largestJump(values: readonly { seconds: number | null }[]): number {
  let largest = 0;
  for (let index = 1; index < values.length; index += 1) {
    const before = values[index - 1]!.seconds;
    const after = values[index]!.seconds;
    // A second more or less is not a jump.
    if (before !== null && after !== null)
      largest = Math.max(largest, (Math.abs(after - before) - 1) / Math.max(before, 10));
  }
  return largest;
}

describe("the remaining time", () => {
  it("is unknown for the first five seconds", () => {
    const values = play(
      repeat(40, () => megabyte),
      400 * megabyte,
    );
    expect(values.slice(0, 19).every(({ seconds }) => seconds === null)).toBe(true);
    // 4 MB/s: 380 MB are left.
    expect(values[19]!.seconds).toBe(95);
    expect(values[39]!.seconds).toBe(90);
  });

  it("does not jump while bytes arrive in bursts, and is right", () => {
    // A wireless network: every eighth interval has all bytes.
    const values = play(
      repeat(400, (index) => (index % 8 === 0 ? 8 * megabyte : 0)),
      800 * megabyte,
    );
    expect(largestJump(values)).toBeLessThan(0.05);
    for (const { seconds, left } of values.slice(100))
      expect(Math.abs((seconds ?? 0) - left / (4 * megabyte))).toBeLessThan(
        Math.max(4, (0.15 * left) / (4 * megabyte)),
      );
  });

  it("approaches a new speed gradually", () => {
    const values = play(
      repeat(600, (index) => (index < 120 ? 2.5 * megabyte : 0.5 * megabyte)),
      2_000 * megabyte,
    );
    expect(largestJump(values)).toBeLessThan(0.05);
    const { seconds, left } = values.at(-1)!;
    expect(seconds! / (left / (2 * megabyte))).toBeGreaterThan(0.9);
    expect(seconds! / (left / (2 * megabyte))).toBeLessThan(1.1);
  });

  it("does not jump when a part is sent again", () => {
    const values = play(
      repeat(200, (index) => (index === 100 ? -16 * megabyte : megabyte)),
      400 * megabyte,
    );
    expect(largestJump(values)).toBeLessThan(0.05);
  });

  it("is unknown without transfer, instead of growing without bound, and begins again after it", () => {
    const values = play(
      [...repeat(80, () => megabyte), ...repeat(240, () => 0), ...repeat(40, () => megabyte)],
      400 * megabyte,
    );
    const outage = values.slice(80, 320);
    expect(Math.max(...outage.map(({ seconds }) => seconds ?? 0))).toBeLessThan(160);
    expect(outage.slice(40).every(({ seconds, isIdle }) => seconds === null && isIdle)).toBe(true);
    const after = values.slice(320);
    expect(after.slice(0, 19).every(({ seconds, isIdle }) => seconds === null && !isIdle)).toBe(
      true,
    );
    expect(after[19]!.seconds).toBe(75);
  });

  it("changes at once when files are added", () => {
    const remaining = createRemainingTime();
    const tick = (left: number) => {
      remaining.add(megabyte);
      remaining.tick(250, left);
      return remaining.seconds();
    };
    for (let index = 1; index <= 40; index += 1) tick((400 - index) * megabyte);
    expect(tick(4_000 * megabyte)).toBe(1_000);
  });
});

describe("the totals", () => {
  const db = openDatabase(":memory:", migrations);
  const store = createUploadStore(db);
  /** The figures as after a start of the process. */
  function figures(workspaceId = "w") {
    const fresh = createUploadStore(db);
    const deps = { store: fresh, isSending: () => false, onProgress: () => undefined };
    const { doneFiles, totalFiles, sentBytes, totalBytes } =
      createThroughput(deps).summary(workspaceId);
    return { files: `${doneFiles} of ${totalFiles}`, bytes: `${sentBytes} of ${totalBytes}` };
  }
  const add = (workspaceId: string, ...sizes: number[]) =>
    store.add(
      store.addDrop(workspaceId, 0),
      workspaceId,
      sizes.map((bytes, index) => ({
        sourcePath: `/${index}`,
        galleryPath: `${index}`,
        contentType: "audio/wav",
        size: bytes,
        mtimeNs: "1",
        inode: "1",
        ctimeNs: "1",
        device: "1",
        replaces: false,
        onConflict: "ask" as const,
      })),
    );
  const finish = (...ids: number[]) =>
    db.run(`UPDATE uploads SET state = 'done', sent_bytes = size WHERE id IN (${ids.join(", ")})`);
  afterAll(() => db.close());

  it("count the open uploads and those that finished since the queue was empty, across restarts", () => {
    const [first = 0, second = 0] = add("w", 1_000, 2_000);
    expect(figures()).toEqual({ files: "0 of 2", bytes: "0 of 3000" });
    finish(first);
    const [third = 0] = add("w", 500);
    expect(figures()).toEqual({ files: "1 of 3", bytes: "1000 of 3500" });
    finish(second, third);
    expect(figures()).toEqual({ files: "3 of 3", bytes: "3500 of 3500" });
    const [fourth = 0, fifth = 0] = add("w", 10, 20);
    expect(figures()).toEqual({ files: "0 of 2", bytes: "0 of 30" });
    finish(fourth);
    store.clearDone("w");
    expect(figures()).toEqual({ files: "1 of 2", bytes: "10 of 30" });
    finish(fifth);
    expect(figures()).toEqual({ files: "2 of 2", bytes: "30 of 30" });
    store.clearDone("w");
    expect(figures()).toEqual({ files: "0 of 0", bytes: "0 of 0" });
    add("other", 7);
    expect(figures()).toEqual({ files: "0 of 0", bytes: "0 of 0" });
    expect(figures("other")).toEqual({ files: "0 of 1", bytes: "0 of 7" });
  });

  it("count failed uploads until they are sent or cancelled", () => {
    const [failed = 0, sent = 0] = add("f", 100, 200);
    finish(sent);
    db.run("UPDATE uploads SET state = 'failed' WHERE id = ?", failed);
    expect(figures("f")).toEqual({ files: "1 of 2", bytes: "200 of 300" });
    add("f", 50);
    expect(figures("f")).toEqual({ files: "0 of 2", bytes: "0 of 150" });
  });
});

describe("the throughput", () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  const size = 100 * megabyte;
  const upload: UploadRow = {
    id: 1,
    workspaceId: "w",
    size,
    mtimeNs: "1",
    inode: "1",
    state: "queued",
    sentBytes: 0,
  } as UploadRow;

  /** One upload of 100 MB. */
  function start() {
    const row = { ...upload };
    const reports: UploadProgress[] = [];
    let isSending = true;
    const throughput = createThroughput({
      store: {
        totals: () => [{ state: row.state, files: 1, bytes: size, sentBytes: row.sentBytes }],
        identitiesOf: () => [row],
        finishedBefore: () => ({ files: 0, bytes: 0 }),
      },
      isSending: () => isSending,
      onProgress: (uploads) => reports.push(...uploads),
    });
    const setState = (state: UploadState) => void (row.state = state);
    return {
      row,
      throughput,
      setState,
      setSending: (next: boolean) => void (isSending = next),
      begin() {
        setState("uploading");
        return throughput.begin(row);
      },
      /** The figures of the row after an interval: of the event, of the list and of the queue. */
      figures() {
        vi.advanceTimersByTime(250);
        return {
          event: reports.at(-1)?.sentBytes,
          list: throughput.displayedBytes(row),
          queue: throughput.summary("w").sentBytes,
        };
      },
      report: () => reports.at(-1)!,
    };
  }
  const all = (bytes: number) => ({ event: bytes, list: bytes, queue: bytes });

  it("displays the bytes of a failed request until they were sent again", () => {
    const { begin, figures } = start();
    const { onMoved } = begin();
    onMoved(40 * megabyte);
    expect(figures()).toEqual(all(40 * megabyte));
    onMoved(-40 * megabyte);
    expect(figures()).toEqual(all(40 * megabyte));
    onMoved(41 * megabyte);
    expect(figures()).toEqual(all(41 * megabyte));
  });

  it("displays the same bytes between two attempts, while paused, and in the next attempt", () => {
    const { begin, figures, throughput, setState } = start();
    const { onMoved, onConfirmed } = begin();
    onMoved(60 * megabyte);
    onConfirmed(0);
    figures();
    onMoved(-60 * megabyte);
    for (const state of ["queued", "paused", "failed"] as const) {
      setState(state);
      throughput.end(1);
      const { list, queue } = figures();
      expect([list, queue], state).toEqual([60 * megabyte, 60 * megabyte]);
    }
    begin().onMoved(10 * megabyte);
    expect(figures()).toEqual(all(60 * megabyte));
  });

  it("begins again when the file is sent in another state, and after a restart of the process", () => {
    const { begin, figures, throughput, row } = start();
    begin().onMoved(60 * megabyte);
    figures();
    throughput.end(1);
    row.mtimeNs = "2";
    row.state = "queued";
    expect(figures()).toMatchObject({ list: 0, queue: 0 });
    begin().onMoved(10 * megabyte);
    expect(figures()).toEqual(all(10 * megabyte));
    const restarted = start();
    restarted.row.sentBytes = 32 * megabyte;
    expect(restarted.figures()).toMatchObject({ list: 32 * megabyte, queue: 32 * megabyte });
  });

  it("displays less than the whole size until the upload is done", () => {
    const { begin, figures, row, throughput } = start();
    const { onMoved, onConfirmed } = begin();
    onMoved(size);
    expect(figures()).toEqual(all(size - 1));
    onConfirmed(size);
    row.sentBytes = size;
    row.state = "completing";
    expect(figures()).toEqual(all(size - 1));
    row.state = "done";
    expect(figures()).toMatchObject({ list: size, queue: size });
    throughput.end(1);
    expect(figures()).toMatchObject({ list: size, queue: size });
  });

  it("reports a stall while a request is open, and not while the service completes the file", () => {
    const { begin, throughput, report, setSending } = start();
    begin().onMoved(megabyte);
    vi.advanceTimersByTime(9_000);
    expect(report().isStalled).toBe(false);
    vi.advanceTimersByTime(2_000);
    expect(report()).toMatchObject({ isStalled: true, secondsLeft: null });
    expect(throughput.summary("w")).toMatchObject({ isStalled: true, secondsLeft: null });
    setSending(false);
    vi.advanceTimersByTime(250);
    expect(report().isStalled).toBe(false);
    expect(throughput.summary("w").isStalled).toBe(false);
  });
});
