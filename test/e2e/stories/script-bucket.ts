/** A service without a script store, and a bucket for its workspace. */
import type { Page } from "playwright";
import { onTestFinished } from "vitest";
import { startBucketServer, type BucketServer } from "../../helpers/bucket-server";
import { startFaultProxy } from "../../helpers/fault-proxy";
import { fillConnectForm, startHostedService, type HostedService } from "./hosted-service";
import type { AppDriver } from "./app-driver";

/** Starts a service without extensions that may fetch from this computer, and connects to it. */
export async function connectToPlainService(page: Page, name: string): Promise<HostedService> {
  const service = await startHostedService("--allow-private-urls");
  const proxy = await startFaultProxy(() => service.baseUrl);
  onTestFinished(() => proxy.close());
  void proxy.injectFault({
    path: /^\/api\/local(\/|$)/,
    times: Infinity,
    fault: { kind: "respond", status: 404, body: '{"message":"Not Found"}' },
  });
  await fillConnectForm(page, { ...service, baseUrl: proxy.baseUrl }, name);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: `Workspace: ${name}` }).waitFor();
  return service;
}

/** Starts a bucket that exists until the end of the test. */
export async function startTestBucket(): Promise<BucketServer> {
  const bucket = await startBucketServer();
  onTestFinished(() => bucket.close());
  return bucket;
}

/** Connects to such a service and configures a bucket as the script store of the workspace. */
export async function connectWithBucket(
  app: AppDriver,
  name: string,
): Promise<{ service: HostedService; bucket: BucketServer }> {
  const service = await connectToPlainService(app.page, name);
  const bucket = await startTestBucket();
  const { secretAccessKey, ...connection } = bucket.connection;
  const [workspace] = await app.call<{ id: string }[]>("workspaces.list");
  await app.call("scriptStore.setBucket", {
    workspaceId: workspace?.id,
    bucket: connection,
    secretAccessKey,
  });
  return { service, bucket };
}
