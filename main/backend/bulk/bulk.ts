/** Bulk grids: kept, filled, checked, started; and the requests that came of them. */
import path from "node:path";
import type { BulkDraft, BulkIssue, BulkRow } from "../../../preload/contract/bulk";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { ScriptProblem } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import { tableExtensions } from "../../../preload/facts/script-formats";
import { AppError } from "../../common/errors";
import type { Dialogs } from "../ports";
import { writeBulk } from "../../script-formats/bulk-write";
import { maxFileBytes } from "../../script-formats/limits";
import { tooLarge } from "../../script-formats/problems";
import { maxBulkRows, type BulkDraftStore } from "./draft-store";
import type { OutboxStore } from "../outbox/store";
import type { BulkRequestRow, BulkRequestStore } from "./request-store";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { findMaterial } from "./collect-files";
import { matchByName } from "./match-files";
import type { ConfirmFiles } from "../approvals/confirm-files";
import { readBounded, writeWhole } from "../../common/files";
import type { TargetProject } from "../outbox/batch-entries";
import { invalid, readTargetFolder } from "../outbox/request-media";
import type { Outbox } from "../outbox/outbox";
import { cellOf, maxFaults, type BulkRequest, type BulkEntries } from "./bulk-entries";
import { dryRun, type DryRun, type DryRunDeps } from "./dry-run";
import { cellsOf, isEmptyRow, isLocal, toGridRows, writeCsv } from "./grid";
import { refusedCells } from "./rejected-cells";
import type { BulkRequests } from "./requests";

export interface BulkDeps extends DryRunDeps {
  approved: Pick<ApprovedPaths, "isApproved" | "approveReal">;
  confirmFiles: ConfirmFiles;
  drafts: BulkDraftStore;
  requestStore: BulkRequestStore;
  requests: BulkRequests;
  orders: BulkEntries;
  outbox: Pick<Outbox, "enqueue" | "entry">;
  /** The orders of a table that wait in the outbox. */
  waiting: Pick<OutboxStore, "replaceableEntries" | "removeReplaceable" | "failedFiles">;
  /** Orders are gone from the outbox. */
  onReplaced: (entryIds: readonly number[]) => void;
  dialogs: Pick<Dialogs, "chooseFile" | "chooseFolder" | "saveFile">;
  follow: Handlers["bulk"]["follow"];
  /** Throws "not-found" for a workspace that is no longer there. */
  requireWorkspace: (workspaceId: string) => void;
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** Ids of the languages of the catalogue and of a project; undefined where nobody knows them. */
  languages: (
    workspaceId: string,
    projectId: string,
  ) => Promise<{ catalogue: string[] | undefined; project: string[] | undefined }>;
  /**
   * Keys of the names of a project's batches, as far as they are known here, and of those on their way there, but for
   * those whose place the table's own would take.
   */
  namesTaken: (
    workspaceId: string,
    projectId: string,
    draftId: number,
  ) => Promise<ReadonlySet<string>>;
  onChanged: () => void;
  now: () => number;
}

/** Issues that are told of one run. */
const maxIssues = 50_000;
const suggestedName = "Bulk request";

