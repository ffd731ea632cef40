import { formatNumber } from "../../format";
import { count } from "./count";

const characters = (number: number) => count(number, "character", "characters");

/** What needs attention, what is running, and the recent projects. */
export const overview = {
  group: "Overview",
  refresh: "Refresh overview",
  needsAttention: "Needs attention",
  nothing: "Nothing needs attention",
  running: "Running",
  idle: "Idle",
  review: "To review",
  reviewed: "Review complete",
  linesReviewed: (lines: number) => `${count(lines, "line", "lines")} reviewed`,
  linesFailed: (lines: number) => `${formatNumber(lines)} failed`,
  moreLanguages: (number: number) =>
    `${count(number, "more language", "more languages")}. Export the progress to see all.`,
  /** `duration`: of the approved takes; "" for none. */
  approved: (approved: number, lines: number, duration: string) =>
    `${formatNumber(approved)} of ${count(lines, "line", "lines")} approved${duration === "" ? "" : `, ${duration}`}`,
  saveProgress: "Export progress…",
  progressSaved: "The progress was exported",
  recent: "Recent projects",
  /** Of the projects whose batches were not read yet, nothing is counted. */
  readProjects: (read: number, all: number) =>
    `${formatNumber(read)} of ${count(all, "project", "projects")} read. Refresh to read the others.`,
  readingProjects: (read: number, all: number) =>
    `${formatNumber(read)} of ${count(all, "project", "projects")} read. The others are being read; the numbers below still grow.`,
  search: "Search overview",
  show: "Show",
  showAll: "All items",
  groupBy: "Group by",
  byState: "By state",
  byProject: "By project",
  order: "Order",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
  noMatches: "No matching items",
  clearFilter: "Show all items",
  /** The group of items that belong to no project. */
  workspace: "This workspace",
  more: (number: number) => `${formatNumber(number)} more in your projects`,
  moreInProject: (number: number) => `${formatNumber(number)} more in this project`,
  rowsFailed: (number: number) => `${count(number, "row", "rows")} failed`,
  rowsDone: (done: number, all: number) =>
    `${formatNumber(done)} of ${count(all, "batch", "batches")} done`,
  uncast: (number: number) => `${characters(number)} ${number === 1 ? "has" : "have"} no voice`,
  casting: "Casting",
  uploadsFailedText: "Other uploads continue",
  uploadsFailedStatus: "Failed",
  uploads: "Uploads",
  uploadsPaused: "Paused",
  uploadsWaiting: "Waiting",
  percent: (percent: string) => `${percent} done`,
  firstTitle: "Start with a project",
  firstText:
    "A project has a type, a model and languages. Its batches use a script, a video or both. Media can be uploaded at any time.",
  offlineText: "What needs attention appears here when the network is back.",
  failedTitle: "The overview could not be read",
};
