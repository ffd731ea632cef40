/** The forms of the extension "administration": credentials, invitations and the audit. */
import { z } from "zod";
import { credentialScopes } from "../facts/credentials";
import { idOf, listOf, optionalLine, shownText } from "./parts";

const scope = z.enum(credentialScopes);
/** Milliseconds since 1970. */
const time = z.number();

const credential = z.object({
  id: idOf,
  name: shownText,
  userId: idOf.nullable(),
  scope,
  createdAt: time,
  expiresAt: time.nullable(),
  revokedAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export const credentials = z.object({ credentials: listOf(credential, 100_000) });

export const newCredential = z.object({
  name: optionalLine.min(1, "must not be empty"),
  scope,
  /** The person; null or absent for the workspace itself. */
  userId: idOf.nullable().default(null),
  expiresAt: z.int().min(0).nullable().default(null),
});

/**
 * SECURITY: in the terminal these are lines of a script ("DUBYARD_CLIENT_ID=…"), in which a service
 * must not write others.
 */
const word = z
  .string()
  .regex(/^[\w.~+/=:-]{1,1000}$/, "must consist of letters, digits and . _ ~ + / = : -");

/** SECURITY: the secret is shown once. */
export const newSecret = z.object({ clientId: word, clientSecret: word });

const invitation = z.object({
  id: idOf,
  userId: idOf,
  scope,
  invitedBy: idOf,
  createdAt: time,
  expiresAt: time,
  usedAt: time.nullable(),
  withdrawnAt: time.nullable(),
});
export const invitations = z.object({ invitations: listOf(invitation, 100_000) });

export const newInvitation = z.object({ userId: idOf, scope: scope.default("member") });
/** SECURITY: the code is shown once. */
export const createdInvitation = z.object({
  id: idOf,
  code: word,
  expiresAt: time,
});

export const acceptedInvitation = z.object({
  code: z.string().min(1).max(1_000),
  /** Names the computer or program that gets the credentials. */
  name: optionalLine.min(1, "must not be empty"),
});

const auditEntry = z.object({
  id: z.number(),
  at: time,
  credentialId: idOf,
  userId: idOf.nullable(),
  call: shownText,
  /** The ids in the path of the call, and those in its body of what it changes (at most 100). */
  ids: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  /** The names at the time of the call; null in older entries. */
  by: z.object({ person: shownText.nullable(), credential: shownText }).nullable(),
  /** Null if the service ended during the call. */
  status: z.number().nullable(),
});
export const auditPage = z.object({ entries: listOf(auditEntry, 1_000) });
