import { formatNumber } from "../../format";
import type { Screen } from "../../routes";
import { count } from "./count";

const uploads = (number: number) => count(number, "upload", "uploads");

/** The title of every screen. A screen without one is a compile error. */
const screens: Record<Screen, string> = {
  overview: "Overview",
  projects: "Projects",
  project: "Project",
  "new-batch": "New batch",
  review: "Review",
  delivery: "Delivery",
  batch: "Batch",
  "pending-batch": "Batch in the outbox",
  bulk: "Bulk",
  media: "Media",
  uploads: "Uploads",
  "watch-folders": "Watch folders",
  outbox: "Outbox",
  voices: "Voices",
  users: "Users",
  settings: "Settings",
  help: "Help",
};

/** Texts that several screens share. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  dismiss: "Dismiss",
  undo: "Undo",
  /** "Undo: 3 projects were archived". */
  again: (what: string, text: string) => `${what}: ${text}`,
  retry: "Retry",
  save: "Save",
  remove: "Remove",
  copyPath: "Copy path",
  copied: "Copied to the clipboard",
  copyDetails: "Copy details",
  details: "Details",
  more: "More actions",
  loading: "Loading",
  clearSearch: "Clear search",
  actions: "Actions",
  notifications: "Notifications",
  clearSelection: "Clear selection",
  choose: "Choose…",
};
/** The screens and the navigation between them. */
export const navigation = {
  label: "Main",
  workspace: "Workspace",
  screens,
  /** The window's title. */
  windowTitle: (screen: string) => `${screen} – Dubyard`,
  goTo: (screen: string) => `Go to ${screen}`,
  goToGroup: "Go to",
  needAttention: (number: number) =>
    number === 1 ? "1 item needs attention" : `${formatNumber(number)} items need attention`,
  openUploads: (number: number) => `${uploads(number)} not finished`,
  skip: "Skip to content",
  workspaceMissing: "This link’s workspace does not exist on this computer",
  notConnected: (service: string) =>
    `This link is for ${service}, but no workspace on this computer is connected to it`,
  copyLink: "Copy link to this screen",
  linkCopied: "Link copied",
  localLinkCopied: "Link copied. It works on this computer only.",
};
/** The window: command palette, shortcuts, text of the error screen. */
export const app = {
  palette: "Command palette",
  palettePlaceholder: "What do you want to do?",
  paletteEmpty: "No matching actions, settings, projects or batches",
  shortcuts: "Keyboard shortcuts",
  shortcutsInList: "In lists",
  search: "Search on this screen",
  themeAction: (theme: string) => `Theme: ${theme}`,
  textLarger: "Larger text",
  textSmaller: "Smaller text",
  textReset: "Default text size",
  textLargest: "Largest text size",
  textSmallest: "Smallest text size",
  inUse: "In use",
  projectJumps: "Go to project",
  batchJumps: "Go to batch",
  batchInProject: (batch: string, project: string) => `${batch} · ${project}`,
  lineJumps: "Go to line",
  line: (number: string, character: string, text: string) => `${number} · ${character}: ${text}`,
  settingJumps: "Go to setting",
  settingIn: (setting: string, section: string) => `${setting} · ${section}`,
  group: "Application",
  failedTitle: "Something went wrong in the window",
  failedText: "Uploads continue. Reload the window.",
  reload: "Reload",
  stateFailed: "Dubyard could not read its state",
  /** What is written on keys; symbols are the same in all languages. */
  keyNames: {
    Mod: "Ctrl",
    Shift: "Shift",
    Delete: "Del",
    Home: "Home",
    End: "End",
    Space: "Space",
  },
  listKeys: {
    arrows: "Move through the list",
    extend: "Extend the selection",
    toggle: "Select or unselect",
    all: "Select all",
    menu: "Open the row’s menu",
  },
};
