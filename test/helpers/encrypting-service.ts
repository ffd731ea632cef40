/**
 * A hosted service whose storage behaves as real ones do: ETags that are not MD5 checksums, with or
 * without the headers that indicate this, storage that verifies or ignores Content-MD5, and a
 * connection that damages bytes.
 */
import { createHash, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface StorageBehaviour {
  /** The ETag of the received bytes, without quotes, which are added later. */
  etagOf: (bytes: Buffer) => string;
  /** Headers that are added to the response of every PUT. */
  headers: Record<string, string>;
  /** A PUT whose Content-MD5 does not match the received bytes gets the response 400 BadDigest. */
  checksContentMd5: boolean;
  /** A PUT with Content-MD5 gets the response 403, as if the signature covers this header. */
  refusesContentMd5: boolean;
  /**
   * Returns the bytes that the storage receives, which may differ from the bytes that were sent.
   */
  damage: (bytes: Buffer) => Buffer;
}

export interface EncryptingService {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  behaviour: StorageBehaviour;
  /** The PUT requests in order of arrival. */
  puts: { path: string; partNumber: number; contentMd5: string | null; status: number }[];
  /** The ETags that were sent to "complete", in order. */
  completedEtags: string[];
  /** The files of the gallery. */
  files: Map<string, Buffer>;
  close(): Promise<void>;
}

export const md5Of = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
/** 32 random hexadecimal digits. S3 with SSE-KMS also returns a different ETag for each PUT. */
export const kmsEtag = () => randomBytes(16).toString("hex");

export async function startEncryptingService(): Promise<EncryptingService> {
  const uploads = new Map<string, Map<number, { etag: string; bytes: Buffer }>>();
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signed = (path: string, query: string) =>
    `${origin()}/storage/${encodeURIComponent(path)}?${query}X-Amz-Signature=abc`;

  function put(request: http.IncomingMessage, url: URL, sent: Buffer) {
    const { behaviour } = service;
    const path = decodeURIComponent(url.pathname.slice("/storage/".length));
    const uploadId = url.searchParams.get("uploadId");
    const partNumber = Number(url.searchParams.get("partNumber") ?? 0);
    const contentMd5 = request.headers["content-md5"]?.toString() ?? null;
    const bytes = behaviour.damage(sent);
    const isRefused = contentMd5 !== null && behaviour.refusesContentMd5;
    const isDamaged =
      contentMd5 !== null &&
      behaviour.checksContentMd5 &&
      Buffer.from(contentMd5, "base64").toString("hex") !== md5Of(bytes);
    const status = isRefused ? 403 : isDamaged ? 400 : 200;
    service.puts.push({ path, partNumber, contentMd5, status });
    const code = isRefused ? "SignatureDoesNotMatch" : "BadDigest";
    if (status !== 200) return { status, body: `<Error><Code>${code}</Code></Error>` };
    const etag = `"${behaviour.etagOf(bytes)}"`;
    if (uploadId === null) service.files.set(path, bytes);
    else uploads.get(uploadId)?.set(partNumber, { etag, bytes });
    return { status, headers: { ...behaviour.headers, etag }, body: "" };
  }

  function multipart(body: Record<string, unknown>) {
    const fileName = String(body["fileName"]);
    if (body["action"] === "presign") {
      const uploadId = (body["uploadId"] as string | undefined) ?? randomBytes(8).toString("hex");
      if (!uploads.has(uploadId)) uploads.set(uploadId, new Map());
      const query = `uploadId=${uploadId}&partNumber=${Number(body["partNumber"])}&`;
      return json({ uploadId, uploadUrl: signed(fileName, query) });
    }
    const parts = uploads.get(String(body["uploadId"])) ?? new Map<number, never>();
    const listed = body["parts"] as { ETag: string; PartNumber: number }[];
    service.completedEtags = listed.map(({ ETag }) => ETag);
    if (listed.some(({ ETag, PartNumber }) => parts.get(PartNumber)?.etag !== ETag))
      return { status: 400, body: JSON.stringify({ message: "parts: InvalidPart" }) };
    const bytes = listed.flatMap(({ PartNumber }) => parts.get(PartNumber)?.bytes ?? []);
    service.files.set(fileName, Buffer.concat(bytes));
    return json({});
  }

  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const url = new URL(request.url ?? "/", "http://service");
      const reply: { status: number; headers?: Record<string, string>; body: string } = (() => {
        if (request.method === "PUT") return put(request, url, bytes);
        if (url.pathname === "/auth/token") return json({ accessToken: "token" });
        if (url.pathname === "/models") return json([]);
        if (url.pathname === "/media/files") return json([...service.files.keys()]);
        const body = JSON.parse(bytes.toString() || "{}") as Record<string, unknown>;
        if (url.pathname === "/media/upload-url/multipart") return multipart(body);
        if (url.pathname === "/media/upload-url")
          return { status: 200, body: signed(String(body["fileName"]), "") };
        return { status: 403, body: "" };
      })();
      response.writeHead(reply.status, reply.headers).end(reply.body);
    })();
  });
  const service: EncryptingService = {
    baseUrl: "",
    clientId: "client",
    clientSecret: "secret",
    behaviour: {
      etagOf: md5Of,
      headers: {},
      checksContentMd5: true,
      refusesContentMd5: false,
      damage: (bytes) => bytes,
    },
    puts: [],
    completedEtags: [],
    files: new Map(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  service.baseUrl = origin();
  return service;
}

const json = (body: unknown) => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
