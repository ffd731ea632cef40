import type { ActivityKind } from "../../../../preload/facts/activity";
import type { InstallKind, UpdateMode, UpdateRefusal } from "../../../../preload/facts/updates";

const modes: Record<UpdateMode, string> = {
  ask: "Daily",
  manual: "Only when I check",
  off: "Never",
};

/** Why a list of releases or a file was refused. */
const refusals: Record<UpdateRefusal, string> = {
  "no-list":
    "The list of releases could not be read: something else was received. A network that requires a sign-in does this.",
  "bad-signature":
    "The list of releases is not signed by the makers of Dubyard. It was not used. Your network may be changing downloads.",
  "invalid-list": "The list of releases has an unknown format. Download the new version yourself.",
  replayed:
    "An old list of releases was received. It was not used. Your network may be changing downloads.",
  expired:
    "The list of releases is too old. Check the clock of this computer, then try again later.",
  "foreign-address": "The list of releases names a file at another address. It was not used.",
  "wrong-size": "The downloaded file has another size than it should have. It was not used.",
  "wrong-hash": "The downloaded file is damaged or was changed. It was not used.",
  "cannot-write":
    "The folder for updates cannot be written. Check the permissions of your profile.",
  "cannot-replace":
    "The installed file cannot be replaced. Check its permissions, or download the new version yourself.",
  "still-running":
    "Dubyard also runs in a terminal, or with another profile, and would be ended there. End it, then try again.",
  "did-not-start": "The new version did not start. The previous one was installed again.",
};

/** How the user or the system installs, where the application does not replace itself. */
const howTo: Record<InstallKind, string> = {
  appimage: "The file of Dubyard is read-only for you. Download the new AppImage and replace it.",
  deb: "Install it with your package manager, for example:",
  rpm: "Install it with your package manager, for example:",
  flatpak: "Install it with Flatpak:",
  archive: "Download the archive and unpack it in place of this folder.",
  nsis: "Download the installer and run it.",
  mac: "Download the new version and replace Dubyard in your applications.",
};

const work: Record<ActivityKind, string> = {
  uploads: "uploads",
  downloads: "downloads",
  scripts: "scripts",
  dubs: "dubs",
  deliveries: "deliveries",
  packs: "voice packs",
  backups: "backups",
  moves: "moves",
};

export const updates = {
  title: "Updates",
  text: "A check reads one file of the makers of Dubyard. Nothing about you or this computer is sent.",
  checkAction: "Check for updates",
  check: "Check now",
  mode: "Check for updates",
  modes,
  isForced: "Set by the administrator of this computer.",
  noFeed: "This build does not look for updates: it is for development or tests.",
  isOff: "Dubyard does not look for updates.",
  checking: "Checking…",
  neverChecked: "Not checked yet.",
  upToDate: (checkedAt: string) => `Dubyard is up to date. Last checked ${checkedAt}.`,
  skipped: (version: string) => `Version ${version} is skipped. A check offers it again.`,
  offered: (version: string, date: string) => `Version ${version} of ${date} is available`,
  security: "It closes a vulnerability.",
  notes: (version: string) => `New in ${version}`,
  download: (size: string) => `Download (${size})`,
  skip: "Skip this version",
  later: "Later",
  isLater: "You will be reminded tomorrow.",
  copyAddress: "Copy address of the file",
  copyCommand: "Copy command",
  howTo,
  downloading: (version: string) => `Downloading version ${version}`,
  progress: "Progress of the download",
  ready: (version: string) => `Version ${version} is ready. Dubyard restarts to install it.`,
  restart: "Restart now",
  restartWhenDone: "Restart when done",
  installing: (version: string) => `Installing version ${version}…`,
  restartNeeded: "A new version is installed. Restart Dubyard to use it.",
  restartInstalls: "A new version is ready. It is installed when Dubyard restarts.",
  quitInstalls: "A new version is ready. It is installed when Dubyard ends.",
  waiting: (running: readonly ActivityKind[]) =>
    `Dubyard restarts when this work has ended: ${running.map((kind) => work[kind]).join(", ")}.`,
  restarting: (seconds: number) =>
    `Dubyard restarts in ${seconds} ${seconds === 1 ? "second" : "seconds"}. Any key stops this.`,
  dontRestart: "Do not restart",
  withdrawn: (version: string) => `Version ${version} was withdrawn by the makers of Dubyard.`,
  refusals,
  diskFull: "The disk is full. Free up space, then download again: what was received is kept.",
  problem: (sentence: string) => `The server of the updates: ${sentence}`,
  retry: "Try again",
  news: (version: string) => `New in this version (${version})`,
  newsSeen: "Close",
  mark: "An update is available",
};
