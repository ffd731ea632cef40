import type { BatchFilter } from "../../../../preload/calls/projects";
import type { BatchSettings } from "../../../../preload/resources";
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
    title: "Start inference by itself",
    hint: "Takes are made as soon as everything they need is there.",
  },
  noOfAlternativeTakes: {
    title: "Alternative takes",
    hint: "Further readings of every line, beside the first.",
  },
  autoCasting: {
    title: "Cast characters automatically",
    hint: "Characters without a voice get one. Off: you choose every voice.",
  },
  removeBackgroud: {
    title: "Remove background",
    hint: "Music and effects are separated and kept as a file of their own in the media gallery.",
  },
  automaticSpeakerDetection: {
    title: "Find the number of speakers automatically",
    hint: "Off: you say how many there are.",
  },
  noOfSpeakers: { title: "Number of speakers", hint: "Empty when you do not know it." },
  sourceSpeakerSeparator: {
    title: "Speaker separator",
    hint: "For .srt scripts: what stands between the speaker’s name and the text, for example “:”.",
  },
  importText: { title: "Text", hint: "Instead of transcribing what is spoken in the media." },
  importTiming: { title: "Timing", hint: "Instead of finding it in the media." },
  importCharacters: { title: "Characters", hint: "Instead of finding speakers in the media." },
};
/** How a changed setting reads in the summary. */
const changed: Record<keyof BatchSettings, (value: string | number | boolean) => string> = {
  automaticInference: () => "Inference waits until you start it",
  noOfAlternativeTakes: (value) =>
    `${count(Number(value), "alternative take", "alternative takes")} a line`,
  autoCasting: () => "You choose every voice",
  removeBackgroud: () => "The background stays",
  automaticSpeakerDetection: () => "The number of speakers is not looked for",
  noOfSpeakers: (value) => count(Number(value), "speaker", "speakers"),
  sourceSpeakerSeparator: (value) => `Speakers are separated by “${value}”`,
  importText: () => "Text comes from the script",
  importTiming: () => "Timing comes from the script",
  importCharacters: () => "Characters come from the script",
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
    "A batch is one script or video on its way into the project’s languages: an episode, a chapter, a trailer.",
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
  /** Where the service gives no reason of its own. */
  idleText: "The service reports no work on this batch.",
  noStatus: "No status",
  progress: (language: string) => `Progress of ${language}`,
  more: (number: number) => `+${formatNumber(number)} more`,
  noLanguages: "No languages yet",
  castingComplete: "Complete",
  castingOpen: "Not complete",

  create: "New batch",
  createInProject: "Open a project first",
  open: "Open",
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
  targetScriptHint: "URL of the finished text in this language; empty when it is to be translated.",
  separator: "Speaker separator",
  separatorOf: (language: string) => `Speaker separator of ${language}`,
  separatorHint: "Between name and text",
  languagesAction: (number: number) =>
    number === 0 ? "Add languages" : `Add ${languageCount(number)}`,
  languagesAdded: (number: number) =>
    `${languageCount(number)} ${number === 1 ? "was" : "were"} added`,

  assignTitle: (name: string) => `Assign members to “${name}”`,
  assignText:
    "Who is assigned to a language of a batch has access to that language of it alone. An assignment can be added here, not taken back.",
  members: "Members",
  memberSearch: "Search members",
  memberEmpty: "No member with this name",
  noMembers: "The team of this project is empty.",
  toTeam: "Open the team",
  assignAction: "Assign",
  assignedAlready: "They are assigned to these languages already.",
  assigned: (members: number, languages: number) =>
    `${count(members, "member", "members")} assigned to ${languageCount(languages)}`,

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
  noLinesText: "They are here once the script was read.",
  linesFailed: "The lines could not be read",
  pathLabel: "Path",
  refresh: "Refresh",
  goneTitle: "This batch is not there any more",
  goneText: "It was deleted, or it belongs to another workspace.",
  backToBatches: "Back to the batches",
  failed: "The batch could not be read",

  newTitle: "New batch",
  unknownTypeTitle: (type: string) => `Dubyard does not know projects of the type “${type}”`,
  unknownTypeText: "A batch for it cannot be made here.",
  form: "The batch",
  name: "Name",
  script: "Script",
  scriptHints: {
    "line-dubbing":
      "Address of an .xlsx file. Its column Source_Audio names a recording for each line.",
    "media-dubbing": "Address of the script. Empty: the speech in the video is transcribed.",
    "audio-production": "Address of an .xlsx, .docx, .txt, .pdf or .srt file.",
  },
  video: "Video",
  videoHints: {
    "media-dubbing": "A path of the media gallery or an address.",
    "audio-production": "A path of the media gallery or an address. Optional.",
  },
  optional: (label: string) => `${label} (optional)`,
  suggestions: "In the media gallery",
  notInGallery: (age: string) =>
    `Not in the media gallery as it was ${age}. The batch can be created all the same.`,
  languageCode: "Language of the script",
  languageNeeded: "A .docx, .txt, .pdf or .srt file does not say it itself.",
  languageNotNeeded: "Not needed: the workbook says it.",
  languageOptional: "Needed for .docx, .txt, .pdf and .srt files.",
  languageNew: "Not among the languages that are known of this project.",
  settingsTitle: "Settings",
  settings,
  isDefault: "default",
  takes: (number: number) => (number === 0 ? "None" : formatNumber(number)),
  importTitle: "Take from the script",
  importNeedsScript: "Name a script first.",
  summary: "Summary",
  summaryName: (project: string) => `A batch in “${project}”`,
  summaryNamed: (name: string, project: string) => `“${name}” in “${project}”`,
  summaryScript: (name: string) => `Script: ${name}`,
  summaryNoScript: "No script: the speech in the video is transcribed",
  summaryVideo: (name: string) => `Video: ${name}`,
  summaryLanguage: (language: string) => `Script in ${language}`,
  summaryStart: "Inference starts by itself",
  changed,
  defaults: "All settings as the service has them.",
  missing: "Still missing",
  wrong: "To be corrected",
  nothingMissing: "Nothing is missing.",
  submit: "Create batch",
  discard: "Discard draft",
  discarded: "The draft was discarded",
  made: (name: string) => `“${name}” was created`,
  notMade: (name: string, why: string) => `“${name}” was not created. ${why}`,
};
