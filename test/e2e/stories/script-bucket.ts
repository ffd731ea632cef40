/** A service that keeps no scripts, and a bucket in the place of that. */
import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import { startBucketServer, type BucketServer } from "../../helpers/bucket-server";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { fillConnectForm, startHostedService, type HostedService } from "./hosted-service";
import type { AppDriver } from "./story";

/** Starts a service without any extension, which fetches from this computer, and connects to it. */
export async function connectToPlainService(page: Page, name: string): Promise<HostedService> {
  const service = await startHostedService("--allow-private-urls");
  const proxy = await startFaultProxy(() => service.baseUrl);
  onTestFinished(() => proxy.close());
  void proxy.injectFault({
    ...{ path: /^\/api\/local(\/|$)/, times: Infinity },
    fault: { kind: "respond", status: 404, body: '{"message":"Not Found"}' },
  });
  await fillConnectForm(page, { ...service, baseUrl: proxy.baseUrl }, name);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: `Workspace: ${name}` }).waitFor();
  return service;
}

/** Starts a bucket that lasts as long as the test. */
export async function startTestBucket(): Promise<BucketServer> {
  const bucket = await startBucketServer();
  onTestFinished(() => bucket.close());
  return bucket;
}

/** The same with a bucket as the workspace's script store. */
export async function connectWithBucket(
  place: AppDriver,
  name: string,
): Promise<{ service: HostedService; bucket: BucketServer }> {
  const service = await connectToPlainService(place.page, name);
  const bucket = await startTestBucket();
  const { secretAccessKey, ...connection } = bucket.connection;
  const [workspace] = await place.call<{ id: string }[]>("workspaces.list");
  await place.call("scriptStore.setBucket", {
    ...{ workspaceId: workspace?.id, bucket: connection, secretAccessKey },
  });
  return { service, bucket };
}
