/**
 * Electron's entry. The order is the point: what has to happen before "ready" comes first, then the adapters, the
 * backend behind them, and at last the window.
 */
import path from "node:path";
import {
  app,
  BrowserWindow,
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
import { appearance } from "../preload/model";
import { createBackend } from "./backend";
import { createDialogs } from "./electron/dialogs";
import { answerCalls, createEmit, type Caller } from "./electron/ipc";
import { openKeychain } from "./electron/keychain";
import { createLocalServiceHost } from "./electron/local-services";
import { openLog } from "./electron/logging";
import { installMenu } from "./electron/menu";
import { createNetwork } from "./electron/network";
import { openPreferences } from "./electron/preferences";
import { openProfile } from "./electron/profile";
import { appOrigin, registerAppScheme, serveApp } from "./electron/protocol";
import { manageQuit } from "./electron/quit";
import { secure } from "./electron/security";
import { askToQuit, bringUp, nativeWork, windowHider } from "./electron/shell";
import { createVault } from "./electron/vault";
import { openWindow } from "./electron/window";
import { followWork } from "./electron/work";
import { isHeadless, runHeadless } from "./headless/commands";
import type { Log } from "./log";

// SECURITY: a packaged application takes no page from a server, whatever its environment says.
const devServer = app.isPackaged ? null : (process.env["VITE_DEV_SERVER_URL"] ?? null);
/** Set where nobody is there to answer: tests, scripts. */
const isAttended = process.env["DUBYARD_QUIT_WITHOUT_ASKING"] !== "1";
const resource = (...parts: string[]) => path.join(app.getAppPath(), "resources", ...parts);

// SECURITY: for every renderer, whatever its options. With --no-sandbox, which root has to pass, no process could
// start; the window's own `sandbox: true` stays, so that the page has no Node either way.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
registerAppScheme(protocol);
/** What follows the program, its folder where it is not packaged, and Chromium's own switches. */
const commandLine = process.argv.slice(1);
const skipSwitches = () => {
  while (commandLine[0]?.startsWith("--")) commandLine.shift();
};
skipSwitches();
if (!app.isPackaged) commandLine.shift();
skipSwitches();
const profile = openProfile(app);

// `dubyard serve` and `dubyard upload` of the packaged application: no window, no profile, no lock.
if (isHeadless(commandLine)) void runHeadless(commandLine).then((code) => app.exit(code));
// One process a profile: a second start brings the first one's window up.
else if (profile.problem) void app.whenReady().then(() => failToStart(profile.problem));
else if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  const log = openLog(path.join(profile.folder, "logs"), { isVerbose: devServer !== null });
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

  secure({ app, session: session.defaultSession, shell, log, devServer });
  serveApp(protocol, path.join(app.getAppPath(), "out/renderer"));

  let window: BrowserWindow | null = null;
  const caller = (): Caller | null =>
    window && {
      contents: window.webContents,
      origin: devServer === null ? appOrigin : new URL(devServer).origin,
    };
  const preferences = openPreferences(profile.folder, (key, value) => {
    if (key === "appearance") applyTheme(value);
  });
  applyTheme(preferences.get<unknown>("appearance", null));

  const work = followWork(nativeWork(() => window));
  const emit = createEmit(caller, log);
  const backend = createBackend({
    version: app.getVersion(),
    profileDir: profile.folder,
    defaultLocalDir: path.join(app.getPath("home"), "Dubyard"),
    log,
    emit,
    vault: createVault({
      keychain: await openKeychain(safeStorage, process.platform),
      file: path.join(profile.folder, "vault.json"),
      log,
    }),
    localServices: createLocalServiceHost(path.join(__dirname, "local-service.cjs"), log),
    dialogs: createDialogs(() => window),
    network: createNetwork({ isOnline: () => net.isOnline(), powerMonitor }),
    preferences,
    showInFolder: (file) => shell.showItemInFolder(file),
    onUploadsMoved: work.onMoved,
  });

  const quit = manageQuit({
    app,
    isUploading: work.isActive,
    mayAsk: isAttended,
    ask: () => askToQuit(window),
    hideWindow: isAttended ? windowHider(resource("icons/32x32.png")) : null,
    stop: () => {
      work.stop();
      return backend.stop();
    },
    log,
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => quit.now());
  powerMonitor.on("shutdown", () => quit.now());

  answerCalls({ ipcMain, handlers: backend.handlers, caller, log });
  installMenu((action) => emit("menuChosen", { action }), {
    isMac: process.platform === "darwin",
    withDeveloperTools: devServer !== null,
  });
  backend.start();

  const show = () => {
    if (window) {
      bringUp(window);
      return;
    }
    window = openWindow({
      preload: path.join(__dirname, "../preload/index.cjs"),
      address: devServer ?? `${appOrigin}/`,
      isDevelopment: devServer !== null,
      icon: process.platform === "linux" ? resource("icons/256x256.png") : null,
      preferences,
    });
    quit.guardWindow(window);
    window.on("closed", () => (window = null));
  };
  app.on("second-instance", show);
  app.on("activate", show);
  show();
}

/** The window's theme follows the system unless the user has chosen. */
function applyTheme(value: unknown): void {
  const parsed = appearance.safeParse(value);
  nativeTheme.themeSource = parsed.success ? parsed.data.theme : "system";
}

/** Says what is wrong and where, natively, since there is no window yet; ends with an exit code. */
function failToStart(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const text = [`Dubyard cannot start: ${reason}`, cause, `Its folder: ${profile.folder}`]
    .filter(Boolean)
    .join("\n");
  process.stderr.write(`${text}\n`);
  if (isAttended) dialog.showErrorBox("Dubyard cannot start", text);
  app.exit(1);
}
