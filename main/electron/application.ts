/**
 * Runs the application after the "ready" event. The order matters: first the restrictions of all
 * windows, then the adapters, then the backend that uses them, and finally the window.
 */
import path from "node:path";
import { app, ipcMain, nativeTheme, powerMonitor, type BrowserWindow } from "electron";
import type { Emit } from "../../preload/contract";
import { notificationSettings } from "../../preload/model";
import { createBackend, databaseFile, type Backend, type BackendDeps } from "../backend/compose";
import { parseLink } from "../backend/links/link-format";
import { linkScheme } from "../common/link-scheme";
import type { Preferences, Processes } from "../backend/ports";
import { createClosers } from "../common/closers";
import { lockFolder } from "../common/database/lock";
import type { Log } from "../common/log";
import { readPolicies } from "../common/policies";
import { onStopSignal } from "../common/processes/stop-signals";
import type { listenForLinks, Opening } from "./links";
import { createMainWindow, type MainWindow } from "./main-window";
import { createActivityIndicator, type ActivityIndicator } from "./native/activity-indicator";
import { createNativeAppearance, type NativeAppearance } from "./native/appearance";
import { offerContextMenu } from "./native/context-menu";
import { createFailureBadge } from "./native/failure-badge";
import {
  nativeIndicator,
  nativeNotifications,
  showFailures,
  windowHider,
} from "./native/native-ui";
import { createNotifications, type Notifications } from "./native/notifications";
import type { TrayIcon } from "./native/tray-icon";
import { createNativeTexts } from "./native-texts";
import { createNativeUi, createPlatform } from "./ports";
import { createQuestions, type Questions } from "./questions";
import { manageQuit } from "./quit";
import { openOrSalvage } from "./salvage";
import { prepareSessions } from "./sessions";
import { openPreferences } from "./system/preferences";
import { createUpdateHost, relaunch, runInstaller, updateFolder } from "./updates/host";
import { startSucceeded } from "./updates/journal";
import { offerWayBack } from "./updates/way-back";
import { createEmit, handleCalls } from "./window/ipc";
import { appOrigin } from "./window/protocol";
import { createRendererRecovery } from "./window/renderer-recovery";
import { createVisibility } from "./window/visibility";
import { whenLoaded } from "./window/window";

export interface ApplicationOptions {
  profileDir: string;
  logFolder: string;
  /** The bundle of the preload script. */
  preload: string;
  processes: Processes;
  /** Created before "ready". */
  links: ReturnType<typeof listenForLinks>;
  /** The URL of the dev server, only during development. */
  devServer: string | null;
  /** False where no user can answer dialogs: in tests and scripts. */
  isAttended: boolean;
  /** The application starts without a window, as at login. */
  isHidden: boolean;
  /** The languages of the desktop, in order of preference. */
  systemLanguages: readonly string[];
  log: Log;
}

const resource = (...parts: string[]) => path.join(app.getAppPath(), "resources", ...parts);

