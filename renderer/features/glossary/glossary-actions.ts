import FileDown from "@lucide/svelte/icons/file-down";
import FileUp from "@lucide/svelte/icons/file-up";
import Plus from "@lucide/svelte/icons/plus";
import type { GlossaryFields, GlossaryLine, Outcome } from "../../../preload/model/resources";
import type { Action } from "../../app/actions.svelte";
import { api, toProblem } from "../../app/api";
import { copyAction, deleteAction, editAction } from "../../app/lists/list-actions";
import { runWithToast } from "../../app/messages/run-with-toast";
import { nameOf } from "../../domain/media-files";
import { needsService } from "../../domain/offline-reason";
import { runOnItems } from "../../app/lists/item-results.svelte";
import { confirm } from "../../app/messages/confirm.svelte";
import type { Selection } from "../../app/lists/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

/**
 * Deleting up to this many lines can be undone, by creating them again one by one; more require
 * confirmation.
 */
const undoLimit = 100;

/** The result of an import, with the problem of each row that was not imported. */
export interface ImportReport {
  added: number;
  changed: number;
  problems: readonly { row: number; message: string }[];
}

/** A file before its import. */
export type CsvFile = NonNullable<Awaited<ReturnType<typeof api.glossary.readCsv>>>;

export interface GlossaryContext {
  session: Session;
  workspaceId: string;
  projectId: string;
  selection: Selection<GlossaryLine>;
  /** Whether the glossary has no lines, regardless of search and filters. */
  isEmpty: boolean;
  /** Opens the form for a line, or with null for a new one. */
  edit: (line: GlossaryLine | null) => void;
  report: (report: ImportReport) => void;
  /** Shows the encoding of a file, and what was assumed, before its import. */
  checkFile: (file: CsvFile) => void;
}

/** Imports a file, and reports its rows that were not imported. */
export async function importFile(
  { workspaceId, projectId, report }: Pick<GlossaryContext, "workspaceId" | "projectId" | "report">,
  path: string,
): Promise<void> {
  const done = await api.glossary.importCsv({ workspaceId, projectId, path });
  if (done.problems.length > 0) report(done);
  else toasts.show(t.glossary.imported(done.added, done.changed));
}

/** The editable fields of a line, without those the service assigns. */
function fieldsOf({ id: _id, createdAt: _made, updatedAt: _changed, ...fields }: GlossaryLine) {
  return fields satisfies GlossaryFields;
}

async function restoreLines(
  { workspaceId, projectId }: GlossaryContext,
  lines: readonly GlossaryLine[],
): Promise<void> {
  const byId = new Map(lines.map((line) => [line.id, line]));
  await runOnItems({
    ids: [...byId.keys()],
    run: async (ids) => {
      const outcomes: Outcome[] = [];
      for (const id of ids) {
        const line = byId.get(id);
        if (!line) continue;
        const problem = await api.glossary
          .create({ workspaceId, projectId, line: fieldsOf(line) })
          .then(() => null, toProblem);
        outcomes.push({ id, problem });
      }
      return outcomes;
    },
    nameOf: (id) => byId.get(id)?.word ?? id,
    done: (ids) => ({ text: t.glossary.restored(ids.length) }),
    failedTitle: t.glossary.restoreFailed,
  });
}

async function deleteLines(context: GlossaryContext): Promise<void> {
  const { workspaceId, projectId, selection } = context;
  const lines = await selection.resolve();
  if (lines.length === 0) return;
  const isUndoable = lines.length <= undoLimit;
  const isConfirmed =
    isUndoable ||
    (await confirm({
      title: t.glossary.deleteManyTitle(lines.length),
      text: t.glossary.deleteManyText,
      confirm: t.glossary.deleteManyAction(lines.length),
      tone: "danger",
    }));
  if (!isConfirmed) return;
  const byId = new Map(lines.map((line) => [line.id, line]));
  await runOnItems({
    ids: [...byId.keys()],
    run: (lineIds) => api.glossary.delete({ workspaceId, projectId, lineIds }),
    nameOf: (id) => byId.get(id)?.word ?? id,
    done: (ids) => {
      const deleted = ids.map((id) => byId.get(id)).filter((line) => line !== undefined);
      const text = t.glossary.deleted(ids.length, deleted[0]?.word ?? "");
      const action = { title: t.common.undo, run: () => void restoreLines(context, deleted) };
      return isUndoable ? { text, action } : { text };
    },
    failedTitle: t.glossary.deleteFailed,
  });
  selection.clear();
}

/**
 * The action that adds a line. Only for services with the extension "glossary", which permits
 * editing.
 */
export function addLineAction({ session, edit }: GlossaryContext): Action {
  return {
    id: "glossary.add",
    title: t.glossary.add,
    icon: Plus,
    shortcut: "n",
    isListShortcut: true,
    group: t.glossary.group,
    reason: needsService(session),
    run: () => edit(null),
  };
}

/** The import and export actions. */
export function fileActions(context: GlossaryContext, isEditable: boolean): Action[] {
  const { session, workspaceId, projectId, isEmpty, checkFile } = context;
  const group = t.glossary.group;
  const exportAction: Action = {
    id: "glossary.export",
    title: t.glossary.export,
    icon: FileDown,
    group,
    reason: isEmpty ? t.glossary.nothingToExport : undefined,
    run: () =>
      runWithToast(async () => {
        const done = await api.glossary.exportCsv({ workspaceId, projectId });
        if (done) toasts.show(t.glossary.exported(done.lines, nameOf(done.path)));
      }),
  };
  if (!isEditable) return [exportAction];
  return [
    {
      id: "glossary.import",
      title: t.glossary.import,
      icon: FileUp,
      group,
      reason: needsService(session),
      run: () =>
        runWithToast(async () => {
          const file = await api.glossary.readCsv({ workspaceId, projectId });
          if (!file) return;
          // After an import, words in a wrong encoding cannot be distinguished from the others.
          if (file.encoding || file.notes.length > 0) checkFile(file);
          else await importFile(context, file.path);
        }),
    },
    exportAction,
  ];
}

/** The actions on the selected lines. */
export function lineActions(context: GlossaryContext, isEditable: boolean): Action[] {
  const { session, selection, edit } = context;
  const none = selection.count === 0 ? t.glossary.selectFirst : undefined;
  const single = selection.count === 1 ? selection.rows[0] : undefined;
  const copy = copyAction({
    id: "glossary.copy-word",
    title: t.glossary.copyWord,
    group: t.glossary.group,
    reason: none,
    texts: async () => (await selection.resolve()).map(({ word }) => word),
    copied: t.glossary.wordsCopied,
  });
  if (!isEditable) return [copy];
  return [
    editAction({
      id: "glossary.edit",
      title: t.glossary.edit,
      group: t.glossary.group,
      reason: single ? needsService(session) : t.glossary.selectOne,
      run: () => single && edit(single),
    }),
    copy,
    deleteAction({
      id: "glossary.delete",
      title: t.glossary.delete,
      group: "delete",
      reason: none ?? needsService(session),
      run: () => deleteLines(context),
    }),
  ];
}
