/**
 * Two services behind a proxy are restarted one after the other while clients read and change rows:
 * no call is lost, and none is made twice. The proxy tries another service only if it cannot
 * connect to one, as `resources/server/Caddyfile` does. About 15 s; `DUBYARD_RESTARTS` scales it.
 */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { silentLog } from "../../main/common/log";
import { createLocalService, type LocalService } from "../../main/local-service/server";
import { freePort } from "../../resources/tools/ceph-gateway.mjs";
import { temporaryFolder } from "../helpers/backend";
import { startBucketServer } from "../helpers/bucket-server";
import { signIn } from "../helpers/local-service";
import { createDatabaseOf } from "../helpers/postgres/databases";
import { prepareTeamFolders } from "../helpers/postgres/team-process";
import { createScriptedEngine } from "../helpers/scripted-engine";
import { launchSharedReader } from "../helpers/shared-reader";
import { long } from "../long";

const restarts = Number(process.env["DUBYARD_RESTARTS"] ?? 2);
const clients = 4;
/** The pause between two calls of a client, which keeps them below the limit of a credential. */
const callEveryMs = 120;

/**
 * A proxy that sends requests to the services in turn. `lost`: requests that got no response since
 * their service ended.
 */
async function startProxy(targets: readonly number[]) {
  const agent = new http.Agent({ keepAlive: true });
  const lost: string[] = [];
  let count = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => send(5));
    const send = (attempts: number): void => {
      count += 1;
      const { method, url: path, headers } = request;
      const port = targets[count % targets.length];
      const from = { "x-forwarded-for": "127.0.0.1" };
      const all = { ...headers, ...from, connection: "keep-alive" };
      const sent = http.request({ host: "127.0.0.1", port, method, path, agent, headers: all });
      sent.on("response", (received) => {
        const { connection: _connection, ...rest } = received.headers;
        response.writeHead(received.statusCode ?? 502, rest);
        received.pipe(response);
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED" && attempts > 0) {
          send(attempts - 1);
          return;
        }
        lost.push(`${method} ${path}: ${error.message}`);
        response.writeHead(502).end();
      });
      sent.end(Buffer.concat(chunks));
    };
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost, close };
}

it(
  "a restart of one service after the other loses no call",
  { ...long, timeout: 600_000 },
  async () => {
    if (inject("postgres") === null) return;
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const at = (name: string) => path.join(folder.path, name);
    await prepareTeamFolders(folder.path, ["first", "second"]);
    const folders = [at("first"), at("second")] as const;
    const database = await createDatabaseOf(folders[0]);
    onTestFinished(database.remove);
    const bucket = await startBucketServer();
    onTestFinished(bucket.close);
    const ports = [await freePort(), await freePort()];
    const proxy = await startProxy(ports);
    onTestFinished(proxy.close);
    const start = (index: 0 | 1): Promise<LocalService> =>
      createLocalService({
        dataDir: folders[index],
        port: ports[index],
        databaseUrl: database.url,
        bucket: { connection: bucket.connection },
        team: {
          name: "Studio",
          address: { host: "127.0.0.1", publicOrigin: proxy.origin, tls: null },
          proxies: ["127.0.0.1"],
        },
        role: "api",
        confirmationKey: Buffer.alloc(32, 1),
        operations: { metricsPort: 0 },
        launchReader: launchSharedReader,
        log: silentLog,
        startMedia: () => createScriptedEngine().media,
      });
    const services = [await start(0), await start(1)];
    onTestFinished(async () => {
      await Promise.all(services.map((service) => service.close()));
    });
    const client = await signIn(services[0] as LocalService);

    let isRestarting = true;
    const created: string[] = [];
    const failed: string[] = [];
    let reads = 0;
    const work = async (index: number) => {
      for (let turn = 0; isRestarting; turn += 1) {
        const email = `user${index}-${turn}@example.org`;
        const fields = { firstName: "A", lastName: "B", email };
        const added = await client.post("/local/users", fields);
        if (added.status === 201) created.push(email);
        else failed.push(`${added.status} ${JSON.stringify(added.json)}`);
        await wait(callEveryMs);
        const read = await client.get("/users");
        if (read.status === 200) reads += 1;
        else failed.push(`${read.status} ${JSON.stringify(read.json)}`);
        await wait(callEveryMs);
      }
    };
    const working = Array.from({ length: clients }, (_, index) => work(index));
    for (let round = 0; round < restarts; round += 1)
      for (const index of [0, 1] as const) {
        const former = services[index] as LocalService;
        await former.drain(AbortSignal.timeout(10_000));
        await former.close();
        services[index] = await start(index);
      }
    isRestarting = false;
    await Promise.all(working);
    expect(proxy.lost).toEqual([]);
    expect(failed).toEqual([]);
    expect(reads).toBeGreaterThan(0);
    const { json } = await client.get("/users");
    const emails = (json as { email: string }[]).map((user) => user.email);
    expect(emails.sort()).toEqual(created.sort());
  },
);
