/** Pre-signed upload URLs: each carries a signed grant and expires (interface §4.1, §8). */
import { createHmac, randomBytes } from "node:crypto";
import { isEqualInConstantTime } from "./auth";
import { HttpError } from "./http-error";

/** What a URL permits: a PUT of this file, or of one part of it. */
interface Grant {
  path: string;
  contentType: string;
  /** Null for a whole file. */
  part: { uploadId: string; number: number } | null;
}
/** A verified grant, with the nonce and expiry that limit a multipart URL to one use. */
export interface SignedGrant extends Grant {
  /** Unique per URL. */
  nonce: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface PresignDeps {
  urlKey: Buffer;
  now: () => number;
  urlLifeSeconds: number;
  /** "http://127.0.0.1:PORT", known once the service listens. */
  origin: () => string;
}

export interface Presign {
  sign(grant: Grant): string;
  /** Reads the request target of a PUT; 403 for a bad signature or an expired URL. */
  verify(target: string): SignedGrant;
}

/** Path prefix of upload URLs. It is outside the API: the signature replaces the access token. */
export const objectsPrefix = "/objects/";

export function createPresign(deps: PresignDeps): Presign {
  function signatureOf(path: string, query: URLSearchParams): string {
    const rest = [...query.entries()].filter(([name]) => name !== "signature");
    const text = JSON.stringify(["PUT", path, rest]);
    return createHmac("sha256", deps.urlKey).update(text).digest("base64url");
  }
  return {
    sign(grant) {
      const query = new URLSearchParams({
        contentType: grant.contentType,
        expires: String(Math.floor(deps.now() / 1000) + deps.urlLifeSeconds),
        nonce: randomBytes(12).toString("base64url"),
      });
      if (grant.part) {
        query.set("uploadId", grant.part.uploadId);
        query.set("partNumber", String(grant.part.number));
      }
      query.set("signature", signatureOf(grant.path, query));
      const encoded = grant.path.split("/").map(encodeURIComponent).join("/");
      return `${deps.origin()}${objectsPrefix}${encoded}?${query.toString()}`;
    },
    verify(target) {
      const invalidUrl = new HttpError(403, "signature: not an upload URL of this service");
      const cut = target.indexOf("?");
      if (cut < 0) throw invalidUrl;
      const query = new URLSearchParams(target.slice(cut + 1));
      const path = decode(target.slice(objectsPrefix.length, cut));
      // SECURITY: no part of the URL is used before its signature is verified.
      if (
        path === null ||
        !isEqualInConstantTime(query.get("signature") ?? "", signatureOf(path, query))
      )
        throw invalidUrl;
      const expiresAt = Number(query.get("expires")) * 1000;
      if (deps.now() >= expiresAt) throw new HttpError(403, "expires: this upload URL has expired");
      const uploadId = query.get("uploadId");
      return {
        path,
        contentType: query.get("contentType") ?? "",
        part: uploadId === null ? null : { uploadId, number: Number(query.get("partNumber")) },
        nonce: query.get("nonce") ?? "",
        expiresAt,
      };
    },
  };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
