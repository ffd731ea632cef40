/** Backups that lack files, restores of damaged ones, and restores that are interrupted. */
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BackupState } from "../../../main/local-service/backup/backup-jobs";
import type { BackupReport } from "../../../preload/local-service/maintenance";
import { startKilledService } from "../../helpers/killed-service";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type LocalClient,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf, uploadScript } from "../../helpers/local-workspace";
import { long } from "../../long";

let base: string;
beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), "dubyard-incomplete-"));
});
afterAll(() => rm(base, { recursive: true }));

const stateOf = async (client: LocalClient) =>
  bodyOf<BackupState>(await client.get("/local/backup"));

async function startOther(): Promise<RunningLocalService> {
  const other = await startLocalService();
  onTestFinished(() => other.remove());
  return other;
}

describe("a workspace with missing and unreadable files", () => {
  const problems = [
    { kind: "script", name: "a.csv", problem: "missing" },
    { kind: "media", name: "a/link.mp4", problem: "unreadable" },
    { kind: "media", name: "a/missing.mp4", problem: "missing" },
    { kind: "media", name: "a/short.mp4", problem: "damaged" },
  ];
  let local: RunningLocalService;
  let folder: string;
  let report: BackupReport;
  beforeAll(async () => {
    local = await startLocalService();
    folder = path.join(base, "incomplete");
    for (const name of ["good", "link", "missing", "short"])
      await local.client.upload(`a/${name}.mp4`, bytesOf(20));
    await uploadScript(local.client, "a.csv", "Text_FR-FR\nUn\n");
    await uploadScript(local.client, "b.csv", "Text_FR-FR\nDeux\n");
    const at = (name: string) => path.join(local.dataDir, "media/a", name);
    await rm(at("missing.mp4"));
    await rename(at("link.mp4"), path.join(base, "outside.mp4"));
    await symlink(path.join(base, "outside.mp4"), at("link.mp4"));
    await truncate(at("short.mp4"), 7);
    const scripts = bodyOf<{ id: string; name: string }[]>(
      await local.client.get("/local/scripts"),
    );
    const removed = scripts.find(({ name }) => name === "a.csv");
    await rm(path.join(local.dataDir, "scripts", removed?.id ?? "none"));
    report = bodyOf<BackupReport>(await local.client.post("/local/backup", { folder }));
  }, 60_000);
  afterAll(() => local.remove());

  it("is backed up without them, and each is named", async () => {
    expect(report).toMatchObject({ files: 2, isComplete: false, problems, problemCount: 4 });
    expect(await filesBelow(path.join(folder, "bytes/media"))).toEqual([
      "a/good.mp4",
      "a/short.mp4",
    ]);
    expect(await readFile(path.join(folder, "backup.json"), "utf8")).toContain(
      '"isComplete":false',
    );
    expect((await stateOf(local.client)).last).toMatchObject({
      kind: "backup",
      folder,
      outcome: "incomplete",
      report: { problemCount: 4 },
    });
  });

  it("is restored without them, and each is named again", async () => {
    const other = await startOther();
    const restored = bodyOf<BackupReport>(await other.client.post("/local/restore", { folder }));
    expect(restored).toMatchObject({ files: 2, isComplete: false, problems });
    expect(await other.client.files()).toEqual(["a/good.mp4", "a/short.mp4"]);
    const scripts = bodyOf<{ name: string }[]>(await other.client.get("/local/scripts"));
    expect(scripts.map(({ name }) => name)).toEqual(["b.csv"]);
    expect(await readdir(other.dataDir)).not.toContain("restoring");
  });
});

describe("a backup with a damaged file of several parts, whose ETag is not its MD5", () => {
  let folder: string;
  beforeAll(async () => {
    const local = await startLocalService();
    folder = path.join(base, "damaged");
    const { uploadId, listed } = await local.client.part("big.mp4", undefined, 1, bytesOf(30));
    await local.client.complete("big.mp4", uploadId, [listed]);
    await local.client.upload("small.mp4", bytesOf(9));
    bodyOf(await local.client.post("/local/backup", { folder }));
    await writeFile(path.join(folder, "bytes/media/big.mp4"), "x".repeat(30));
    await local.remove();
  }, 60_000);

  it("is rejected with the name of the file, in the answer and in the state", async () => {
    const other = await startOther();
    await other.client.upload("own.mp4", bytesOf(5));
    const response = await other.client.post("/local/restore", { folder });
    expect([response.status, response.text]).toEqual([
      400,
      expect.stringContaining("the file big.mp4 is damaged"),
    ]);
    expect(await other.client.files()).toEqual(["own.mp4"]);
    expect(await stateOf(other.client)).toMatchObject({
      last: {
        outcome: "damaged",
        report: { problems: [{ kind: "media", name: "big.mp4", problem: "damaged" }] },
      },
      interrupted: null,
    });
  });

  it("is restored without the file if damaged files are to be skipped", async () => {
    const other = await startOther();
    const body = { folder, skipDamaged: true };
    const restored = bodyOf<BackupReport>(await other.client.post("/local/restore", body));
    expect(restored).toMatchObject({
      files: 1,
      isComplete: false,
      problems: [{ kind: "media", name: "big.mp4", problem: "damaged" }],
    });
    expect(await other.client.files()).toEqual(["small.mp4"]);
  });
});

