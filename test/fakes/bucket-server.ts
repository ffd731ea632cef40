/** A real S3-compatible server that checks signatures: with a bucket of its own, and everything it was asked. */
import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import os from "node:os";
import type { LookupFunction } from "node:net";
import path from "node:path";
import S3rver from "@20minutes/s3rver";
import { Agent, type Dispatcher } from "undici";
import type { BucketConnection } from "../../main/remote/s3/address";

export interface BucketServer {
  connection: BucketConnection;
  /** Method and address of each request, without queries. */
  asked: string[];
  /** Answers the next requests in the place of the server: a status and a body each; null lets one through. */
  answers: ({ status: number; body: string } | "cut" | null)[];
  /** Finds hosts below "localhost", which not every system does. */
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

export async function startBucketServer(): Promise<BucketServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-bucket-"));
  const store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    // "bucket.s3.localhost" is the bucket's own host.
    serviceEndpoint: "localhost",
    configureBuckets: [{ name: "scripts" }],
  });
  const { port } = await store.run();
  const server = store.httpServer;
  const asked: string[] = [];
  const answers: BucketServer["answers"] = [];
  const serve = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request").on("request", (request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url?.replace(/\?.*/s, "")}`);
    const answer = answers.shift() ?? null;
    if (answer === "cut") request.socket.destroy();
    else if (answer === null) for (const listener of serve) listener(request, response);
    else response.writeHead(answer.status).end(answer.body);
  });
  const dispatcher = new Agent({ connect: { lookup: toThisComputer } });
  return {
    connection: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-central-1",
      bucket: "scripts",
      prefix: "team/",
      accessKeyId: "S3RVER",
      secretAccessKey: "S3RVER",
      isPathStyle: true,
    },
    asked,
    answers,
    dispatcher,
    async close() {
      await dispatcher.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const toThisComputer: LookupFunction = (_host, options, done) =>
  options.all === true
    ? done(null, [{ address: "127.0.0.1", family: 4 }])
    : done(null, "127.0.0.1", 4);
