/** Starts one PostgreSQL server for the tests of a project. */
import type { TestProject } from "vitest/node";
import { findPostgres, startPostgres } from "../../../resources/tools/postgres-server.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** The URL of the database "postgres"; null if PostgreSQL is not installed. */
    postgres: string | null;
  }
}

export default async function setup(project: TestProject) {
  const programs = findPostgres();
  if (programs === null) {
    project.provide("postgres", null);
    return undefined;
  }
  const server = await startPostgres(programs);
  project.provide("postgres", server.urlOf("postgres"));
  return () => server.stop();
}
