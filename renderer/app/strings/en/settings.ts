import type { Appearance, LanguageChoice, Theme } from "../../../../preload/model";
import { count } from "./count";

const themes: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
const contrasts: Record<Appearance["contrast"], string> = { system: "System", more: "More" };
const motions: Record<Appearance["motion"], string> = { system: "System", reduced: "Reduced" };
/** Each language by its own name, so that whoever lands in the wrong one finds back. */
const languageNames: Record<LanguageChoice, string> = {
  system: "System",
  en: "English",
  de: "Deutsch",
};

/** The settings. */
export const settings = {
  title: "Settings",
  sections: "Sections",
  workspaces: "Workspaces",
  workspacesText: "Each has its own projects, its own media gallery and its own queue.",
  network: "Network",
  networkText: "How services, their storage and script buckets are reached, from all workspaces.",
  proxy: "Proxy",
  proxyHint: "This computer itself is never reached through a proxy.",
  proxies: { system: "As the system says", manual: "This proxy", none: "No proxy" },
  proxyUrl: "Address of the proxy",
  proxyUrlHint: "Without a user name or password.",
  testHint: (workspace: string) => `Asks the service of “${workspace}”.`,
  uploads: "Uploads",
  uploadsText: "These hold for all workspaces and apply at once.",
  parallelFiles: "Files at the same time",
  parallelFilesHint: "More helps with many small files.",
  parallelParts: "Connections at the same time",
  parallelPartsHint: "Over all files. More helps on long ways to the service.",
  partSize: "Part size",
  partSizeAuto: "Automatic",
  partSizeHint:
    "Automatic chooses by file size. A part is what may be lost at worst when the network breaks.",
  limit: "Bandwidth limit",
  limitOff: "No limit",
  limitHint: "Megabytes a second, over all uploads. Empty for no limit.",
  limitUnit: "MB/s",
  limitBad: "Enter a number above 0, or nothing.",
  notifications: "Notifications",
  notificationsText: "The system shows them while another window has the focus.",
  notifyUploads: "Uploads",
  notifyUploadsHint: "When a drop is in the gallery, or a file of it failed",
  notifyBatches: "Batches",
  notifyBatchesHint: "When a batch is done, failed or needs attention",
  appearance: "Appearance",
  appearanceText: "“System” follows your desktop.",
  theme: "Theme",
  themes,
  contrast: "Contrast",
  contrasts,
  contrastHint: "More: stronger lines and text.",
  motion: "Motion",
  motions,
  motionHint: "Reduced: nothing fades or slides.",
  textSize: "Text size",
  textSizeHint: "Scales the whole window.",
  language: "Language",
  languageText:
    "Of this window and its menus. Names, scripts and messages of the service stay as they are.",
  languageChoice: "Language of the interface",
  languageNames,
  languageHint: "The window is loaded anew at this place. Uploads go on.",
  languageApply: (language: string) => `Use ${language}`,
  languageSystem: "Use the system’s language",
};

/** What helps when something is wrong with the application itself. */
export const diagnostics = {
  title: "Diagnostics",
  text: "For support. None of it holds secrets, and nothing is sent by itself.",
  copyReport: "Copy report",
  reportText:
    "Versions, workspaces without their secrets, the queue in numbers, the log’s last lines.",
  reportCopied: "The report is on the clipboard",
  checkDatabase: "Check database",
  checkText: "The file that the queue and everything read from your services are kept in.",
  databaseGood: "The database is whole",
  databaseBad: (number: number) => `The database has ${count(number, "problem", "problems")}`,
  showLogs: "Show log files",
  logsText: "Opens their folder in the file manager.",
  about: "About",
  version: (version: string) => `Dubyard ${version}`,
  aboutText: "Media, projects and casts for dubbing teams, on this computer or with your service.",
};
