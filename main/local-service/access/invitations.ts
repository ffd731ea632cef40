/**
 * Invitations: a code that one person exchanges once for credentials of their own. Only its SHA-256
 * is stored.
 */
import { randomUUID } from "node:crypto";
import type { CredentialScope } from "../../../preload/facts/credentials";
import { HttpError, invalid } from "../common/http-error";
import type { InvitationRow, InvitationRows } from "../rows/access-port";
import type { UserRows } from "../rows/projects/project-port";
import { newCredentialId, newSecret, sha256, type NewSecret } from "./credentials";

/** The name of the call in the audit. */
const acceptCall = "POST /local/invitations/accept";
const invitationDays = 7;
const dayMs = 24 * 3600 * 1000;

export interface Invitations {
  list(): Promise<InvitationRow[]>;
  /** The code is shown once. @throws HttpError 400 for an unknown user */
  invite(invitation: {
    userId: string;
    scope: CredentialScope;
    invitedBy: string;
  }): Promise<{ id: string; code: string; expiresAt: number }>;
  /** @throws HttpError 404 if it is unknown or was used */
  withdraw(id: string): Promise<void>;
  /**
   * `name` names the computer or program that gets the credentials. The audit has a record of it.
   * @throws HttpError 400; its text does not tell a wrong code from one that was used or has
   * expired.
   */
  accept(code: string, name: string): Promise<NewSecret>;
}

export function createInvitations({
  rows,
  now,
}: {
  rows: InvitationRows & Pick<UserRows, "findExistingUsers">;
  now: () => number;
}): Invitations {
  return {
    list: () => rows.listInvitations(),
    async invite({ userId, scope, invitedBy }) {
      if (scope === "workspace") throw invalid("scope", "an invitation is for a person");
      if (!(await rows.findExistingUsers([userId])).has(userId))
        throw invalid("userId", "there is no such user");
      const code = newSecret();
      const createdAt = now();
      const row = {
        id: randomUUID(),
        userId,
        scope,
        invitedBy,
        createdAt,
        expiresAt: createdAt + invitationDays * dayMs,
        usedAt: null,
        withdrawnAt: null,
      };
      await rows.addInvitation(row, sha256(code));
      return { id: row.id, code, expiresAt: row.expiresAt };
    },
    async withdraw(id) {
      if (!(await rows.withdrawInvitation(id, now())))
        throw new HttpError(404, "invitationId: there is no such invitation that is unused");
    },
    async accept(code, name) {
      const clientSecret = newSecret();
      const id = newCredentialId();
      const credential = { id, name, secretSha256: sha256(clientSecret) };
      const record = { call: acceptCall, at: now() };
      if (!(await rows.acceptInvitation(sha256(code), credential, record)))
        throw invalid("code", "is wrong, was used, or has expired");
      return { clientId: id, clientSecret };
    },
  };
}
