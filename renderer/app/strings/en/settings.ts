import type { Appearance, AuthorityFault, LanguageChoice, Theme } from "../../../../preload/model";
import { formatNumber } from "../../format";
import { count } from "./count";

const themes: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };
const contrasts: Record<Appearance["contrast"], string> = { system: "System", more: "More" };
const motions: Record<Appearance["motion"], string> = { system: "System", reduced: "Reduced" };
/** Each language by its own name, so that users can find theirs in a language they do not read. */
const languageNames: Record<LanguageChoice, string> = {
  system: "System",
  en: "English",
  de: "Deutsch",
};

const hoursRules = {
  slower: "Slower in these hours",
  "slower-outside": "Slower outside these hours",
  not: "Not in these hours",
  only: "Only in these hours",
};

/** The settings. */
export const settings = {
  title: "Settings",
  sections: "Sections",
  workspaces: "Workspaces",
  workspacesText: "Each has its own projects, its own media gallery and its own queue.",
  network: "Network",
  networkText: "Connections to services, their storage and script buckets, for all workspaces.",
  proxy: "Proxy",
  proxyHint: "Connections to this computer never use a proxy.",
  proxies: { system: "System settings", manual: "This proxy", none: "No proxy" },
  proxyUrl: "Address of the proxy",
  proxyUrlHint: "Without a user name or password.",
  authorities: {
    title: "Certificate authorities",
    text: (system: number) =>
      `Dubyard trusts its own list and ${system === 1 ? "the one authority" : `the ${formatNumber(system)} authorities`} of this system. Add a file if your network inspects connections, or if the service uses its own authority.`,
    noSystem:
      "Dubyard trusts its own list; it cannot read the one of this system. Add a file if your network inspects connections, or if the service uses its own authority.",
    managed: "Also trusted, set by the administrator of this computer:",
    added: (file: string) => `Also trusted, from ${file}:`,
    validUntil: (day: string) => `valid until ${day}`,
    expired: (day: string) => `expired on ${day}`,
    choose: "Add file…",
    replace: "Replace file…",
    remove: "Remove",
    faults: {
      "none-found": (file: string) =>
        `${file} contains no certificate. Choose a file in PEM or DER format (.pem, .crt, .cer).`,
      unreadable: (file: string, position: number) =>
        `Certificate ${formatNumber(position)} in ${file} is damaged.`,
      "not-an-authority": (file: string, position: number) =>
        `Certificate ${formatNumber(position)} in ${file} belongs to a server. Choose the certificate of the authority that issued it.`,
      expired: (file: string) => `All certificates in ${file} have expired.`,
      "too-large": (file: string) => `${file} is larger than 1 MB.`,
    } satisfies Record<AuthorityFault, (file: string, position: number) => string>,
  },
  proxySignIn: {
    title: "Credentials of the proxy",
    required: (proxy: string) => `The proxy ${proxy} requires a valid user name and password.`,
    userName: "User name",
    userNameHint: (proxy: string) =>
      proxy.startsWith("https:")
        ? `Only if ${proxy} requires one.`
        : `Only if ${proxy} requires one. Sent to it unencrypted.`,
    password: "Password",
    passwordHint: "Stored in the system’s keychain, if there is one.",
    passwordStored: "Stored. Leave empty to keep it.",
    save: "Save",
    saved: "Saved",
    remove: "Remove",
    removed: "Removed",
  },
  uploads: "Uploads",
  uploadsText: "For all workspaces. Changes apply immediately.",
  maxConnections: "Connections",
  maxConnectionsHint:
    "Chosen automatically: as many as make uploads faster, and fewer while the service is busy.",
  upTo: (count: number) => `Automatic, up to ${count}`,
  partSize: "Part size",
  partSizeAuto: "Automatic",
  partSizeHint:
    "Automatic depends on the file size. After a network failure, unfinished parts are sent again.",
  limit: "Bandwidth limit",
  limitOff: "No limit",
  limitHint: "Megabytes per second, across all uploads. Leave empty for no limit.",
  limitUnit: "MB/s",
  limitBad: "Enter a number above 0, or leave empty.",
  hours: "Upload hours",
  hoursHint:
    "Limit or stop uploads at certain times. The computer must be awake for them to continue.",
  hoursRule: "Upload",
  hoursRules,
  hoursLimit: "Bandwidth limit then",
  hoursLimitBad: "Enter a number above 0.",
  hoursFrom: "From",
  hoursTo: "To",
  hoursNextDay: "On the next day.",
  hoursDays: "Days on which the hours begin",
  hoursNoDay: "Choose at least one day.",
  hoursNoTime: "Enter a time.",
  hoursNever: "Nothing would ever be uploaded. Choose fewer days or other times.",
  inference: "Inference",
  inferenceText: "In local workspaces, which make their takes on this computer.",
  pausesOnBattery: "Pause on battery power",
  pausesOnBatteryHint: "No take begins while the computer runs on battery power.",
  review: "Review",
  reviewText: "Who reviews lines on this computer.",
  reviewerName: "Your name",
  reviewerNameHint: "Stored with your decisions and comments, and listed in reports.",
  reviewerOfCredentials: (workspace: string) =>
    `The name of your credentials for “${workspace}”, which the service stores with your decisions and comments.`,
  reviewerNameSaved: "Your name was saved",
  start: "Login",
  startText: "When you log in to this computer.",
  opensAtLogin: "Open at login",
  opensAtLoginHint:
    "Without a window: watch folders and uploads continue. Start Dubyard to see its window.",
  opensAtLoginNever: "Only an installed Dubyard can be opened at login.",
  isForced: "Set by the administrator of this computer.",
  notifications: "Notifications",
  notificationsText: "Shown while another window has the focus.",
  notifyUploads: "Uploads",
  notifyUploadsHint: "When an upload finishes or fails",
  notifyBatches: "Batches",
  notifyBatchesHint: "When a batch is done, failed or needs attention",
  notifyFiles: "Deliveries, downloads and moves",
  notifyFilesHint: "When a delivery, a download or a move to another service finishes or fails",
  appearance: "Appearance",
  appearanceText: "“System” follows your desktop.",
  theme: "Theme",
  themes,
  contrast: "Contrast",
  contrasts,
  contrastHint: "More: stronger lines and text.",
  motion: "Motion",
  motions,
  motionHint: "Reduced: no fading or sliding.",
  textSize: "Text size",
  textSizeHint: "Scales the whole window.",
  language: "Language",
  languageText:
    "For windows and menus. Names, scripts and messages of the service are not translated.",
  languageChoice: "Language of the interface",
  languageNames,
  languageHint: "Reloads the window at this screen. Uploads continue.",
  languageApply: (language: string) => `Use ${language}`,
  languageSystem: "Use the system’s language",
};

