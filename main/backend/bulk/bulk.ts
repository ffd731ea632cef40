/** Bulk drafts (edit, import, match, dry run, start) and the bulk requests started from them. */
import path from "node:path";
import type { BulkDraft, BulkIssue, BulkRow } from "../../../preload/contract/bulk";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { ScriptProblem } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import { tableExtensions } from "../../../preload/facts/script-formats";
import { AppError, invalidFields } from "../../common/errors";
import type { Dialogs } from "../ports";
import { writeBulk } from "../../script-formats/bulk-write";
import { maxFileBytes } from "../../script-formats/limits";
import { tooLarge } from "../../script-formats/problems";
import { maxBulkRows, type BulkDraftStore } from "./draft-store";
import type { OutboxStore } from "../outbox/store";
import type { BulkRequestRow, BulkRequestStore } from "./request-store";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { collectFiles } from "./collect-files";
import { matchByName } from "./match-files";
import type { ConfirmFiles } from "../approvals/confirm-files";
import { readBounded, writeWhole } from "../../common/files";
import type { TargetProject } from "../outbox/batch-entries";
import { readTargetFolder } from "../outbox/request-media";
import type { Outbox } from "../outbox/outbox";
import { cellOf, maxRejectedCells, type BulkRequest, type BulkEntries } from "./bulk-entries";
import { dryRun, type DryRun, type DryRunDeps } from "./dry-run";
import { cellsOf, isEmptyRow, isLocal, toDraftRows, writeCsv } from "./draft-rows";
import { rejectedCells } from "./rejected-cells";
import type { BulkRequests } from "./requests";

export interface BulkDeps extends DryRunDeps {
  approved: Pick<ApprovedPaths, "isApproved" | "approveReal">;
  confirmFiles: ConfirmFiles;
  drafts: BulkDraftStore;
  requestStore: BulkRequestStore;
  requests: BulkRequests;
  entries: BulkEntries;
  outbox: Pick<Outbox, "enqueue" | "entry">;
  /** Pending requests of a draft. */
  outboxStore: Pick<OutboxStore, "replaceableEntries" | "removeReplaceable" | "failedFiles">;
  /** Called after pending requests were replaced and deleted. */
  onReplaced: (entryIds: readonly number[]) => void;
  dialogs: Pick<Dialogs, "chooseFile" | "chooseFolder" | "saveFile">;
  follow: Handlers["bulk"]["follow"];
  /** Throws "not-found" for a workspace that was removed. */
  requireWorkspace: (workspaceId: string) => void;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** Ids of the languages of the catalogue and of a project; undefined where they are not known. */
  languages: (
    workspaceId: string,
    projectId: string,
  ) => Promise<{ catalogue: string[] | undefined; project: string[] | undefined }>;
  /**
   * Keys of the names of a project's cached and pending batches, without those of pending requests that starting this
   * draft would replace.
   */
  namesTaken: (
    workspaceId: string,
    projectId: string,
    draftId: number,
  ) => Promise<ReadonlySet<string>>;
  onChanged: () => void;
  now: () => number;
}

/** Issues reported of one dry run. */
const maxIssues = 50_000;
const suggestedName = "Bulk request";