describe("a restore that is interrupted", () => {
  const names = Array.from({ length: 40 }, (_, index) => `${String(index).padStart(3, "0")}.mp4`);
  let folder: string;
  beforeAll(async () => {
    const local = await startLocalService();
    folder = path.join(base, "many");
    for (const name of names) await local.client.upload(name, bytesOf(50_000));
    bodyOf(await local.client.post("/local/backup", { folder }));
    await local.remove();
  }, 60_000);

  it("by a kill leaves the workspace unchanged, and continues with what was copied", async () => {
    const copy = path.join(base, "many-copy");
    await cp(folder, copy, { recursive: true });
    const service = await startKilledService({ DUBYARD_ENGINE: "off" });
    onTestFinished(() => service.remove());
    await service.client.upload("own.mp4", bytesOf(5));
    const restored = service.client.post("/local/restore", { folder: copy }).catch(() => null);
    const copied = async () => (await stateOf(service.client)).files;
    await expect.poll(copied, { interval: 1, timeout: 60_000 }).toBeGreaterThan(2);
    await service.killAndRestart();
    await restored;
    expect(await service.client.files()).toEqual(["own.mp4"]);
    expect((await stateOf(service.client)).interrupted).toMatchObject({ folder: copy });
    // The first file was copied and verified before the kill: it is not read again.
    await writeFile(path.join(copy, "bytes/media/000.mp4"), "x".repeat(50_000));
    const report = bodyOf<BackupReport>(
      await service.client.post("/local/restore", { folder: copy }),
    );
    expect(report).toMatchObject({ files: names.length, isComplete: true });
    expect(await service.client.files()).toEqual(names);
    const first = await readFile(path.join(service.dataDir, "media/000.mp4"));
    expect(first.equals(await readFile(path.join(folder, "bytes/media/000.mp4")))).toBe(true);
    await service.killAndRestart();
    expect((await stateOf(service.client)).interrupted).toBeNull();
    expect(await readdir(service.dataDir)).not.toContain("restoring");
    expect(await service.client.files()).toEqual(names);
  }, 120_000);

  it(
    "by a kill can be dropped, with all that was copied",
    { ...long, timeout: 120_000 },
    async () => {
      const service = await startKilledService({ DUBYARD_ENGINE: "off" });
      onTestFinished(() => service.remove());
      const restored = service.client.post("/local/restore", { folder }).catch(() => null);
      const copied = async () => (await stateOf(service.client)).files;
      await expect.poll(copied, { interval: 1, timeout: 60_000 }).toBeGreaterThan(2);
      await service.killAndRestart();
      await restored;
      expect((await filesBelow(path.join(service.dataDir, "restoring"))).length).toBeGreaterThan(2);
      expect((await service.client.call("DELETE", "/local/backup")).status).toBe(204);
      expect(await readdir(service.dataDir)).not.toContain("restoring");
      expect((await stateOf(service.client)).interrupted).toBeNull();
    },
  );

  it("because its drive is disconnected says so, and continues", async () => {
    const copy = path.join(base, "drive");
    await cp(folder, copy, { recursive: true });
    const other = await startOther();
    const restored = other.client.post("/local/restore", { folder: copy, skipDamaged: true });
    const copied = async () => (await stateOf(other.client)).files;
    await expect.poll(copied, { interval: 1, timeout: 60_000 }).toBeGreaterThan(2);
    await rename(copy, `${copy}-gone`);
    const response = await restored;
    expect([response.status, response.text]).toEqual([
      400,
      expect.stringContaining("cannot be read any more"),
    ]);
    expect((await stateOf(other.client)).interrupted).toMatchObject({ folder: copy });
    await mkdir(path.dirname(copy), { recursive: true });
    await rename(`${copy}-gone`, copy);
    const report = bodyOf<BackupReport>(
      await other.client.post("/local/restore", { folder: copy }),
    );
    expect(report).toMatchObject({ files: names.length, isComplete: true });
  }, 120_000);
});
