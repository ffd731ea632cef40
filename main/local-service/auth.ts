/** Credentials and tokens of the local workspace (interface §5). */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { HttpProblem, invalid } from "./problem";

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
  /** Both tokens, or a 400: the interface of the hosted service knows 400 and 500 alone for this call. */
  issue(clientId: string, clientSecret: string): { accessToken: string; refreshToken: string };
  /** A new access token, or a 400. The refresh token itself stays as it is. */
  refresh(refreshToken: string): { accessToken: string };
  /** Passes when the header (the raw token, or "Bearer " before it) holds a good access token; else a 401. */
  check(authorization: string | undefined): void;
}

/** Tokens carry their kind and expiry under a signature: nothing is kept, and they hold across a restart. */
export function createAuth(deps: AuthDeps): Auth {
  function sign(kind: TokenKind, lifeSeconds: number): string {
    const expires = Math.floor(deps.now() / 1000) + lifeSeconds;
    const claim = `${kind}.${expires}.${randomBytes(9).toString("base64url")}`;
    return `${claim}.${signatureOf(claim)}`;
  }
  function signatureOf(claim: string): string {
    return createHmac("sha256", deps.tokenKey).update(claim).digest("base64url");
  }
  function problemOf(token: string, kind: TokenKind): "bad" | "expired" | null {
    const end = token.lastIndexOf(".");
    const claim = token.slice(0, Math.max(end, 0));
    if (!isSame(token.slice(end + 1), signatureOf(claim))) return "bad";
    const [foundKind, expires] = claim.split(".");
    if (foundKind !== kind) return "bad";
    return deps.now() < Number(expires) * 1000 ? null : "expired";
  }
  return {
    issue(clientId, clientSecret) {
      // SECURITY: both are compared always, so that the time taken does not tell which one is wrong.
      const isIdRight = isSame(clientId, deps.clientId);
      const isSecretRight = isSame(clientSecret, deps.clientSecret);
      if (!isIdRight || !isSecretRight)
        throw new HttpProblem(400, "clientId or clientSecret: not the credentials of a workspace");
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
      const refuse = (message: string) => new HttpProblem(401, message);
      if (token === "") throw refuse("Authorization: an access token is required");
      const problem = problemOf(token, "access");
      if (problem === "expired") throw refuse("Authorization: the access token has expired");
      if (problem) throw refuse("Authorization: not an access token of this workspace");
    },
  };
}

/** SECURITY: takes the same time for every text of the same length. */
export function isSame(given: string, right: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
