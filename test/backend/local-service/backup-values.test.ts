/**
 * Backups whose rows have valid types and invalid values: each is rejected, and the message names
 * the row.
 */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";

let local: RunningLocalService;
let base: string;
let valid: string;
beforeAll(async () => {
  local = await startLocalService({ scriptWorkerFile });
  base = await mkdtemp(path.join(tmpdir(), "dubyard-values-"));
  valid = path.join(base, "valid");
  const project = await createProject(local.client, { type: "audio-production" });
  const scriptPath = await uploadScript(local.client, "a.csv", "Character,Text_FR-FR\nAda,Un\n");
  await createBatch(local.client, project, { scriptPath });
  bodyOf(await local.client.post("/local/backup", { folder: valid }));
});
afterAll(async () => {
  await local.remove();
  await rm(base, { recursive: true });
});

const everyValue: [table: string, column: string, sql: string][] = [
  ["batches", "settings", "UPDATE batches SET settings = 'not json'"],
  ["batches", "settings", "UPDATE batches SET settings = 'null'"],
  ["batches", "settings", `UPDATE batches SET settings = '{"noOfAlternativeTakes":1000000}'`],
  ["batches", "status", "UPDATE batches SET status = 'constructor'"],
  ["batches", "id", "UPDATE batches SET id = '../../home/key', status = 'removed'"],
  ["batches", "created_at", "UPDATE batches SET created_at = -9223372036854775808"],
  ["batches", "language_code", "UPDATE batches SET language_code = '../fr'"],
  ["projects", "type", "UPDATE projects SET type = '__proto__'"],
  ["projects", "status", "UPDATE projects SET status = 'x'"],
  ["projects", "updated_at", "UPDATE projects SET updated_at = 9000000000000000"],
  ["project_languages", "language_id", "UPDATE project_languages SET language_id = '../../x'"],
  ["translations", "status", "UPDATE translations SET status = 'x'"],
  ["translations", "text_set", "UPDATE translations SET text_set = 7"],
  ["lines", "start_ms", "UPDATE lines SET start_ms = 9223372036854775807"],
  ["lines", "number", "UPDATE lines SET number = -1"],
  ["line_texts", "language_id", "UPDATE line_texts SET language_id = 'a/b'"],
  [
    "line_reviews",
    "fit",
    `INSERT INTO line_reviews (batch_id, number, language_id, revision, fit)
       SELECT batch_id, number, 'fr-fr', 1, 'evil' FROM lines`,
  ],
  [
    "line_history",
    "changes",
    `INSERT INTO line_history (batch_id, number, language_id, at, by, changes)
       SELECT batch_id, number, 'fr-fr', 1, '', '[' FROM lines`,
  ],
  [
    "dubs",
    "state",
    "INSERT OR REPLACE INTO dubs (batch_id, language_id, state, requested_at) SELECT id, 'fr-fr', 'x', 1 FROM batches",
  ],
  [
    "takes",
    "location",
    `INSERT INTO takes (batch_id, language_id, number, variant, key, state, location)
       SELECT batch_id, 'fr-fr', number, 0, 'a', 'made', '../../home/key' FROM lines`,
  ],
  ["tasks", "kind", "INSERT INTO tasks (kind, batch_id) SELECT 'evil', id FROM batches"],
  ["tasks", "has no batch", "INSERT INTO tasks (kind) VALUES ('batch')"],
  [
    "exports",
    "state",
    `INSERT INTO exports (id, batch_id, request, snapshot, folder, version, state, created_at)
       SELECT 'e', id, '{}', '', '/', 1, 'x', 1 FROM batches`,
  ],
  [
    "dub_folders",
    "folder",
    "INSERT OR REPLACE INTO dub_folders SELECT id, '../home', '../home' FROM batches",
  ],
  ["scripts", "names a file outside", "UPDATE scripts SET location = '../evil.csv'"],
  ["external_engines", "settings", "INSERT INTO external_engines VALUES ('e', '{')"],
  ["delivery_presets", "choices", "INSERT INTO delivery_presets VALUES ('p', 'Film', '{', 1)"],
];

it.each(everyValue)("%s: %s is rejected (%s)", async (table, what, sql) => {
  const folder = await mkdtemp(path.join(base, "case-"));
  await cp(valid, folder, { recursive: true });
  const database = new DatabaseSync(path.join(folder, "workspace.db"));
  // As a program that writes such values would.
  database.exec("PRAGMA foreign_keys=OFF");
  database.exec(sql);
  database.close();
  const before = await local.client.get("/local/statistics");
  const response = await local.client.post("/local/restore", { folder });
  expect(response.status).toBe(400);
  const { message } = response.json as Json;
  expect(message).toMatch(new RegExp(`^folder: its table ${table} has an invalid row \\(`));
  expect(message).toContain(what);
  expect((await local.client.get("/local/statistics")).json).toEqual(before.json);
});
