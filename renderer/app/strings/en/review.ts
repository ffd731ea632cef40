import type { Decision, LineState, OutdatedReason } from "../../../../preload/facts/review";
import { formatNumber } from "../../format";
import { checks } from "./review-checks";
import { history } from "./review-history";
import { lineEdit } from "./review-lines";
import { listening, picture, timeline, voice } from "./review-listening";
import { replace } from "./review-replace";
import { textsFile } from "./review-texts";
import { count } from "./count";

const states: Record<LineState, string> = {
  generating: "In progress",
  failed: "Failed",
  pending: "No take",
  stale: "Outdated",
  rejected: "Rejected",
  approved: "Approved",
  ready: "Undecided",
};

const outdatedBy: Record<OutdatedReason, string> = {
  text: "Outdated: text",
  voice: "Outdated: voice",
  fit: "Outdated: length",
  other: "Outdated",
};

/** Review of the lines of a batch. */
export const review = {
  group: "Review",
  open: "Review",
  openOf: (language: string) => `Review ${language}`,
  openFiltered: (language: string, lines: string) => `Review ${language}: ${lines}`,
  toReview: (number: number) => `${formatNumber(number)} to review`,
  list: "Lines",
  search: "Search lines",
  state: "State",
  anyState: "All states",
  /** Why a line is undecided after its take was made again with other bytes. */
  otherSound: {
    approved: "The sound is not the one that was approved.",
    rejected: "The sound is not the one that was rejected.",
  },
  anyCharacter: "All characters",
  shownLines: {
    open: "To review",
    "not-approved": "Not approved",
    commented: "With open comments",
  },
  filterLines: "Filter lines",
  states,
  stateWithCount: (state: string, number: number) => `${state} (${formatNumber(number)})`,
  checks,
  columns: { number: "Line", character: "Character", texts: "Source and text", state: "State" },
  comments: (number: number) => count(number, "comment", "comments"),
  takeOf: (number: number, all: number) => `Take ${formatNumber(number)} of ${formatNumber(all)}`,
  failed: "The lines could not be loaded",
  emptyTitle: "No lines",
  emptyText: "Lines appear here when the script of the batch has been read.",
  emptyFilterTitle: "No line matches",
  clearFilter: "Show all lines",
  notOffered:
    "This service does not provide lines for review. Listen to its results and download them in its web application.",
  elsewhere: "Listen to the results and download them in the web application of this service.",
  details: "Line",
  detailsHint: "Select a line to listen to it, to edit it and to approve or reject it.",
  selectedLines: (number: number) => `${formatNumber(number)} lines are selected.`,
  lineTitle: (number: number, character: string) => `Line ${formatNumber(number)} · ${character}`,
  source: "Source",
  glossary: "Pronunciations from the glossary",
  spokenAs: (text: string) => `Spoken as: ${text}`,
  silentLine: "This line has no words to speak. It stays silent.",
  pronunciation: (word: string, as: string) => `${word}: ${as}`,
  pronouncedAs: (as: string) => `Glossary: ${as}`,
  target: "Text",
  shorten: "Shorten",
  shortenHint: "Proposes a shorter text, which is not saved yet",
  shortened: (number: number) => `Line ${formatNumber(number)} has a shorter text, not saved yet`,
  notShortened: (reason: string) => `No shorter text: ${reason}`,
  save: "Save",
  saveAndMake: "Save and generate",
  discard: "Discard changes",
  emptyTarget: "The text must not be empty",
  unchanged: "The text is unchanged",
  toggleDetails: "Show or hide the line",
  takes: "Takes",
  noTakes: "No takes yet.",
  playTake: (variant: number) => `Play take ${variant}`,
  playFormerTake: (variant: number) => `Play former take ${variant}`,
  stop: "Stop",
  take: (variant: number) => `Take ${variant}`,
  /** A take of an earlier text or voice. */
  formerTake: (variant: number) => `Former take ${variant}`,
  chosen: "Used",
  choose: "Use",
  chooseTake: (variant: number) => `Use take ${variant}`,
  outdated: "Outdated",
  outdatedBy,
  making: "In progress",
  takeFailed: "Failed",
  removedTake: "Removed take",
  noSuchTake: (variant: number) => `The line has no take ${variant}`,
  discardFailed: "Remove",
  discardTake: (variant: number) => `Remove take ${variant}`,
  discardLast: "Only an additional take at the end can be removed",
  speed: (factor: string) => `${factor}×`,
  seconds: (seconds: string) => `${seconds} s`,
  approve: "Approve",
  reject: "Reject",
  clear: "Remove decision",
  makeTake: "Generate a take",
  edit: "Edit text",
  next: "Next line to review",
  previous: "Previous line to review",
  undo: "Undo",
  nothingToUndo: "There is nothing to undo",
  noneOpen: "All lines are reviewed",
  noneUndecided: "There are no undecided lines",
  selectLine: "Select a line first",
  noTake: "The line has no take",
  takeOutdated: "The take is outdated. Generate a new one first",
  approveAll: "Approve all undecided lines",
  approveAllTitle: (number: number) =>
    `Approve ${count(number, "line", "lines")} without listening?`,
  approveShownText: "Only lines that the filter shows are approved.",
  noneToApproveShown: "The filter shows no line that can be approved",
  draft: "Draft",
  draftHint: "What you typed about this line is not saved yet",
  approveAllText: "Rejected and outdated lines and lines without a take are not changed.",
  approved: (number: number) => `${count(number, "line", "lines")} approved`,
  notApproved: (number: number) =>
    `${count(number, "line was", "lines were")} changed in the meantime and not approved`,
  decided: (decision: Decision | null, number: number) =>
    decision === null
      ? `${count(number, "decision", "decisions")} removed`
      : `${count(number, "line", "lines")} ${decision}`,
  /** Of the lines that are to be approved together; a take counts when its sound has begun. */
  played: (never: number, all: number) =>
    never === 0
      ? "The takes of all of them were played on this computer."
      : never === all
        ? "None of them was ever played on this computer."
        : `${formatNumber(never)} of them ${never === 1 ? "was" : "were"} never played on this computer.`,
  /** Asks for the name of the reviewer at the first decision. */
  reviewer: {
    title: "Who decides?",
    text: "Your name is stored with your decisions and comments, and listed in reports. You can change it in the settings.",
    save: "Save name",
    saving: "The name is being saved",
    without: "Continue without a name",
  },
  leaving: {
    title: (lines: number) =>
      lines === 1
        ? "One line has unsaved changes"
        : `${formatNumber(lines)} lines have unsaved changes`,
    text: "What you typed stays here as a draft, but it is not part of the lines until you save it.",
    leave: "Leave",
  },
  notDecided: (number: number) => `${count(number, "line", "lines")} could not be changed`,
  makeOutdated: "Regenerate outdated takes in the list",
  noneOutdated: "The list has no outdated takes",
  stopTakes: "Stop generating takes",
  noneGenerating: "No takes are being generated",
  takesStopped: "Takes in progress were stopped",
  cleaning: {
    open: "Remove old outdated takes…",
    title: "Remove old outdated takes?",
    text: "The 20 newest outdated takes of each line are kept, and takes that were approved or rejected. This cannot be undone.",
    action: "Remove takes",
    removed: (takes: number, bytes: string) =>
      takes === 0
        ? "There are no old outdated takes"
        : `${count(takes, "take", "takes")} removed, ${bytes} freed`,
  },
  queued: (number: number) =>
    number === 0 ? "No takes to generate" : `Generating ${count(number, "take", "takes")}`,
  reason: "Reason",
  reasonHint: "Why the line was rejected.",
  usualReasonsLabel: "Common reasons",
  usualReasons: [
    "Wrong text",
    "Wrong pronunciation",
    "Wrong voice",
    "Wrong emotion or emphasis",
    "Wrong timing",
    "Poor sound quality",
  ],
  placement: "Placement",
  level: "Level in dB",
  levelError: "A number from −12 to 12 in steps of 0.5",
  offset: "Offset in ms",
  offsetError: "A whole number from −10,000 to 10,000",
  fit: "Length",
  fits: { auto: "Fit to the line", natural: "Natural" },
  fitFactor: (factor: string) => `${factor}× speed`,
  /** `by`: who changed it, or "". */
  conflict: (by: string) =>
    by === ""
      ? "The line was changed in the meantime. Its current values are shown."
      : `${by} has changed the line in the meantime. Its current values are shown.`,
  /** The title of the mark of persons at a line. */
  personHere: (names: string) => `At this line now: ${names}`,
  conflicts: {
    changedBy: (by: string) => `Changed by ${by}.`,
    title: (number: number) => `Line ${formatNumber(number)} was changed in the meantime`,
    description: "Choose which text to keep.",
    present: "Current text",
    own: "Your text",
    keepPresent: "Keep the current text",
    useOwn: "Use your text",
  },
  soundFailed: "The take could not be played",
  newComment: "New comment",
  addComment: "Add",
  resolve: "Resolve",
  reopen: "Reopen",
  resolved: "Resolved",
  removeComment: "Delete",
  oneComment: {
    edit: "Edit",
    edited: "Comment",
    save: "Save",
    changed: "The comment was changed",
    removed: "The comment was deleted",
    resolved: "The comment was resolved",
    reopened: "The comment was reopened",
    conflict: "Another reviewer has changed this comment. Compare the texts, and save again.",
    present: (text: string) => `Current text: ${text}`,
    filter: "Comments that are shown",
    all: "All",
    open: "Open",
    done: "Resolved",
    none: "No comments of this kind",
    resolvedBy: (by: string, age: string) => `Resolved by ${by} ${age}`,
    resolvedAt: (age: string) => `Resolved ${age}`,
    reopenedBy: (by: string, age: string) => `Reopened by ${by} ${age}`,
    reopenedAt: (age: string) => `Reopened ${age}`,
    reply: "Reply",
    replyTo: (text: string) => `Reply to: ${text}`,
    replies: (text: string) => `Replies to: ${text}`,
    from: "Comment from",
    to: "Comment to",
    timeError: "A time such as 0:01.500 within the line",
    orderError: "The end must be after the start",
    wholeLine: "Whole line",
    removeThread: {
      title: (replies: number) =>
        `Delete the comment and ${count(replies, "reply", "replies")} to it?`,
      text: "They cannot be restored.",
      confirm: "Delete",
    },
  },
  lineEdit,
  listening,
  history,
  replace,
  textsFile,
  picture,
  timeline,
  voice,
  commentOf: (action: string, text: string) => `${action}: ${text}`,
};
