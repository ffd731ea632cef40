/** Creates a bucket. */
import type { BucketConnection } from "./address";
import { createBucketRequests, type BucketDeps } from "./bucket-requests";
import { statusOf } from "./object-facts";

/** The region that must not be named at the creation. */
const defaultRegion = "us-east-1";

const placed = ({ region }: BucketConnection) =>
  Buffer.from(
    `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`,
  );

/**
 * Creates the bucket of a connection unless it exists. Whether the key may use an existing one
 * shows at its first use. Rejects with an AppError.
 */
export async function createBucket(deps: BucketDeps): Promise<void> {
  const { connection } = deps;
  const requests = createBucketRequests(deps);
  try {
    await requests.send({
      method: "PUT",
      key: "",
      ...(connection.region !== defaultRegion && { body: placed(connection) }),
      action: "create a bucket",
      signal: undefined,
    });
  } catch (error) {
    // It exists: some services also respond with 200 to its owner.
    if (statusOf(error) !== 409) throw error;
  } finally {
    await requests.close();
  }
}