/** Resolves when the window is open. Rejects if the application cannot start. */
export async function runApplication(options: ApplicationOptions): Promise<void> {
  const { profileDir, logFolder, devServer, isAttended, log } = options;
  const version = app.getVersion();
  const closers = createClosers();
  // In addition to the single-instance lock of Electron, which does not recognize a folder that is
  // used through another path, by another user, or by a terminal command.
  const lock = await lockFolder(profileDir, { program: "Dubyard" });
  closers.add("the lock of the profile", lock.release);
  const sessions = await prepareSessions(devServer, log);

  const address = devServer ?? `${appOrigin}/`;
  const policies = readPolicies(log);
  const preferences = openPreferences(profileDir, (key) => appearance.changed(key));
  const appearance = createNativeAppearance({
    preferences,
    nativeTheme,
    systemLanguages: options.systemLanguages,
    systemLocale: app.getSystemLocale(),
    onTextSize: (textSize) => mainWindow.setTextSize(textSize),
    onLanguage() {
      nativeTexts.install();
      mainWindow.loadInLanguage().catch((error: unknown) => {
        log.warn("app: the window was not loaded in another language", error);
      });
    },
  });
  const { strings } = appearance;
  const mainWindow = createMainWindow({
    preload: options.preload,
    address,
    devServer,
    icon: process.platform === "linux" ? resource("icons/256x256.png") : null,
    preferences,
    appearance,
    beforeShow: () => nativeTexts.tray.hide(),
    onOpened(window) {
      quit.guardWindow(window);
      visibility.watch(window);
      failureBadge.watch(window);
      recovery.watch(window);
      offerContextMenu(window, strings);
      // Windows reports the end of a session to its windows; powerMonitor does on other systems.
      window.on("session-end", () => quit.now());
    },
  });
  const { show } = mainWindow;
  const visibility = createVisibility({ powerMonitor });
  const emit = createEmit(mainWindow.caller, log);
  const openInWindow = (opening: Opening) =>
    whenLoaded(show().webContents, () => sendOpening(opening, backend, emit));
  const notifications = createWindowNotifications({ mainWindow, preferences, appearance, emit });
  const failureBadge = createFailureBadge<BrowserWindow>((window, failed) =>
    showFailures(window, failed, strings()),
  );
  const indicator = createActivityIndicator({
    ...nativeIndicator(mainWindow.current),
    onDropFinished: notifications.dropFinished,
    onState({ failed }) {
      nativeTexts.tray.update();
      failureBadge.update(mainWindow.current(), failed);
    },
  });
  const nativeTexts = createNativeTexts({
    logFolder,
    trayPicture: resource("icons/32x32.png"),
    withDeveloperTools: devServer !== null,
    preferences,
    strings,
    state: indicator.state,
    onChosen: (action) => emit("menuChosen", { action }),
    onScreenChosen: (action) => openInWindow({ action }),
    onRecent(given) {
      const link = parseLink(given);
      if (link) openInWindow({ link });
    },
    showWindow: () => void show(),
    setPaused: (isPaused) => void backend.handlers.uploads.setPaused({ isPaused }),
    log,
  });
  const questions = createQuestions({ isAttended, window: mainWindow.current, strings });
  const recovery = createRendererRecovery({
    safeAddress: (reason) => appearance.addressOf(`${address}safe.html?reason=${reason}`),
    choose: questions.recovery,
    quit: () => app.quit(),
    now: () => performance.now(),
    log,
  });
  const { showLogs } = nativeTexts;
  const backendDeps: BackendDeps = {
    version,
    profileDir,
    defaultLocalDir: path.join(policies.workspaceFolder ?? app.getPath("home"), "Dubyard"),
    sampleVideo: resource("sample/harbour.mp4"),
    log,
    ui: createNativeUi({
      window: mainWindow.current,
      appearance,
      confirmSession: sessions.confirmSession,
      visibility: visibility.visibility,
      dragIcon: resource("icons/32x32.png"),
      leaveSafeScreen: recovery.leaveSafeScreen,
      checkSpelling: sessions.checkSpelling,
      offerInMenu: nativeTexts.offerInMenu,
      offerRecent: nativeTexts.offerRecent,
    }),
    platform: {
      ...(await createPlatform({ profileDir, logFolder, preferences, showLogs, log })),
      updates: createUpdateHost(profileDir, (end) => quit.now(end), policies),
      policies,
    },
    processes: options.processes,
    listeners: { emit, ...shownBySystem(indicator, notifications) },
  };
  const opened = await openBackend(backendDeps, questions);
  if (typeof opened === "function") {
    await closers.close();
    await opened();
    app.exit(0);
    return;
  }
  const backend = opened;
  closers.add("the backend", backend.stop);
  // Before the backend stops: its end is not shown.
  closers.add("the indicator of work", indicator.stop);
  closers.add("the notifications", notifications.stop);
  sessions.serve(backend);

  const quit = manageQuit({
    app,
    running: indicator.running,
    isAttended,
    confirm: questions.quit,
    hideWindow: isAttended ? windowHider(nativeTexts.tray) : null,
    stop: closers.close,
    log,
  });
  onStopSignal(() => quit.now());
  powerMonitor.on("shutdown", () => quit.now());

  handleCalls({
    ipcMain,
    handlers: backend.handlers,
    approvePaths: backend.approvePaths,
    caller: mainWindow.caller,
    log,
  });
  nativeTexts.install();
  backend.start();

  app.on("activate", show);
  showFirst(options, mainWindow, nativeTexts.tray);
  // On Linux the desktop entry registers the scheme.
  if (app.isPackaged && process.platform !== "linux") app.setAsDefaultProtocolClient(linkScheme);
  options.links.openWith((opening) => {
    if (opening === null) show();
    else openInWindow(opening);
  });
}