export function createBulk(deps: BulkDeps): Handlers["bulk"] {
  const { drafts, requestStore, requests, entries, now } = deps;
  /** Active dry runs; calls for the same state of a draft share one. */
  const runs = new Map<string, Promise<DryRun>>();

  async function validate(workspaceId: string, draft: BulkDraft, rows: readonly BulkRow[]) {
    const [{ type }, languages, namesTaken] = await Promise.all([
      deps.project(workspaceId, draft.projectId),
      deps.languages(workspaceId, draft.projectId),
      deps.namesTaken(workspaceId, draft.projectId, draft.id),
    ]);
    const { targetFolder, settings } = draft;
    const context = {
      workspaceId,
      type,
      catalogueLanguages: languages.catalogue,
      projectLanguages: languages.project,
      namesTaken,
      targetFolder,
      settings,
    };
    return dryRun(deps, context, rows);
  }
  function validateOnce(workspaceId: string, draft: BulkDraft): Promise<DryRun> {
    const key = JSON.stringify([workspaceId, draft]);
    const active = runs.get(key);
    if (active) return active;
    const run = validate(workspaceId, draft, drafts.rows(draft.id)).finally(() => runs.delete(key));
    runs.set(key, run);
    return run;
  }

  /** The last result of `rejectedIssues`: the window requests it at every step of an upload. */
  let cached = { key: "", issues: [] as BulkIssue[] };
  /** The rejected cells of a draft whose pending request was refused. */
  function rejectedIssues(workspaceId: string, draftId: number, entry: OutboxEntry): BulkIssue[] {
    const failedFiles = deps.outboxStore.failedFiles(entry.id, maxRejectedCells);
    const { updatedAt } = drafts.get(workspaceId, draftId);
    const rejected = { fields: entry.fields, failedFiles };
    const key = JSON.stringify([entry.id, updatedAt, rejected]);
    if (cached.key !== key) {
      const { rows } = entries.read(entry.id);
      cached = { key, issues: rejectedCells(rejected, rows, drafts.rows(draftId)) };
    }
    return cached.issues;
  }

  async function match(workspaceId: string, projectId: string, paths: readonly string[]) {
    // The walk below reports real paths.
    await deps.approved.approveReal(paths);
    const languages = await deps.languages(workspaceId, projectId);
    const { videos, scripts, ignored } = await collectFiles(paths);
    const matches = await matchByName({ videos, scripts, languages: languages.project ?? [] });
    return { matches, ignored };
  }

  function requestOf(workspaceId: string, requestId: string): BulkRequestRow {
    const found = requestStore.get(workspaceId, requestId);
    if (found) return found;
    throw new AppError("not-found", "this request no longer exists");
  }

  return {
    drafts: ({ workspaceId, projectId }) => drafts.list(workspaceId, projectId),
    createDraft({ workspaceId, projectId, name }) {
      deps.requireWorkspace(workspaceId);
      const empty = { name, settings: {}, columns: [], targetFolder: "", rows: [] };
      const created = drafts.add(workspaceId, projectId, empty, now());
      deps.onChanged();
      return created;
    },
    draft: ({ workspaceId, draftId }) => ({
      draft: drafts.get(workspaceId, draftId),
      rows: drafts.rows(draftId),
    }),
    changeDraft({ workspaceId, draftId, name, settings, columns, targetFolder }) {
      drafts.get(workspaceId, draftId);
      drafts.change(
        draftId,
        {
          ...(name === undefined ? {} : { name }),
          ...(settings === undefined ? {} : { settings }),
          ...(columns === undefined ? {} : { columns }),
          ...(targetFolder === undefined ? {} : { targetFolder: readTargetFolder(targetFolder) }),
        },
        now(),
      );
      deps.onChanged();
    },
    deleteDraft({ workspaceId, draftId }) {
      drafts.get(workspaceId, draftId);
      drafts.remove(draftId);
      deps.onChanged();
    },
    saveRows({ workspaceId, draftId, rows, order }) {
      drafts.get(workspaceId, draftId);
      drafts.saveRows(draftId, rows, order, now());
      deps.onChanged();
    },
    match: ({ workspaceId, projectId, paths }) => match(workspaceId, projectId, paths),
    async chooseAndMatch({ workspaceId, projectId }) {
      const folder = await deps.dialogs.chooseFolder("");
      return folder === null ? null : match(workspaceId, projectId, [folder]);
    },
    async importRows() {
      const file = await deps.dialogs.chooseFile({ extensions: tableExtensions });
      if (file === null) return null;
      const { bytes } = await readBounded(file, maxFileBytes);
      if (bytes === null) return { rows: [], problems: [toProblem(tooLarge())] };
      const name = path.basename(file);
      const read = await deps.reader.readBulk(bytes, name, { isGuarded: true });
      const problems = [...read.problems, ...read.rows.flatMap((row) => row.problems)];
      const rows = toDraftRows(read.rows.slice(0, maxBulkRows));
      if (read.rows.length > maxBulkRows) {
        const message = `A bulk draft has at most ${maxBulkRows} rows. The others were skipped.`;
        problems.push({
          severity: "error",
          row: null,
          column: null,
          code: "too-many-rows",
          message,
        });
      }
      return { rows, problems: problems.map(toProblem) };
    },
    async exportRows({ workspaceId, draftId, format }) {
      const { name } = drafts.get(workspaceId, draftId);
      const file = await deps.dialogs.saveFile({
        suggestedName: `${name || suggestedName}.${format}`,
        extensions: [format],
      });
      if (file === null) return null;
      const rows = drafts.rows(draftId);
      const bytes =
        format === "csv" ? writeCsv(rows) : await writeBulk(rows.map((row) => cellsOf(row)));
      await writeWhole(file, bytes);
      return { path: file };
    },
    async dryRun({ workspaceId, draftId }) {
      const run = await validateOnce(workspaceId, drafts.get(workspaceId, draftId));
      return { ...run, issues: run.issues.slice(0, maxIssues) };
    },
    waiting({ workspaceId, draftId }) {
      const [entryId] = deps.outboxStore.replaceableEntries(workspaceId, draftId);
      if (entryId === undefined) return { entry: null, issues: [] };
      const entry = deps.outbox.entry(workspaceId, entryId);
      if (entry.state !== "refused") return { entry, issues: [] };
      return { entry, issues: rejectedIssues(workspaceId, draftId, entry) };
    },
    async start({ workspaceId, draftId, rowIds, restName }) {
      const draft = drafts.get(workspaceId, draftId);
      const chosen = rowIds === null ? null : new Set(rowIds);
      const rows = drafts
        .rows(draftId)
        .filter((row) => !isEmptyRow(row) && (chosen === null || chosen.has(row.id)));
      if (rows.length === 0) throw invalidFields([{ field: "rows", message: "required" }]);
      await deps.confirmFiles.named(
        rows.flatMap(({ video, script }) =>
          [video, script].filter(isLocal).map((file) => file.trim()),
        ),
      );
      const { issues } = await validate(workspaceId, draft, rows);
      const errors = issues.filter(({ severity }) => severity === "error");
      if (errors.length > 0)
        throw invalidFields(errors.slice(0, maxRejectedCells).map(toField(rows)));
      const { projectId, name, settings, columns, targetFolder } = draft;
      const project = await deps.project(workspaceId, projectId);
      const request: BulkRequest = { rows, settings, columns };
      const requiredMedia = await entries.requiredMedia(
        workspaceId,
        project.type,
        request,
        targetFolder,
      );
      await deps.confirmFiles.outside(requiredMedia);
      const isPart = chosen !== null && restName !== undefined;
      // The draft then holds the started rows alone: earlier pending requests of it are replaced.
      const isWhole = chosen === null || isPart;
      let rest: BulkDraft | null = null;
      let replaced: number[] = [];
      const entryId = await deps.outbox.enqueue(
        {
          workspaceId,
          projectId,
          projectName: project.name,
          kind: "bulk",
          name,
          targetFolder,
          body: JSON.stringify(request),
          hasScript: rows.some(({ script }) => isLocal(script)),
          draftId,
        },
        requiredMedia,
        (id) => {
          if (isPart) rest = drafts.split(workspaceId, draftId, chosen, restName, now());
          if (isWhole) replaced = deps.outboxStore.removeReplaceable(workspaceId, draftId, id);
        },
      );
      deps.onReplaced(replaced);
      const restId = (rest as BulkDraft | null)?.id ?? null;
      if (restId !== null) deps.onChanged();
      return { entryId, restId, isReplacement: replaced.length > 0 };
    },
    follow: deps.follow,
    requests: ({ workspaceId, projectId }) =>
      requestStore.list(workspaceId, projectId).map((request) => {
        requests.markViewed(request);
        const { requestId, name, rowCount, status, progress, sentAt, readAt, problem } = request;
        const counts = requestStore.counts(request.id);
        const isLost = request.seenBefore !== null;
        const shown = { requestId, name, rowCount, status, progress, sentAt, readAt, problem };
        return { ...shown, counts, isLost, isSentHere: request.isSentHere };
      }),
    requestRows({ workspaceId, requestId, filter, offset, limit }) {
      const request = requestOf(workspaceId, requestId);
      requests.markViewed(request);
      return requestStore.page(request.id, filter, offset, limit);
    },
    async retryFailed({ workspaceId, projectId, requestId }) {
      const request = requestOf(workspaceId, requestId);
      if (!request.isSentHere)
        throw new AppError("invalid-input", "rows: only their names are known here");
      await requests.refresh(request);
      const { id, name, settings, columns, targetFolder } = request;
      const rows = requestStore.failedRows(id);
      if (rows.length === 0) throw new AppError("invalid-input", "rows: none has failed");
      const created = drafts.add(
        workspaceId,
        projectId,
        { name, settings, columns, targetFolder, rows },
        now(),
      );
      deps.onChanged();
      return created;
    },
  };
}

/** An issue as a rejected field, named by the row's id. */
const toField =
  (rows: readonly BulkRow[]) =>
  ({ rowId, cell, rule }: BulkIssue) => {
    const row = rows.find(({ id }) => id === rowId);
    return { field: row ? cellOf(row, cell) : cell, message: rule };
  };

function toProblem(problem: {
  severity: "error" | "warning";
  row: number | null;
  column: string | null;
  code: string;
  message: string;
}): ScriptProblem {
  const { severity, row, column, code, message } = problem;
  return { severity, row, column: column ?? "", cell: "", code, message };
}
