/** Credentials and tokens of the local workspace (interface §5). */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { HttpError, invalid } from "./http-error";

type TokenKind = "access" | "refresh";

export interface AuthDeps {
  clientId: string;
  clientSecret: string;
  tokenKey: Buffer;
  /** Milliseconds since 1970. */
  now: () => number;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
}

export interface Auth {
  /**
   * Returns both tokens, or throws a 400: the interface lists only 400 and 500 as errors of this
   * call.
   */
  issue(clientId: string, clientSecret: string): { accessToken: string; refreshToken: string };
  /**
   * Returns a new access token, or throws a 400. The refresh token stays valid until it expires.
   */
  refresh(refreshToken: string): { accessToken: string };
  /**
   * Throws a 401 unless the header contains a valid access token, with or without "Bearer " before
   * it.
   */
  check(authorization: string | undefined): void;
}

/**
 * Tokens carry their kind and expiry under a signature: nothing is stored, and they stay valid
 * across restarts.
 */
export function createAuth(deps: AuthDeps): Auth {
  function sign(kind: TokenKind, lifeSeconds: number): string {
    const expires = Math.floor(deps.now() / 1000) + lifeSeconds;
    const claim = `${kind}.${expires}.${randomBytes(9).toString("base64url")}`;
    return `${claim}.${signatureOf(claim)}`;
  }
  function signatureOf(claim: string): string {
    return createHmac("sha256", deps.tokenKey).update(claim).digest("base64url");
  }
  function problemOf(token: string, kind: TokenKind): "invalid" | "expired" | null {
    const end = token.lastIndexOf(".");
    const claim = token.slice(0, Math.max(end, 0));
    if (!isEqualInConstantTime(token.slice(end + 1), signatureOf(claim))) return "invalid";
    const [foundKind, expires] = claim.split(".");
    if (foundKind !== kind) return "invalid";
    return deps.now() < Number(expires) * 1000 ? null : "expired";
  }
  return {
    issue(clientId, clientSecret) {
      // SECURITY: both are always compared, so that the duration does not reveal which one is
      // wrong.
      const isIdRight = isEqualInConstantTime(clientId, deps.clientId);
      const isSecretRight = isEqualInConstantTime(clientSecret, deps.clientSecret);
      if (!isIdRight || !isSecretRight)
        throw new HttpError(400, "clientId or clientSecret: not the credentials of a workspace");
      return {
        accessToken: sign("access", deps.accessTokenSeconds),
        refreshToken: sign("refresh", deps.refreshTokenSeconds),
      };
    },
    refresh(refreshToken) {
      const problem = problemOf(refreshToken, "refresh");
      if (problem === "expired") throw invalid("refreshToken", "has expired");
      if (problem) throw invalid("refreshToken", "is not a refresh token of this workspace");
      return { accessToken: sign("access", deps.accessTokenSeconds) };
    },
    check(authorization) {
      const token = (authorization ?? "").replace(/^Bearer +/i, "").trim();
      const unauthorized = (message: string) => new HttpError(401, message);
      if (token === "") throw unauthorized("Authorization: an access token is required");
      const problem = problemOf(token, "access");
      if (problem === "expired") throw unauthorized("Authorization: the access token has expired");
      if (problem) throw unauthorized("Authorization: not an access token of this workspace");
    },
  };
}

/** SECURITY: takes the same time for all texts of equal length. */
export function isEqualInConstantTime(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