interface WindowNotificationsDeps {
  mainWindow: MainWindow;
  preferences: Preferences;
  appearance: NativeAppearance;
  emit: Emit;
}

/** Notifications, which open their target in the window. */
function createWindowNotifications(deps: WindowNotificationsDeps) {
  const { mainWindow, preferences, appearance, emit } = deps;
  return createNotifications({
    isInFront: mainWindow.isInFront,
    settings: () =>
      notificationSettings
        .catch(notificationSettings.parse({}))
        .parse(preferences.get<unknown>("notifications", {})),
    strings: appearance.strings,
    show: nativeNotifications((target) => {
      const { webContents } = mainWindow.show();
      whenLoaded(webContents, () => emit("opened", target));
    }),
  });
}

/**
 * Opens the backend. If the user chose to return to the previous version, it returns a function
 * that starts that version, or its installer, when this process ends.
 */
async function openBackend(
  deps: BackendDeps,
  questions: Questions,
): Promise<Backend | (() => Promise<void> | void)> {
  let startPrevious: () => Promise<void> | void = relaunch;
  const { profileDir, version, log } = deps;
  const file = databaseFile(profileDir);
  const folder = updateFolder(profileDir);
  const isReverted = await offerWayBack({
    folder,
    version,
    databaseFile: file,
    confirm: questions.wayBack,
    onInstaller: (installer) => (startPrevious = () => runInstaller(installer, folder)),
    log,
    now: Date.now,
  });
  if (isReverted) return startPrevious;
  return openOrSalvage({
    open: () => createBackend(deps),
    file,
    confirmRestore: questions.restore,
    log,
    now: Date.now,
  });
}

/** The events of the backend that the system shows. */
const shownBySystem = (indicator: ActivityIndicator, notifications: Notifications) => ({
  onUploadActivity: indicator.updateUploads,
  onActivity: indicator.update,
  onBatchMilestone: notifications.batchMilestone,
  onDeliveryEnded: notifications.deliveryEnded,
  onDownloadEnded: notifications.downloadEnded,
  onMoveEnded: notifications.moveEnded,
});

/** Shows the window for the first time, or the icon in the notification area instead. */
function showFirst(
  { profileDir, isHidden, isAttended, log }: ApplicationOptions,
  { show }: MainWindow,
  tray: TrayIcon,
): void {
  const started = () => startSucceeded(updateFolder(profileDir), app.getVersion());
  if (!isHidden) {
    whenLoaded(show().webContents, started);
    return;
  }
  log.info("app: started without a window");
  if (isAttended && process.platform !== "darwin") tray.show();
  started();
}

/** Sends to the page what the user has opened outside of it. */
function sendOpening(
  opening: Opening,
  backend: Pick<Backend, "resolveLink" | "approvePaths">,
  emit: Emit,
): void {
  if ("link" in opening) emit("opened", backend.resolveLink(opening.link));
  else if ("invitation" in opening) emit("invited", { invitation: opening.invitation });
  else if ("action" in opening) emit("menuChosen", { action: opening.action });
  else {
    // The user has chosen them in a file manager or a terminal.
    backend.approvePaths(opening.files);
    emit("filesOpened", { paths: opening.files });
  }
}