/** Tools for problems of the application. */
export const diagnostics = {
  title: "Diagnostics",
  text: "For support. Contains no secrets, and nothing is sent automatically.",
  showReport: "Show report…",
  reportTitle: "Diagnostics report",
  copyReport: "Copy report",
  saveReport: "Save report…",
  reportSaved: (path: string) => `Saved as ${path}`,
  reportText:
    "Versions, workspaces without their secrets, the queue in numbers, the log’s last lines.",
  reportCopied: "The report is on the clipboard",
  checkDatabase: "Check database",
  checkText: "The file with the upload queue and the data cached from your services.",
  databaseGood: "The database is intact",
  databaseBad: (number: number) => `The database has ${count(number, "problem", "problems")}`,
  showLogs: "Show log files",
  logsText: "Opens their folder in the file manager.",
  abandoned: {
    text: (number: number, bytes: string) =>
      `${count(number, "multipart upload", "multipart uploads")} (${bytes}) will never be completed at hosted services. Only the operator of the service can delete ${number === 1 ? "it" : "them"}.`,
    copy: "Copy list",
    clear: "Clear list",
  },
  about: "About",
  version: (version: string) => `Dubyard ${version}`,
  aboutText: "Media, projects and casts for dubbing teams, on this computer or with your service.",
};
