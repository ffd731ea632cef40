/** The rows of the outbox: their states and columns. */
import type { OutboxEntry, OutboxState } from "../../../../preload/contract/outbox";
import type { Problem } from "../../../../preload/model";
import { filesOf, hasNoUpload, isMissing } from "./file-store";

type OutboxKind = OutboxEntry["kind"];

/**
 * The state of an entry.
 * - `draft`: its files are being added. Deleted at the next start.
 * - `waiting`: for its files, the network, a retry, or earlier requests.
 * - `sending`: a request without a response.
 * - `refused`: it is not sent before the user acts.
 * - `sent`: the service has received it.
 * - `removed`: by the user, who can restore it until the next start.
 *
 * draft → waiting ⇄ sending → sent; waiting and sending → refused → waiting. All but draft and
 * sending → removed, and back.
 */
type EntryState = "draft" | OutboxState | "removed";

/** An entry without the body of its request, which may be large. */
export interface OutboxRow {
  id: number;
  workspaceId: string;
  projectId: string;
  projectName: string;
  kind: OutboxKind;
  name: string;
  /** As stored: also "waiting" while an upload of it has failed (`ShownRow`). */
  state: EntryState;
  /** Incremented by every change of the request. */
  revision: number;
  targetFolder: string;
  hasScript: number;
  draftId: number | null;
  /** JSON: ids of the batches of its names that existed before it was sent. */
  seenBefore: string | null;
  /** When it was last sent without a response; null where nothing is unconfirmed. */
  attemptedAt: number | null;
  attempts: number;
  nextTryAt: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** JSON: the rejected fields. */
  fields: string;
  createdAt: number;
  sentAt: number | null;
  resultId: string;
  /**
   * Numbers of its media that are not in the gallery yet: being uploaded; upload failed, cancelled
   * or deleted.
   */
  uploads: number;
  failedUploads: number;
}

/**
 * A row that is neither a draft nor removed, with the state that is shown: with a failed upload it
 * is "refused".
 */
export type ShownRow = OutboxRow & { shown: OutboxState };

export interface NewOutboxEntry {
  workspaceId: string;
  projectId: string;
  projectName: string;
  kind: OutboxKind;
  name: string;
  targetFolder: string;
  body: string;
  hasScript: boolean;
  draftId: number | null;
  /** Id of the batch to which languages are added. */
  resultId?: string;
}

/** Why an entry waits or was refused, and the rejected fields. */
export interface OutboxFailure {
  problem: Problem | null;
  fields: readonly { field: string; message: string }[];
}
export const noFailure: OutboxFailure = { problem: null, fields: [] };

/** SQL: the states in which an entry is shown. */
export const isShown = "state IN ('waiting', 'sending', 'refused', 'sent')";
/** SQL: the states in which an entry is shown and was not sent. */
export const isUnsent = "state IN ('waiting', 'sending', 'refused')";
/**
 * SQL: whether the service certainly has not received the entry's request, so that another may
 * replace it.
 */
export const isReplaceable = `state IN ('waiting', 'refused') AND attempted_at IS NULL
  AND error_code IS NOT 'unconfirmed'`;
/**
 * SQL: the shown state. A failed upload needs the user's attention, but the entry continues when it
 * succeeds.
 */
export const shownState = `CASE WHEN o.state = 'waiting' AND EXISTS (
  SELECT 1 FROM ${filesOf} WHERE ${isMissing} AND ${hasNoUpload}) THEN 'refused' ELSE o.state END`;
/** SQL: the columns of an `OutboxRow`. */
export const columns = `o.id, o.workspace_id AS workspaceId, o.project_id AS projectId, o.project_name AS projectName,
  o.kind, o.name, o.state, o.revision, o.target_folder AS targetFolder,
  o.has_script AS hasScript, o.draft_id AS draftId, o.seen_before AS seenBefore, o.attempted_at AS attemptedAt,
  o.attempts, o.next_try_at AS nextTryAt, o.error_code AS errorCode, o.error_message AS errorMessage, o.fields,
  o.created_at AS createdAt, o.sent_at AS sentAt, o.result_id AS resultId,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND NOT ${hasNoUpload}) AS uploads,
  (SELECT count(*) FROM ${filesOf} WHERE ${isMissing} AND ${hasNoUpload}) AS failedUploads`;

/** Ids as a parameter for `IN (SELECT value FROM json_each(?))`. */
export const idsOf = (ids: readonly number[]) => JSON.stringify(ids);
