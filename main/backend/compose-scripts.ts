/** Wiring of scripts. */
import type { Context } from "./context";
import type { BackendDeps } from "./ports";
import { createScriptBucketStore } from "./scripts/bucket-store";
import { createScriptStores } from "./scripts/script-store";
import { readBatchLines } from "./scripts/batch-lines";
import { createScripts } from "./scripts/scripts";
import type { Gallery } from "./gallery/gallery";
import type { ComposedWorkspaces } from "./compose-workspaces";
import { AppError } from "../common/errors";
import type { CsvReader, ScriptReader, ScriptRewriter } from "../script-formats/process/reader";
import type { ScriptChoices } from "./scripts/script-choices";

const cannotOpen = () =>
  Promise.reject(new AppError("not-offered", "there is no program to open files with"));

interface ComposeScriptsDeps {
  context: Context;
  ports: BackendDeps;
  base: ComposedWorkspaces;
  gallery: Pick<Gallery, "has">;
  reader: ScriptReader & ScriptRewriter & CsvReader;
  choices: ScriptChoices;
}

/** Wires scripts and the stores from which services fetch them. */
export function composeScripts(deps: ComposeScriptsDeps) {
  const { reader, choices } = deps;
  const { db, changed, log, now } = deps.context;
  const { platform, ui } = deps.ports;
  const { dialogs, hosts, connectivity, workspaces, extensions, isLocal } = deps.base;

  const scripts = createScripts({
    reader,
    choices,
    dialogs,
    openInProgram: ui.openInProgram ?? cannotOpen,
    isInGallery: deps.gallery.has,
    isLocal,
    linesOf: (workspaceId, batchId) =>
      readBatchLines({ extensions, remote: workspaces.remote }, workspaceId, batchId),
    onChanged: () => changed("scripts"),
    log,
  });
  const scriptStores = createScriptStores({
    store: createScriptBucketStore(db),
    vault: platform.vault,
    remote: workspaces.remote,
    extensions,
    routes: connectivity.routes,
    requireHost: (address) => hosts.require("bucket", [address]),
    requireWorkspace: (workspaceId) => void workspaces.remote(workspaceId),
    onChanged: () => changed("scripts"),
    now,
  });

  return { scripts, scriptStores };
}
