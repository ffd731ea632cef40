/**
 * Objects that another program has replaced by links: no byte outside of the workspace is sent,
 * copied or read.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDiskObjects } from "../../../main/local-service/objects/disk";
import type { DiskObjects } from "../../../main/local-service/objects/port";
import { databaseName } from "../../../main/local-service/rows/sqlite";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { createProject } from "../../helpers/local-workspace";

const secret = "precious bytes of the user";
let base: string;
let dataDir: string;
beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "dubyard-links-"));
  dataDir = path.join(base, "workspace");
  await mkdir(path.join(base, "outside"));
  await writeFile(path.join(base, "outside", "file.mp4"), secret);
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe.each([
  ["a link", "media/linked.mp4"],
  ["a file below a link", "media/folder/file.mp4"],
])("%s in the store", (_name, location) => {
  let objects: DiskObjects;
  beforeEach(async () => {
    objects = await openDiskObjects({ dataDir });
    await mkdir(path.join(dataDir, "media"));
    await symlink(path.join(base, "outside/file.mp4"), path.join(dataDir, "media/linked.mp4"));
    await symlink(path.join(base, "outside"), path.join(dataDir, "media/folder"));
  });

  it("counts as missing where its bytes are read", async () => {
    expect(await objects.sizeAt(location)).toBeNull();
    expect(await objects.read(location)).toBeNull();
    expect(await objects.open(location)).toBeNull();
  });

  it("is refused where a file is needed, and nothing is written", async () => {
    const refusal = "a stored row names a file outside of the workspace";
    const copy = path.join(base, "copy.mp4");
    expect(() => objects.fileAt(location)).toThrow(refusal);
    await expect(objects.copyOut(location, copy)).rejects.toThrow(refusal);
    expect(existsSync(copy)).toBe(false);
    await expect(objects.stage(location)).rejects.toThrow(refusal);
    expect(await readdir(path.join(dataDir, "staging"))).toEqual([]);
    const { signal } = new AbortController();
    await expect(objects.withFile(location, () => Promise.resolve(), signal)).rejects.toThrow(
      refusal,
    );
    await expect(objects.hash(location, 1_000, { signal })).rejects.toThrow(refusal);
  });
});

describe("a video that was replaced by a link", () => {
  let local: RunningLocalService;
  beforeEach(async () => {
    local = await startLocalService({ dataDir });
    const project = await createProject(local.client);
    await local.client.upload("film.mp4", Buffer.from(secret));
    await local.close();
    const database = new DatabaseSync(path.join(dataDir, databaseName));
    database
      .prepare(
        `INSERT INTO batches (id, project_id, name, status, video_path, settings, created_at, updated_at)
         VALUES ('b', ?, 'B', 'casting', 'film.mp4', '{}', 1, 1)`,
      )
      .run(project);
    database.close();
    const media = path.join(dataDir, "media");
    await rename(path.join(media, "film.mp4"), path.join(base, "outside", "film.mp4"));
    // The same bytes and size: only the link shows that it is another file.
    await symlink(path.join(base, "outside", "film.mp4"), path.join(media, "film.mp4"));
    await local.restart();
  });
  afterEach(() => local.close());

  it.each(["/local/batches/b/source", "/local/batches/b/source/peaks", "/local/files/film.mp4"])(
    "is not sent: %s",
    async (at) => {
      const { status, text } = await local.client.get(at);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain("precious");
    },
  );

  it("is no result of a terminal command, and not part of a backup", async () => {
    await expect(local.address().fileOf("film.mp4")).rejects.toThrow("outside of the workspace");
    const folder = path.join(base, "backup");
    await local.client.post("/local/backup", { folder });
    const files = await readdir(base, { recursive: true });
    expect(files.filter((file) => file.startsWith("backup") && file.endsWith(".mp4"))).toEqual([]);
  });
});
