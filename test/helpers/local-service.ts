/** A local service with a temporary data folder, and a simple client of its interface for tests. */
import { randomBytes } from "node:crypto";
import http from "node:http";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { databaseName } from "../../main/common/workspace-folder";
import { confirmationKeyBytes } from "../../main/local-service/common/confirmations";
import { createLocalService } from "../../main/local-service/server";
import type { LocalServiceOptions } from "../../main/local-service/service-options";
import { startService } from "./new-databases";
import { scriptWorkerFile } from "./programs";
import { launchSharedReader } from "./shared-reader";

export interface TestResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** The body parsed as JSON; undefined if it is not JSON. */
  json: unknown;
}
export interface TestRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Sends one unmodified request on a new connection. Only a Content-Length header is added. */
export function sendRequest(
  url: string,
  { method = "GET", headers = {}, body }: TestRequest = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const all = { ...length, ...headers };
    const request = http.request(url, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: parse(text),
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface LocalClient {
  baseUrl: string;
  token: string;
  get(path: string): Promise<TestResponse>;
  post(path: string, body: unknown): Promise<TestResponse>;
  /** Sends a request with any method. Without `body`, the request has no body. */
  call(method: string, path: string, body?: unknown): Promise<TestResponse>;
  /** Sends a PUT to a signed URL; returns the response. */
  put(url: string, bytes: Uint8Array, headers?: Record<string, string>): Promise<TestResponse>;
  /** Uploads a file in one PUT. The default type is a video. */
  upload(fileName: string, bytes: Uint8Array, type?: string): Promise<TestResponse>;
  presign(fields: Record<string, unknown>): Promise<{ uploadId: string; uploadUrl: string }>;
  /**
   * Presigns and sends a part; returns its entry for `complete`. Part 1 of an upload that `presign`
   * started uses the URL of that call, because it cannot be presigned again.
   */
  part(
    fileName: string,
    uploadId: string | undefined,
    number: number,
    bytes: Uint8Array,
  ): Promise<{ uploadId: string; listed: { ETag: string; PartNumber: number } }>;
  complete(fileName: string, uploadId: string, parts: unknown): Promise<TestResponse>;
  files(): Promise<string[]>;
}

const contentType = "video/mp4";

/** Signs in and returns the client. */
export async function signIn(address: {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}): Promise<LocalClient> {
  const { baseUrl, clientId, clientSecret } = address;
  const credentials = JSON.stringify({ clientId, clientSecret });
  const signedIn = await sendRequest(`${baseUrl}/auth/token`, {
    method: "POST",
    body: credentials,
  });
  const token = (signedIn.json as { accessToken: string }).accessToken;
  /** The unused URLs of first parts, by upload id. */
  const firstUrls = new Map<string, string>();
  const client: LocalClient = {
    baseUrl,
    token,
    get: (at) => sendRequest(baseUrl + at, { headers: { Authorization: token } }),
    post: (at, body) => client.call("POST", at, body),
    call: (method, at, body) =>
      sendRequest(baseUrl + at, {
        method,
        headers: { Authorization: token, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    put: (url, bytes, headers = { "Content-Type": contentType }) =>
      sendRequest(url, { method: "PUT", headers, body: bytes }),
    async upload(fileName, bytes, type = contentType) {
      const response = await client.post("/media/upload-url", { fileName, contentType: type });
      if (response.status !== 200) return response;
      return client.put(response.json as string, bytes, { "Content-Type": type });
    },
    async presign(fields) {
      const body = { action: "presign", contentType, ...fields };
      const response = await client.post("/media/upload-url/multipart", body);
      if (response.status !== 200) throw new Error(`presign: ${response.status} ${response.text}`);
      const signed = response.json as { uploadId: string; uploadUrl: string };
      if (fields["uploadId"] === undefined) firstUrls.set(signed.uploadId, signed.uploadUrl);
      return signed;
    },
    async part(fileName, uploadId, partNumber, bytes) {
      const firstUrl = partNumber === 1 ? firstUrls.get(uploadId ?? "") : undefined;
      if (uploadId !== undefined && firstUrl !== undefined) firstUrls.delete(uploadId);
      const signed =
        uploadId !== undefined && firstUrl !== undefined
          ? { uploadId, uploadUrl: firstUrl }
          : await client.presign({
              fileName,
              partNumber,
              ...(uploadId === undefined ? {} : { uploadId }),
            });
      const response = await client.put(signed.uploadUrl, bytes);
      if (response.status !== 200) throw new Error(`part: ${response.status} ${response.text}`);
      const listed = { ETag: String(response.headers.etag), PartNumber: partNumber };
      return { uploadId: signed.uploadId, listed };
    },
    complete: (fileName, uploadId, parts) =>
      client.post("/media/upload-url/multipart", {
        action: "complete",
        fileName,
        contentType,
        uploadId,
        parts,
      }),
    files: async () => (await client.get("/media/files")).json as string[],
  };
  return client;
}

/** A clock that tests advance explicitly. */
export function createManualClock(start = Date.UTC(2030, 0, 1)) {
  let at = start;
  return {
    now: () => at,
    advance(ms: number) {
      at += ms;
    },
  };
}

/** A database of its own for each service with a new folder; null for one in the folder. */
let createDatabaseOf: ((dataDir: string) => Promise<OwnDatabase>) | null = null;
interface OwnDatabase {
  url: string;
  exec(sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** The services that are started from now on use other databases than those in their folders. */
export function useDatabases(create: (dataDir: string) => Promise<OwnDatabase>): void {
  createDatabaseOf = create;
}

/**
 * A service in this process, and its client. `restart` closes the service and opens it with the
 * same folder.
 */
export async function startLocalService(options: Partial<LocalServiceOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), "dubyard-local-")));
  // That of this computer: restarts have the same one.
  const confirmationKey = options.confirmationKey ?? randomBytes(confirmationKeyBytes);
  const reader =
    options.scriptWorkerFile === scriptWorkerFile ? { launchReader: launchSharedReader } : {};
  const isNew = options.dataDir === undefined;
  const database = isNew && createDatabaseOf ? await createDatabaseOf(dataDir) : null;
  const databaseUrl = database?.url;
  const first = { ...reader, databaseUrl, ...options, confirmationKey, dataDir };
  // A folder of the test may be one that the service refuses.
  const start = isNew && database === null ? startService : createLocalService;
  let service = await start(first);
  const running = {
    dataDir,
    client: await signIn(service),
    address: () => service,
    async restart(changed: Partial<LocalServiceOptions> = {}) {
      await service.close();
      service = await createLocalService({ ...first, ...changed, dataDir });
      running.client = await signIn(service);
    },
    /** Runs SQL on the database of the service, while it runs. */
    async exec(sql: string) {
      if (database) return database.exec(sql);
      const file = new DatabaseSync(path.join(dataDir, databaseName));
      file.exec(sql);
      file.close();
    },
    close: () => service.close(),
    async remove() {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
      await database?.remove();
    },
  };
  return running;
}
export type RunningLocalService = Awaited<ReturnType<typeof startLocalService>>;

/** A service in this process, as a `LocalServiceHost` starts one for the application. */
export async function startInProcess(options: LocalServiceOptions) {
  const service = await createLocalService(options);
  const { baseUrl, clientId, clientSecret } = service;
  return {
    address: { baseUrl, clientId, clientSecret },
    grantExternal: () => Promise.resolve(),
    stop: () => service.close(),
  };
}

/** All files below a folder, with "/" between path segments. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"),
    )
    .sort();
}

/** Pseudorandom bytes; the same seed gives the same bytes. */
export function bytesOf(size: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = seed * 2654435761;
  for (let index = 0; index < size; index += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[index] = state >>> 24;
  }
  return bytes;
}

export const mebibyte = 1024 ** 2;
