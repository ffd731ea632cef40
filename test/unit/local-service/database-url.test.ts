/** The URL of the database of `serve`: an argument, a file, or the environment. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readArguments } from "../../../main/local-service/arguments";
import { findDatabaseUrl } from "../../../main/local-service/database-url";

const parse = (...args: string[]) => readArguments(["--data", "x", ...args]);
const none = { database: undefined, databaseFile: undefined };

it("is an argument only without a password, which other users could read", () => {
  expect(parse("--database", "postgres://me@host/name")).toMatchObject({
    database: "postgres://me@host/name",
  });
  for (const url of ["postgres://me:secret@host/name", "postgres://host/name?password=secret"]) {
    const message = parse("--database", url);
    expect(message).toMatch(/must not contain a password/);
    expect(message).not.toContain("secret");
  }
  expect(parse("--database", "mysql://host")).toMatch(/begins with postgres:/);
  expect(parse("--database", "postgres://h/n", "--database-file", "f")).toMatch(
    /cannot be combined/,
  );
});

it("is read from a file or the environment, and no message contains it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "dubyard-url-"));
  const databaseFile = path.join(folder, "url");
  writeFileSync(databaseFile, "postgresql://me:secret@host/name\n");
  expect(findDatabaseUrl({ ...none, databaseFile }, {})).toBe("postgresql://me:secret@host/name");
  writeFileSync(databaseFile, "secret");
  expect(() => findDatabaseUrl({ ...none, databaseFile }, {})).toThrow(/^(?!.*secret).*has no URL/);
  expect(() => findDatabaseUrl({ ...none, databaseFile: folder }, {})).toThrow(/cannot be read$/);
  rmSync(folder, { recursive: true });

  const environment = { DUBYARD_DATABASE: "postgres://host/name" };
  expect(findDatabaseUrl(none, environment)).toBe("postgres://host/name");
  expect(findDatabaseUrl({ ...none, database: "postgres://h/n" }, environment)).toBe(
    "postgres://h/n",
  );
  expect(findDatabaseUrl(none, { DUBYARD_DATABASE: "" })).toBeUndefined();
});
