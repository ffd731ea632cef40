/**
 * Credentials of persons and programs, besides those of the folder's key. A secret is shown once;
 * only its SHA-256 is stored.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { CredentialScope } from "../../../preload/facts/credentials";
import type { Log } from "../../common/log";
import type { CredentialLookup, KnownCredential } from "../common/auth";
import { HttpError, invalid } from "../common/http-error";
import type { CredentialRow, CredentialRows } from "../rows/access-port";
import type { UserRow, UserRows } from "../rows/projects/project-port";

/** Shown once. */
export interface NewSecret {
  clientId: string;
  clientSecret: string;
}

export interface NewCredential {
  name: string;
  scope: CredentialScope;
  /** The person; null for credentials of the workspace itself. */
  userId: string | null;
  /** Milliseconds since 1970; null for never. */
  expiresAt: number | null;
}

export interface Credentials extends CredentialLookup {
  list(): Promise<CredentialRow[]>;
  /** @throws HttpError 400 for an unknown user, a member without a person, or a time in the past */
  add(credential: NewCredential): Promise<NewSecret>;
  /**
   * A new secret. The one until now stays valid until `endRotation`, or the next new one.
   * @throws HttpError 404
   */
  rotate(id: string): Promise<NewSecret>;
  /** @throws HttpError 404 */
  endRotation(id: string): Promise<void>;
  /** Its tokens are refused at once by this process. @throws HttpError 404 */
  revoke(id: string): Promise<void>;
}

/** How long a revocation by another process, or a removed person, may stay unnoticed. */
const cacheMs = 5_000;
/** Uses are noted at most this often, in milliseconds. */
const useNoteMs = 60_000;

export const sha256 = (secret: string): string => createHash("sha256").update(secret).digest("hex");
/** 256 bits. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
export const newCredentialId = (): string => `key-${randomUUID()}`;

const nameOf = ({ firstName, lastName }: UserRow): string => `${firstName} ${lastName}`.trim();

const unknownCredential = () => new HttpError(404, "credentialId: there is no such credential");

export function createCredentials({
  rows,
  log,
  now,
}: {
  rows: CredentialRows & Pick<UserRows, "findExistingUsers">;
  log: Log;
  now: () => number;
}): Credentials {
  /** Only those that exist, so that senders cannot make it grow. */
  const known = new Map<string, { credential: KnownCredential; until: number }>();
  const notedAt = new Map<string, number>();

  async function read(id: string): Promise<KnownCredential | null> {
    const found = await rows.findCredential(id);
    if (!found || found.row.revokedAt !== null) return null;
    if (found.row.expiresAt !== null && found.row.expiresAt <= now()) return null;
    const { row, user, secrets } = found;
    return {
      actor: {
        credentialId: row.id,
        credentialName: row.name,
        scope: row.scope,
        person: user && { userId: user.id, name: nameOf(user) },
      },
      secretHashes: secrets,
    };
  }

  return {
    async find(id, { isFresh = false } = {}) {
      const cached = isFresh ? undefined : known.get(id);
      if (cached && now() < cached.until) return cached.credential;
      const credential = await read(id);
      if (credential) known.set(id, { credential, until: now() + cacheMs });
      else known.delete(id);
      return credential;
    },
    async noteUse(id) {
      if (now() < (notedAt.get(id) ?? 0) + useNoteMs) return;
      try {
        await rows.noteCredentialUse(id, now());
        notedAt.set(id, now());
      } catch (error) {
        // Persons can sign in on a full disk, to read and to delete.
        log.warn("credentials: a use is not recorded", error);
      }
    },
    list: () => rows.listCredentials(),
    async add({ name, scope, userId, expiresAt }) {
      if (scope === "member" && userId === null)
        throw invalid("userId", "a member's credential needs a person");
      if (scope === "workspace" && userId !== null)
        throw invalid("userId", "the workspace's credential has no person");
      if (userId !== null && !(await rows.findExistingUsers([userId])).has(userId))
        throw invalid("userId", "there is no such user");
      if (expiresAt !== null && expiresAt <= now()) throw invalid("expiresAt", "is in the past");
      const id = newCredentialId();
      const clientSecret = newSecret();
      await rows.addCredential(
        {
          id,
          name,
          userId,
          scope,
          createdAt: now(),
          expiresAt,
          revokedAt: null,
          lastUsedAt: null,
        },
        sha256(clientSecret),
      );
      return { clientId: id, clientSecret };
    },
    async rotate(id) {
      const clientSecret = newSecret();
      if (!(await rows.replaceSecret(id, sha256(clientSecret)))) throw unknownCredential();
      known.delete(id);
      return { clientId: id, clientSecret };
    },
    async endRotation(id) {
      if (!(await rows.dropEarlierSecret(id))) throw unknownCredential();
      known.delete(id);
    },
    async revoke(id) {
      if (!(await rows.revokeCredential(id, now()))) throw unknownCredential();
      known.delete(id);
    },
  };
}
