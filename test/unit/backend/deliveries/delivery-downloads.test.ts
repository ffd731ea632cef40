/** Downloads of deliveries as rows: restarts, ends, and what is removed. */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { createDeliveryDownloads } from "../../../../main/backend/deliveries/delivery-downloads";
import { createDownloadStore } from "../../../../main/backend/deliveries/download-store";
import { openDatabase } from "../../../../main/common/database/database";
import { migrations } from "../../../../main/common/database/migrations";
import { silentLog } from "../../../../main/common/log";
import type { ExportCalls } from "../../../../main/remote/extensions/exports";
import type { Remote } from "../../../../main/remote/remote";
import type { ExportEntry } from "../../../../preload/local-service/exports";

const bytes = Buffer.from("the bytes of a file");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const entry: ExportEntry = {
  id: "d",
  folder: "Episode_v1",
  version: 1,
  languages: [],
  parts: [],
  preset: "online",
  state: "made",
  problem: "",
  counts: { files: 2, made: 2, failed: 0, findings: 0 },
  bytes: 0,
  createdAt: 0,
};
const key = { workspaceId: "w", deliveryId: "d" };
const target = { ...key, projectId: "p", batchId: "b" };

function setUp() {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "downloads-")));
  const db = openDatabase(":memory:", migrations);
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  db.run(
    `INSERT INTO workspaces (id, name, kind, base_url, client_id, auth_scheme, data_dir, created_at)
     VALUES ('w', 'Team', 'hosted', 'https://team.example', 'c', 'raw', '', 1)`,
  );
  /** Files whose bytes stop in their middle until the download is aborted. */
  const stalled = new Set<string>();
  const opened: [position: number, from: number][] = [];
  const listed = ["a.txt", "b/c.txt"].map((name) => ({
    path: name,
    state: "made" as const,
    bytes: bytes.length,
    sha256,
    problem: "",
    finding: "",
  }));
  const calls: Partial<ExportCalls> = {
    find: () => Promise.resolve({ delivery: entry, files: [] }),
    files: () => Promise.resolve(listed),
    openFile: (_id, { position }, from, signal) => {
      opened.push([position, from]);
      async function* chunks() {
        yield bytes.subarray(from, 10);
        if (stalled.has(listed[position]!.path))
          await new Promise((_resolve, reject) =>
            signal.addEventListener("abort", () => reject(signal.reason as Error)),
          );
        yield bytes.subarray(Math.max(from, 10));
      }
      return Promise.resolve({ from, chunks: chunks(), discard: () => Promise.resolve() });
    },
  };
  const store = createDownloadStore(db);
  const onEnded = vi.fn();
  let busy = 0;
  const create = () =>
    createDeliveryDownloads({
      store,
      remote: () => ({ extensions: { exports: calls } }) as Remote,
      approved: { approveReal: () => Promise.resolve() },
      began() {
        busy += 1;
        return () => (busy -= 1);
      },
      onChanged: () => undefined,
      onEnded,
      log: silentLog,
      pollMs: 1,
    });
  const at = (...names: string[]) => path.join(folder, ...names);
  return { create, store, stalled, opened, calls, onEnded, at, busy: () => busy };
}
type Downloads = ReturnType<ReturnType<typeof setUp>["create"]>;
const shownOf = (downloads: Downloads) => downloads.withDownloads(target, [entry])[0];

it("continues after the application was stopped in the middle of a file", async () => {
  const { create, store, stalled, opened, onEnded, at, busy } = setUp();
  stalled.add("b/c.txt");
  const first = create();
  expect(shownOf(first)?.download?.state).toBe("none");
  first.add(target, at());
  await expect.poll(() => existsSync(at("Episode_v1/b/c.txt.part"))).toBe(true);
  const part = () => readFileSync(at("Episode_v1/b/c.txt.part")).length;
  await expect.poll(part).toBe(10);
  expect(shownOf(first)).toMatchObject({ state: "making", counts: { made: 1 } });
  expect(busy()).toBe(1);
  await first.stop();
  expect([busy(), onEnded.mock.calls]).toEqual([0, []]);
  // A killed application leaves the same row.
  expect(store.find(key)).toMatchObject({ state: "running", folder: at("Episode_v1") });

  stalled.clear();
  const second = create();
  second.start();
  await expect.poll(() => store.find(key)?.state).toBe("done");
  expect(opened).toEqual([
    [0, 0],
    [1, 0],
    [1, 10],
  ]);
  for (const name of ["a.txt", "b/c.txt"])
    expect(readFileSync(at("Episode_v1", name)).equals(bytes)).toBe(true);
  expect(onEnded).toHaveBeenCalledExactlyOnceWith({
    workspaceId: "w",
    projectId: "p",
    batchId: "b",
    folder: at("Episode_v1"),
    isMade: true,
  });
  expect(shownOf(second)).toMatchObject({
    state: "made",
    folder: at("Episode_v1"),
    download: { state: "done", problem: null },
  });
});

