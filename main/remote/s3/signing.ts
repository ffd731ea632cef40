/**
 * Signature Version 4, implemented with the AWS library `@smithy/signature-v4` and the hashes of
 * Node.js.
 */
import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { encode } from "./address";

export interface Unsigned {
  method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  origin: string;
  /** Encoded; signed unchanged. */
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
}

export interface Signer {
  /** The headers of the signed request. */
  headersOf(request: Unsigned): Promise<Record<string, string>>;
  /**
   * A URL that gives access to an object without credentials for `seconds`, at most a week: to read
   * it, unless `request` has another method. SECURITY: the URL alone gives access to the object. It
   * is sent to the service or its client only, never to a log or the renderer.
   */
  presign(
    address: { origin: string; path: string },
    seconds: number,
    request?: Partial<Pick<Unsigned, "method" | "query">>,
  ): Promise<string>;
}

type Hash = ReturnType<typeof createHash> | ReturnType<typeof createHmac>;
type SourceData = string | ArrayBuffer | ArrayBufferView;

/** SHA-256 or HMAC-SHA-256 with the interface that the library requires. */
class Sha256 {
  private readonly secret: SourceData | undefined;
  private hash: Hash;
  constructor(secret?: SourceData) {
    this.secret = secret;
    this.hash = this.begin();
  }
  private begin(): Hash {
    return this.secret === undefined
      ? createHash("sha256")
      : createHmac("sha256", bytesOf(this.secret));
  }
  update(data: SourceData): void {
    this.hash.update(bytesOf(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.hash.digest());
  }
  reset(): void {
    this.hash = this.begin();
  }
}

function bytesOf(data: SourceData): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** `now` returns milliseconds since 1970. */
export function createSigner(
  key: { accessKeyId: string; secretAccessKey: string; region: string },
  now: () => number,
): Signer {
  const signer = new SignatureV4({
    service: "s3",
    region: key.region,
    credentials: { accessKeyId: key.accessKeyId, secretAccessKey: key.secretAccessKey },
    sha256: Sha256,
    // Other AWS services encode the path twice; S3 does not.
    uriEscapePath: false,
    applyChecksum: true,
  });
  const shapeOf = ({ method, origin, path, query, headers, body }: Unsigned) => {
    const { protocol, hostname, port, host } = new URL(origin);
    return {
      method,
      protocol,
      hostname,
      ...(port === "" ? {} : { port: Number(port) }),
      path,
      query: { ...query },
      headers: { ...headers, host },
      body: body ?? undefined,
    };
  };
  return {
    async headersOf(request) {
      const signed = await signer.sign(shapeOf(request), { signingDate: new Date(now()) });
      return signed.headers;
    },
    async presign({ origin, path }, seconds, { method = "GET", query = {} } = {}) {
      const headers = { "x-amz-content-sha256": "UNSIGNED-PAYLOAD" };
      const request: Unsigned = { method, origin, path, query, headers, body: null };
      const signed = await signer.presign(shapeOf(request), {
        expiresIn: seconds,
        signingDate: new Date(now()),
      });
      return `${origin}${path}?${queryOf(signed.query ?? {})}`;
    },
  };
}

/** The canonical query string: names and values are encoded, and the pairs are sorted. */
export function queryOf(query: Readonly<Record<string, string | string[] | null>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(String(value ?? ""))}`)
    .sort()
    .join("&");
}
