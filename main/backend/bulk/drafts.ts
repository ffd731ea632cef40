/** Bulk drafts: their rows, matching of files by name, import and export. */
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import { tableExtensions } from "../../../preload/facts/script-formats";
import { readBounded, writeWhole } from "../../common/files";
import { writeBulk } from "../../script-formats/bulk-write";
import { maxFileBytes } from "../../script-formats/limits";
import { scriptProblem, tooLarge } from "../../script-formats/problems";
import type { ScriptReader } from "../../script-formats/process/reader";
import type { ApprovedPaths } from "../approvals/approved-paths";
import { readTargetFolder } from "../gallery/gallery-path";
import type { Dialogs } from "../ports";
import type { Walk } from "../uploads/plans/walk-files";
import { collectFiles } from "./collect-files";
import { cellsOf, toDraftRows, writeCsv } from "./draft-rows";
import { maxBulkRows } from "../../../preload/contract/bulk";
import type { BulkDraftStore } from "./draft-store";
import { matchByName } from "./match-files";
import type { ProjectFacts } from "./project-facts";
import type { ScriptChoices } from "../scripts/script-choices";
import { reportedEncoding, toReported } from "../scripts/script-report";

export interface DraftsDeps {
  drafts: BulkDraftStore;
  facts: Pick<ProjectFacts, "languages">;
  reader: Pick<ScriptReader, "readBulk">;
  choices: Pick<ScriptChoices, "encodingOf">;
  walk: Walk;
  approved: Pick<ApprovedPaths, "approveReal">;
  dialogs: Pick<Dialogs, "chooseFile" | "chooseFolder" | "saveFile">;
  /** Throws "not-found" for a workspace that was removed. */
  requireWorkspace: (workspaceId: string) => void;
  onChanged: () => void;
  now: () => number;
}

type DraftHandlers = Pick<
  Handlers["bulk"],
  | "changeDraft"
  | "chooseAndMatch"
  | "createDraft"
  | "deleteDraft"
  | "draft"
  | "drafts"
  | "exportRows"
  | "importRows"
  | "match"
  | "saveRows"
>;

/** Name of an exported file whose draft has no name. */
const suggestedName = "Bulk request";

export function createDrafts(deps: DraftsDeps): DraftHandlers {
  const { drafts, now } = deps;

  async function match(workspaceId: string, projectId: string, paths: readonly string[]) {
    // The walk below reports real paths.
    await deps.approved.approveReal(paths);
    const languages = await deps.facts.languages(workspaceId, projectId);
    const { videos, scripts, ...leftOut } = await collectFiles(deps.walk, paths);
    const matches = await matchByName({ videos, scripts, languages: languages.project ?? [] });
    return { matches, ...leftOut };
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
    async importRows({ path: again }) {
      const file = again ?? (await deps.dialogs.chooseFile({ extensions: tableExtensions }));
      if (file === null) return null;
      const { bytes } = await readBounded(file, maxFileBytes);
      if (bytes === null)
        return { path: file, rows: [], problems: [toReported(tooLarge())], encoding: null };
      const name = path.basename(file);
      const chosen = deps.choices.encodingOf(file);
      const options = { hasEscapes: true, encoding: chosen };
      const read = await deps.reader.readBulk(bytes, name, options);
      const problems = [...read.problems, ...read.rows.flatMap((row) => row.problems)];
      const rows = toDraftRows(read.rows.slice(0, maxBulkRows));
      if (read.rows.length > maxBulkRows) {
        const message = `A bulk draft has at most ${maxBulkRows} rows. The others were skipped.`;
        problems.push(scriptProblem("too-many-rows", null, null, message));
      }
      return {
        path: file,
        rows,
        problems: problems.map((one) => toReported(one)),
        encoding: reportedEncoding(read, chosen !== undefined),
      };
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
  };
}
