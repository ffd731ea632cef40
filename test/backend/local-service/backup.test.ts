/** Backup of the workspace to a folder, and restore (extension). */
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import {
  bytesOf,
  filesBelow,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  createUser,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";

let one: RunningLocalService;
let other: RunningLocalService;
let folder: string;
beforeAll(async () => {
  one = await startLocalService({ scriptWorkerFile });
  other = await startLocalService({ scriptWorkerFile });
  folder = path.join(await mkdtemp(path.join(tmpdir(), "dubyard-backup-")), "new");
});
afterAll(async () => {
  await one.remove();
  await other.remove();
  await rm(path.dirname(folder), { recursive: true });
});

async function everything({ client }: RunningLocalService) {
  const projects = bodyOf<{ id: string }[]>(await client.get("/projects?type=audio-production"));
  const paths = ["/users", "/media/files", "/local/statistics"];
  for (const { id } of projects)
    paths.push(...["", "/batches", "/characters", "/team"].map((end) => `/projects/${id}${end}`));
  const responses = await Promise.all(paths.map((at) => client.get(at)));
  return responses.map(({ json }) => json);
}

it("a restored backup replaces another workspace completely", async () => {
  const project = await createProject(one.client, { type: "audio-production" });
  const userId = await createUser(one.client);
  const teamMembers = [{ userId, role: "project-owner" }];
  await one.client.post(`/projects/${project}/team`, { teamMembers });
  const scriptPath = await uploadScript(one.client, "a.csv", "Character,Text_FR-FR\nAda,Un\n");
  await createBatch(one.client, project, { scriptPath });
  for (const name of ["a/b.mp4", "a/CON.mp4", "shared"]) await one.client.upload(name, bytesOf(9));

  const backedUp = await one.client.post("/local/backup", { folder });
  expect(bodyOf(backedUp)).toMatchObject({ files: 3, isComplete: true, problems: [] });
  // The backup does not contain the secret of the workspace.
  expect(await readdir(folder)).not.toContain("service.key");

  await createProject(other.client, { type: "audio-production" });
  await uploadScript(other.client, "b.csv", "Text_FR-FR\nUn\n");
  for (const name of ["shared/old.mp4", "a/b.mp4"]) await other.client.upload(name, bytesOf(20));
  expect((await other.client.post("/local/restore", { folder })).status).toBe(200);
  expect(await everything(other)).toEqual(await everything(one));
  const bytes = async ({ dataDir }: RunningLocalService) => [
    ...(await filesBelow(path.join(dataDir, "media"))),
    ...(await filesBelow(path.join(dataDir, "renamed"))),
    ...(await filesBelow(path.join(dataDir, "scripts"))),
    ...(await filesBelow(path.join(dataDir, "staging"))),
  ];
  expect(await bytes(other)).toEqual(await bytes(one));
  // Bulk requests continue, and everything survives a restart.
  expect((await createBatch(other.client, project, { scriptPath })).status).toBe("casting");
  await other.restart();
  expect(await other.client.files()).toEqual(await one.client.files());
});

describe("an unusable folder", () => {
  const notEmpty = "must be empty";
  const noBackup = "does not contain a complete backup";
  const inside = "must be outside";
  let base: string;
  beforeAll(async () => {
    base = path.dirname(folder);
    await writeFile(path.join(base, "file"), "x");
    await symlink(one.dataDir, path.join(base, "link"));
    await symlink(path.join(base, "missing"), path.join(base, "dangling"));
    await symlink("circle", path.join(base, "circle"));
  });
  const at = (...names: string[]) => path.join(base, ...names);
  const cases: [string, () => string, string, string][] = [
    ["one that is in use", () => folder, notEmpty, ""],
    ["a relative one", () => "relative", "must be an absolute path", "must be an absolute path"],
    ["one without a name", () => "", "folder: ", "folder: "],
    ["one with a NUL", () => `${base}/a\u0000b`, "folder: ", "folder: "],
    ["one with half a pair", () => `${base}/a\ud800`, "folder: ", "folder: "],
    ["the workspace's own", () => one.dataDir, inside, inside],
    ["one in the workspace's own", () => path.join(one.dataDir, "x"), inside, inside],
    ["one whose name begins with dots", () => path.join(one.dataDir, "..x"), inside, inside],
    ["a link to the workspace's own", () => at("link"), inside, inside],
    ["one behind such a link", () => at("link", "new", "folder"), inside, inside],
    ["one behind detours", () => `${base}/nothing/../link/x`, inside, inside],
    ["one that is missing", () => at("nothing"), "", noBackup],
    ["a file", () => at("file"), "cannot be used (EEXIST)", noBackup],
    ["one below a file", () => at("file", "x", "y"), "cannot be used (ENOTDIR)", noBackup],
    ["a link that leads nowhere", () => at("dangling"), "cannot be used (EEXIST)", noBackup],
    ["a link to itself", () => at("circle", "x"), "cannot be used (ELOOP)", "(ELOOP)"],
    [
      "a folder with too long a name",
      () => at("x".repeat(300)),
      "cannot be used (ENAMETOOLONG)",
      "(ENAMETOOLONG)",
    ],
    ...(process.platform === "linux"
      ? ([
          ["a folder in /proc", () => "/proc/x", "cannot be used (ENOENT)", noBackup],
          ["one deep in it", () => "/proc/x/y/z", "cannot be used (ENOENT)", noBackup],
          ["a device", () => "/dev/null", "cannot be used (EEXIST)", noBackup],
        ] as [string, () => string, string, string][])
      : []),
  ];

  it.each(cases)("%s is a 400 and changes nothing", async (_what, folderOf, backup, restore) => {
    const before = await everything(one);
    for (const [call, expected] of [
      ["backup", backup],
      ["restore", restore],
    ] as const) {
      if (expected === "") continue;
      const response = await one.client.post(`/local/${call}`, { folder: folderOf() });
      expect([call, response.status]).toEqual([call, 400]);
      expect((response.json as Json).message).toMatch(/^folder: /);
      expect((response.json as Json).message).toContain(expected);
    }
    expect(await everything(one)).toEqual(before);
    expect(await filesBelow(path.join(one.dataDir, "staging"))).toEqual([]);
    expect(existsSync(path.join(one.dataDir, "restoring"))).toBe(false);
  });

  it("a folder whose name begins with dots is usable", async () => {
    const besides = path.join(path.dirname(one.dataDir), `..${path.basename(base)}`);
    const response = await one.client.post("/local/backup", { folder: besides });
    expect([response.status, response.text]).toEqual([200, expect.anything()]);
    await rm(besides, { recursive: true });
  });
});

it("rejects a backup whose rows name files outside of its folder", async () => {
  const elsewhere = path.join(path.dirname(folder), "tampered");
  await one.client.post("/local/backup", { folder: elsewhere });
  const outside = path.join(path.dirname(other.dataDir), "evil.csv");
  await writeFile(path.join(elsewhere, "evil.csv"), "x");
  const name = (await readdir(elsewhere)).find((one) => one.endsWith(".db")) ?? "";
  const db = new DatabaseSync(path.join(elsewhere, name));
  db.exec("UPDATE scripts SET location = '../evil.csv', size = 1");
  db.close();
  const before = await everything(other);
  const response = await other.client.post("/local/restore", { folder: elsewhere });
  expect(response.status).toBe(400);
  expect(response.text).toContain("folder");
  expect(existsSync(outside)).toBe(false);
  expect(await everything(other)).toEqual(before);
});

it("of two backups to one folder the first succeeds", async () => {
  const same = path.join(path.dirname(folder), "same");
  const responses = await Promise.all([
    one.client.post("/local/backup", { folder: same }),
    one.client.post("/local/backup", { folder: same }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await other.client.post("/local/restore", { folder: same })).status).toBe(200);
});
