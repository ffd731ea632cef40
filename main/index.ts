/**
 * Entry point of the Electron main process. The order matters: first the steps that must run before the "ready"
 * event, then the adapters, then the backend that uses them, and finally the window.
 */
import path from "node:path";
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  nativeTheme,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
} from "electron";
import { notificationSettings } from "../preload/model";
import { createBackend, databaseFile, type BackendDeps } from "./backend/compose";
import { confirmPartition, createConfirmations } from "./electron/confirmations";
import { createDialogs } from "./electron/dialogs";
import { answerCalls, createEmit, type Caller } from "./electron/ipc";
import { openKeychain } from "./electron/keychain";
import { addressIn, effectiveLanguage } from "./electron/language";
import { followLinks } from "./electron/links";
import { createLocalServiceHost } from "./electron/local-services";
import { openLog, tailOfLog } from "./electron/logging";
import { createNativeAppearance } from "./electron/appearance";
import { createMenu } from "./electron/menu";
import { createNetwork } from "./electron/network";
import { createNotifications, type Target } from "./electron/notifications";
import { openPreferences } from "./electron/preferences";
import { openProfile } from "./electron/profile";
import { createProgramOpener, thisSystem } from "./electron/programs";
import { createCellOpener } from "./electron/open-at-cell";
import { appOrigin, registerAppScheme, serveApp } from "./electron/protocol";
import { manageQuit } from "./electron/quit";
import { utilityReader } from "./electron/reader-processes";
import { createRendererRecovery } from "./electron/renderer-recovery";
import { openOrSalvage } from "./electron/salvage";
import { closeNetwork, disableNamePrefetch, secure } from "./electron/security";
import {
  confirmQuit,
  confirmRestore,
  chooseRecovery,
  bringUp,
  isInFront,
  nativeNotifications,
  nativeIndicator,
  windowHider,
} from "./electron/native-ui";
import { createVault } from "./electron/vault";
import { createVisibility } from "./electron/visibility";
import { loadIn, openWindow, whenLoaded, windowPartition } from "./electron/window";
import { nativeStringsIn, type NativeStrings } from "./electron/native-strings";
import { createUploadIndicator } from "./electron/upload-indicator";
import { isHeadless, runHeadless } from "./headless/commands";
import { linkScheme } from "./backend/links/link-format";
import type { Log } from "./common/log";

// SECURITY: a packaged application never loads pages from a development server, regardless of the environment.
const devServer = app.isPackaged ? null : (process.env["VITE_DEV_SERVER_URL"] ?? null);
/** False where no user can answer dialogs: in tests and scripts. */
const isAttended = process.env["DUBYARD_QUIT_WITHOUT_ASKING"] !== "1";
const resource = (...parts: string[]) => path.join(app.getAppPath(), "resources", ...parts);

// SECURITY: enables the sandbox for every renderer, regardless of its options. Skipped with --no-sandbox, which root
// must pass: no process could start otherwise. The window's own `sandbox: true` still applies, so the page has no
// access to Node.js in either case.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
registerAppScheme(protocol);
disableNamePrefetch(app);
// Windows shows notifications only for applications that have this ID.
if (process.platform === "win32") app.setAppUserModelId("org.dubyard.Dubyard");
/** The arguments after the executable, the application folder (if not packaged) and Chromium's switches. */
const commandLine = process.argv.slice(1);
const skipSwitches = () => {
  while (commandLine[0]?.startsWith("--")) commandLine.shift();
};
skipSwitches();
if (!app.isPackaged) commandLine.shift();
skipSwitches();
const profile = openProfile(app);
const logFolder = path.join(profile.folder, "logs");
const links = followLinks(app, process.argv);
const readerFile = path.join(__dirname, "script-worker.cjs");
const launchReader = utilityReader(readerFile);

// `dubyard serve` and `dubyard upload` of the packaged application use no window, no profile and no lock.
if (isHeadless(commandLine))
  // Electron cannot start utility processes before the "ready" event.
  void app
    .whenReady()
    .then(() => runHeadless(commandLine, { launchReader }))
    .then((code) => app.exit(code));
// One process per profile: a second start brings the window of the first process to the front.
else if (profile.problem) void app.whenReady().then(() => failToStart(profile.problem));
else if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  const log = openLog(logFolder, { isVerbose: devServer !== null });
  try {
    await run(log);
  } catch (error) {
    log.error("app: cannot start", error);
    failToStart(error);
  }
}

