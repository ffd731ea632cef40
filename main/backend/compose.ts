/**
 * The composition root without Electron: every domain behind the contract, wired from a few ports.
 * The same backend runs in Electron's main process, in tests under plain Node, and headless.
 * Domains are created from the bottom row up (README § Architecture); a domain that depends on
 * events of a lower one subscribes to it.
 */
import path from "node:path";
import type { Events, Handlers } from "../../preload/contract";
import type { Activity } from "../../preload/facts/activity";
import { createChangeNotifier } from "../common/change-notifier";
import { createClosers } from "../common/closers";
import { startDailyCopies, type DailyCopies } from "../common/database/copies";
import { openDatabase } from "../common/database/database";
import { migrations } from "../common/database/migrations";
import { createScriptReader } from "../script-formats/process/reader";
import { createApplicationActivity } from "./activity";
import { requireApprovedPaths } from "./approvals/approved-paths";
import { rejectWhileStopping } from "./calls-while-stopping";
import { createConfirmFiles } from "./approvals/confirm-files";
import { confirmDownloadHosts } from "./approvals/download-hosts";
import { composeOutbox } from "./compose-outbox";
import { composeResources } from "./compose-resources";
import { composeUpdates } from "./compose-updates";
import { composeUploads } from "./compose-uploads";
import { composeWorkspaces } from "./compose-workspaces";
import type { Context } from "./context";
import { createBatteryPauses } from "./dubs/battery-pauses";
import type { Link } from "./links/link-format";
import { createLinks } from "./links/links";
import { createListStore } from "./lists/store";
import { createOverviewStore } from "./overview/store";
import type { BackendDeps, Power, Visibility } from "./ports";
import type { OpenMedia } from "./review/source-media";
import { createShownWorkspace, readReviewerName } from "./settings/app";
import { defaultTiming } from "./timing";
import { composeApplication } from "./compose-application";
import { composeScripts } from "./compose-scripts";
import { createScriptChoices } from "./scripts/script-choices";

export type * from "./ports";

export interface Backend {
  handlers: Handlers;
  /** The user has chosen these files and folders: calls may name them and everything below them. */
  approvePaths(paths: readonly string[]): void;
  /** Starts the workspaces and the queues. The database is open before. */
  start(): void;
  /** The payload of the event "opened" for a link. */
  resolveLink(link: Link): Events["opened"];
  /**
   * The WAV file of a voice or of a take by the path of its URL in the window; null for any other
   * path.
   */
  readSound: (pathname: string) => Promise<Uint8Array | null>;
  /**
   * The original of a batch or a line, or peaks, by the path of its URL in the window; null for any
   * other path.
   */
  openMedia: OpenMedia;
  /** Stops the queues and the local services; everything is on disk when it resolves. */
  stop(): Promise<void>;
}

const alwaysVisible: Visibility = { isVisible: () => true, onChange: () => () => undefined };
const mainsPower: Power = { isOnBattery: () => false, onChange: () => () => undefined };
/** The database of a profile. */
export const databaseFile = (profileDir: string) => path.join(profileDir, "dubyard.db");

/**
 * Opens the database and wires the domains. Throws when the database cannot be opened: AppError
 * "database-damaged" before anything was changed.
 */
