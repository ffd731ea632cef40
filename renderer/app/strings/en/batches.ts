import type { BatchFilter } from "../../../../preload/contract/projects";
import type { BatchSettings } from "../../../../preload/model/resources";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const batchCount = (number: number) => count(number, "batch", "batches");
const languageCount = (number: number) => count(number, "language", "languages");
const filters: Record<BatchFilter, string> = {
  all: "All",
  running: "Running",
  "needs-attention": "Needs attention",
  failed: "Failed",
  idle: "Idle",
  done: "Done",
};
const emptyFilters: Record<BatchFilter, string> = {
  all: "No batches yet",
  running: "Nothing is running",
  "needs-attention": "Nothing needs attention",
  failed: "Nothing has failed",
  idle: "Nothing is idle",
  done: "Nothing is done yet",
};
const settings: Record<keyof BatchSettings, { title: string; hint: string }> = {
  automaticInference: {
    title: "Start inference automatically",
    hint: "Takes are generated as soon as everything they need is available.",
  },
  noOfAlternativeTakes: {
    title: "Alternative takes",
    hint: "Additional takes of every line, besides the first.",
  },
  autoCasting: {
    title: "Cast characters automatically",
    hint: "Assigns a voice to every character without one. Off: you choose every voice.",
  },
  removeBackgroud: {
    title: "Remove background",
    hint: "Music and effects are saved as a separate file in the media gallery.",
  },
  automaticSpeakerDetection: {
    title: "Detect the number of speakers",
    hint: "Off: you enter the number.",
  },
  noOfSpeakers: { title: "Number of speakers", hint: "Leave empty if unknown." },
  sourceSpeakerSeparator: {
    title: "Speaker separator",
    hint: "For subtitles: the characters between the speaker’s name and the text, for example “:”.",
  },
  importText: { title: "Text", hint: "Instead of transcribing the media." },
  importTiming: { title: "Timing", hint: "Instead of detecting it in the media." },
  importCharacters: { title: "Characters", hint: "Instead of detecting speakers in the media." },
  fitGapMs: {
    title: "Gap after a line (ms)",
    hint: "A take that is longer than its line may use this much of the gap before the next line, before it is accelerated.",
  },
  soundTrack: {
    title: "Sound track",
    hint: "The number of the video’s sound track, from 1. Empty: the one that is heard by default, before commentaries and descriptions.",
  },
  bedPath: {
    title: "Music and effects",
    hint: "A sound or video of the media gallery; upload a file of this computer first. It is heard below the takes instead of the original sound, and is the ME stem of deliveries.",
  },
  slowsShortTakes: {
    title: "Slow short takes",
    hint: "A take that is shorter than its line is slowed to fill it, down to 0.85 of its speed.",
  },
  holdsLastFrame: {
    title: "Hold the last frame",
    hint: "If the last take is longer than the picture, the last frame stays until its end: in videos of the media gallery that become .mp4 or .mov. Off: such a line is an error.",
  },
};
/** Text of a changed setting in the summary. */
const changed: Record<keyof BatchSettings, (value: string | number | boolean) => string> = {
  automaticInference: () => "Inference is started manually",
  noOfAlternativeTakes: (value) =>
    `${count(Number(value), "alternative take", "alternative takes")} per line`,
  autoCasting: () => "You choose every voice",
  removeBackgroud: () => "The background is not removed",
  automaticSpeakerDetection: () => "The number of speakers is not detected",
  noOfSpeakers: (value) => count(Number(value), "speaker", "speakers"),
  sourceSpeakerSeparator: (value) => `Speakers are separated by “${value}”`,
  importText: () => "Text comes from the script",
  importTiming: () => "Timing comes from the script",
  importCharacters: () => "Characters come from the script",
  fitGapMs: (value) =>
    Number(value) === 0
      ? "Takes use no gap after their lines"
      : `Takes use up to ${formatNumber(Number(value))} ms of the gap after their lines`,
  soundTrack: (value) => `Sound track ${formatNumber(Number(value))} of the video is used`,
  bedPath: (value) => `Music and effects: ${value}`,
  slowsShortTakes: () => "Short takes are slowed",
  holdsLastFrame: () => "The last frame is held for longer takes",
};

