/** The export of a manifest from the window: one at a time, with progress and cancellation. */
import type { Handlers } from "../../../../preload/contract";
import type { ManifestExport } from "../../../../preload/model";
import { AppError } from "../../../common/errors";
import type { Dialogs } from "../../ports";
import type { ManifestStore } from "./manifest-store";
import { manifestExtensionOf, manifestExtensions } from "./manifest-text";
import { manifestCancelled, writeManifest } from "./write-manifest";

export interface ManifestExportDeps {
  store: ManifestStore;
  dialogs: Pick<Dialogs, "saveFile">;
  /** Has a list of the gallery confirm finished uploads. Resolves also if it could not be read. */
  confirm: (workspaceId: string) => Promise<void>;
  onChanged: () => void;
}

interface Running {
  workspaceId: string;
  progress: ManifestExport;
  stop: AbortController;
  /** Resolves when the export has ended, with or without a result. */
  ended: Promise<unknown>;
}

type Calls = Pick<Handlers["uploads"], "exportManifest" | "manifestExport" | "cancelManifest">;

export function createManifestExport({ store, dialogs, confirm, onChanged }: ManifestExportDeps) {
  let running: Running | null = null;

  /** Cancels the export and resolves when it has ended. */
  async function stop(): Promise<void> {
    running?.stop.abort(manifestCancelled());
    await running?.ended;
  }

  const handlers: Calls = {
    async exportManifest({ workspaceId, selection }) {
      const { files, ...omitted } = store.count(workspaceId, selection);
      const none = { unchanged: 0, changed: 0, missing: 0, unreadable: 0 };
      if (files === 0) return { path: null, files: none, ...omitted };
      const path = await dialogs.saveFile({
        suggestedName: "Manifest.csv",
        extensions: manifestExtensions,
      });
      if (path === null) return null;
      // Checked after the dialog: another export may have started while it was open.
      if (running) throw new AppError("invalid-input", "another manifest is being exported");
      const abort = new AbortController();
      const progress = { path, files: 0, totalFiles: files, bytes: 0, totalBytes: 0 };
      const written = confirm(workspaceId).then(() =>
        writeManifest(store, {
          workspaceId,
          selection,
          file: path,
          extension: manifestExtensionOf(path) ?? "csv",
          signal: abort.signal,
          onProgress(next) {
            if (running) running.progress = { path, ...next };
            onChanged();
          },
        }),
      );
      const ended = written.catch(() => undefined);
      running = { workspaceId, progress, stop: abort, ended };
      onChanged();
      try {
        return { path, ...(await written) };
      } catch (error) {
        if (abort.signal.aborted) return null;
        throw error;
      } finally {
        running = null;
        onChanged();
      }
    },
    manifestExport: () => running?.progress ?? null,
    cancelManifest: () => running?.stop.abort(manifestCancelled()),
  };

  return {
    handlers,
    stop,
    /** Cancels the export of a workspace. */
    removeWorkspace: async (workspaceId: string) => {
      if (running?.workspaceId === workspaceId) await stop();
    },
  };
}