export function createBackend(deps: BackendDeps): Backend {
  const { log, ui, platform, processes, listeners, tuning = {} } = deps;
  const { visibility = alwaysVisible } = ui;
  const now = Date.now;
  const file = databaseFile(deps.profileDir);
  const closers = createClosers();
  const db = openDatabase(file, migrations);
  closers.add("database", () => db.close());
  let copies: DailyCopies | null = null;
  closers.add("copies of the database", () => copies?.stop());
  const notifier = createChangeNotifier(listeners.emit);
  closers.add("notifier", notifier.stop);
  const { changed } = notifier;
  const timing = { ...defaultTiming, ...tuning.timing };
  const context: Context = { db, changed, log, now, timing };
  const listStore = createListStore(db);
  const overviewStore = createOverviewStore(db);

  let running: Activity = {};
  const activity = createApplicationActivity((all) => {
    running = all;
    updates.activityChanged();
    listeners.onActivity?.(all);
  });
  closers.add("activity", activity.stop);
  const { knownProjects } = listStore;
  const base = composeWorkspaces({ context, ports: deps, activity, knownProjects });
  const { settings, approved, hosts, connectivity, workspaces, extensions } = base;
  // Requests that were still active have lost their connection when the workspaces have stopped.
  closers.add("requests of the outbox", () => outbox.idle());
  closers.add("workspaces", () => base.stop());
  const shownWorkspace = createShownWorkspace(settings, workspaces.ids);
  connectivity.onChange(({ kind }) => kind === "network" && changed("app"));

  const media = composeUploads({ context, ports: deps, base, activity, notifier, closers });
  const { gallery, queue } = media;
  const updates = composeUpdates({
    context,
    ports: deps,
    base,
    media,
    databaseFile: file,
    activity: () => running,
  });
  closers.add("updates", () => updates.stop());
  const reader = createScriptReader({ launch: processes.launchReader });
  closers.add("reader", reader.close);
  const choices = createScriptChoices(settings);
  const resources = composeResources({
    context,
    listeners,
    maxListItems: tuning.maxListItems,
    base,
    store: listStore,
    overviewStore,
    reader,
    choices,
    visibility,
    sampleVideo: deps.sampleVideo,
    ui,
    reviewerName: () => readReviewerName(platform.preferences),
    beganDownload: () => activity.begin("downloads"),
  });
  const { lists, poller, projectReader } = resources;
  closers.add("lists", () => lists.stop());
  closers.add("reading of projects", () => projectReader.stop());
  closers.add("poller", () => poller.stop());
  closers.add("deliveries", () => resources.stopDeliveries());

  const { scripts, scriptStores } = composeScripts({
    context,
    ports: deps,
    base,
    gallery,
    reader,
    choices,
  });
  closers.add("scripts", () => scripts.stop());
  closers.add("script stores", () => scriptStores.stop());
  const outbox = composeOutbox({
    context,
    profileDir: deps.profileDir,
    base,
    media,
    resources,
    scripts: { files: scripts.files, choices, stores: scriptStores, reader },
    confirmFiles: createConfirmFiles({ approved, confirmations: ui.confirmations }),
    visibility,
    onStep: tuning.onSendingStep,
  });
  closers.add("outbox", () => outbox.stop());
  workspaces.beforeRemove(scriptStores.deleteBucket);

  const batteryPauses = createBatteryPauses({
    localWorkspaces: () => workspaces.ids().filter(base.isLocal),
    remote: workspaces.remote,
    extensions,
    power: platform.power ?? mainsPower,
    preferences: platform.preferences,
    log,
  });
  closers.add("pauses on battery", () => batteryPauses.stop());
  // They stop first, so that nothing new is begun on a service.
  closers.add("plans", () => media.plans.stop());
  closers.add("extensions", () => extensions.stop());
  closers.add("connection tests", () => base.connectionTests.stop());
  closers.add("connectivity", () => connectivity.stop());
  const links = createLinks({ store: base.store, knownProjects, shown: shownWorkspace.get });
  const all: Handlers = {
    ...base.handlers,
    ...media.handlers,
    ...resources.handlers,
    ...outbox.handlers,
    scripts: scripts.handlers,
    scriptStore: scriptStores.handlers,
    updates: updates.handlers,
    ...composeApplication({
      context,
      ports: deps,
      file,
      shownWorkspace,
      links,
      batteryPauses,
      base,
      media,
      overviewStore,
      lists,
    }),
  };
  // SECURITY: what a call may not do without the user.
  const guarded = { ...all, ...confirmDownloadHosts(all, { hosts, isLocal: base.isLocal }) };

  let isStopping = false;
  return {
    handlers: rejectWhileStopping(requireApprovedPaths(guarded, approved), () => isStopping),
    resolveLink: links.resolve,
    readSound: resources.readSound,
    openMedia: resources.openMedia,
    approvePaths: approved.approve,
    start() {
      connectivity.start();
      workspaces.start();
      queue.start();
      media.comparisons.start();
      media.watchFolders.start();
      batteryPauses.start();
      outbox.start();
      resources.start();
      updates.start();
      copies = startDailyCopies({ file, log, now, firstAfterMs: tuning.copyAfterMs });
      for (const workspaceId of workspaces.ids()) lists.deleteOrphans(workspaceId);
    },
    stop() {
      isStopping = true;
      return closers.close();
    },
  };
}
