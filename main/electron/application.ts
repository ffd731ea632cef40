/**
 * Runs the application after the "ready" event. The order matters: first the restrictions of all
 * windows, then the adapters, then the backend that uses them, and finally the window.
 */
import path from "node:path";
import {
  app,
  ipcMain,
  Menu,
  nativeTheme,
  powerMonitor,
  session,
  shell,
  type BrowserWindow,
} from "electron";
import { notificationSettings } from "../../preload/model";
import { createBackend, databaseFile, type BackendDeps } from "../backend/compose";
import { linkScheme, parseLink } from "../backend/links/link-format";
import type { Processes } from "../backend/ports";
import { clearRecent, readRecent, type RecentItem } from "../backend/settings/recent";
import { lockFolder } from "../common/database/lock";
import type { Log } from "../common/log";
import { readPolicies } from "../common/policies";
import { onStopSignal } from "../common/processes/stop-signals";
import { createNativeAppearance } from "./native/appearance";
import { confirmPartition } from "./native/confirmations";
import { handleCalls, createEmit, type Caller } from "./window/ipc";
import type { listenForLinks, Opening } from "./links";
import { offerContextMenu } from "./native/context-menu";
import { createFailureBadge } from "./native/failure-badge";
import { createMenu } from "./native/menu";
import { createTrayIcon, type TrayIcon } from "./native/tray-icon";
import {
  bringToFront,
  chooseRecovery,
  confirmQuit,
  confirmRestore,
  confirmWayBack,
  isInFront,
  nativeIndicator,
  nativeNotifications,
  showFailures,
  windowHider,
} from "./native/native-ui";
import { createNotifications, type Target } from "./native/notifications";
import { offerQuickScreens } from "./native/quick-screens";
import { createNativeUi, createPlatform } from "./ports";
import { openPreferences } from "./system/preferences";
import { appOrigin, serveApp, type OpenMedia, type ReadSound } from "./window/protocol";
import { manageQuit } from "./quit";
import { createRendererRecovery } from "./window/renderer-recovery";
import { openOrSalvage } from "./salvage";
import { closeNetwork, secure } from "./window/security";
import { createUpdateHost, relaunch, updateFolder } from "./updates/host";
import { startSucceeded } from "./updates/journal";
import { offerWayBack } from "./updates/way-back";
import { createActivityIndicator, type WorkState } from "./native/activity-indicator";
import { createVisibility } from "./window/visibility";
import { loadAgain, openWindow, whenLoaded, windowPartition } from "./window/window";

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
  // In addition to the single-instance lock of Electron, which does not recognize a folder that is
  // used through another path, by another user, or by a terminal command.
  const lock = await lockFolder(profileDir, { program: "Dubyard" });
  const windowSession = session.fromPartition(windowPartition);
  const confirmSession = session.fromPartition(confirmPartition);
  const sessions = [session.defaultSession, windowSession, confirmSession];
  secure({ app, sessions, shell, log, devServer });
  await closeNetwork(windowSession, devServer);
  await closeNetwork(confirmSession, null);
  let readSound: ReadSound = () => Promise.resolve(null);
  let openMedia: OpenMedia = () => Promise.resolve(null);
  serveApp(windowSession.protocol, path.join(app.getAppPath(), "out/renderer"), {
    readSound: (pathname) => readSound(pathname),
    openMedia: (...request) => openMedia(...request),
  });

  let window: BrowserWindow | null = null;
  const caller = (): Caller | null =>
    window && {
      contents: window.webContents,
      origin: devServer === null ? appOrigin : new URL(devServer).origin,
    };
  const address = devServer ?? `${appOrigin}/`;
  const policies = readPolicies(log);
  const preferences = openPreferences(profileDir, (key) => appearance.changed(key));
  const appearance = createNativeAppearance({
    preferences,
    nativeTheme,
    systemLanguages: options.systemLanguages,
    systemLocale: app.getSystemLocale(),
    onTextSize: (textSize) => window?.webContents.setZoomFactor(textSize),
    onLanguage() {
      installNativeTexts();
      if (!window) return;
      const { webContents } = window;
      loadAgain(webContents, appearance.addressOf(address, webContents.getURL())).catch(
        (error: unknown) => {
          log.warn("app: the window was not loaded in another language", error);
        },
      );
    },
  });
  const visibility = createVisibility({ powerMonitor });

  const emit = createEmit(caller, log);
  const open = (target: Target | null) => {
    const shown = show();
    if (target) whenLoaded(shown.webContents, () => emit("opened", target));
  };
  const notifications = createNotifications({
    isInFront: () => isInFront(window),
    settings: () =>
      notificationSettings
        .catch(notificationSettings.parse({}))
        .parse(preferences.get<unknown>("notifications", {})),
    strings: appearance.strings,
    show: nativeNotifications(open),
  });
  const indicator = createActivityIndicator({
    ...nativeIndicator(() => window),
    onDropFinished: notifications.dropFinished,
    onState: (state) => showState(state),
  });
  let recent: readonly RecentItem[] = readRecent(preferences);
  let openFromSystem: (opening: Opening) => void = () => undefined;
  let tray: TrayIcon | null = null;
  let setPaused: (isPaused: boolean) => void = () => undefined;
  const failureBadge = createFailureBadge<BrowserWindow>((shown, failed) =>
    showFailures(shown, failed, appearance.strings()),
  );
  function showState(state: WorkState): void {
    tray?.update();
    failureBadge.update(window, state.failed);
  }
  const showLogs = () =>
    void shell.openPath(logFolder).then((problem) => {
      if (problem !== "") log.warn(`app: the log folder cannot be shown: ${problem}`);
    });
  const showNotices = () =>
    void shell.openPath(path.join(process.resourcesPath, "NOTICES.txt")).then((problem) => {
      if (problem !== "") log.warn(`app: the licences cannot be shown: ${problem}`);
    });
  const onChosen = (action: string) => emit("menuChosen", { action });
  /** Opens a project or batch that was shown before. */
  const openRecent = (link: string) => {
    const parsed = parseLink(link);
    if (parsed) openFromSystem({ link: parsed });
  };
  function offerRecent(items: readonly RecentItem[]): void {
    recent = items;
    menu.offerRecent(items);
    installQuickScreens();
  }
  const menu = createMenu({
    isMac: process.platform === "darwin",
    withDeveloperTools: devServer !== null,
    onChosen,
    onRecent: openRecent,
    clearRecent() {
      clearRecent(preferences);
      offerRecent([]);
    },
    showLogs,
    showNotices: app.isPackaged ? showNotices : null,
  });
  /** Sets what the icon of the application offers in the dock or taskbar. */
  function installQuickScreens(): void {
    const { platform, execPath: executable } = process;
    const buildMenu = Menu.buildFromTemplate;
    offerQuickScreens(
      {
        app,
        platform,
        buildMenu,
        executable,
        recent,
        onRecent: openRecent,
        // The dock also exists while there is no window.
        onChosen: (action) => whenLoaded(show().webContents, () => onChosen(action)),
        togglePause: () => setPaused(!indicator.state().isPaused),
      },
      appearance.strings(),
    );
  }
  /** Sets the texts outside of the page in the language of the application. */
  const installNativeTexts = () => {
    const strings = appearance.strings();
    menu.install(strings);
    tray?.update();
    installQuickScreens();
  };
  const recovery = createRendererRecovery({
    safeAddress: (reason) => appearance.addressOf(`${address}safe.html?reason=${reason}`),
    choose: (question, signal) =>
      isAttended
        ? chooseRecovery(window, question, appearance.strings(), signal)
        : Promise.resolve("wait" as const),
    quit: () => app.quit(),
    now: () => performance.now(),
    log,
  });
  const backendDeps: BackendDeps = {
    version: app.getVersion(),
    profileDir,
    defaultLocalDir: path.join(policies.workspaceFolder ?? app.getPath("home"), "Dubyard"),
    sampleVideo: resource("sample/harbour.mp4"),
    log,
    ui: createNativeUi({
      window: () => window,
      appearance,
      confirmSession,
      visibility: visibility.visibility,
      dragIcon: resource("icons/32x32.png"),
      leaveSafeScreen: recovery.leaveSafeScreen,
      offerInMenu: menu.offer,
      offerRecent,
    }),
    platform: {
      ...(await createPlatform({ profileDir, logFolder, preferences, showLogs, log })),
      updates: createUpdateHost(profileDir, () => quit.now(), policies),
      policies,
    },
    processes: options.processes,
    listeners: {
      emit,
      onUploadActivity: indicator.updateUploads,
      onActivity: indicator.update,
      onBatchMilestone: notifications.batchMilestone,
      onDeliveryEnded: notifications.deliveryEnded,
      onDownloadEnded: notifications.downloadEnded,
    },
  };
  const isReverted = await offerWayBack({
    folder: updateFolder(profileDir),
    version: app.getVersion(),
    databaseFile: databaseFile(profileDir),
    confirm: (journal, copyMadeAt) =>
      isAttended
        ? confirmWayBack(journal, copyMadeAt, appearance.strings())
        : Promise.resolve(false),
    log,
    now: Date.now,
  });
  if (isReverted) {
    lock.release();
    relaunch();
    app.exit(0);
    return;
  }
  const backend = await openOrSalvage({
    open: () => createBackend(backendDeps),
    file: databaseFile(profileDir),
    confirmRestore: (copyMadeAt) =>
      isAttended ? confirmRestore(copyMadeAt, appearance.strings()) : Promise.resolve(false),
    log,
    now: Date.now,
  });
  readSound = backend.readSound;
  openMedia = backend.openMedia;
  setPaused = (isPaused) => void backend.handlers.uploads.setPaused({ isPaused });

  tray = createTrayIcon({
    picture: resource("icons/32x32.png"),
    strings: appearance.strings,
    state: indicator.state,
    showWindow: () => void show(),
    setPaused,
  });
  const quit = manageQuit({
    app,
    running: indicator.running,
    isAttended,
    confirm: (running) => confirmQuit(window, running, appearance.strings()),
    hideWindow: isAttended ? windowHider(tray) : null,
    stop: async () => {
      notifications.stop();
      indicator.stop();
      await backend.stop();
      lock.release();
    },
    log,
  });
  onStopSignal(() => quit.now());
  powerMonitor.on("shutdown", () => quit.now());

  handleCalls({
    ipcMain,
    handlers: backend.handlers,
    approvePaths: backend.approvePaths,
    caller,
    log,
  });
  menu.offerRecent(recent);
  installNativeTexts();
  backend.start();

  function show(): BrowserWindow {
    tray?.hide();
    if (window) {
      bringToFront(window);
      return window;
    }
    const opened = openWindow({
      preload: options.preload,
      address: appearance.addressOf(address),
      isDevelopment: devServer !== null,
      icon: process.platform === "linux" ? resource("icons/256x256.png") : null,
      preferences,
      textSize: appearance.textSize,
    });
    window = opened;
    quit.guardWindow(opened);
    visibility.watch(opened);
    failureBadge.watch(opened);
    recovery.watch(opened);
    offerContextMenu(opened, appearance.strings);
    // Windows reports the end of a session to its windows; powerMonitor does on other systems.
    opened.on("session-end", () => quit.now());
    opened.on("closed", () => (window = null));
    return opened;
  }
  app.on("activate", show);
  const started = () => startSucceeded(updateFolder(profileDir), app.getVersion());
  if (!options.isHidden) whenLoaded(show().webContents, started);
  else {
    log.info("app: started without a window");
    if (isAttended && process.platform !== "darwin") tray.show();
    started();
  }
  // On Linux the desktop entry registers the scheme.
  if (app.isPackaged && process.platform !== "linux") app.setAsDefaultProtocolClient(linkScheme);
  openFromSystem = (opening) =>
    whenLoaded(show().webContents, () => {
      if ("link" in opening) emit("opened", backend.resolveLink(opening.link));
      else if ("action" in opening) emit("menuChosen", { action: opening.action });
      else {
        // The user has chosen them in a file manager or a terminal.
        backend.approvePaths(opening.files);
        emit("filesOpened", { paths: opening.files });
      }
    });
  options.links.openWith((opening) => {
    if (opening === null) show();
    else openFromSystem(opening);
  });
}