export const batches = {
  list: "Batches",
  group: "Batch",
  count: batchCount,
  search: "Search batches",
  filter: "Show",
  filters,
  emptyFilters,
  emptyText:
    "A batch is one script or video to be produced in the project’s languages: an episode, a chapter, a trailer.",
  showAll: "Show all",
  columns: {
    name: "Batch",
    status: "Status",
    languages: "Languages",
    casting: "Casting",
    updated: "Updated",
  },
  needsAttention: (status: string) => `${status} · needs attention`,
  idle: (status: string) => `${status} · idle`,
  /** Used where the service gives no reason. */
  idleText: "The service reports no work on this batch.",
  noStatus: "No status",
  progress: (language: string) => `Progress of ${language}`,
  more: (number: number) => `+${formatNumber(number)} more`,
  noLanguages: "No languages yet",
  castingComplete: "Complete",
  castingOpen: "Incomplete",

  create: "New batch",
  createInProject: "Open a project first",
  openFirst: "Open a batch first",
  open: "Open",
  review: "Review",
  addLanguages: "Add languages…",
  assignMembers: "Assign members…",
  copyId: "Copy ID",
  copyIds: (number: number) => `Copy ${formatNumber(number)} IDs`,
  idCopied: (number: number) => (number === 1 ? "ID copied" : `${formatNumber(number)} IDs copied`),
  delete: "Delete…",
  selectOne: "Select one batch",
  selectFirst: "Select batches first",
  deleteTitle: (number: number, name: string) =>
    number === 1 ? `Delete “${name}”?` : `Delete ${batchCount(number)}?`,
  deleteText: (names: readonly string[], more: number) =>
    `${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)} will be deleted at the service with all languages, lines and takes. This cannot be undone. Files in the media gallery stay.`,
  deleteAction: (number: number) =>
    number === 1 ? "Delete batch" : `Delete ${batchCount(number)}`,
  deleted: (number: number, name: string) =>
    number === 1 ? `“${name}” was deleted` : `${batchCount(number)} deleted`,

  languagesTitle: (name: string) => `Add languages to “${name}”`,
  languagesText: "They are added to the project as well.",
  languagesLabel: "Languages",
  languageSearch: "Search languages",
  languageEmpty: "No language with this name",
  allLanguages: "The batch has every language of the service.",
  targetScriptOf: (language: string) => `Target script in ${language}`,
  targetScript: "Target script",
  targetMatches: (language: string) => `Lines that get a text in ${language}`,
  targetScriptContent: (language: string) => `Content of the target script in ${language}`,
  targetFileHint:
    "A file on this computer. It is saved to the script store before the languages are added.",
  targetScriptHint: "URL or file of the finished text in this language. Optional.",
  targetScriptUntranslated:
    "URL or file of the finished text in this language. This workspace does not translate: without it the language has no text.",
  separator: "Speaker separator",
  separatorOf: (language: string) => `Speaker separator of ${language}`,
  separatorHint: "Between name and text",
  languagesAction: (number: number) =>
    number === 0 ? "Add languages" : `Add ${languageCount(number)}`,
  languagesQueued: (number: number) => `${languageCount(number)} will be added automatically`,
  languagesPending: "Languages are not added yet.",
  languagesConfirmTitle: (errors: number) =>
    `Add the languages with ${count(errors, "error", "errors")} in their scripts?`,
  languagesConfirm: "Add anyway",
  languagesAdded: (number: number) =>
    `${languageCount(number)} ${number === 1 ? "was" : "were"} added`,

  assignTitle: (name: string) => `Assign members to “${name}”`,
  assignText:
    "Members assigned to a language of a batch can access only that language. Assignments can be added here, but not removed.",
  members: "Members",
  memberSearch: "Search members",
  memberEmpty: "No member with this name",
  noMembers: "The team of this project is empty.",
  toTeam: "Open team",
  assignAction: "Assign",
  assignedAlready: "Already assigned to these languages.",
  assigned: (members: number, languages: number) =>
    `${count(members, "member", "members")} assigned to ${languageCount(languages)}`,

  createAgain: "Create again…",
  createAgainReason: "Only failed batches can be created again",
  duplicate: "Duplicate…",
  copyName: (name: string) => `${name} (copy)`,
  failedTitle: "This batch has failed.",
  filledFrom: (name: string) => `Filled in from “${name}”.`,
  fieldsUnknown: (fields: readonly string[]) =>
    `Unknown and left empty: ${formatList(fields)}. Complete them as needed.`,
  originTitle: "Created from",
  originElsewhere: "Unknown: this batch was created elsewhere.",
  originUnknown: "Unknown",
  originNone: "None",
  originNotStored: "The URL is not stored: it may grant access.",
  switched: { on: "on", off: "off" },
  pendingTitle: "Not sent yet",
  pendingRefused: "Nothing was created. Edit the request, or retry it once the problem is solved.",
  pendingText: "The batch opens here as soon as the service has created it.",
  pendingSince: (moment: string) => `Waiting since ${moment}`,
  toOutbox: "Open outbox",

  details: "Details",
  status: "Status",
  completion: "Completion",
  complete: (percent: string) => `${percent} complete`,
  casting: "Casting",
  toCasting: "Open casting",
  created: "Created",
  updated: "Updated",
  id: "ID",
  memberColumn: "Members",
  language: "Language",
  completed: "complete",
  assign: "Assign…",
  noTextHint: "No text. Add a script, or type the texts in the review.",
  addScript: "Add a script…",
  summaryTarget: (language: string, file: string) => `Script in ${language}: ${file}`,
  targetScripts: "Scripts of other languages",
  scriptLanguage: (name: string) => `Language of ${name}`,
  removeTarget: (name: string) => `Remove ${name}`,
  targetScriptsHint: "They are added to the batch once it is created.",
  translate: "Translate",
  copySource: "Start from the source",
  noSourceTexts: "The batch has no texts in its source language.",
  assignTo: (language: string) => `Assign members to ${language}`,
  nobody: "Nobody",
  tabsLabel: "Parts of the batch",
  languagesTab: "Languages",
  languageTypes: { source: "source", target: "target" },
  linesTab: "Lines",
  lines: "Lines of the script",
  lineNumber: "No.",
  character: "Character",
  sourceAudio: "Source audio",
  textLanguage: "Languages",
  firstLanguages: "The first languages",
  noLines: "No lines yet",
  noLinesText: "Lines appear once the script has been read.",
  linesFailed: "The lines could not be read",
  pathLabel: "Path",
  refresh: "Refresh",
  notFoundTitle: "This batch no longer exists",
  notFoundText: "It was deleted, or it belongs to another workspace.",
  backToBatches: "Back to batches",
  failed: "The batch could not be read",

  newTitle: "New batch",
  unknownTypeTitle: (type: string) => `Dubyard does not support projects of the type “${type}”`,
  unknownTypeText: "Batches of this type cannot be created here.",
  form: "The batch",
  name: "Name",
  script: "Script",
  scriptHints: {
    "line-dubbing":
      "An .xlsx file, or its URL. Its column Source_Audio names a recording for each line.",
    "media-dubbing": "A script file, or its URL. Empty: the speech in the video is transcribed.",
    "audio-production":
      "A table (.xlsx, .ods, .csv), subtitles (.srt, .vtt, .ass, .ttml, .sbv, .stl), .docx, .txt or .pdf, or its URL.",
  },
  scriptHintUntranscribed:
    "A script file, or its URL. This workspace does not transcribe: without a script the batch has no lines.",
  video: "Video",
  videoHints: {
    required: "A path in the media gallery or a URL.",
    optional: "A path in the media gallery or a URL. Optional.",
  },
  optional: (label: string) => `${label} (optional)`,
  suggestions: "In the media gallery",
  notInGallery: (age: string) =>
    `Not in the media gallery as of ${age}. The batch can still be created.`,
  languageCode: "Language of the script",
  languageNeeded: "Subtitles and .docx, .txt and .pdf files do not specify it.",
  languageNotNeeded: "Not needed: the workbook specifies it.",
  languageOptional: "Required for subtitles and .docx, .txt and .pdf files.",
  languageNew: "Not one of the project’s known languages.",
  settingsTitle: "Settings",
  settings,
  /** The hint of “Remove background” in a workspace that makes the dub itself. */
  removeBackgroundHere:
    "On: only the dub is heard. Off: the original stays under it, quieter during speech.",
  isDefault: "default",
  takes: (number: number) => (number === 0 ? "None" : formatNumber(number)),
  importTitle: "Import from the script",
  importNeedsScript: "Add a script first.",
  summary: "Summary",
  summaryName: (project: string) => `A batch in “${project}”`,
  summaryNamed: (name: string, project: string) => `“${name}” in “${project}”`,
  summaryScript: (name: string) => `Script: ${name}`,
  summaryNoScript: "No script: the speech in the video is transcribed",
  summaryNoScriptRead: "No script: the batch has no lines until a language with a script is added",
  summaryVideo: (name: string) => `Video: ${name}`,
  summaryLanguage: (language: string) => `Script in ${language}`,
  summaryStart: "Inference starts automatically",
  changed,
  defaults: "All settings at their defaults.",
  missing: "Still missing",
  wrong: "Needs correction",
  nothingMissing: "Nothing is missing.",
  submit: "Create batch",
  discard: "Discard draft",
  discarded: "The draft was discarded",
  made: (name: string) => `“${name}” was created`,
  notMade: (name: string, why: string) => `“${name}” was not created. ${why}`,
};
