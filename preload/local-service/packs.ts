/** The forms of the extension "packs". */
import { z } from "zod";
import { packKinds, packProblems, packStates } from "../facts/packs";
import { idOf, listOf, shownText } from "./parts";

const names = listOf(shownText, 10_000);

export const pack = z.object({
  id: idOf,
  name: shownText,
  kind: z.enum(packKinds),
  /** Ids. Of a translation: its source language, then its target language. */
  languages: names,
  /** Names. */
  voices: names,
  /** Whether the engine of the workspace has a program that runs its models. */
  isUsable: z.boolean(),
  licence: shownText,
  publisher: shownText,
  /** Address of the page with its terms. */
  page: shownText,
  /** Hosts of its files, and of its lists of hashes. */
  hosts: names,
  /** Bytes of the download. */
  downloadBytes: z.number(),
  /** Bytes on disk when it is installed; about, unless it is. */
  installedBytes: z.number(),
  /** Names of the files of the publisher. */
  files: names,
  state: z.enum(packStates),
  /** Share of a download or of unpacking, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** Bytes of an interrupted download on disk. */
  partialBytes: z.number(),
  /** Why the last installation failed; null for none. The message is in English. */
  problem: z.object({ code: z.enum(packProblems).catch("other"), message: shownText }).nullable(),
});
export type Pack = z.infer<typeof pack>;

/** In a list, the kind or the state of a pack may be one that this version does not know. */
const listedPack = pack.extend({
  kind: z.enum([...packKinds, "other"]).catch("other"),
  state: z.enum([...packStates, "other"]).catch("other"),
});
export const packList = z.object({ packs: listOf(listedPack, 500) });
export const isKnownPack = (listed: z.infer<typeof listedPack>): listed is Pack =>
  listed.kind !== "other" && listed.state !== "other";

/** A file or folder on the computer of the service, signed by the application that started it. */
export const packSource = z.object({
  sourcePath: z.string().min(1).max(32_768),
  /** Milliseconds since 1970. */
  expiresAt: z.int().min(0),
  signature: z.string().min(1).max(200),
});
