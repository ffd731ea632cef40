/**
 * Setup of the test files that run on PostgreSQL too: the services that they start have a database
 * of a PostgreSQL server each. The tests are skipped if there is none.
 */
import { beforeEach, inject } from "vitest";
import { useDatabases } from "../local-service";
import { createDatabaseOf } from "./databases";

if (inject("postgres") !== null) useDatabases(createDatabaseOf);

beforeEach((context) => {
  if (inject("postgres") === null) context.skip("PostgreSQL is not installed");
});
