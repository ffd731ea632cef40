/** Damaged and manipulated backups: each is rejected, and the workspace does not change. */
import { execFileSync } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../../main/local-service/rows/migrations";
import { openDatabase } from "../../../main/common/database/database";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createProject,
  createUser,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

let one: RunningLocalService;
let other: RunningLocalService;
let folder: string;
beforeAll(async () => {
  one = await startLocalService();
  other = await startLocalService();
  folder = path.join(await mkdtemp(path.join(tmpdir(), "dubyard-backup-")), "new");
  for (const { client } of [one, other]) {
    await createProject(client);
    await createUser(client);
    await uploadScript(client, "a.csv", "Text_FR-FR\nUn\n");
    for (const name of ["a/b.mp4", "shared"]) await client.upload(name, bytesOf(9));
  }
});
afterAll(async () => {
  await one.remove();
  await other.remove();
  await rm(path.dirname(folder), { recursive: true });
});

async function everything({ client }: RunningLocalService) {
  const paths = ["/users", "/projects", "/media/files", "/local/statistics", "/local/scripts"];
  return Promise.all(paths.map(async (at) => (await client.get(at)).json));
}

it("a backup with an earlier schema version is migrated", async () => {
  const earlier = path.join(path.dirname(folder), "earlier");
  bodyOf(await one.client.post("/local/backup", { folder: earlier }));
  // As an earlier version wrote it.
  await rm(path.join(earlier, "files.jsonl"));
  await writeFile(path.join(earlier, "backup.json"), '{"version":1}');
  const file = path.join(earlier, "workspace.db");
  await rm(file);
  const db = openDatabase(file, migrations.slice(0, 2));
  const values = "'id-1', 'Ada', 'Example', 'ada@x.test', 'ada@x.test', 1";
  db.exec(`INSERT INTO users VALUES (${values})`);
  db.exec("PRAGMA journal_mode=DELETE");
  db.close();
  const newest = await startLocalService();
  try {
    const restored = await newest.client.post("/local/restore", { folder: earlier });
    expect(bodyOf(restored)).toMatchObject({ files: 0, bytes: 0, isComplete: true });
    expect((await newest.client.get("/users")).json).toMatchObject([{ id: "id-1" }]);
    expect(await filesBelow(path.join(newest.dataDir, "restoring"))).toEqual([]);
  } finally {
    await newest.remove();
  }
});

