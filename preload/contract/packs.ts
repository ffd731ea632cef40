/** Packs of the engine of local workspaces: models that the user installs. All local workspaces share them. */
import { z } from "zod";
import { packKinds, packProblems, packStates } from "../facts/packs";
import { call, id, inWorkspace, nothing } from "./call";

export const pack = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(packKinds),
  /** Ids. Of a translation: its source language, then its target language. */
  languages: z.array(z.string()),
  /** Names. */
  voices: z.array(z.string()),
  /** Whether the engine of the workspace can use it. */
  isUsable: z.boolean(),
  licence: z.string(),
  publisher: z.string(),
  /** Address of the page with its terms. */
  page: z.string(),
  /** Hosts of its files, and of its lists of hashes. */
  hosts: z.array(z.string()),
  downloadBytes: z.number(),
  /** About, unless it is installed. */
  installedBytes: z.number(),
  /** Names of the files of its publisher. */
  files: z.array(z.string()),
  state: z.enum(packStates),
  /** Of the state "downloading" or "unpacking", from 0 to 1. */
  share: z.number(),
  /** Bytes of an interrupted download. */
  partialBytes: z.number(),
  /** The message is from the service, in English. */
  problem: z.object({ code: z.enum(packProblems), message: z.string() }).nullable(),
});
export type Pack = z.infer<typeof pack>;

const inPack = inWorkspace.extend({ packId: id });

/** All calls require the extension "packs". */
export const packs = {
  list: call(inWorkspace, z.array(pack)),
  /** Starts an installation, or continues an interrupted one. */
  install: call(inPack, nothing),
  /** Opens a native dialog for the file of the publisher, or for a folder with its files, and starts an installation. */
  installFrom: call(
    inPack.extend({ what: z.enum(["file", "folder"]) }),
    /** False if the user cancelled the dialog. */
    z.object({ isStarted: z.boolean() }),
  ),
  /** Ends an installation, and deletes what was downloaded. */
  cancel: call(inPack, nothing),
  remove: call(inPack, nothing),
};