export function createBulk(deps: BulkDeps): Handlers["bulk"] {
  const { drafts, requestStore, requests, orders, now } = deps;
  /** Runs under way: two that ask for the same state of a grid share one. */
  const runs = new Map<string, Promise<DryRun>>();

  async function judge(workspaceId: string, draft: BulkDraft, rows: readonly BulkRow[]) {
    const [{ type }, languages, namesTaken] = await Promise.all([
      deps.project(workspaceId, draft.projectId),
      deps.languages(workspaceId, draft.projectId),
      deps.namesTaken(workspaceId, draft.projectId, draft.id),
    ]);
    const { targetFolder, settings } = draft;
    const place = {
      workspaceId,
      type,
      catalogueLanguages: languages.catalogue,
      projectLanguages: languages.project,
      namesTaken,
      targetFolder,
      settings,
    };
    return dryRun(deps, place, rows);
  }
  function judgeOnce(workspaceId: string, draft: BulkDraft): Promise<DryRun> {
    const key = JSON.stringify([workspaceId, draft]);
    const under = runs.get(key);
    if (under) return under;
    const run = judge(workspaceId, draft, drafts.rows(draft.id)).finally(() => runs.delete(key));
    runs.set(key, run);
    return run;
  }

  /** What a refusal says of a table, kept while both are as they were: windows ask at every step of an upload. */
  let judged = { key: "", issues: [] as BulkIssue[] };
  function refusedIssues(workspaceId: string, draftId: number, entry: OutboxEntry): BulkIssue[] {
    const failedFiles = deps.waiting.failedFiles(entry.id, maxFaults);
    const { updatedAt } = drafts.get(workspaceId, draftId);
    const refusal = { fields: entry.fields, failedFiles };
    const key = JSON.stringify([entry.id, updatedAt, refusal]);
    if (judged.key !== key) {
      const { rows } = orders.read(entry.id);
      judged = { key, issues: refusedCells(refusal, rows, drafts.rows(draftId)) };
    }
    return judged.issues;
  }

  async function match(workspaceId: string, projectId: string, paths: readonly string[]) {
    // A walk reports real paths.
    await deps.approved.approveReal(paths);
    const languages = await deps.languages(workspaceId, projectId);
    const { videos, scripts, ignored } = await findMaterial(paths);
    const matches = await matchByName({ videos, scripts, languages: languages.project ?? [] });
    return { matches, ignored };
  }

  function requestOf(workspaceId: string, requestId: string): BulkRequestRow {
    const found = requestStore.get(workspaceId, requestId);
    if (found) return found;
    throw new AppError("not-found", "this request is no longer there");
  }

  return {
    drafts: ({ workspaceId, projectId }) => drafts.list(workspaceId, projectId),
    createDraft({ workspaceId, projectId, name }) {
      deps.requireWorkspace(workspaceId);
      const empty = { name, settings: {}, columns: [], targetFolder: "", rows: [] };
      const made = drafts.add(workspaceId, projectId, empty, now());
      deps.onChanged();
      return made;
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
      const rows = toGridRows(read.rows.slice(0, maxBulkRows));
      if (read.rows.length > maxBulkRows) {
        const message = `A grid has at most ${maxBulkRows} rows. The others were left out.`;
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
      const run = await judgeOnce(workspaceId, drafts.get(workspaceId, draftId));
      return { ...run, issues: run.issues.slice(0, maxIssues) };
    },
    waiting({ workspaceId, draftId }) {
      const [entryId] = deps.waiting.replaceableEntries(workspaceId, draftId);
      if (entryId === undefined) return { entry: null, issues: [] };
      const entry = deps.outbox.entry(workspaceId, entryId);
      if (entry.state !== "refused") return { entry, issues: [] };
      return { entry, issues: refusedIssues(workspaceId, draftId, entry) };
    },
    async start({ workspaceId, draftId, rowIds, restName }) {
      const draft = drafts.get(workspaceId, draftId);
      const chosen = rowIds === null ? null : new Set(rowIds);
      const rows = drafts
        .rows(draftId)
        .filter((row) => !isEmptyRow(row) && (chosen === null || chosen.has(row.id)));
      if (rows.length === 0) throw invalid([{ field: "rows", message: "required" }]);
      await deps.confirmFiles.named(
        rows.flatMap(({ video, script }) =>
          [video, script].filter(isLocal).map((file) => file.trim()),
        ),
      );
      const { issues } = await judge(workspaceId, draft, rows);
      const errors = issues.filter(({ severity }) => severity === "error");
      if (errors.length > 0) throw invalid(errors.slice(0, maxFaults).map(toField(rows)));
      const { projectId, name, settings, columns, targetFolder } = draft;
      const place = await deps.project(workspaceId, projectId);
      const order: BulkRequest = { rows, settings, columns };
      const requiredMedia = await orders.requiredMedia(
        workspaceId,
        place.type,
        order,
        targetFolder,
      );
      await deps.confirmFiles.outside(requiredMedia);
      const isPart = chosen !== null && restName !== undefined;
      // Then the table holds what is started and nothing else: what it waited with is out of date.
      const isWhole = chosen === null || isPart;
      let rest: BulkDraft | null = null;
      let replaced: number[] = [];
      const entryId = await deps.outbox.enqueue(
        {
          workspaceId,
          projectId,
          projectName: place.name,
          kind: "bulk",
          name,
          targetFolder,
          body: JSON.stringify(order),
          hasScript: rows.some(({ script }) => isLocal(script)),
          draftId,
        },
        requiredMedia,
        (id) => {
          if (isPart) rest = drafts.split(workspaceId, draftId, chosen, restName, now());
          if (isWhole) replaced = deps.waiting.removeReplaceable(workspaceId, draftId, id);
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
        requests.asked(request);
        const { requestId, name, rowCount, status, progress, sentAt, readAt, problem } = request;
        const counts = requestStore.counts(request.id);
        const isLost = request.seenBefore !== null;
        const told = { requestId, name, rowCount, status, progress, sentAt, readAt, problem };
        return { ...told, counts, isLost, isSentHere: request.isSentHere };
      }),
    requestRows({ workspaceId, requestId, filter, offset, limit }) {
      const request = requestOf(workspaceId, requestId);
      requests.asked(request);
      return requestStore.page(request.id, filter, offset, limit);
    },
    async retryFailed({ workspaceId, projectId, requestId }) {
      const request = requestOf(workspaceId, requestId);
      if (!request.isSentHere)
        throw new AppError("invalid-input", "rows: only their names are known here");
      await requests.lookAgain(request);
      const { id, name, settings, columns, targetFolder } = request;
      const rows = requestStore.failedRows(id);
      if (rows.length === 0) throw new AppError("invalid-input", "rows: none has failed");
      const made = drafts.add(
        workspaceId,
        projectId,
        { name, settings, columns, targetFolder, rows },
        now(),
      );
      deps.onChanged();
      return made;
    },
  };
}

/** Where an issue is, as a refusal names fields: by the row's id. */
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