async function run(log: Log): Promise<void> {
  log.info(`app: Dubyard ${app.getVersion()}, Electron ${process.versions.electron}`);
  process.on("uncaughtException", (error) => log.error("app: uncaught", error));
  process.on("unhandledRejection", (reason) => log.error("app: unhandled rejection", reason));

  const windowSession = session.fromPartition(windowPartition);
  const confirmSession = session.fromPartition(confirmPartition);
  const sessions = [session.defaultSession, windowSession, confirmSession];
  secure({ app, sessions, shell, log, devServer });
  await closeNetwork(windowSession, devServer);
  await closeNetwork(confirmSession, null);
  serveApp(windowSession.protocol, path.join(app.getAppPath(), "out/renderer"));

  let window: BrowserWindow | null = null;
  const caller = (): Caller | null =>
    window && {
      contents: window.webContents,
      origin: devServer === null ? appOrigin : new URL(devServer).origin,
    };
  const address = devServer ?? `${appOrigin}/`;
  const preferences = openPreferences(profile.folder, (key) => appearance.changed(key));
  const appearance = createNativeAppearance({
    preferences,
    nativeTheme,
    systemLanguages: systemLanguages(),
    onTextSize: (textSize) => window?.webContents.setZoomFactor(textSize),
    onLanguage(language) {
      menu.install(appearance.strings());
      if (!window) return;
      loadIn(window.webContents, address, language).catch((error: unknown) => {
        log.warn("app: the window was not loaded in another language", error);
      });
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
  const uploadIndicator = createUploadIndicator({
    ...nativeIndicator(() => window),
    onDropFinished: notifications.dropFinished,
  });
  const showLogs = () =>
    void shell.openPath(logFolder).then((problem) => {
      if (problem !== "") log.warn(`app: the log folder cannot be shown: ${problem}`);
    });
  const menu = createMenu({
    isMac: process.platform === "darwin",
    withDeveloperTools: devServer !== null,
    onChosen: (action) => emit("menuChosen", { action }),
    showLogs,
  });
  const recovery = createRendererRecovery({
    safeAddress: (reason) =>
      addressIn(appearance.language(), `${address}safe.html?reason=${reason}`),
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
    profileDir: profile.folder,
    defaultLocalDir: path.join(app.getPath("home"), "Dubyard"),
    log,
    ui: {
      dialogs: createDialogs({
        window: () => window,
        strings: appearance.strings,
        documents: app.getPath("documents"),
      }),
      confirmations: createConfirmations({
        window: () => window,
        session: confirmSession,
        strings: appearance.strings,
        language: appearance.language,
      }),
      showInFolder: (file) => shell.showItemInFolder(file),
      openInProgram: createProgramOpener({
        shell,
        clipboard,
        openAtCell: createCellOpener(thisSystem),
      }),
      visibility: visibility.visibility,
      windowControl: { leaveSafeScreen: recovery.leaveSafeScreen, quit: () => app.quit() },
      offerInMenu: menu.offer,
    },
    platform: {
      vault: createVault({
        keychain: await openKeychain(safeStorage, process.platform),
        file: path.join(profile.folder, "vault.json"),
        log,
      }),
      network: createNetwork({ isOnline: () => net.isOnline(), powerMonitor }),
      preferences,
      systemProxy: (url) => session.defaultSession.resolveProxy(url),
      logFiles: { tail: (lines) => tailOfLog(logFolder, lines), show: showLogs },
    },
    processes: {
      localServices: createLocalServiceHost({
        entry: path.join(__dirname, "local-service.cjs"),
        readerFile,
        log,
      }),
      launchReader,
    },
    listeners: {
      emit,
      onUploadActivity: uploadIndicator.update,
      onBatchMilestone: notifications.batchMilestone,
    },
  };
  const backend = await openOrSalvage({
    open: () => createBackend(backendDeps),
    file: databaseFile(profile.folder),
    confirmRestore: (copyMadeAt) =>
      isAttended ? confirmRestore(copyMadeAt, appearance.strings()) : Promise.resolve(false),
    log,
    now: Date.now,
  });

  const quit = manageQuit({
    app,
    isUploading: uploadIndicator.isActive,
    isAttended,
    confirm: () => confirmQuit(window, appearance.strings()),
    hideWindow: isAttended ? windowHider(resource("icons/32x32.png"), appearance.strings) : null,
    stop: () => {
      notifications.stop();
      uploadIndicator.stop();
      return backend.stop();
    },
    log,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => quit.now());
  powerMonitor.on("shutdown", () => quit.now());

  answerCalls({
    ipcMain,
    handlers: backend.handlers,
    approvePaths: backend.approvePaths,
    caller,
    log,
  });
  menu.install(appearance.strings());
  backend.start();

  function show(): BrowserWindow {
    if (window) {
      bringUp(window);
      return window;
    }
    const opened = openWindow({
      preload: path.join(__dirname, "../preload/index.cjs"),
      address: addressIn(appearance.language(), address),
      isDevelopment: devServer !== null,
      icon: process.platform === "linux" ? resource("icons/256x256.png") : null,
      preferences,
      textSize: appearance.textSize,
    });
    window = opened;
    quit.guardWindow(opened);
    visibility.watch(opened);
    recovery.watch(opened);
    opened.on("closed", () => (window = null));
    return opened;
  }
  app.on("activate", show);
  show();
  // On Linux the desktop entry registers the scheme.
  if (app.isPackaged && process.platform !== "linux") app.setAsDefaultProtocolClient(linkScheme);
  links.openWith((link) => {
    const shown = show();
    if (link) whenLoaded(shown.webContents, () => emit("opened", backend.resolveLink(link)));
  });
}

/** The languages of the operating system in order of preference, preceded by the value of --lang=…. */
function systemLanguages(): string[] {
  const requested = app.commandLine.getSwitchValue("lang");
  return [requested, ...app.getPreferredSystemLanguages(), app.getLocale()];
}

/**
 * Shows the error and the profile folder in a native error box, since no window exists yet, and exits with code 1.
 */
function failToStart(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const describe = ({ failure }: NativeStrings) =>
    [failure.reason(reason), cause, failure.folder(profile.folder)].filter(Boolean).join("\n");
  process.stderr.write(`${describe(nativeStringsIn("en"))}\n`);
  const strings = nativeStringsIn(effectiveLanguage("system", systemLanguages()));
  if (isAttended) dialog.showErrorBox(strings.failure.title, describe(strings));
  app.exit(1);
}
