/**
 * The part of the store's port for credentials, invitations, the audit, and the rights of persons.
 */
import type { CredentialScope } from "../../../preload/facts/credentials";
import type { Role, UserRow } from "./projects/project-port";

export interface CredentialRow {
  id: string;
  name: string;
  userId: string | null;
  scope: CredentialScope;
  createdAt: number;
  /** Null for never. */
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
}

export interface InvitationRow {
  id: string;
  userId: string;
  scope: CredentialScope;
  /** The credential that created it. */
  invitedBy: string;
  createdAt: number;
  expiresAt: number;
  usedAt: number | null;
  withdrawnAt: number | null;
}

/** Their names at the time of a call: they may be removed later. */
export interface AuditNames {
  /** Null for credentials without a person. */
  person: string | null;
  credential: string;
}

/** What a call names, by parameter or field. */
export type AuditIds = Record<string, string | number | string[]>;

export interface AuditRow {
  id: number;
  at: number;
  credentialId: string;
  userId: string | null;
  /** Such as "POST /projects/:projectId/team". */
  call: string;
  /** In its path, and of its body those of what it changes; `more`: how many are left out. */
  ids: AuditIds;
  /** Null if they were not recorded. */
  by: AuditNames | null;
  /** Null if the process ended during the call. */
  status: number | null;
}

/** What the ids of a call name. */
export type Subject = "batch" | "bulk" | "comment" | "export" | "project" | "take";

/** A thing that exists, and what a person may do with it. */
export interface Standing {
  id: string;
  projectId: string;
  /** Null for a person who is not in the team of the project. */
  role: Role | null;
  batchId: string | null;
  /** The language of a take or a comment. */
  languageId: string | null;
  /** The name of the person who wrote a comment. */
  author: string | null;
}

export interface CredentialRows {
  /** Ordered by creation. */
  listCredentials(): Promise<CredentialRow[]>;
  /** With the person, and the hashes of the valid secrets; null for an unknown id. */
  findCredential(
    id: string,
  ): Promise<{ row: CredentialRow; user: UserRow | null; secrets: string[] } | null>;
  addCredential(row: CredentialRow, secretSha256: string): Promise<void>;
  /** The secret until now stays valid until the next one. False for an unknown or revoked id. */
  replaceSecret(id: string, secretSha256: string): Promise<boolean>;
  /** Ends the validity of the secret before the present one. False for an unknown id. */
  dropEarlierSecret(id: string): Promise<boolean>;
  /** False for an unknown id. */
  revokeCredential(id: string, at: number): Promise<boolean>;
  /** Not durable. */
  noteCredentialUse(id: string, at: number): Promise<void>;
}

export interface InvitationRows {
  /** Ordered by creation. */
  listInvitations(): Promise<InvitationRow[]>;
  addInvitation(row: InvitationRow, codeSha256: string): Promise<void>;
  /** False if it is unknown or was used. */
  withdrawInvitation(id: string, at: number): Promise<boolean>;
  /**
   * Uses an invitation, adds the credential with its person and scope, and records that as `call`:
   * all or nothing. Null if the code is wrong, or the invitation was used, withdrawn, or has
   * expired.
   */
  acceptInvitation(
    codeSha256: string,
    credential: { id: string; name: string; secretSha256: string },
    record: { call: string; at: number },
  ): Promise<{ userId: string } | null>;
}

export interface AuditRows {
  /** Returns its id. */
  beginAudit(row: Omit<AuditRow, "id" | "status">): Promise<number>;
  endAudit(id: number, status: number): Promise<void>;
  /** The newest first, at most `limit`, those before the id `before`. */
  listAudit(before: number | null, limit: number): Promise<AuditRow[]>;
  /** Removes at most `limit` rows that are older. Returns their number. */
  removeAuditBefore(at: number, limit: number): Promise<number>;
}

export interface RightsRows {
  /** Those of the ids that exist. */
  listStandings(userId: string, subject: Subject, ids: readonly string[]): Promise<Standing[]>;
  /** The projects of a person. */
  listMemberships(userId: string): Promise<{ projectId: string; role: Role }[]>;
  listAssignedLanguages(userId: string, batchId: string): Promise<string[]>;
}
