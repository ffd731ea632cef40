/**
 * Packs of the engine of local workspaces: models that the user installs. All local workspaces
 * share them.
 */
import { z } from "zod";
import { pack } from "../local-service/packs";
import { call, id, inWorkspace, nothing } from "./call";

const inPack = inWorkspace.extend({ packId: id });

/** All calls require the extension "packs". */
export const packs = {
  list: call(inWorkspace, z.array(pack)),
  /** Starts an installation, or continues an interrupted one. */
  install: call(inPack, nothing),
  /**
   * Opens a native dialog for the file of the publisher, or for a folder with its files, and starts
   * an installation.
   */
  installFrom: call(
    inPack.extend({ what: z.enum(["file", "folder"]) }),
    /** False if the user cancelled the dialog. */
    z.object({ isStarted: z.boolean() }),
  ),
  /** Ends an installation, and deletes what was downloaded. */
  cancel: call(inPack, nothing),
  remove: call(inPack, nothing),
};
