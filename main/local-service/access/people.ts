/** Credentials, invitations, roles, limits and the audit of a service that several persons use. */
import type { Log } from "../../common/log";
import type { Actor } from "../common/actor";
import { internalError, toHttpError } from "../common/http-error";
import type { AuditRows, CredentialRows, InvitationRows, RightsRows } from "../rows/access-port";
import type { UserRows } from "../rows/projects/project-port";
import { createAccess, type Access, type Call } from "./access";
import { createAudit, type Audit } from "./audit";
import { createCallLimits, type CallLimits } from "./call-limits";
import { createCredentials, type Credentials } from "./credentials";
import { createInvitations, type Invitations } from "./invitations";

export interface People {
  /** Shown to a person before the service is connected, and beside its name. */
  serverName: string;
  credentials: Credentials;
  invitations: Invitations;
  access: Access;
  audit: Audit;
  limits: CallLimits;
  /** Makes a call for an actor, if it is allowed; a change is recorded. */
  guard(
    actor: Actor,
    call: Call & { isChange: boolean },
    handle: () => Promise<Response>,
  ): Promise<Response>;
}

export interface PeopleDeps {
  serverName: string;
  rows: CredentialRows &
    InvitationRows &
    AuditRows &
    RightsRows &
    Pick<UserRows, "findExistingUsers">;
  log: Log;
  now: () => number;
}

/** The ids in a path, as texts. */
const idsOf = (params: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((params ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      String(value),
    ]),
  );

export function createPeople({ serverName, rows, log, now }: PeopleDeps): People {
  const access = createAccess(rows);
  const audit = createAudit({
    rows,
    statusOf: (error) => (toHttpError(error) ?? internalError).status,
    log,
    now,
  });
  return {
    serverName,
    credentials: createCredentials({ rows, now }),
    invitations: createInvitations({ rows, now }),
    access,
    audit,
    limits: createCallLimits(() => performance.now()),
    async guard(actor, call, handle) {
      await access.check(actor, call);
      access.sign(actor, call);
      if (!call.isChange) return handle();
      return audit.around(actor, { name: call.name, ids: idsOf(call.params) }, handle);
    },
  };
}
