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
  /** Never throws. */
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
   * its credential is revoked, or its secret replaced.
   */
  refresh(refreshToken: string): Promise<{ accessToken: string }>;
  /**
   * The sender. Throws a 401 unless the header contains a valid access token, with or without
   * "Bearer " before it.
   */
  check(authorization: string | undefined): Promise<Actor>;
}

/** A valid token, and what it says about the secret that it was obtained with. */
interface TokenOwner {
  credentialId: string;
  /** How the hash of the secret begins; "" for credentials of the folder's key. */
  secretMark: string;
}

/** A mark that differs for the secrets of one credential, and does not reveal them. */
const markOf = (secretHash: string): string => secretHash.slice(0, 8);

/** The hash of no secret: compared with if there is no credential. */
const noSecretHash = "0".repeat(64);

/**
 * Tokens carry their kind, expiry, credential and the mark of its secret under a signature: nothing
 * is stored, and they stay valid across restarts, but not longer than the secret. A token without a
 * credential is that of the folder's key.
 */
export function createAuth(deps: AuthDeps): Auth {
  const { others = null } = deps;
  const own: Actor = {
    credentialId: deps.clientId,
    credentialName: "the key of the folder",
    scope: "admin",
    person: null,
  };

  function sign(
    kind: TokenKind,
    lifeSeconds: number,
    { credentialId, secretMark }: TokenOwner,
  ): string {
    const expires = Math.floor(deps.now() / 1000) + lifeSeconds;
    const nonce = randomBytes(9).toString("base64url");
    const suffix = credentialId === own.credentialId ? "" : `.${credentialId}.${secretMark}`;
    const claim = `${kind}.${expires}.${nonce}${suffix}`;
    return `${claim}.${signatureOf(claim)}`;
  }
  function signatureOf(claim: string): string {
    return createHmac("sha256", deps.tokenKey).update(claim).digest("base64url");
  }
  /** The owner of a valid token. */
  function read(token: string, kind: TokenKind): TokenOwner | "invalid" | "expired" {
    const end = token.lastIndexOf(".");
    const claim = token.slice(0, Math.max(end, 0));
    if (!isEqualInConstantTime(token.slice(end + 1), signatureOf(claim))) return "invalid";
    const [foundKind, expires, _nonce, credentialId = own.credentialId, secretMark = ""] =
      claim.split(".");
    if (foundKind !== kind) return "invalid";
    return deps.now() < Number(expires) * 1000 ? { credentialId, secretMark } : "expired";
  }
  /**
   * Resolves with null if the credential, or the secret that the token was obtained with, is no
   * longer valid.
   */
  async function actorOf({ credentialId, secretMark }: TokenOwner): Promise<Actor | null> {
    if (credentialId === own.credentialId) return own;
    const isOf = (found: KnownCredential | null | undefined) =>
      found?.secretHashes.some((hash) => markOf(hash) === secretMark) ?? false;
    let found = await others?.find(credentialId);
    // The secret may have been replaced by another process.
    if (found && !isOf(found)) found = await others?.find(credentialId, { isFresh: true });
    return found && isOf(found) ? found.actor : null;
  }
  async function findBySecret(
    clientId: string,
    clientSecret: string,
  ): Promise<{ actor: Actor; secretMark: string } | null> {
    // SECURITY: both are always compared, so that the duration does not reveal which one is wrong.
    const isOwnId = isEqualInConstantTime(clientId, deps.clientId);
    const isOwnSecret = isEqualInConstantTime(clientSecret, deps.clientSecret);
    if (isOwnId && isOwnSecret) return { actor: own, secretMark: "" };
    const found = (await others?.find(clientId, { isFresh: true })) ?? null;
    const given = createHash("sha256").update(clientSecret).digest("hex");
    const hashes = found?.secretHashes ?? [noSecretHash];
    const isRight = hashes.filter((hash) => isEqualInConstantTime(given, hash)).length > 0;
    return found && isRight ? { actor: found.actor, secretMark: markOf(given) } : null;
  }
  return {
    async issue(clientId, clientSecret) {
      const found = await findBySecret(clientId, clientSecret);
      if (!found)
        throw new HttpError(400, "clientId or clientSecret: not the credentials of a workspace");
      const { credentialId } = found.actor;
      if (found.actor !== own) await others?.noteUse(credentialId);
      const owner = { credentialId, secretMark: found.secretMark };
      return {
        accessToken: sign("access", deps.accessTokenSeconds, owner),
        refreshToken: sign("refresh", deps.refreshTokenSeconds, owner),
      };
    },
    async refresh(refreshToken) {
      const token = read(refreshToken, "refresh");
      if (token === "expired") throw invalid("refreshToken", "has expired");
      if (token === "invalid")
        throw invalid("refreshToken", "is not a refresh token of this workspace");
      if (!(await actorOf(token)))
        throw invalid("refreshToken", "belongs to credentials that are no longer valid");
      return { accessToken: sign("access", deps.accessTokenSeconds, token) };
    },
    async check(authorization) {
      const given = (authorization ?? "").replace(/^Bearer +/i, "").trim();
      const unauthorized = (message: string) => new HttpError(401, message);
      if (given === "") throw unauthorized("Authorization: an access token is required");
      const token = read(given, "access");
      if (token === "expired") throw unauthorized("Authorization: the access token has expired");
      if (token === "invalid")
        throw unauthorized("Authorization: not an access token of this workspace");
      const actor = await actorOf(token);
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
