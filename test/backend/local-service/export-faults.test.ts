/** Exports whose files, folders and rows fail. */
import { createLeases } from "../../../main/local-service/work/leases";
import { randomBytes } from "node:crypto";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConfirmations } from "../../../main/local-service/common/confirmations";
import { AppError } from "../../../main/common/errors";
import { silentLog } from "../../../main/common/log";
import { DatabaseUnavailable } from "../../../main/local-service/common/http-error";
import {
  createExportQueue,
  type ExportQueueDeps,
} from "../../../main/local-service/delivery/export-queue";
import { createExports, type ExportsDeps } from "../../../main/local-service/delivery/exports";
import type { Engine } from "../../../main/local-service/engine/engine";
import { openDiskObjects } from "../../../main/local-service/objects/disk";
import { createOutsideWork } from "../../../main/local-service/common/outside-work";
import type { LocalStore } from "../../../main/local-service/rows/port";
import { openSqliteStore } from "../../../main/local-service/rows/sqlite";
import { temporaryFolder } from "../../helpers/backend";
import {
  createDubbedBatch,
  dubbedLanguage as languageId,
  hashesBelow,
  startExport,
  untilEnded,
  type StartedExport,
} from "../../helpers/exports";
import {
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";

type FaultyDeps = ExportsDeps & ExportQueueDeps;
const create = (deps: FaultyDeps) => createExports(deps, createExportQueue(deps));

const request = { languages: [languageId], parts: ["takes", "stems"], preset: "online" } as const;
let local: RunningLocalService;
let batch = "";
let target: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile, startEngine: () => startSpokenEngine() });
});
afterAll(() => local.remove());
beforeEach(async () => {
  target = await temporaryFolder();
  if (batch === "") batch = await createDubbedBatch(local.client);
}, 60_000);
afterEach(() => target.remove());

const start = (more: object = {}) =>
  startExport(local.client, batch, {
    ...request,
    includeUnapproved: true,
    folder: target.path,
    ...more,
  });
const ended = (started: StartedExport) => untilEnded(() => local.client, started);
const resume = ({ exportId }: StartedExport) =>
  local.client.post(`/local/exports/${exportId}/resume`, {});
const manifestOf = async ({ folder }: StartedExport) =>
  JSON.parse(await readFile(path.join(folder, "manifest.json"), "utf8")) as {
    failures: { path: string; problem: string }[];
    files: { path: string }[];
  };
/** The file of the first take in the data folder. */
async function firstTake(): Promise<string> {
  const files = await filesBelow(path.join(local.dataDir, "takes", batch));
  return path.join(local.dataDir, "takes", batch, files[0] ?? "");
}

describe("a file that cannot be made", () => {
  it("is listed, and made by a continued export; the others are made before", async () => {
    const take = await firstTake();
    await rename(take, `${take}.away`);
    const started = await start();
    const failed = await ended(started);
    expect(failed).toMatchObject({ state: "failed", counts: { files: 9, made: 6, failed: 3 } });
    const problem = "a file that it is made of is missing";
    const failures = failed.files.filter(({ state }) => state === "failed");
    // The take, the stem of its character and the stem of all characters.
    expect(failures.map((file) => path.basename(file.path))).toEqual([
      "0001_ANNA_T1.wav",
      "Episode_1_en-US_DX_10.wav",
      "Episode_1_en-US_DX-ANNA_10.wav",
    ]);
    expect(failed.problem).toBe(`${failures[0]?.path}: ${problem} (3 of 9 files)`);
    expect((await manifestOf(started)).failures).toEqual(
      failures.map((file) => ({ path: file.path, problem })),
    );
    const other = path.join(started.folder, "en-US/takes/0002_BOB_T1.wav");
    const { mtimeMs } = await stat(other);

    await rename(`${take}.away`, take);
    bodyOf(await resume(started), 204);
    expect(await ended(started)).toMatchObject({
      state: "made",
      problem: "",
      counts: { files: 9, made: 9, failed: 0 },
    });
    expect((await manifestOf(started)).failures).toEqual([]);
    expect((await stat(other)).mtimeMs).toBe(mtimeMs);
    const whole = await start();
    await ended(whole);
    const {
      "manifest.json": _manifest,
      SHA256SUMS: _sums,
      ...hashes
    } = await hashesBelow(whole.folder);
    expect(await hashesBelow(started.folder)).toMatchObject(hashes);
  });

  it("because the bytes of a take are others than those that were reviewed names the line", async () => {
    const take = await firstTake();
    const bytes = await readFile(take);
    const changed = Buffer.from(bytes);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await writeFile(take, changed);
    const started = await start();
    const failed = await ended(started);
    const problem =
      "line 1: the file of its take was changed; it is not the sound that was reviewed";
    const failures = failed.files.filter(({ state }) => state === "failed");
    expect(failures).toMatchObject([{ problem }, { problem }, { problem }]);
    await writeFile(take, bytes);
    bodyOf(await resume(started), 204);
    expect(await ended(started)).toMatchObject({ state: "made" });
  });

  it("in a folder that is missing fails the export, which creates no folder", async () => {
    const started = await start();
    await ended(started);
    const away = path.join(target.path, "away");
    await rename(started.folder, away);
    bodyOf(await resume(started), 204);
    expect(await ended(started)).toMatchObject({
      state: "failed",
      problem: "the folder of the delivery is missing",
    });
    await expect(stat(started.folder)).rejects.toThrow("ENOENT");
    await rename(away, started.folder);
    bodyOf(await resume(started), 204);
    expect(await ended(started)).toMatchObject({ state: "made" });
  });
});

