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
  batch: "Batch",
  "pending-batch": "Batch in the outbox",
  bulk: "Bulk",
  media: "Media",
  uploads: "Uploads",
  outbox: "Outbox",
  voices: "Voices",
  users: "Users",
  settings: "Settings",
};

/** Words that many screens share. */
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
/** The places, and how to get there. */
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
  workspaceMissing: "The workspace of this link does not exist on this computer",
  notConnected: (service: string) =>
    `This link leads to ${service}, and no workspace on this computer is connected to it`,
  copyLink: "Copy link to this screen",
  linkCopied: "Link copied",
  localLinkCopied: "Link copied. It works on this computer only.",
};
/** The window itself: palette, shortcuts, what to do when it breaks. */
export const app = {
  palette: "Command palette",
  palettePlaceholder: "What do you want to do?",
  paletteEmpty: "No action with this name",
  shortcuts: "Keyboard shortcuts",
  shortcutsInList: "In lists",
  search: "Search on this screen",
  themeAction: (theme: string) => `Theme: ${theme}`,
  textLarger: "Larger text",
  textSmaller: "Smaller text",
  textReset: "Default text size",
  textLargest: "This is the largest",
  textSmallest: "This is the smallest",
  inUse: "In use",
  projectJumps: "Go to project",
  group: "Application",
  failedTitle: "Something went wrong in the window",
  failedText: "Your uploads go on. Reload the window to continue.",
  reload: "Reload",
  stateFailed: "Dubyard could not read its own state",
  listKeys: {
    arrows: "Move through the list",
    extend: "Extend the selection",
    toggle: "Select or unselect",
    all: "Select all",
    menu: "Menu of the row",
  },
};
