/** Credentials, invitations, roles, limits and the audit of a service that several persons use. */
import type { Log } from "../../common/log";
import type { Actor } from "../common/actor";
import { internalError, toHttpError } from "../common/http-error";
import type {
  AuditIds,
  AuditRows,
  CredentialRows,
  InvitationRows,
  RightsRows,
} from "../rows/access-port";
import type { UserRows } from "../rows/projects/project-port";
import { createAccess, type Access, type Call } from "./access";
import { createAudit, type Audit } from "./audit";
import { createCallLimits, type CallLimits } from "./call-limits";
import { createCredentials, type Credentials } from "./credentials";
import { createInvitations, type Invitations } from "./invitations";
import { permissions } from "./permissions";

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

/** The number of ids of a body that are recorded, at most. */
const maxRecordedIds = 100;
/** Fields of bodies that name what a call changes, besides those of permissions. */
const recordedFields: Readonly<Record<string, string>> = { "POST /media/files/delete": "paths" };

/** What a call names: the ids in its path, as texts, and those in its body. */
function idsOf({ name, params, body }: Call): AuditIds {
  const ids: AuditIds = {};
  for (const [parameter, value] of Object.entries((params ?? {}) as Record<string, unknown>))
    ids[parameter] = String(value);
  const field = permissions[name]?.inBody?.field ?? recordedFields[name];
  const named = field === undefined ? null : (body as Record<string, unknown>)[field];
  if (field === undefined || !Array.isArray(named)) return ids;
  ids[field] = named.slice(0, maxRecordedIds).map(String);
  if (named.length > maxRecordedIds) ids["more"] = named.length - maxRecordedIds;
  return ids;
}

export function createPeople({ serverName, rows, log, now }: PeopleDeps): People {
  const access = createAccess(rows, log);
  const audit = createAudit({
    rows,
    statusOf: (error) => (toHttpError(error) ?? internalError).status,
    log,
    now,
  });
  return {
    serverName,
    credentials: createCredentials({ rows, log, now }),
    invitations: createInvitations({ rows, now }),
    access,
    audit,
    limits: createCallLimits(() => performance.now()),
    async guard(actor, call, handle) {
      await access.check(actor, call);
      access.sign(actor, call);
      if (!call.isChange) return handle();
      return audit.around(actor, { name: call.name, ids: idsOf(call) }, handle);
    },
  };
}
