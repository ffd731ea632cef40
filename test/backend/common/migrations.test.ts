/** Databases of every earlier schema version, with data, are migrated without loss. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrations as workspaceMigrations } from "../../../main/local-service/rows/migrations";
import { databaseName } from "../../../main/local-service/rows/sqlite";
import { openDatabase, type Migrations } from "../../../main/common/database/database";
import { migrations as applicationMigrations } from "../../../main/common/database/migrations";
import { startBackend, temporaryFolder } from "../../helpers/backend";
import {
  dumpFile,
  dumpedVersions,
  loadDump,
  schemaAfter,
  schemaOf,
  writeDump,
} from "../../helpers/database-dump";
import { applicationSeeds, workspaceSeeds } from "../../helpers/database-seeds";
import { startLocalService } from "../../helpers/local-service";
import { long } from "../../long";

const schemas: [string, Migrations, readonly string[]][] = [
  ["application", applicationMigrations, applicationSeeds],
  ["workspace", workspaceMigrations, workspaceSeeds],
];
if (process.env["DUBYARD_WRITE_DUMPS"])
  for (const [name, migrations, seeds] of schemas)
    migrations.forEach((_, index) => {
      if (!existsSync(dumpFile(name, index + 1))) writeDump(name, index + 1, migrations, seeds);
    });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe.each(schemas)("%s", (name, migrations) => {
  it("has a dump of every earlier version", () => {
    const dumped = dumpedVersions(name);
    const expected = migrations.slice(1).map((_, index) => index + 1);
    expect(dumped).toEqual(expect.arrayContaining(expected));
  });

  it.each(dumpedVersions(name))("version %i equals the result of its migrations", (version) => {
    const file = path.join(folder.path, "old.db");
    loadDump(name, version, file);
    const dumped = openDatabase(file, migrations.slice(0, version));
    // Fails if a released migration was edited.
    expect(schemaOf(dumped)).toEqual(schemaAfter(migrations.slice(0, version)));
    dumped.close();
  });

  it.each(dumpedVersions(name))("version %i ends with the schema of a new database", (version) => {
    const file = path.join(folder.path, "old.db");
    loadDump(name, version, file);
    // No migration has changed the triggers of an earlier one.
    const old = openDatabase(file, migrations, { isFromElsewhere: true });
    expect(schemaOf(old)).toEqual(schemaAfter(migrations));
    expect(old.all("PRAGMA foreign_key_check")).toEqual([]);
    old.close();
  });
});

/** The versions of dumps: the first one and the last three, and all others. */
function someAndOthers(name: string): [some: number[], others: number[]] {
  const versions = dumpedVersions(name);
  const some = [...versions.slice(0, 1), ...versions.slice(-3)];
  return [some, versions.filter((version) => !some.includes(version))];
}

describe("the application", () => {
  const [some, others] = someAndOthers("application");
  const starts = "the application starts with data of version %i";
  it.each(some)(starts, applicationStarts);
  it.each(others)(starts, long, applicationStarts);

  async function applicationStarts(version: number): Promise<void> {
    loadDump("application", version, path.join(folder.path, "dubyard.db"));
    const { handlers, stop } = startBackend(folder.path);
    try {
      const workspaceId = "w-hosted";
      const workspaces = await handlers.workspaces.list(undefined);
      expect(workspaces.map(({ name }) => name)).toEqual(["Studio", "This computer"]);
      expect(await handlers.uploads.summary({ workspaceId })).toMatchObject({
        counts: { done: 1, paused: 1 },
        totalBytes: 900 + 10_485_761,
        sentBytes: 900 + 5_242_880,
      });
      const stored = await handlers.workspaces.usage({ workspaceId });
      expect(stored).toEqual({
        pendingRequests: version >= 4 ? 1 : 0,
        bulkDrafts: version >= 5 ? 1 : 0,
        trackedRequests: version >= 5 ? 1 : 0,
        formDrafts: version >= 8 ? 1 : 0,
        hasBucket: version >= 3,
      });
      expect(await handlers.gallery.status({ workspaceId })).toMatchObject({ fileCount: 1 });
    } finally {
      await stop();
    }
  }
});

