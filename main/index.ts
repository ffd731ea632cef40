/**
 * Entry point of the Electron main process: the steps that must run before the "ready" event, and
 * the choice between the terminal commands and the application.
 */
import { rmdirSync } from "node:fs";
import path from "node:path";
import { app, dialog, protocol } from "electron";
import { runApplication } from "./electron/application";
import { effectiveLanguage } from "./electron/native/language";
import { findFiles, listenForLinks, type InstanceData } from "./electron/links";
import { createLocalServiceHost } from "./electron/processes/local-services";
import { needsDisplay, restartWithoutDisplay } from "./electron/system/without-display";
import { isHiddenStart } from "./electron/system/login-item";
import { openLog } from "./electron/system/logging";
import { nativeStringsIn, type NativeStrings } from "./electron/native/strings";
import { openProfile } from "./electron/system/profile";
import { registerAppScheme } from "./electron/window/protocol";
import { utilityPrograms } from "./electron/processes/program-processes";
import { disableNamePrefetch } from "./electron/window/security";
import { isHeadless, runHeadless } from "./headless/commands";
import { terminalLog } from "./headless/terminal-log";
import { readPolicies } from "./common/policies";
import { onUnexpectedError } from "./common/processes/unexpected-errors";
import { findPrograms } from "./common/processes/programs";
import type { LaunchReader } from "./script-formats/process/reader-process";

// SECURITY: a packaged application never loads pages from a development server, regardless of the
// environment.
const devServer = app.isPackaged ? null : (process.env["VITE_DEV_SERVER_URL"] ?? null);
/** False where no user can answer dialogs: in tests and scripts. */
const isAttended = process.env["DUBYARD_QUIT_WITHOUT_ASKING"] !== "1";

// SECURITY: enables the sandbox for every renderer, regardless of its options. Skipped with
// --no-sandbox, which root must pass: no process could start otherwise. The window's own `sandbox:
// true` still applies, so the page has no access to Node.js in either case.
if (!app.commandLine.hasSwitch("no-sandbox")) app.enableSandbox();
registerAppScheme(protocol);
disableNamePrefetch(app);
// Windows shows notifications only for applications that have this ID.
if (process.platform === "win32") app.setAppUserModelId("org.dubyard.Dubyard");
/**
 * The arguments after the executable, the application folder (if not packaged) and Chromium's
 * switches.
 */
const commandLine = process.argv.slice(1);
const skipSwitches = () => {
  for (;;) {
    // Electron loads a module before the application.
    if (commandLine[0] === "-r") commandLine.splice(0, 2);
    else if (commandLine[0]?.startsWith("--") && !isHeadless(commandLine)) commandLine.shift();
    else return;
  }
};
skipSwitches();
if (!app.isPackaged) commandLine.shift();
skipSwitches();
const programFiles = findPrograms(__dirname);
const programs = utilityPrograms(programFiles);

if (isHeadless(commandLine)) runCommand();
else startApplication();

/**
 * Runs `dubyard serve`, `dubyard upload` and other commands of the packaged application. They use
 * no window, no profile and no lock.
 */
function runCommand(): void {
  if (needsDisplay(process)) process.exit(restartWithoutDisplay());
  // Chromium would write an id of this computer into the profile. Below a file it cannot.
  app.setPath("crashDumps", path.join(process.execPath, "Crashpad"));
  // Electron cannot start utility processes before the "ready" event.
  void app
    .whenReady()
    .then(() =>
      runHeadless(commandLine, {
        bundles: __dirname,
        programs,
        policies: () => readPolicies(terminalLog),
      }),
    )
    .then((code) => {
      removeEmptyFolder(app.getPath("userData"));
      app.exit(code);
    });
}

/** Electron creates the folder of the profile at each start. One with content stays. */
function removeEmptyFolder(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder has the content of a profile, or was not created.
  }
}

function startApplication(): void {
  const profile = openProfile(app);
  const openedFiles: InstanceData = { files: findFiles(commandLine, () => process.cwd()) };
  const links = listenForLinks(app, process.argv, openedFiles.files);
  // One process per profile: a second start brings the window of the first process to the front.
  if (profile.problem)
    void app.whenReady().then(() => failToStart(profile.folder, profile.problem));
  else if (app.requestSingleInstanceLock(openedFiles))
    void app.whenReady().then(() => start(profile.folder, links));
  else app.quit();
}

async function start(profileDir: string, links: ReturnType<typeof listenForLinks>): Promise<void> {
  const logFolder = path.join(profileDir, "logs");
  const launchReader: LaunchReader = (limits) => programs.launch("reader", limits);
  const log = openLog(logFolder, { isVerbose: devServer !== null });
  log.info(`app: Dubyard ${app.getVersion()}, Electron ${process.versions.electron}`);
  // The window, and the work that it did not belong to, go on.
  onUnexpectedError((error) => log.error("app: unexpected error", error));
  try {
    await runApplication({
      profileDir,
      logFolder,
      preload: path.join(__dirname, "../preload/index.cjs"),
      processes: {
        localServices: createLocalServiceHost({
          entry: path.join(__dirname, "local-service.cjs"),
          packsFolder: path.join(profileDir, "packs"),
          confirmationKeyFile: path.join(profileDir, "confirmation.key"),
          programs: programFiles,
          log,
        }),
        launchReader,
        bundles: __dirname,
      },
      links,
      devServer,
      isAttended,
      isHidden: isHiddenStart(process.argv, process.platform, app),
      systemLanguages: systemLanguages(),
      log,
    });
  } catch (error) {
    log.error("app: cannot start", error);
    failToStart(profileDir, error);
  }
}

/**
 * The languages of the operating system in order of preference, preceded by the value of --lang=….
 */
function systemLanguages(): string[] {
  const requested = app.commandLine.getSwitchValue("lang");
  return [requested, ...app.getPreferredSystemLanguages(), app.getLocale()];
}

/**
 * Shows the error and the profile folder in a native error box, since no window exists yet, and
 * exits with code 1.
 */
function failToStart(profileDir: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : "";
  const describe = ({ failure }: NativeStrings) =>
    [failure.reason(reason), cause, failure.folder(profileDir)].filter(Boolean).join("\n");
  process.stderr.write(`${describe(nativeStringsIn("en"))}\n`);
  const strings = nativeStringsIn(effectiveLanguage("system", systemLanguages()));
  if (isAttended) dialog.showErrorBox(strings.failure.title, describe(strings));
  app.exit(1);
}
