/** Health, readiness and metrics over HTTP; about 2 s, most of it the starts of services. */
import { existsSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import {
  bytesOf,
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  missingScriptUrl,
} from "../../helpers/local-workspace";
import { mountSmallDisk, smallDiskProblem } from "../../helpers/small-disk";

let local: RunningLocalService;
afterEach(() => local.remove());

const originOf = ({ client }: RunningLocalService) => new URL(client.baseUrl).origin;
const metricsOf = async ({ address }: RunningLocalService) => {
  const response = await sendRequest(address().metricsUrl ?? "");
  expect(response.status).toBe(200);
  return response;
};

it("health and readiness need no token, and have no details", async () => {
  local = await startLocalService({ operations: {} });
  const origin = originOf(local);
  for (const [at, status] of [
    ["/healthz", "ok"],
    ["/readyz", "ready"],
  ] as const) {
    const response = await sendRequest(origin + at);
    expect([response.status, response.json]).toEqual([200, { status }]);
    expect((await sendRequest(origin + at, { method: "HEAD" })).status).toBe(200);
    expect((await sendRequest(origin + at, { method: "POST" })).status).toBe(405);
    // SECURITY: as for all calls, a page that has rebound its name gets nothing.
    const rebound = await sendRequest(origin + at, { headers: { Host: "example.test" } });
    expect(rebound.status).toBe(403);
  }
  expect(local.address().metricsUrl).toBeNull();
  expect((await sendRequest(`${origin}/metrics`)).status).toBe(404);
});

it("the service of the application offers none of them", async () => {
  local = await startLocalService();
  for (const at of ["/healthz", "/readyz", "/metrics"])
    expect((await sendRequest(originOf(local) + at)).status).toBe(404);
  const { paths } = bodyOf<{ paths: object }>(await local.client.get("/openapi.json"));
  expect(Object.keys(paths).filter((at) => /z$|metrics/.test(at))).toEqual([]);
});

it("metrics count requests and work, and name nothing of the workspace", async () => {
  local = await startLocalService({ operations: { metricsPort: 0 } });
  const { client, address, dataDir } = local;
  const project = await createProject(client, { name: "Confidential" });
  const { id: batch } = await createBatch(client, project, {
    name: "Hidden",
    scriptPath: missingScriptUrl("concealed.csv"),
  });
  expect((await client.upload("private/name.mp4", bytesOf(5))).status).toBe(200);
  for (const at of [`/batches/${String(batch)}`, "/media/files", "/media/files", "/undisclosed"])
    await client.get(at);
  await sendRequest(`${client.baseUrl}/media/files`);

  // The last request is counted when its response is sent, which may be after its client has it.
  const last = 'route="/media/files",status="401"';
  await expect.poll(async () => (await metricsOf(local)).text).toContain(last);
  const { text, headers } = await metricsOf(local);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  const lines = text.trimEnd().split("\n");
  // Every line is a comment, or a name with labels and a number.
  for (const line of lines)
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  for (const line of [
    "dubyard_ready 1",
    "dubyard_disk_full 0",
    'dubyard_work_due{kind="export"} 0',
    'dubyard_work_running{kind="backups"} 0',
    'dubyard_http_requests_total{method="GET",route="/media/files",status="200"} 2',
    'dubyard_http_requests_total{method="GET",route="/media/files",status="401"} 1',
    'dubyard_http_requests_total{method="PUT",route="/objects/:object",status="200"} 1',
    'dubyard_http_requests_total{method="any",route="none",status="404"} 1',
  ])
    expect(lines, text).toContain(line);
  expect(text).toMatch(
    /^dubyard_http_requests_total\{method="GET",route="\/batches\/:batchId",status="200"\} \d+$/m,
  );
  const valueOf = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1]);
  expect(valueOf("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  const { clientId, clientSecret } = address();
  const secrets = [project, String(batch), clientId, clientSecret, client.token, dataDir];
  const names = ["Confidential", "Hidden", "concealed", "private", "name.mp4", "undisclosed"];
  for (const hidden of [...secrets, ...names]) expect(text).not.toContain(hidden);

  const { origin } = new URL(address().metricsUrl ?? "");
  expect((await sendRequest(`${origin}/healthz`)).status).toBe(404);
  expect((await sendRequest(`${origin}/objects/x`, { method: "PUT" })).status).toBe(404);
  const rebound = { headers: { Host: "example.test" } };
  expect((await sendRequest(`${origin}/metrics`, rebound)).status).toBe(403);
});

it("the OpenAPI document has the three calls, with the server of each", async () => {
  local = await startLocalService({ operations: { metricsPort: 0 } });
  const { paths, servers } = bodyOf<{
    paths: Record<string, { servers?: object; get: { responses: object; security?: object } }>;
    servers: object;
  }>(await local.client.get("/openapi.json"));
  expect(servers).toEqual([{ url: local.client.baseUrl }]);
  for (const at of ["/healthz", "/readyz"]) {
    expect(paths[at]?.servers).toEqual([{ url: originOf(local) }]);
    expect(Object.keys(paths[at]?.get.responses ?? {})).toEqual(["200", "403", "500", "503"]);
    expect(paths[at]?.get.security).toEqual([]);
  }
  const metrics = [{ url: new URL(local.address().metricsUrl ?? "").origin }];
  expect(paths["/metrics"]?.servers).toEqual(metrics);
  expect(paths["/metrics"]?.get.responses).toMatchObject({
    200: { content: { "text/plain": { schema: { type: "string" } } } },
  });
  expect(paths["/models"]?.servers).toBeUndefined();
});

it("a port of metrics that is in use is an error of the start", async () => {
  local = await startLocalService({ operations: { metricsPort: 0 } });
  const metricsPort = Number(new URL(local.address().metricsUrl ?? "").port);
  await expect(startLocalService({ operations: { metricsPort } })).rejects.toMatchObject({
    code: "local-service-failed",
    message: expect.stringContaining(`port ${metricsPort}`) as string,
  });
});

it.skipIf(smallDiskProblem)(
  `a service on a full disk is not ready${smallDiskProblem ? `: ${smallDiskProblem}` : ""}`,
  async () => {
    const disk = mountSmallDisk(90);
    try {
      local = await startLocalService({
        dataDir: `${disk.folder}/workspace`,
        durations: { diskCheckMs: 10, fullDiskCheckMs: 10 },
        operations: { metricsPort: 0 },
      });
      const status = async () => (await sendRequest(`${originOf(local)}/readyz`)).status;
      expect(await status()).toBe(200);
      // Its removal would leave some space, if it were still being written.
      const reserve = `${disk.folder}/workspace/workspace.db.reserve`;
      await expect.poll(() => existsSync(reserve)).toBe(true);
      disk.fill();
      await expect.poll(status).toBe(503);
      const response = await sendRequest(`${originOf(local)}/readyz`);
      expect(response.json).toEqual({ message: "not ready" });
      expect((await sendRequest(`${originOf(local)}/healthz`)).status).toBe(200);
      expect((await metricsOf(local)).text).toMatch(/^dubyard_ready 0\n[^]*^dubyard_disk_full 1$/m);
      disk.empty();
      await expect.poll(status).toBe(200);
    } finally {
      await local.close();
      disk.remove();
    }
  },
);
