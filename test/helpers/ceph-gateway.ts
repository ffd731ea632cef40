/** Buckets of a real S3 service for tests: see resources/tools/ceph-gateway.mjs. */
import { normaliseBucket, type BucketConnection } from "../../main/remote/s3/address";
import { createBucket } from "../../main/remote/s3/create-bucket";
import { startCeph } from "../../resources/tools/ceph-gateway.mjs";

export { missingCephPrograms } from "../../resources/tools/ceph-gateway.mjs";

export interface CephGateway {
  /** A new, empty bucket. */
  createBucket(name: string): Promise<BucketConnection>;
  /** Calls `work` while the gateway is not running. */
  whileDown(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export async function startCephGateway(): Promise<CephGateway> {
  const { endpoint, accessKeyId, secretAccessKey, ...ceph } = await startCeph();
  return {
    ...ceph,
    async createBucket(bucket) {
      const connection = normaliseBucket({
        endpoint,
        region: "us-east-1",
        bucket,
        prefix: "team",
        accessKeyId,
        secretAccessKey,
        isPathStyle: true,
      });
      await createBucket({ connection, now: Date.now });
      return connection;
    },
  };
}