describe("a damaged backup", () => {
  let valid: string;
  let count = 0;
  beforeAll(async () => {
    valid = path.join(path.dirname(folder), "good");
    bodyOf(await one.client.post("/local/backup", { folder: valid }));
  });
  const sql = (folderPath: string, ...statements: string[]) => {
    const db = new DatabaseSync(path.join(folderPath, "workspace.db"));
    db.exec("PRAGMA writable_schema=ON");
    for (const statement of statements) db.exec(statement);
    db.close();
  };
  const cases: [string, string, (folderPath: string) => unknown][] = [
    [
      "a missing manifest",
      "not contain a complete backup",
      (folderPath) => rm(path.join(folderPath, "backup.json")),
    ],
    [
      "a truncated manifest",
      "not contain a complete",
      (folderPath) => writeFile(path.join(folderPath, "backup.json"), '{"ver'),
    ],
    [
      "a manifest of another version",
      "of another version",
      (folderPath) => writeFile(path.join(folderPath, "backup.json"), '{"version":3}'),
    ],
    [
      "a missing database",
      "database is missing",
      (folderPath) => rm(path.join(folderPath, "workspace.db")),
    ],
    [
      "an empty database",
      "missing or damaged",
      (folderPath) => truncate(path.join(folderPath, "workspace.db")),
    ],
    [
      "garbage instead of a database",
      "missing or damaged",
      (folderPath) => writeFile(path.join(folderPath, "workspace.db"), "garbage".repeat(10_000)),
    ],
    [
      "a truncated database",
      "database is damaged",
      (folderPath) => truncate(path.join(folderPath, "workspace.db"), 8192),
    ],
    [
      "a database with garbage in the middle",
      "database is damaged",
      async (folderPath) => {
        const handle = await open(path.join(folderPath, "workspace.db"), "r+");
        const { size } = await handle.stat();
        await handle.write(Buffer.alloc(size - 4096, 0xff), 0, size - 4096, 4096);
        await handle.close();
      },
    ],
    ["a folder instead of a database", "missing or damaged", folderFor("workspace.db")],
    [
      "a database of a newer version",
      "newer version",
      (folderPath) => sql(folderPath, "PRAGMA user_version=999"),
    ],
    [
      "a database of another program",
      "belongs to another program",
      async (folderPath) => {
        await rm(path.join(folderPath, "workspace.db"));
        sql(folderPath, "CREATE TABLE a (b)");
      },
    ],
    [
      "a database without a table",
      "is damaged",
      (folderPath) => sql(folderPath, "DROP TABLE line_texts"),
    ],
    [
      "a table with an additional column",
      "is damaged",
      (folderPath) => sql(folderPath, "ALTER TABLE users ADD x TEXT"),
    ],
    [
      "a database with a trigger",
      "is damaged",
      (folderPath) =>
        sql(folderPath, "CREATE TRIGGER t AFTER DELETE ON users BEGIN DELETE FROM projects; END"),
    ],
    [
      "rows that violate a foreign key",
      "is damaged",
      (folderPath) =>
        sql(
          folderPath,
          "PRAGMA foreign_keys=OFF",
          "INSERT INTO team VALUES ('x', 'y', 'project-owner')",
        ),
    ],
    [
      "a gallery path outside of the gallery",
      "the gallery does not accept",
      (folderPath) => sql(folderPath, "UPDATE files SET path = '../' || path"),
    ],
    [
      "the location of a script for a file",
      "the gallery does not accept",
      (folderPath) =>
        sql(
          folderPath,
          "UPDATE files SET location = (SELECT location FROM scripts) WHERE path = 'shared'",
        ),
    ],
    [
      "two files with one location",
      "the gallery does not accept",
      (folderPath) => sql(folderPath, "UPDATE files SET location = 'media/shared'"),
    ],
    [
      "a truncated file",
      "is damaged",
      (folderPath) => truncate(path.join(folderPath, "bytes/media/shared"), 3),
    ],
    [
      "a missing file",
      "is damaged",
      (folderPath) => rm(path.join(folderPath, "bytes/media/shared")),
    ],
    [
      "a file with another byte",
      "the file shared is damaged",
      (folderPath) => writeFile(path.join(folderPath, "bytes/media/shared"), "*".repeat(9)),
    ],
    [
      "a damaged list of files",
      "the list of its files (files.jsonl) is damaged",
      (folderPath) => truncate(path.join(folderPath, "files.jsonl"), 9),
    ],
    [
      "a database with another text",
      "its database is damaged",
      (folderPath) => sql(folderPath, "UPDATE projects SET name = 'other'"),
    ],
    ["a folder instead of a file", "is damaged", folderFor("bytes/media/shared")],
    [
      "a link instead of a file",
      "is damaged",
      async (folderPath) => {
        const file = path.join(folderPath, "bytes/media/shared");
        await rename(file, path.join(path.dirname(folderPath), `elsewhere-${count}`));
        await symlink(path.join(path.dirname(folderPath), `elsewhere-${count}`), file);
      },
    ],
    [
      "a link instead of a folder",
      "is damaged",
      async (folderPath) => {
        await rename(
          path.join(folderPath, "bytes"),
          path.join(path.dirname(folderPath), `bytes-${count}`),
        );
        await symlink(
          path.join(path.dirname(folderPath), `bytes-${count}`),
          path.join(folderPath, "bytes"),
        );
      },
    ],
    ...(process.platform === "win32"
      ? []
      : ([
          [
            "a pipe instead of the manifest",
            "not contain a complete backup",
            pipeFor("backup.json"),
          ],
          ["a pipe instead of a database", "missing or damaged", pipeFor("workspace.db")],
          ["a pipe for a file", "is damaged", pipeFor("bytes/media/shared")],
        ] as [string, string, (folderPath: string) => unknown][])),
  ];
  function folderFor(name: string) {
    return async (folderPath: string) => {
      await rm(path.join(folderPath, name));
      await mkdir(path.join(folderPath, name));
    };
  }
  function pipeFor(name: string) {
    return async (folderPath: string) => {
      await rm(path.join(folderPath, name));
      execFileSync("mkfifo", [path.join(folderPath, name)]);
    };
  }

  it.each(cases)("%s is a 400 and changes nothing", async (_what, message, damage) => {
    count += 1;
    const folderPath = path.join(path.dirname(folder), `damaged-${count}`);
    await cp(valid, folderPath, { recursive: true });
    await damage(folderPath);
    const before = await everything(other);
    const response = await other.client.post("/local/restore", { folder: folderPath });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(message)]);
    expect((response.json as Json).message).toMatch(/^folder: /);
    expect(await everything(other)).toEqual(before);
    for (const name of ["staging", "restoring"])
      expect(await filesBelow(path.join(other.dataDir, name))).toEqual([]);
    const { scripts } = bodyOf<{ scripts: number }>(await other.client.get("/local/statistics"));
    expect(await filesBelow(path.join(other.dataDir, "scripts"))).toHaveLength(scripts);
  });
});
