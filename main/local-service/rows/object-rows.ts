/** SQL that lists the stored bytes that rows name. */
import type { Database } from "../../common/database/database";
import { batchExistsSql } from "./batches/batch-rows";
import type { ObjectKind, ObjectRow } from "./backup-port";

/** The ETag of a file that was sent in one part is its MD5. */
const md5Sql = "CASE WHEN length(etag) = 32 AND etag NOT GLOB '*[^0-9a-f]*' THEN etag END";
/** Takes `k` of batches that exist; the files of others are being removed. */
const takesSql = `FROM takes k JOIN batches b ON b.id = k.batch_id AND ${batchExistsSql}`;
const takeName = `b.name || ', ' || k.language_id || ', line ' || k.number || ', take ' || (k.variant + 1)`;

const queries: Record<ObjectKind, string> = {
  media: `SELECT location, path AS name, size, ${md5Sql} AS md5, NULL AS sha256 FROM files ORDER BY path`,
  script: "SELECT location, name, size, NULL AS md5, NULL AS sha256 FROM scripts ORDER BY id",
  take: `SELECT k.location, ${takeName} AS name, k.bytes AS size, k.md5, k.sha256 ${takesSql}
    WHERE k.location IS NOT NULL GROUP BY k.location`,
  speech: `SELECT k.speech AS location, ${takeName} AS name, NULL AS size, NULL AS md5, NULL AS sha256 ${takesSql}
    WHERE k.speech IS NOT NULL GROUP BY k.speech`,
};

/** Scripts first: they are copied while their lock is held. */
const order: readonly ObjectKind[] = ["script", "media", "take", "speech"];

export const listObjects = (database: Database): ObjectRow[] =>
  order.flatMap((kind) =>
    database.all<Omit<ObjectRow, "kind">>(queries[kind]).map((row) => ({ kind, ...row })),
  );
