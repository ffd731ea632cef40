/**
 * A real S3-compatible server that verifies signatures, with a bucket and a log of all requests.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import os from "node:os";
import type { LookupFunction } from "node:net";
import path from "node:path";
import type S3rverClass from "@20minutes/s3rver";
import type Accounts from "@20minutes/s3rver/lib/models/account.js";
import { Agent, type Dispatcher } from "../../main/common/http/undici";
import type { BucketConnection } from "../../main/remote/s3/address";

export interface BucketServer {
  connection: BucketConnection;
  /** Method and URL of each request, without the query. */
  requests: string[];
  /** Method, path and signature of each request to a pre-signed URL. */
  presigned: { method: string; path: string; signature: string }[];
  /** The objects of the bucket by key. */
  contents(): Promise<Map<string, Buffer>>;
  /**
   * Responses for the next requests instead of those of the server. Null forwards a request to the
   * server.
   */
  responses: ({ status: number; body: string } | "cut" | null)[];
  /** Resolves subdomains of "localhost", which not every system does. */
  dispatcher: Dispatcher;
  close(): Promise<void>;
}

// Loaded with `require`, as the server does, so that both use the same module instances and thus
// the same keys.
const load = createRequire(import.meta.url);
const S3rver = load("@20minutes/s3rver") as typeof S3rverClass;
const accounts = load("@20minutes/s3rver/lib/models/account.js") as typeof Accounts;

/**
 * The files of an object. The server itself also removes the folders that become empty, and
 * responds with 500 if two concurrent requests remove the same folder. A bucket has no folders, so
 * they stay here.
 */
const resourcesOfObject = ["object", "object.md5", "metadata.json"];

/** The suffix that the server adds to the file name of an object. */
const objectSuffix = "._S3rver_object";

export async function startBucketServer(): Promise<BucketServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "dubyard-bucket-"));
  const store = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    // "bucket.s3.localhost" is the host of the bucket.
    serviceEndpoint: "localhost",
    configureBuckets: [{ name: "scripts" }],
  });
  store.store.deleteObject = async (bucket, key) => {
    const file = (resource: string) => store.store.getResourcePath(bucket, key, resource);
    await Promise.all(resourcesOfObject.map((name) => rm(file(name), { force: true })));
  };
  const { port } = await store.run();
  const server = store.httpServer;
  const requested: string[] = [];
  const presigned: BucketServer["presigned"] = [];
  // Unique values, so that tests can search for them.
  const accessKeyId = `ID${randomBytes(8).toString("hex")}`;
  const secretAccessKey = `secret-${randomBytes(16).toString("hex")}`;
  accounts.DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);
  const replies: BucketServer["responses"] = [];
  const serve = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request").on("request", (request, response) => {
    requested.push(`${request.method} ${request.headers.host}${request.url?.replace(/\?.*/s, "")}`);
    const url = new URL(request.url ?? "", "http://bucket");
    const signature = url.searchParams.get("X-Amz-Signature");
    if (signature !== null)
      presigned.push({ method: request.method ?? "", path: url.pathname, signature });
    const reply = replies.shift() ?? null;
    if (reply === "cut") request.socket.destroy();
    else if (reply === null) for (const listener of serve) listener(request, response);
    else response.writeHead(reply.status).end(reply.body);
  });
  const dispatcher = new Agent({ connect: { lookup: lookupLoopback } });
  return {
    connection: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-central-1",
      bucket: "scripts",
      prefix: "team/",
      accessKeyId,
      secretAccessKey,
      isPathStyle: true,
    },
    requests: requested,
    presigned,
    async contents() {
      const files = await readdir(path.join(folder, "scripts"), { recursive: true });
      const objects = files.filter((file) => file.endsWith(objectSuffix));
      const read = async (file: string) => {
        const bytes = await readFile(path.join(folder, "scripts", file));
        return [file.slice(0, -objectSuffix.length).split(path.sep).join("/"), bytes] as const;
      };
      return new Map(await Promise.all(objects.map(read)));
    },
    responses: replies,
    dispatcher,
    async close() {
      accounts.DUMMY_ACCOUNT.revokeAccessKey(accessKeyId);
      await dispatcher.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const lookupLoopback: LookupFunction = (_host, options, done) =>
  options.all === true
    ? done(null, [{ address: "127.0.0.1", family: 4 }])
    : done(null, "127.0.0.1", 4);
