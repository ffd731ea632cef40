/**
 * Opens a database with one more migration than before, and kills its own process before the call
 * of the file system or of SQLite with a given number. Arguments: the file, the number, and the SQL
 * of all migrations as JSON.
 */
import fs from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { openDatabase } from "../../main/common/database/database";

const [file = "", killedAt = "", migrations = "[]"] = process.argv.slice(2);
let calls = 0;

function killBefore(owner: object, names: readonly string[]): void {
  const functions = owner as Record<string, (...values: unknown[]) => unknown>;
  for (const name of names) {
    const original = functions[name];
    if (!original) throw new Error(`no function ${name}`);
    functions[name] = function (this: unknown, ...values: unknown[]) {
      calls += 1;
      if (calls === Number(killedAt)) process.kill(process.pid, "SIGKILL");
      return original.apply(this, values);
    };
  }
}

killBefore(fs, ["openSync", "closeSync", "fsyncSync", "renameSync", "rmSync"]);
killBefore(DatabaseSync.prototype as object, ["exec", "prepare", "close"]);
openDatabase(file, JSON.parse(migrations) as string[]).close();
