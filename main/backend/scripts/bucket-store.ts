/**
 * The script bucket of each workspace, at most one. SECURITY: secret keys are stored in the vault,
 * never here.
 */
import type { Bucket } from "../../../preload/contract/scripts";
import type { Database } from "../../common/database/database";

type Stored = Omit<Bucket, "isPathStyle"> & { isPathStyle: number };

export type ScriptBucketStore = ReturnType<typeof createScriptBucketStore>;

export function createScriptBucketStore(db: Database) {
  return {
    get(workspaceId: string): Bucket | null {
      const stored = db.get<Stored>(
        `SELECT endpoint, region, bucket, prefix, access_key_id AS accessKeyId, is_path_style AS isPathStyle
           FROM script_buckets WHERE workspace_id = ?`,
        workspaceId,
      );
      return stored ? { ...stored, isPathStyle: stored.isPathStyle === 1 } : null;
    },
    set(workspaceId: string, bucket: Bucket): void {
      db.durably(() =>
        db.run(
          "INSERT OR REPLACE INTO script_buckets VALUES (?, ?, ?, ?, ?, ?, ?)",
          workspaceId,
          bucket.endpoint,
          bucket.region,
          bucket.bucket,
          bucket.prefix,
          bucket.accessKeyId,
          bucket.isPathStyle ? 1 : 0,
        ),
      );
    },
    remove(workspaceId: string): void {
      db.durably(() => db.run("DELETE FROM script_buckets WHERE workspace_id = ?", workspaceId));
    },
  };
}
