/** Each migration is a file of its own, whose text never changes. */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { migrations as applicationMigrations } from "../../../main/common/database/migrations";
import { migrations as workspaceMigrations } from "../../../main/local-service/rows/migrations";

const root = path.resolve(import.meta.dirname, "../../..");
const hashes = JSON.parse(
  readFileSync(path.join(root, "test/fixtures/databases/migration-hashes.json"), "utf8"),
) as Record<string, string[]>;

describe.each([
  ["application", "main/common/database/migrations", applicationMigrations],
  ["workspace", "main/local-service/rows/migrations", workspaceMigrations],
])("the migrations of the %s", (name, folder, migrations) => {
  test("are the files of their folder, numbered in their order", async () => {
    const files = readdirSync(path.join(root, folder)).filter((file) => file !== "index.ts");
    const texts: unknown[] = [];
    for (const [index, file] of files.sort().entries()) {
      expect(file).toMatch(new RegExp(`^${String(index + 1).padStart(3, "0")}-[a-z-]+\\.ts$`));
      const module = (await import(path.join(root, folder, file))) as { default: unknown };
      texts.push(module.default);
    }
    expect(texts).toEqual(migrations);
  });

  test("have the text with which they were released", () => {
    const found = migrations.map((sql) => createHash("sha256").update(sql).digest("hex"));
    expect(found).toEqual(hashes[name]);
  });
});
