/** A service that keeps no scripts, and a bucket in the place of that. */
import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import { startBucketServer, type BucketServer } from "../../fakes/bucket-server";
import { startFaultProxy } from "../../fakes/fault-proxy";
import { fillIn, startHosted, type Hosted } from "./hosted";
import type { Place } from "./places";

/** Starts a service without any extension, which fetches from this computer, and connects to it. */
export async function connectToPlainService(page: Page, name: string): Promise<Hosted> {
  const service = await startHosted("--allow-private-urls");
  const proxy = await startFaultProxy(() => service.baseUrl);
  onTestFinished(() => proxy.close());
  void proxy.fail({
    ...{ path: /^\/api\/local(\/|$)/, times: Infinity },
    fault: { kind: "answer", status: 404, body: '{"message":"Not Found"}' },
  });
  await fillIn(page, { ...service, baseUrl: proxy.baseUrl }, name);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: `Workspace: ${name}` }).waitFor();
  return service;
}

/** Starts a bucket that lasts as long as the test. */
export async function startBucket(): Promise<BucketServer> {
  const bucket = await startBucketServer();
  onTestFinished(() => bucket.close());
  return bucket;
}

/** The same with a bucket as the workspace's script store. */
export async function connectWithBucket(
  place: Place,
  name: string,
): Promise<{ service: Hosted; bucket: BucketServer }> {
  const service = await connectToPlainService(place.page, name);
  const bucket = await startBucket();
  const { secretAccessKey, ...connection } = bucket.connection;
  const [workspace] = await place.ask<{ id: string }[]>("workspaces.list");
  await place.ask("scriptStore.setBucket", {
    ...{ workspaceId: workspace?.id, bucket: connection, secretAccessKey },
  });
  return { service, bucket };
}