it("waits without an activity, and shows what was made after its end as not downloaded", async () => {
  const { create, store, calls, at, busy } = setUp();
  let state: ExportEntry["state"] = "making";
  const counts = { ...entry.counts, made: 0 };
  const found = vi.fn(() => Promise.resolve({ delivery: { ...entry, state, counts }, files: [] }));
  calls.find = found;
  const files = await calls.files!("d");
  calls.files = () => Promise.resolve(files.slice(0, 1));
  const downloads = create();
  downloads.add(target, at());
  await expect.poll(() => found.mock.calls.length).toBeGreaterThan(3);
  expect(busy()).toBe(0);
  state = "failed";
  await expect.poll(() => store.find(key)?.state).toBe("done");
  const shown = (more: Partial<ExportEntry>, made: number) =>
    downloads.withDownloads(target, [{ ...entry, ...more, counts: { ...counts, made } }])[0];
  expect(shown({ state: "failed" }, 1)).toMatchObject({ download: { state: "done" } });
  expect(shown({}, 2)).toMatchObject({
    state: "made",
    folder: "Episode_v1",
    download: { state: "none" },
  });
});

it("fails with its problem, and continues when the user has removed the cause", async () => {
  const { create, store, stalled, at } = setUp();
  stalled.add("a.txt");
  const downloads = create();
  downloads.add(target, at());
  await expect.poll(() => existsSync(at("Episode_v1/a.txt.part"))).toBe(true);
  writeFileSync(at("Episode_v1/a.txt"), "of the user");
  await downloads.stop();
  stalled.clear();
  const next = create();
  next.start();
  await expect.poll(() => store.find(key)?.state).toBe("failed");
  expect(shownOf(next)).toMatchObject({
    state: "failed",
    download: { problem: { code: "path-taken" } },
  });
  expect(readFileSync(at("Episode_v1/a.txt"), "utf8")).toBe("of the user");
  rmSync(at("Episode_v1/a.txt"));
  next.continue(key);
  await expect.poll(() => store.find(key)?.state).toBe("done");
});

it("removes what it has written, and nothing else", async () => {
  const { create, store, stalled, calls, at } = setUp();
  stalled.add("b/c.txt");
  const downloads = create();
  downloads.add(target, at());
  await expect.poll(() => existsSync(at("Episode_v1/b/c.txt.part"))).toBe(true);
  writeFileSync(at("Episode_v1/own.txt"), "of the user");
  // The service cannot be reached.
  calls.files = () => Promise.reject(new Error("offline"));
  await downloads.remove(key);
  expect(store.find(key)).toBe(null);
  expect(existsSync(at("Episode_v1/a.txt"))).toBe(false);
  expect(existsSync(at("Episode_v1/b"))).toBe(false);
  expect(readFileSync(at("Episode_v1/own.txt"), "utf8")).toBe("of the user");
});

it("keeps a downloaded file that the user has changed", async () => {
  const { create, store, at } = setUp();
  const downloads = create();
  downloads.add(target, at());
  await expect.poll(() => store.find(key)?.state).toBe("done");
  writeFileSync(at("Episode_v1/a.txt"), "changed by the user");
  await downloads.remove(key);
  expect(readFileSync(at("Episode_v1/a.txt"), "utf8")).toBe("changed by the user");
  expect(existsSync(at("Episode_v1/b"))).toBe(false);
});