it("only the newest exports of a batch can be continued, and none that was cancelled", async () => {
  const exports: StartedExport[] = [];
  for (let index = 0; index < 7; index += 1) {
    exports.push(await start({ parts: ["subtitles"] }));
    await ended(exports[index]!);
  }
  const { status, text } = await resume(exports[0]!);
  expect([status, text]).toEqual([409, expect.stringContaining("exportId")]);
  bodyOf(await resume(exports[2]!), 204);
  expect(await ended(exports[2]!)).toMatchObject({ state: "made" });
  await rm(exports[6]!.folder, { recursive: true });
  bodyOf(await resume(exports[6]!), 204);
  await ended(exports[6]!);
  bodyOf(await local.client.post(`/local/exports/${exports[6]!.exportId}/cancel`, {}), 204);
  expect((await resume(exports[6]!)).status).toBe(409);
});

describe("the rows of an export", () => {
  let store: LocalStore;
  let engine: Engine;
  let deps: FaultyDeps;
  beforeAll(async () => {
    await local.close();
    store = openSqliteStore(local.dataDir);
    engine = await startSpokenEngine();
    const objects = await openDiskObjects({ dataDir: local.dataDir });
    deps = {
      store,
      leases: createLeases({ rows: store, log: silentLog }),
      objects,
      engine,
      log: silentLog,
      now: Date.now,
      dataDir: local.dataDir,
      sources: { download: () => Promise.reject(new Error("nothing is downloaded")) },
      outside: createOutsideWork(() => false),
      confirmations: createConfirmations(randomBytes(32)),
      settle: () => Promise.resolve(),
      comparisonWaitMs: 1_000,
      exportRetryMs: 1,
      kind: "folder",
      deliveryKeepMs: 1,
      removeFiles: () => Promise.resolve(),
    };
  });
  afterAll(async () => {
    await engine.close();
    await store.close();
  });
  const begin = (exports: ReturnType<typeof createExports>) =>
    exports.start(
      batch,
      {
        ...request,
        languages: [languageId],
        parts: ["takes"],
        naming: "number",
        includeUnapproved: true,
        originalTrack: false,
      },
      target.path,
    );
  const untilMade = (id: string) =>
    expect.poll(async () => (await store.findExport(id))?.state).toBe("made");

  it("are not created on a disk that is too small for its files", async () => {
    const freeSpace = () => Promise.resolve({ disk: 1, bytes: 50_500_000 });
    const exports = create({ ...deps, freeSpace });
    await expect(begin(exports)).rejects.toMatchObject({
      status: 507,
      message: expect.stringMatching(/^folder: the disk has 51 MB .* need 5\d MB$/) as string,
    });
    expect(await filesBelow(target.path)).toEqual([]);
    await exports.close();
  });

  it("that cannot be written are written by a repetition", async () => {
    let failures = 0;
    const exports = create({
      ...deps,
      store: {
        ...store,
        setExportFile: (...change) =>
          (failures += 1) % 3 === 1
            ? Promise.reject(new Error("the database is locked"))
            : store.setExportFile(...change),
      },
    });
    const { id } = await begin(exports);
    await untilMade(id);
    expect(failures).toBeGreaterThan(3);
    await exports.close();
  });

  it("are those of a made export after its objects could not be reached for a moment", async () => {
    const failures = [new AppError("timeout", "no answer"), new DatabaseUnavailable("lost")];
    const fail = () => {
      const failure = failures.shift();
      return failure && Promise.reject(failure);
    };
    const exports = create({
      ...deps,
      objects: {
        ...deps.objects,
        withFile: (...call) => fail() ?? deps.objects.withFile(...call),
        withFiles: (...call) => fail() ?? deps.objects.withFiles(...call),
      },
    });
    const { id } = await begin(exports);
    const states = new Set<string | undefined>();
    const state = async () => {
      const row = await store.findExport(id);
      states.add(row?.state);
      return row?.state;
    };
    await expect.poll(state).toBe("made");
    expect(states).not.toContain("failed");
    expect(failures).toEqual([]);
    await exports.close();
  });

  it("that say it failed let it be continued before its work has ended", async () => {
    const take = await firstTake();
    await rename(take, `${take}.away`);
    const resumed: Promise<void>[] = [];
    const exports = create({
      ...deps,
      objects: {
        ...deps.objects,
        // The work of an export ends with the removal of its working files.
        async removeWork(names) {
          const [id = ""] = /export-([^/]+)/.exec(names[0] ?? "")?.slice(1) ?? [];
          if (id !== "" && resumed.length === 0) {
            await rename(`${take}.away`, take);
            resumed.push(exports.resume(id));
            await resumed[0];
          }
          return deps.objects.removeWork(names);
        },
      },
    });
    const { id } = await begin(exports);
    await untilMade(id);
    expect(resumed).toHaveLength(1);
    await exports.close();
  });
});
