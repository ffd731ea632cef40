/** Starts bulk drafts: validates their rows and adds a pending request to the outbox. */
import type { BulkDraft, BulkIssue, BulkRow } from "../../../preload/contract/bulk";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { Handlers } from "../../../preload/contract";
import { invalidFields } from "../../common/errors";
import type { ConfirmFiles } from "../approvals/confirm-files";
import type { Outbox } from "../outbox/outbox";
import type { OutboxStore } from "../outbox/store/outbox-store";
import { cellOf, maxRejectedCells, type BulkEntries, type BulkRequest } from "./bulk-entries";
import { isEmptyRow, isLocal } from "./draft-rows";
import type { BulkDraftStore } from "./draft-store";
import { dryRun, type DryRun, type DryRunDeps } from "./dry-run";
import type { ProjectFacts } from "./project-facts";
import { rejectedCells } from "./rejected-cells";

export interface StartDraftDeps {
  drafts: BulkDraftStore;
  entries: BulkEntries;
  facts: ProjectFacts;
  dryRun: DryRunDeps;
  confirmFiles: ConfirmFiles;
  outbox: Pick<Outbox, "discardEntries" | "enqueue" | "entry">;
  /** Pending requests of a draft. */
  outboxStore: Pick<OutboxStore, "replaceableEntries" | "removeReplaceable" | "failedFiles">;
  onChanged: () => void;
  now: () => number;
}

/** Issues reported of one dry run. */
const maxIssues = 50_000;

export function createStartDraft(
  deps: StartDraftDeps,
): Pick<Handlers["bulk"], "dryRun" | "start" | "waiting"> {
  const { drafts, entries, facts, now } = deps;
  /** Active dry runs; calls for the same state of a draft share one. */
  const runs = new Map<string, Promise<DryRun>>();

  async function validate(workspaceId: string, draft: BulkDraft, rows: readonly BulkRow[]) {
    const [{ type }, languages, namesTaken] = await Promise.all([
      facts.project(workspaceId, draft.projectId),
      facts.languages(workspaceId, draft.projectId),
      facts.namesTaken(workspaceId, draft.projectId, draft.id),
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
    return dryRun(deps.dryRun, context, rows);
  }
  function validateOnce(workspaceId: string, draft: BulkDraft): Promise<DryRun> {
    const key = JSON.stringify([workspaceId, draft]);
    const active = runs.get(key);
    if (active) return active;
    const run = drafts
      .rowsInSlices(draft.id)
      .then((rows) => validate(workspaceId, draft, rows))
      .finally(() => runs.delete(key));
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

  return {
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
      const project = await facts.project(workspaceId, projectId);
      const request: BulkRequest = { rows, settings, columns };
      const requiredMedia = await entries.requiredMedia(
        workspaceId,
        project.type,
        request,
        targetFolder,
      );
      await deps.confirmFiles.outside(requiredMedia);
      const isPart = chosen !== null && restName !== undefined;
      // The draft then contains only the started rows: earlier pending requests of it are replaced.
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
      deps.outbox.discardEntries(replaced);
      const restId = (rest as BulkDraft | null)?.id ?? null;
      if (restId !== null) deps.onChanged();
      return { entryId, restId, isReplacement: replaced.length > 0 };
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
