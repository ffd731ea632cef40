/**
 * The contract between the renderer and the main process: one object of calls and one of events.
 * The types of both sides are derived from it. Main parses the input of each call and strips its
 * output with these schemas, so data that is not declared here cannot be transferred. Paths and ids
 * are transferred, file contents never.
 */
import type { z } from "zod";
import { app, diagnostics, network } from "./app";
import { bulk } from "./bulk";
import { casting, glossary } from "./casting";
import { catalogue } from "./catalogue";
import { connectionTest } from "./connection-test";
import { deliveries } from "./deliveries";
import { dubs } from "./dubs";
import { externalEngines } from "./external-engines";
import { forms } from "./forms";
import { downloads, gallery } from "./gallery";
import { maintenance } from "./maintenance";
import { moves } from "./moves";
import { outbox } from "./outbox";
import { packs } from "./packs";
import { batches, lists, overview, projects } from "./projects";
import { review } from "./review";
import { samples } from "./samples";
import { schedules } from "./schedules";
import { scripts, scriptStore } from "./scripts";
import { team, users } from "./team";
import { updates } from "./updates";
import { plans, uploads } from "./uploads";
import { watchFolders } from "./watch-folders";
import { workspaces } from "./workspaces";

export { events, type Emit, type Events, type Topic } from "./events";

/** All calls from the renderer to the main process. */
export const calls = {
  app,
  network,
  connectionTest,
  workspaces,
  maintenance,
  moves,
  externalEngines,
  packs,
  gallery,
  downloads,
  plans,
  uploads,
  watchFolders,
  lists,
  overview,
  projects,
  samples,
  batches,
  schedules,
  dubs,
  review,
  deliveries,
  casting,
  glossary,
  team,
  users,
  catalogue,
  scripts,
  scriptStore,
  outbox,
  bulk,
  forms,
  diagnostics,
  updates,
};

type Calls = typeof calls;
type In<C> = C extends { input: infer I extends z.ZodType } ? I : never;
type Out<C> = C extends { output: infer O extends z.ZodType } ? O : never;

/** The handlers of the main process: parsed input, raw output, synchronous or asynchronous. */
export type Handlers = {
  [G in keyof Calls]: {
    [M in keyof Calls[G]]: (
      input: z.output<In<Calls[G][M]>>,
    ) => z.input<Out<Calls[G][M]>> | Promise<z.input<Out<Calls[G][M]>>>;
  };
};
/** The calls of the renderer: raw input, parsed output. */
export type Api = {
  [G in keyof Calls]: {
    [M in keyof Calls[G]]: (input: z.input<In<Calls[G][M]>>) => Promise<z.output<Out<Calls[G][M]>>>;
  };
};
/** The result of a call, as transferred over IPC. */
export type Reply =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: string; message: string; details?: unknown } };

/** The only object that the preload script exposes, as window.bridge. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /** Returns a function that removes the listener. */
  on(listener: (name: string, payload: unknown) => void): () => void;
  /**
   * The path of a DOM File that the user dropped or picked; "" if it has none. Main accepts only
   * paths that were registered by this function or chosen in a native dialog. The parameter is
   * typed `object` because the DOM types are not available here.
   */
  pathOf(file: object): string;
}
