import FileInput from "@lucide/svelte/icons/file-input";
import FileOutput from "@lucide/svelte/icons/file-output";
import FileText from "@lucide/svelte/icons/file-text";
import FolderSearch from "@lucide/svelte/icons/folder-search";
import ListChecks from "@lucide/svelte/icons/list-checks";
import Pencil from "@lucide/svelte/icons/pencil";
import TableProperties from "@lucide/svelte/icons/table-properties";
import Play from "@lucide/svelte/icons/play";
import type { Action } from "../../../app/actions.svelte";
import { t } from "../../../app/strings";
import type { DraftEditor } from "./draft-editor.svelte";

/** The actions on an open draft, in addition to those of the grid. */
export function draftActions(editor: DraftEditor): Action[] {
  const group = t.bulk.group;
  const none = editor.sheet.rows.length === 0 ? t.bulk.grid.noRows : undefined;
  const export_ = `${group}/export`;
  return [
    {
      id: "bulk.from-folder",
      title: t.bulk.grid.fromFolder,
      icon: FolderSearch,
      shortcut: "Mod+O",
      group,
      run: () => editor.fromFolder(),
    },
    {
      id: "bulk.from-table",
      title: t.bulk.grid.fromTable,
      icon: FileInput,
      group,
      run: () => editor.fromTable(),
    },
    {
      id: "bulk.choose-script",
      title: t.bulk.grid.chooseScript,
      icon: FileText,
      group,
      run: () => editor.chooseScript(),
    },
    {
      id: "bulk.script-columns",
      title: t.scripts.assign.dialogAction,
      icon: TableProperties,
      group,
      reason: editor.scriptOfRow === null ? t.scripts.assign.noScript : undefined,
      run: () => (editor.openScript = editor.scriptOfRow),
    },
    {
      id: "bulk.export-xlsx",
      title: t.bulk.grid.exportXlsx,
      icon: FileOutput,
      group: export_,
      reason: none,
      run: () => editor.export("xlsx"),
    },
    {
      id: "bulk.export-csv",
      title: t.bulk.grid.exportCsv,
      icon: FileOutput,
      group: export_,
      reason: none,
      run: () => editor.export("csv"),
    },
    {
      id: "bulk.rename",
      title: t.bulk.drafts.rename,
      icon: Pencil,
      group: `${group}/table`,
      run: () => (editor.isRenaming = true),
    },
    {
      id: "bulk.check",
      title: t.bulk.grid.check,
      icon: ListChecks,
      shortcut: "F9",
      group: `${group}/start`,
      reason: none ?? (editor.isChecking ? t.bulk.grid.checkingAll : undefined),
      run: () => editor.dryRun(),
    },
    {
      id: "bulk.start",
      title: t.bulk.grid.start,
      icon: Play,
      group: `${group}/start`,
      reason: none,
      run: () => {
        editor.control.commit();
        editor.isStarting = true;
      },
    },
  ];
}