it("a decision of an earlier version keeps the sound of its take; without one it applies to no later take", () => {
  const file = path.join(folder.path, "old.db");
  loadDump("workspace", 13, file);
  const old = openDatabase(file, workspaceMigrations.slice(0, 13));
  for (const number of [2, 3, 4])
    old.run(
      `INSERT INTO lines (batch_id, number, line_id, character_id, source_audio, emotion, intensity)
       VALUES ('b-1', ?, '', 'c-1', '', '', '')`,
      number,
    );
  const [first, second] = ["a".repeat(64), "b".repeat(64)];
  const putTake = (number: number, key: string, state: string, sha256: string | null) =>
    old.run(
      `INSERT INTO takes (batch_id, language_id, number, variant, key, state, location, sha256)
       VALUES ('b-1', 'fr-fr', ?, 0, ?, ?, ?, ?)`,
      number,
      key,
      state,
      sha256 === null ? null : `takes/${number}`,
      sha256,
    );
  putTake(1, first, "made", "sound of 1");
  putTake(1, second, "outdated", "former sound of 1");
  putTake(2, second, "outdated", "sound of 2");
  // The take of line 3 is queued, to be made again; that of line 4 was removed.
  putTake(3, first, "queued", null);
  const putReview = (number: number, key: string) =>
    old.run(
      `INSERT INTO line_reviews (batch_id, number, language_id, revision, decision, decided_by, decision_key)
       VALUES ('b-1', ?, 'fr-fr', 1, 'approved', 'Rosa', ?)`,
      number,
      `${key}:0:40`,
    );
  putReview(1, first);
  putReview(2, second);
  putReview(3, first);
  putReview(4, first);
  old.close();
  const migrated = openDatabase(file, workspaceMigrations);
  const reviews = migrated.all(
    "SELECT decision, decided_by AS decidedBy, decision_sha256 AS sha256 FROM line_reviews ORDER BY number",
  );
  migrated.close();
  const decided = { decision: "approved", decidedBy: "Rosa" };
  expect(reviews).toEqual([
    { ...decided, sha256: "sound of 1" },
    { ...decided, sha256: "sound of 2" },
    { ...decided, sha256: null },
    { ...decided, sha256: null },
  ]);
});

describe("a local workspace", () => {
  const [some, others] = someAndOthers("workspace");
  const starts = "a local workspace starts with data of version %i";
  it.each(some)(starts, workspaceStarts);
  it.each(others)(starts, long, workspaceStarts);

  async function workspaceStarts(version: number): Promise<void> {
    const dataDir = path.join(folder.path, "data");
    await mkdir(dataDir);
    loadDump("workspace", version, path.join(dataDir, databaseName));
    await writeFile(path.join(dataDir, "service.key"), Buffer.alloc(32, 7));
    const local = await startLocalService({ dataDir });
    try {
      expect(await local.client.files()).toEqual(["Season 1/E01 – Grüße.mp4", "con.wav"]);
      const hasProjects = version >= 2;
      const { json } = await local.client.get("/local/statistics");
      expect(json).toMatchObject({
        projects: hasProjects ? 1 : 0,
        lines: hasProjects ? 1 : 0,
        characters: hasProjects ? 1 : 0,
        users: hasProjects ? 1 : 0,
        scripts: hasProjects ? 1 : 0,
        mediaFiles: 2,
      });
      if (!hasProjects) return;
      expect((await local.client.get("/users")).json).toMatchObject([{ firstName: "Ada" }]);
      expect((await local.client.get("/batches/b-1")).json).toMatchObject({ name: "E01" });
    } finally {
      await local.close();
    }
  }
});
