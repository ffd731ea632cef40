/** Wires updates of the application. */
import path from "node:path";
import type { Activity } from "../../preload/facts/activity";
import { makeCopy } from "../common/database/copies";
import type { ComposedUploads } from "./compose-uploads";
import type { ComposedWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import type { BackendDeps, UpdateHost } from "./ports";
import { defaultUpdateTiming } from "./timing";
import { createUpdates } from "./updates/updates";

export interface ComposeUpdatesDeps {
  context: Context;
  ports: BackendDeps;
  base: Pick<ComposedWorkspaces, "settings" | "connectivity">;
  media: Pick<ComposedUploads, "uploads">;
  /** The database of the application. */
  databaseFile: string;
  activity: () => Activity;
}

/** The host of a process that is not the installed application: it updates nothing. */
const noHost: UpdateHost = {
  feed: null,
  installation: { kind: "archive", os: "", arch: "", systemVersion: "" },
  forcedMode: null,
  installer: null,
  isReplaced: () => Promise.resolve(false),
  takeReverted: () => Promise.resolve(null),
  takeRefusal: () => Promise.resolve(null),
  restart: () => undefined,
};

export function composeUpdates(deps: ComposeUpdatesDeps) {
  const { context, ports, base, media, databaseFile } = deps;
  const { connectivity, settings } = base;
  const updates = createUpdates({
    version: ports.version,
    folder: path.join(ports.profileDir, "updates"),
    host: ports.platform.updates ?? noHost,
    settings,
    routes: connectivity.routes,
    isOnline: connectivity.isOnline,
    isQuietTime: () => media.uploads.hoursState().effect?.kind === "closed",
    activity: deps.activity,
    copyDatabase: () => makeCopy(databaseFile, context.now()),
    onChanged: () => context.changed("updates"),
    timing: { ...defaultUpdateTiming, ...ports.tuning?.updateTiming },
    log: context.log,
    now: context.now,
  });
  connectivity.onChange(({ kind }) => kind === "network" && updates.networkChanged());
  return updates;
}
