/** Scripts before they are sent: chosen, checked, watched while they are looked at, opened, and begun from templates. */
import path from "node:path";
import type { WorkbookCell } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import { scriptExtensions, scriptTypeOf } from "../../../preload/facts/script-formats";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Dialogs } from "../ports";
import type { ScriptReader } from "../../script-formats/reader";
import { writeTemplate } from "../../script-formats/templates";
import { stampOf, writeWhole } from "../../common/files";
import { reportOf, toCheckedLine } from "./script-report";
import { createScriptFiles } from "./script-files";
import { createScriptWatch } from "./script-watch";

export interface ScriptsDeps {
  reader: Pick<ScriptReader, "readScript">;
  dialogs: Pick<Dialogs, "chooseFile" | "saveFile">;
  /** Opens a file in the user's own program for it; rejects where there is none. */
  openInProgram: (file: string, cell: WorkbookCell | null) => Promise<{ isAtCell: boolean }>;
  /** Whether the index of a workspace's gallery holds a path. */
  isInGallery: (workspaceId: string, galleryPath: string) => boolean;
  /** What a check says may be another thing now. */
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

export type ScriptsService = ReturnType<typeof createScripts>;

export function createScripts(deps: ScriptsDeps) {
  const files = createScriptFiles({ reader: deps.reader });
  const watching = createScriptWatch({
    onChanged: deps.onChanged,
    log: deps.log,
    ...deps.timing,
  });

  const handlers: Handlers["scripts"] = {
    async choose() {
      const file = await deps.dialogs.chooseFile({ extensions: scriptExtensions });
      return file === null ? null : { path: file };
    },
    async check({ workspaceId, ...reading }) {
      try {
        const found = await files.read(reading);
        watching.add(reading.path, found.stamp);
        return await reportOf(reading.path, found, {
          isInGallery: (galleryPath) => deps.isInGallery(workspaceId, galleryPath),
        });
      } catch (error) {
        // It may come back.
        if (path.isAbsolute(reading.path)) watching.add(reading.path, null);
        throw error;
      }
    },
    async lines({ workspaceId: _, offset, limit, ...reading }) {
      const { script } = await files.read(reading);
      return {
        lines: script.lines.slice(offset, offset + limit).map(toCheckedLine),
        total: script.lines.length,
      };
    },
    release({ paths }) {
      watching.release(paths);
      for (const file of paths) files.forget(file);
    },
    async openInProgram({ path: file, cell }) {
      // SECURITY: the system runs whatever it is asked to open; it is asked for documents alone.
      if (!path.isAbsolute(file) || scriptTypeOf(file) === null)
        throw new AppError("invalid-input", "this is no script");
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
  return { handlers, files, stop: watching.stop };
}
