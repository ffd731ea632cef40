/** SQL in databases of a PostgreSQL server of the tests. */
import { Client } from "pg";

/** Runs statements in a database. */
export async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}
