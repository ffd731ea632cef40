/**
 * Requests of several files and workspaces share the connection: none waits until another has sent
 * everything.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Database } from "../../../../../main/common/database/database";
import { AppError } from "../../../../../main/common/errors";
import { migrations } from "../../../../../main/common/database/migrations";
import { silentLog } from "../../../../../main/common/log";
import { createUploadQueue } from "../../../../../main/backend/uploads/queue";
import { createUploadStore } from "../../../../../main/backend/uploads/store/upload-store";
import type { PutExecutor } from "../../../../../main/backend/uploads/transfer/put-executor";
import { seeded } from "../../../../helpers/random";
import { installVirtualClock, type VirtualClock } from "./virtual-clock";
import { createVirtualFiles } from "./virtual-files";
import { createVirtualService } from "./virtual-service";

const mebibyte = 1024 ** 2;
const stallMs = 60_000;

let clock: VirtualClock;
let db: Database;
beforeAll(() => {
  clock = installVirtualClock(seeded(1));
  db = openDatabase(":memory:", migrations);
});
afterAll(() => {
  db.close();
  clock.uninstall();
});

interface Workload {
  /** Sizes of the files of each workspace, in the order of its queue. */
  sizes: Readonly<Record<string, readonly number[]>>;
  /** Requests of this workspace get no response. */
  silent?: string;
}

/**
 * Sends the files of several workspaces with up to 4 requests. Returns, for each workspace and
 * second, the bytes that the system accepted, and when each file was in the gallery, in
 * milliseconds.
 */
async function send({ sizes, silent }: Workload, milliseconds: number) {
  for (const table of ["upload_parts", "uploads", "drops", "upload_totals"])
    db.exec(`DELETE FROM ${table}`);
  const workspaceIds = Object.keys(sizes);
  const paths = workspaceIds.flatMap((id) =>
    (sizes[id] ?? []).map((size, index) => [`/${id}/${index}.mov`, size] as const),
  );
  const files = createVirtualFiles(Object.fromEntries(paths));
  const service = createVirtualService({
    files,
    random: seeded(2),
    stallMs,
    now: () => clock.now(),
    onViolation: (text) => expect.unreachable(text),
  });
  const startedAt = clock.now();
  const seconds = Math.ceil(milliseconds / 1000);
  const bytes = new Map(workspaceIds.map((id) => [id, new Array<number>(seconds).fill(0)]));
  const doneAt = new Map<string, number>();
  const executor: PutExecutor = {
    ...service.executor,
    execute(task, onSent, signal) {
      const [, id = ""] = task.sourcePath.split("/");
      if (id === silent)
        return new Promise((_, reject) => {
          const timer = setTimeout(() => reject(new AppError("timeout", "no response")), stallMs);
          const onAbort = () => {
            clearTimeout(timer);
            reject(signal.reason as Error);
          };
          signal.addEventListener("abort", onAbort, { once: true });
        });
      return service.executor.execute(
        task,
        (sent) => {
          const second = Math.floor((clock.now() - startedAt) / 1000);
          const counts = bytes.get(id) ?? [];
          counts[second] = (counts[second] ?? 0) + sent;
          onSent(sent);
        },
        signal,
      );
    },
  };
  const store = createUploadStore(db);
  for (const id of workspaceIds)
    store.add(
      store.addDrop(id, 0),
      id,
      paths
        .filter(([path]) => path.startsWith(`/${id}/`))
        .map(([path]) => ({
          ...files.identity(path),
          sourcePath: path,
          galleryPath: path.slice(1),
          contentType: "video/quicktime",
          replaces: false,
          onConflict: "ask" as const,
        })),
    );
  const queue = createUploadQueue({
    store,
    log: silentLog,
    workspaces: { ids: () => workspaceIds, media: () => service.media, clones: () => null },
    gallery: {
      readAt: () => clock.now(),
      refreshIfOlder: () => Promise.resolve(),
      has: () => false,
    },
    connectivity: { blocked: () => null },
    initial: {
      settings: { maxConnections: 4, partSize: 0, bandwidthLimit: 0 },
      isPaused: false,
    },
    timing: {
      backoffMs: 1_000,
      stallMs,
      lateMs: 500,
      urlMaxAgeMs: 12 * 60_000,
      quietMs: 30_000,
      recheckMs: 10_000,
    },
    createExecutor: () => executor,
    files: files.access,
  });
  queue.onArrived((rows) => {
    for (const { sourcePath } of rows) doneAt.set(sourcePath, clock.now() - startedAt);
  });
  queue.start();
  const isOver = () => doneAt.size === paths.length;
  const end = startedAt + milliseconds;
  await clock.settle();
  for (let next = clock.next(); next !== null && next <= end && !isOver(); next = clock.next()) {
    clock.step();
    await clock.settle();
  }
  void queue.stop();
  await clock.settle();
  clock.clearTimers();
  return { bytes, doneAt };
}

const repeat = (count: number, size: number) => new Array<number>(count).fill(size);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
/** The smallest sum of so many successive seconds before `end`. */
function least(counts: readonly number[], seconds: number, end: number): number {
  let smallest = Infinity;
  for (let start = 0; start + seconds <= Math.min(end, counts.length); start += 1)
    smallest = Math.min(smallest, sum(counts.slice(start, start + seconds)));
  return smallest;
}

it("a large file and many small ones of a workspace are sent at the same time", async () => {
  const { doneAt } = await send(
    { sizes: { a: [1600 * mebibyte, ...repeat(300, mebibyte)] } },
    300_000,
  );
  const small = [...doneAt].filter(([path]) => path !== "/a/0.mov").map(([, at]) => at);
  expect(small).toHaveLength(300);
  // Each file takes up to 0.7 seconds; at least one of four requests is that of the large file, at
  // most three are.
  expect(Math.max(...small)).toBeLessThan((300 * 700) / 2);
  expect(doneAt.get("/a/0.mov")).toBeLessThan(100 * 420 * 1.5);
  for (let index = 1; index < small.length; index += 1)
    expect(small[index]! - small[index - 1]!).toBeLessThan(3_000);
});

it("two workspaces are sent at the same time: a large file beside many, whichever was queued first", async () => {
  for (const [large, many] of [
    ["a", "b"],
    ["b", "a"],
  ] as const) {
    const sizes = { [large]: [4_000 * mebibyte], [many]: repeat(300, 16 * mebibyte) };
    const { bytes } = await send({ sizes: { a: sizes["a"]!, b: sizes["b"]! } }, 15_000);
    const total = [large, many].map((id) => sum(bytes.get(id)!));
    expect(total[0]! / total[1]!).toBeGreaterThan(0.5);
    expect(total[0]! / total[1]!).toBeLessThan(2);
    for (const id of [large, many])
      expect(least(bytes.get(id)!, 3, 15), `${id} of ${large}, ${many}`).toBeGreaterThan(0);
  }
});

it("a workspace whose service does not respond does not delay another", async () => {
  const other = repeat(100, 16 * mebibyte);
  const alone = await send({ sizes: { b: other } }, 120_000);
  const beside = await send(
    { sizes: { a: [4_000 * mebibyte, ...repeat(100, mebibyte)], b: other }, silent: "a" },
    120_000,
  );
  const lastOf = (doneAt: Map<string, number>) => Math.max(...doneAt.values());
  expect(beside.doneAt.size).toBe(100);
  // The other workspace occupies two of four requests.
  expect(lastOf(beside.doneAt)).toBeLessThan(2.5 * lastOf(alone.doneAt));
  expect(least(beside.bytes.get("b")!, 3, lastOf(beside.doneAt) / 1000)).toBeGreaterThan(0);
});
