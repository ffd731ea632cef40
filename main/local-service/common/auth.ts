/** Credentials and tokens of the local workspace (interface §5). */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Actor } from "./actor";
import { HttpError, invalid } from "./http-error";

type TokenKind = "access" | "refresh";

export interface KnownCredential {
  actor: Actor;
  /** SHA-256 of the valid secrets, in hexadecimal. */
  secretHashes: readonly string[];
}

/** The credentials besides those of the folder's key. */
export interface CredentialLookup {
  /** Null for one that is unknown, revoked or has expired. `isFresh`: read again. */
  find(id: string, options?: { isFresh?: boolean }): Promise<KnownCredential | null>;
  noteUse(id: string): Promise<void>;
}

export interface AuthDeps {
  /** The credentials of the folder's key. */
  clientId: string;
  clientSecret: string;
  /** Null if there are only those of the folder's key. */
  others?: CredentialLookup | null;
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
  issue(
    clientId: string,
    clientSecret: string,
  ): Promise<{ accessToken: string; refreshToken: string }>;
  /**
   * Returns a new access token, or throws a 400. The refresh token stays valid until it expires, or
   * its credential is revoked.
   */
  refresh(refreshToken: string): Promise<{ accessToken: string }>;
  /**
   * The sender. Throws a 401 unless the header contains a valid access token, with or without
   * "Bearer " before it.
   */
  check(authorization: string | undefined): Promise<Actor>;
}

/** The hash of no secret: compared with if there is no credential. */
const noSecretHash = "0".repeat(64);

/**
 * Tokens carry their kind, expiry and credential under a signature: nothing is stored, and they
 * stay valid across restarts. A token without a credential is that of the folder's key.
 */
export function createAuth(deps: AuthDeps): Auth {
  const { others = null } = deps;
  const own: Actor = { credentialId: deps.clientId, scope: "admin", person: null };

  function sign(kind: TokenKind, lifeSeconds: number, credentialId: string): string {
    const expires = Math.floor(deps.now() / 1000) + lifeSeconds;
    const nonce = randomBytes(9).toString("base64url");
    const suffix = credentialId === own.credentialId ? "" : `.${credentialId}`;
    const claim = `${kind}.${expires}.${nonce}${suffix}`;
    return `${claim}.${signatureOf(claim)}`;
  }
  function signatureOf(claim: string): string {
    return createHmac("sha256", deps.tokenKey).update(claim).digest("base64url");
  }
  /** The credential of a valid token. */
  function read(token: string, kind: TokenKind): { credentialId: string } | "invalid" | "expired" {
    const end = token.lastIndexOf(".");
    const claim = token.slice(0, Math.max(end, 0));
    if (!isEqualInConstantTime(token.slice(end + 1), signatureOf(claim))) return "invalid";
    const [foundKind, expires, _nonce, credentialId = own.credentialId] = claim.split(".");
    if (foundKind !== kind) return "invalid";
    return deps.now() < Number(expires) * 1000 ? { credentialId } : "expired";
  }
  /** Null if the credential is no longer valid. */
  async function actorOf(credentialId: string): Promise<Actor | null> {
    if (credentialId === own.credentialId) return own;
    return (await others?.find(credentialId))?.actor ?? null;
  }
  async function findBySecret(clientId: string, clientSecret: string): Promise<Actor | null> {
    // SECURITY: both are always compared, so that the duration does not reveal which one is wrong.
    const isOwnId = isEqualInConstantTime(clientId, deps.clientId);
    const isOwnSecret = isEqualInConstantTime(clientSecret, deps.clientSecret);
    if (isOwnId && isOwnSecret) return own;
    const found = (await others?.find(clientId, { isFresh: true })) ?? null;
    const given = createHash("sha256").update(clientSecret).digest("hex");
    const hashes = found?.secretHashes ?? [noSecretHash];
    const isRight = hashes.filter((hash) => isEqualInConstantTime(given, hash)).length > 0;
    return found && isRight ? found.actor : null;
  }
  return {
    async issue(clientId, clientSecret) {
      const actor = await findBySecret(clientId, clientSecret);
      if (!actor)
        throw new HttpError(400, "clientId or clientSecret: not the credentials of a workspace");
      if (actor !== own) await others?.noteUse(actor.credentialId);
      return {
        accessToken: sign("access", deps.accessTokenSeconds, actor.credentialId),
        refreshToken: sign("refresh", deps.refreshTokenSeconds, actor.credentialId),
      };
    },
    async refresh(refreshToken) {
      const token = read(refreshToken, "refresh");
      if (token === "expired") throw invalid("refreshToken", "has expired");
      if (token === "invalid")
        throw invalid("refreshToken", "is not a refresh token of this workspace");
      if (!(await actorOf(token.credentialId)))
        throw invalid("refreshToken", "belongs to credentials that are no longer valid");
      return { accessToken: sign("access", deps.accessTokenSeconds, token.credentialId) };
    },
    async check(authorization) {
      const given = (authorization ?? "").replace(/^Bearer +/i, "").trim();
      const unauthorized = (message: string) => new HttpError(401, message);
      if (given === "") throw unauthorized("Authorization: an access token is required");
      const token = read(given, "access");
      if (token === "expired") throw unauthorized("Authorization: the access token has expired");
      if (token === "invalid")
        throw unauthorized("Authorization: not an access token of this workspace");
      const actor = await actorOf(token.credentialId);
      if (!actor) throw unauthorized("Authorization: the credentials are no longer valid");
      return actor;
    },
  };
}

/** SECURITY: takes the same time for all texts of equal length. */
export function isEqualInConstantTime(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
