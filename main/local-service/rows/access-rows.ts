/** SQL of credentials, invitations, the audit, and the rights of persons. */
import type { CredentialScope } from "../../../preload/facts/credentials";
import type {
  AuditIds,
  AuditNames,
  AuditRow,
  AuditRows,
  CredentialRow,
  CredentialRows,
  InvitationRow,
  InvitationRows,
  RightsRows,
  Standing,
  Subject,
} from "./access-port";
import type { Role, UserRow } from "./projects/project-port";
import { all, get, jsonList, run, type Rows } from "./unit-of-work";

const credentialColumns = `c.id, c.name, c.user_id AS userId, c.scope, c.created_at AS createdAt,
  c.expires_at AS expiresAt, c.revoked_at AS revokedAt, c.last_used_at AS lastUsedAt`;

export const createCredentialRows = (rows: Rows): CredentialRows => ({
  listCredentials: rows.read(() =>
    all<CredentialRow>(
      `SELECT ${credentialColumns} FROM credentials c ORDER BY c.created_at, c.id`,
    ),
  ),
  findCredential: rows.read(function* (id) {
    const found = yield* get<
      CredentialRow & {
        secret: string;
        earlier: string | null;
        firstName: string;
        lastName: string;
        email: string;
      }
    >(
      `SELECT ${credentialColumns}, c.secret_sha256 AS secret, c.earlier_secret_sha256 AS earlier,
         u.first_name AS firstName, u.last_name AS lastName, u.email
       FROM credentials c LEFT JOIN users u ON u.id = c.user_id WHERE c.id = ?`,
      id,
    );
    if (!found) return null;
    const { secret, earlier, firstName, lastName, email, ...row } = found;
    const user: UserRow | null =
      row.userId === null ? null : { id: row.userId, firstName, lastName, email };
    return { row, user, secrets: earlier === null ? [secret] : [secret, earlier] };
  }),
  addCredential: rows.change(function* (row, secretSha256) {
    yield* run(
      `INSERT INTO credentials (id, name, user_id, scope, secret_sha256, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      row.name,
      row.userId,
      row.scope,
      secretSha256,
      row.createdAt,
      row.expiresAt,
    );
  }),
  replaceSecret: rows.change(function* (id, secretSha256) {
    const changed = yield* run(
      `UPDATE credentials SET earlier_secret_sha256 = secret_sha256, secret_sha256 = ?
       WHERE id = ? AND revoked_at IS NULL`,
      secretSha256,
      id,
    );
    return changed > 0;
  }),
  dropEarlierSecret: rows.change(function* (id) {
    const sql = "UPDATE credentials SET earlier_secret_sha256 = NULL WHERE id = ?";
    return (yield* run(sql, id)) > 0;
  }),
  revokeCredential: rows.change(function* (id, at) {
    const sql = "UPDATE credentials SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?";
    return (yield* run(sql, at, id)) > 0;
  }),
  noteCredentialUse: rows.within("own-rows").note(function* (id, at) {
    yield* run("UPDATE credentials SET last_used_at = ? WHERE id = ?", at, id);
  }),
});

export const createInvitationRows = (rows: Rows): InvitationRows => ({
  listInvitations: rows.read(() =>
    all<InvitationRow>(
      `SELECT id, user_id AS userId, scope, invited_by AS invitedBy, created_at AS createdAt,
         expires_at AS expiresAt, used_at AS usedAt, withdrawn_at AS withdrawnAt
       FROM invitations ORDER BY created_at, id`,
    ),
  ),
  addInvitation: rows.change(function* (row, codeSha256) {
    yield* run(
      `INSERT INTO invitations (id, code_sha256, user_id, scope, invited_by, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row.id,
      codeSha256,
      row.userId,
      row.scope,
      row.invitedBy,
      row.createdAt,
      row.expiresAt,
    );
  }),
  withdrawInvitation: rows.change(function* (id, at) {
    const changed = yield* run(
      `UPDATE invitations SET withdrawn_at = coalesce(withdrawn_at, ?)
       WHERE id = ? AND used_at IS NULL`,
      at,
      id,
    );
    return changed > 0;
  }),
  acceptInvitation: rows.change(function* (codeSha256, { id, name, secretSha256 }, { call, at }) {
    // One statement: of two requests at the same time, one uses it.
    const used = yield* get<{
      invitationId: string;
      userId: string;
      scope: CredentialScope;
    }>(
      `UPDATE invitations SET used_at = ?
       WHERE code_sha256 = ? AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > ?
       RETURNING id AS invitationId, user_id AS userId, scope`,
      at,
      codeSha256,
      at,
    );
    if (!used) return null;
    yield* run(
      `INSERT INTO credentials (id, name, user_id, scope, secret_sha256, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      name,
      used.userId,
      used.scope,
      secretSha256,
      at,
    );
    const { userId, invitationId } = used;
    const person = yield* get<{ name: string }>(
      "SELECT first_name || ' ' || last_name AS name FROM users WHERE id = ?",
      userId,
    );
    const by = { person: person?.name.trim() ?? null, credential: name };
    yield* addAudit({ at, credentialId: id, userId, call, ids: { invitationId }, by }, 200);
    return { userId };
  }),
});

/** The column `ids` has the names too, as its member "by". Returns the id. */
function* addAudit(
  { at, credentialId, userId, call, ids, by }: Omit<AuditRow, "id" | "status">,
  status: number | null,
) {
  const added = yield* get<{ id: number }>(
    `INSERT INTO audit (at, credential_id, user_id, call, ids, status) VALUES (?, ?, ?, ?, ?, ?)
     RETURNING id`,
    at,
    credentialId,
    userId,
    call,
    JSON.stringify({ ...ids, by }),
    status,
  );
  return added?.id ?? 0;
}

export const createAuditRows = (rows: Rows): AuditRows => ({
  beginAudit: rows.within("own-rows").groupedChange(function* (row) {
    return yield* addAudit(row, null);
  }),
  endAudit: rows.within("own-rows").groupedChange(function* (id, status) {
    yield* run("UPDATE audit SET status = ? WHERE id = ?", status, id);
  }),
  listAudit: rows.read(function* (before, limit) {
    const found = yield* all<Omit<AuditRow, "ids" | "by"> & { ids: string }>(
      `SELECT id, at, credential_id AS credentialId, user_id AS userId, call, ids, status
       FROM audit WHERE id < ? ORDER BY id DESC LIMIT ?`,
      before ?? Number.MAX_SAFE_INTEGER,
      limit,
    );
    return found.map((row) => {
      const { by = null, ...ids } = JSON.parse(row.ids) as AuditIds & { by?: AuditNames };
      return { ...row, ids, by };
    });
  }),
  removeAuditBefore: rows.note((at, limit) =>
    run(
      "DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ? ORDER BY at LIMIT ?)",
      at,
      limit,
    ),
  ),
});

/** The projects of things: `s` is a thing, `p` its project. */
const none = "CAST(NULL AS TEXT)";
const standingSql = (
  subject: string,
  joins: string,
  { batchId = none, languageId = none, author = none },
) =>
  `SELECT CAST(s.id AS TEXT) AS id, p.id AS projectId, t.role, ${batchId} AS batchId,
     ${languageId} AS languageId, ${author} AS author
   FROM ${subject} s ${joins}
   LEFT JOIN team t ON t.project_id = p.id AND t.user_id = ?`;
const byBatch = `JOIN batches b ON b.id = s.batch_id JOIN projects p ON p.id = b.project_id`;
const byProject = "JOIN projects p ON p.id = s.project_id";
const ofLine = { batchId: "s.batch_id", languageId: "s.language_id" };
const standingsOf: Readonly<Record<Subject, string>> = {
  project: standingSql("projects", "JOIN projects p ON p.id = s.id", {}),
  batch: standingSql("batches", byProject, { batchId: "s.id" }),
  bulk: standingSql("bulk_requests", byProject, {}),
  comment: standingSql("comments", byBatch, { ...ofLine, author: "s.by" }),
  export: standingSql("exports", byBatch, { batchId: "s.batch_id" }),
  take: standingSql("takes", byBatch, ofLine),
};

export const createRightsRows = (rows: Rows): RightsRows => ({
  listStandings: rows.read(function* (userId, subject, ids) {
    if (subject !== "take")
      return yield* all<Standing>(
        `${standingsOf[subject]} WHERE s.id IN @texts`,
        userId,
        jsonList(ids),
      );
    const numbers = ids.map(Number).filter((number) => Number.isSafeInteger(number));
    return yield* all<Standing>(
      `${standingsOf.take} WHERE s.id IN @numbers`,
      userId,
      jsonList(numbers),
    );
  }),
  listMemberships: rows.read((userId) =>
    all<{ projectId: string; role: Role }>(
      "SELECT project_id AS projectId, role FROM team WHERE user_id = ? ORDER BY project_id",
      userId,
    ),
  ),
  listAssignedLanguages: rows.read(function* (userId, batchId) {
    const sql =
      "SELECT language_id AS languageId FROM assignments WHERE user_id = ? AND batch_id = ?";
    const found = yield* all<{ languageId: string }>(sql, userId, batchId);
    return found.map(({ languageId }) => languageId);
  }),
});
