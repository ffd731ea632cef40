/** Pre-signed upload URLs: what one allows, signed; good for one PUT within its time (interface §4.1, §8). */
import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "./auth";
import { HttpProblem } from "./problem";

/** What a URL allows its holder: one PUT of this file, or of one part of it. */
export interface Grant {
  path: string;
  contentType: string;
  /** Null for a whole file. */
  part: { uploadId: string; number: number } | null;
}
/** A grant as it came back, with what is needed to let it be used once. */
export interface SignedGrant extends Grant {
  /** Unlike that of any other URL. */
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

/** Where the bytes go: outside the API, and no token is asked for. */
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
      const refused = new HttpProblem(403, "signature: this is not an upload URL of ours");
      const cut = target.indexOf("?");
      if (cut < 0) throw refused;
      const query = new URLSearchParams(target.slice(cut + 1));
      const path = decode(target.slice(objectsPrefix.length, cut));
      // SECURITY: nothing of the URL is believed before its signature is.
      if (path === null || !isSame(query.get("signature") ?? "", signatureOf(path, query)))
        throw refused;
      const expiresAt = Number(query.get("expires")) * 1000;
      if (deps.now() >= expiresAt)
        throw new HttpProblem(403, "expires: this upload URL has expired");
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
