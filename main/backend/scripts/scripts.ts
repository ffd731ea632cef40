/**
 * Scripts before they are sent: choosing, checking, watching, opening in their program, saving
 * templates.
 */
import path from "node:path";
import type { WorkbookCell } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import { scriptExtensions, scriptTypeOf } from "../../../preload/facts/script-formats";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Dialogs } from "../ports";
import type { CsvReader, ScriptReader, ScriptRewriter } from "../../script-formats/process/reader";
import { writeTemplate } from "../../script-formats/templates";
import { readBounded, stampOf, writeWhole } from "../../common/files";
import { createMatchPreview, type MatchPreviewDeps } from "./match-preview";
import { maxFileBytes } from "../../script-formats/limits";
import { noTable, tooLarge } from "../../script-formats/problems";
import { reportOf, sentAsOf, toCheckedLine, toReported } from "./script-report";
import type { ScriptChoices } from "./script-choices";
import { createScriptFiles } from "./script-files";
import { createScriptWatch } from "./script-watch";

export interface ScriptsDeps {
  reader: Pick<ScriptReader, "readScript"> &
    Pick<ScriptRewriter, "convertScript"> &
    Pick<CsvReader, "viewTable">;
  choices: ScriptChoices;
  dialogs: Pick<Dialogs, "chooseFile" | "saveFile">;
  /** Opens a file in the user's own program for it; rejects where there is none. */
  openInProgram: (file: string, cell: WorkbookCell | null) => Promise<{ isAtCell: boolean }>;
  /** Whether the index of a workspace's gallery contains a path. */
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  /** Whether a workspace is of our own service, which reads every format. */
  isLocal: (workspaceId: string) => boolean;
  /** All lines of a batch; null if the service does not offer them. */
  linesOf: MatchPreviewDeps["linesOf"];
  /** Called when the report of a script may have changed. */
  onChanged: () => void;
  log: Log;
  /** Shorter waits for tests, in milliseconds. */
  timing?: { quietMs?: number; pollMs?: number };
}

const templateNames = {
  "audio-production": "Audio production script",
  "line-dubbing": "Line dubbing script",
  bulk: "Bulk request",
} as const;

export function createScripts(deps: ScriptsDeps) {
  const { choices } = deps;
  const files = createScriptFiles({ reader: deps.reader, choices });
  const matchTarget = createMatchPreview({ files, linesOf: deps.linesOf });
  const watch = createScriptWatch({
    onChanged: deps.onChanged,
    log: deps.log,
    ...deps.timing,
  });

  const handlers: Handlers["scripts"] = {
    async choose() {
      const file = await deps.dialogs.chooseFile({ extensions: scriptExtensions });
      return file === null ? null : { path: file };
    },
    async check({ workspaceId, ...options }) {
      try {
        const found = await files.read(options);
        watch.add(options.path, found.stamp);
        const hasErrors = found.script.problems.some(({ severity }) => severity === "error");
        const sentAs =
          hasErrors || deps.isLocal(workspaceId)
            ? null
            : await files.conversionOf(options).then(
                (conversion) => sentAsOf(options.path, conversion),
                // The report is whole without it.
                () => null,
              );
        return await reportOf(options.path, found, {
          sentAs,
          isInGallery: (galleryPath) => deps.isInGallery(workspaceId, galleryPath),
          isEncodingChosen: choices.encodingOf(options.path) !== undefined,
        });
      } catch (error) {
        // The file may be created again.
        if (path.isAbsolute(options.path)) watch.add(options.path, null);
        throw error;
      }
    },
    async lines({ workspaceId: _, offset, limit, ...options }) {
      const { script } = await files.read(options);
      return {
        lines: script.lines.slice(offset, offset + limit).map(toCheckedLine),
        total: script.lines.length,
      };
    },
    async viewTable({ path: file, languageCode, place }) {
      const { bytes } = await readBounded(file, maxFileBytes);
      const options = { purpose: "audio-production", languageCode, ...choices.of(file) } as const;
      const view =
        bytes === null
          ? noTable([tooLarge()])
          : await deps.reader.viewTable(bytes, path.basename(file), options, place);
      return { ...view, problems: view.problems.map((problem) => toReported(problem)) };
    },
    assignColumns({ path: file, ...columns }) {
      choices.assignColumns(file, columns);
      deps.onChanged();
    },
    forgetColumns({ path: file, header }) {
      choices.forgetColumns(file, header);
      deps.onChanged();
    },
    setEncoding({ path: file, encoding }) {
      choices.setEncoding(file, encoding);
      deps.onChanged();
    },
    matchTarget: ({ projectId: _, offset, limit, ...target }) =>
      matchTarget({ ...target, languageId: target.languageId.toLowerCase() }, { offset, limit }),
    release({ paths }) {
      watch.release(paths);
      for (const file of paths) files.evict(file);
    },
    async openInProgram({ path: file, cell }) {
      // SECURITY: the system may execute a file that it opens, so only documents are passed to it.
      if (!path.isAbsolute(file) || scriptTypeOf(file) === null)
        throw new AppError("invalid-input", "this is not a script");
      await stampOf(file);
      return deps.openInProgram(file, cell);
    },
    async saveTemplate({ kind, languages }) {
      const file = await deps.dialogs.saveFile({
        suggestedName: `${templateNames[kind]}.xlsx`,
        extensions: ["xlsx"],
      });
      if (file === null) return null;
      await writeWhole(file, await writeTemplate(kind, languages));
      return { path: file };
    },
  };
  return { handlers, files, stop: watch.stop };
}
