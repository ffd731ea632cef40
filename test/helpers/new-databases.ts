/**
 * Databases of new folders: the migrations run once in each process, and the folders of the tests
 * get copies of the result. The tests of migrations and of folders start without one.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { databaseFile } from "../../main/backend/compose";
import { openDatabase, type Migrations } from "../../main/common/database/database";
import { migrations as applicationMigrations } from "../../main/common/database/migrations";
import { databaseName } from "../../main/common/workspace-folder";
import { migrations as serviceMigrations } from "../../main/local-service/rows/migrations";
import { createLocalService } from "../../main/local-service/server";
import type { LocalServiceOptions } from "../../main/local-service/service-options";

const images = new Map<Migrations, Buffer>();

/** The bytes of an empty database with all migrations. */
function imageOf(migrations: Migrations): Buffer {
  const known = images.get(migrations);
  if (known) return known;
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-database-"));
  const file = path.join(folder, "empty.db");
  openDatabase(file, migrations).close();
  const image = readFileSync(file);
  rmSync(folder, { recursive: true });
  images.set(migrations, image);
  return image;
}

/** Writes an empty database, unless there is a file. Creates its folder. */
function place(file: string, migrations: Migrations): void {
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, imageOf(migrations), { mode: 0o600 });
}

/** Gives a new profile the database of the application. */
export const placeProfileDatabase = (profileDir: string): void =>
  place(databaseFile(profileDir), applicationMigrations);

/** Starts a service like `createLocalService`; a new folder gets the database of a service. */
export function startService(options: LocalServiceOptions) {
  place(path.join(options.dataDir, databaseName), serviceMigrations);
  return createLocalService(options);
}
