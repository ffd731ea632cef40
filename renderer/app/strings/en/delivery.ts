import {
  maxLimitingDb,
  type DeliveryNote,
  type MixLayout,
  type DeliveryNaming,
  type DeliveryPart,
  type DeliveryPreset,
  type LeftOutReason,
  type MissingKind,
} from "../../../../preload/facts/delivery";
import type { PresetOutcome } from "../../../../preload/facts/delivery-presets";
import type { Delivery } from "../../../../preload/contract/deliveries";
import { formatNumber } from "../../format";
import { count } from "./count";

const parts: Record<DeliveryPart, { title: string; hint: string }> = {
  takes: { title: "Takes", hint: "One WAV file for each line, 48 kHz, 24 bit" },
  stems: { title: "Stems", hint: "All takes on the timeline, and those of each character" },
  mix: { title: "Mix", hint: "The dub, with the original sound if the batch keeps it" },
  video: { title: "Video", hint: "The picture with the mix" },
  audiobook: {
    title: "Audiobook",
    hint: "The takes one after another as MP3; lines such as “Chapter 2” begin chapters",
  },
  subtitles: { title: "Subtitles", hint: ".srt, .vtt, .ttml (IMSC 1.1) and .stl (EBU)" },
  cues: { title: "Cue sheet", hint: ".csv and .xlsx" },
  script: {
    title: "Dubbing script",
    hint: "The lines as recorded, with timecodes, as .docx, .pdf and .dapt.ttml (W3C)",
  },
  list: { title: "Import list", hint: "The takes as a tab-separated list for Wwise" },
  reports: {
    title: "Reports",
    hint: "Checks, comments and loudness as .csv, and a page about all as .pdf",
  },
  session: { title: "Session", hint: "REAPER, and labels for Audacity, with all takes" },
  timeline: {
    title: "Timeline",
    hint: ".otio, .xml (Final Cut Pro 7) and .edl (CMX 3600), for example for DaVinci Resolve",
  },
};
const presets: Record<DeliveryPreset, string> = {
  "broadcast-eu": "Broadcast, Europe",
  "broadcast-us": "Broadcast, United States",
  streaming: "Streaming",
  premix: "Premix",
  game: "Game",
  "game-portable": "Game, portable",
  online: "Podcast",
  audiobook: "Audiobook",
};
const namings: Record<DeliveryNaming, string> = {
  number: "Line, character and take",
  "source-audio": "Like the source audio",
  template: "By a template",
};
const states: Record<Delivery["state"], string> = {
  making: "In progress",
  made: "Complete",
  failed: "Failed",
  cancelled: "Cancelled",
  unconfirmed: "Waiting for confirmation",
  expired: "Expired",
  other: "Unknown state",
};
const lines = (number: number) => count(number, "line", "lines");
const missing: Record<MissingKind, (number: number) => string> = {
  withoutText: (number) => `${lines(number)} without a text`,
  withoutTake: (number) => `${lines(number)} without a take`,
  unapproved: (number) => `${lines(number)} not approved`,
  errors: (number) => `${count(number, "error", "errors")} found by checks`,
};

const notes: Record<DeliveryNote, (number: number) => string> = {
  "takes-keep-level": () =>
    "This loudness is about mixes: the takes keep the levels of the review.",
  "stems-keep-level": () =>
    "This loudness is about takes: the stems are the sums of the takes as they were reviewed.",
  "mix-without-loudness": () =>
    "This preset is about the stem of all characters: the mix has only a maximum, and no fixed loudness.",
  "video-keeps-timecode": () =>
    "The video keeps its own timecode, which is not the start timecode of the other files.",
  "mix-stereo": () => "The source is not known to have 5.1 channels: the mix is stereo.",
  "takes-too-dynamic": (number) =>
    `${count(number, "take needs", "takes need")} more than ${maxLimitingDb} dB of limiting for this loudness, and cannot be delivered with it.`,
};

/** Delivery of a batch to a folder. */
export const delivery = {
  open: "Deliver…",
  notOffered: "This workspace does not deliver files to a folder.",
  noneTitle: "Nothing to deliver yet",
  noneText: "A language can be delivered when it has takes.",
  languages: "Languages",
  parts: "Files",
  part: parts,
  /** "Required by Session and Timeline" */
  requiredBy: (parts: string) => `Required by ${parts}`,
  preset: "Loudness",
  presetName: presets,
  /** "Streaming: -27 LUFS, -2 dBTP" */
  presetOption: (name: string, loudness: string, truePeak: string) =>
    `${name}: ${loudness}, ${truePeak}`,
  noLoudness: "no fixed loudness",
  naming: "Names of takes",
  namingName: namings,
  nameTemplate: "Template of names",
  nameTemplateHint:
    "{project} {batch} {lang} {character} {number} {id} {take}; {number:4} has four digits, {character:upper} capitals; / begins a folder",
  nameTemplateInvalid: (part: string) =>
    part === "" ? "The template needs {number} or {id}" : `${part} has no meaning here`,
  /** Of takes whose names are not as the template says. */
  renamed: (number: number) =>
    `${count(number, "take has", "takes have")} a number or a shorter name, since the name exists or is too long`,
  mix: "Channels of the mix",
  mixName: {
    stereo: "Stereo, two channels",
    mono: "Mono, as loud on two loudspeakers",
    source: "As the source: 5.1 with the dub in the centre",
  } satisfies Record<MixLayout, string>,
  startTimecode: "Start timecode",
  startTimecodeHint:
    "Empty for that of the picture, or else 01:00:00:00. A semicolon before the frames counts drop frames: 01:00:00;00",
  startTimecodeInvalid:
    "Four numbers of two digits, such as 10:00:00:00; from 100 frames on, the last one has three",
  note: notes,
  /** Before the names of the first takes. */
  exampleNames: "For example:",
  presets: {
    title: "Preset",
    own: "Own choices",
    name: "Name of a new preset",
    save: "Save as preset",
    replace: "Replace preset",
    replaced: (name: string) => `Preset “${name}” replaced`,
    remove: "Delete preset",
    removeNamed: (name: string) => `Delete preset “${name}”`,
    removed: (name: string) => `Preset “${name}” deleted`,
    /** The name of the menu with the commands below. */
    menu: "Presets",
    rename: "Rename preset…",
    renameTitle: "Rename preset",
    nameOfPreset: "Name of the preset",
    renamed: (name: string) => `Preset renamed to “${name}”`,
    share: "Store in the workspace",
    shared: (name: string) => `Preset “${name}” is stored in the workspace`,
    import: "Import presets…",
    export: "Save presets to a file…",
    imported: (number: number) => `${count(number, "preset", "presets")} imported.`,
    renamedOnImport: (number: number) =>
      `${formatNumber(number)} under another name, since another preset has theirs.`,
    existing: (number: number) => `${formatNumber(number)} already existed.`,
    leftOut: (number: number) =>
      `${formatNumber(number)} left out: this version does not know their choices, or there is no room.`,
    noPresetFile: "The file has no presets that this version of Dubyard can read",
    exported: (number: number) => `${count(number, "preset", "presets")} saved`,
    noneSaved: "No preset is saved yet",
    /** Heads the list of the presets that users saved. */
    ofWorkspace: "Saved presets",
    ofComputer: "Saved on this computer",
    ofApplication: (name: string) => `${name} (on this computer only)`,
    storedHere:
      "Presets are stored on this computer only. “Save presets to a file” takes them to others.",
    needsList: "The presets are being read",
    needsName: "The preset needs a name",
    notSaved: {
      changed: "The preset was changed or deleted meanwhile; the list shows its present state",
      "name-taken": "Another preset has this name",
      full: "No more presets can be stored; delete one first",
    } satisfies Record<Exclude<PresetOutcome, "saved">, string>,
    builtIn: {
      film: "Film: video, mix and subtitles",
      editing: "Editing: takes, stems, session and timeline",
      game: "Game: takes by id, with an import list",
      audiobook: "Audiobook: MP3 with chapters",
    },
  },
  needsTemplate: "The template of names is not valid",
  folder: "Folder",
  noFolder: "No folder chosen",
  chooseFolder: "Choose a folder…",
  planTitle: "Files to deliver",
  planned: (files: string, size: string) => `${files}, about ${size}`,
  files: (number: number) => count(number, "file", "files"),
  complete: "Every line is approved and has no error.",
  fileList: "File list",
  otherFiles: (number: number) => `and ${count(number, "other file", "other files")}`,
  missing,
  /** "Spanish: 3 lines not approved", which opens the first of them. */
  leftOut: (language: string, part: string, reason: string) => `${language}: no ${part}, ${reason}`,
  leftOutReason: {
    "no-times": "since the lines have no times",
    "no-takes": "since no line has a take",
    "no-video": "since the batch has no video",
    "no-mp3": "since there is no FFmpeg that encodes MP3",
    "stl-rate": "since its format has only 25 and 30 frames per second",
    "stl-unread": "since it needs the frame rate, and a video at a URL is read during the delivery",
    "stl-characters": "since its format lacks letters of this language",
  } satisfies Record<LeftOutReason, string>,
  missingIn: (language: string, missing: string) => `${language}: ${missing}`,
  originalTrack: "Original sound as a second track",
  originalTrackHint: "The dub is the first track of the videos.",
  anyway: "Deliver anyway",
  anywayHint: "The manifest lists what is not approved.",
  start: "Deliver",
  needsLanguage: "Choose at least one language",
  needsPart: "Choose at least one kind of file",
  needsFolder: "Choose a folder",
  needsApproval: "Lines are not approved or have errors",
  needsPlan: "The list of files is not ready",
  isMade: (folder: string) => `Delivered to ${folder}`,
  hasFailed: (folder: string) => `The delivery to ${folder} failed`,
  /** "Mix and Video · Streaming · 1.2 GB" */
  facts: (parts: string, preset: string, size: string) =>
    [parts, preset, size].filter((fact) => fact !== "").join(" · "),
  history: "Deliveries",
  noHistory: "Not delivered yet",
  states,
  progress: (made: number, files: number) =>
    `${formatNumber(made)} of ${count(files, "file", "files")}`,
  progressOf: (folder: string) => `Progress of ${folder}`,
  /** Of files that failed, and of files that were made and do not meet the preset. */
  problems: (failed: number, findings: number) =>
    [
      ...(failed === 0 ? [] : [`${count(failed, "file", "files")} failed`]),
      ...(findings === 0 ? [] : [`${count(findings, "file", "files")} outside the preset`]),
    ].join(", "),
  problemsOf: (folder: string) => `Problems of ${folder}`,
  cancel: "Cancel",
  /** Removes the files of a delivery that failed. */
  removeFiles: "Remove files",
  /** Ends a download to this computer, and removes what it has written. */
  stopDownload: "Stop download",
  /** The commands for a delivery that others can download too. */
  endForAll: {
    action: "End for everybody…",
    title: (folder: string) => `End ${folder} for everybody?`,
    text: "The service stops this delivery and removes its files: nobody can download them any more. Files that are downloaded stay.",
    confirm: "End delivery",
  },
  /** Of a delivery that was not begun on this computer. */
  discard: "Discard",
  unconfirmed: (files: number, parts: string, folder: string) =>
    `This delivery was begun on another computer or by an earlier version. It would write ${count(files, "file", "files")} (${parts}) to ${folder}. Continue only if you want this.`,
  /** The sentence `unconfirmed` for a service that writes to no folder. */
  unconfirmedDownload: (files: number, parts: string) =>
    `This delivery was begun before the workspace was moved here. It would make ${count(files, "file", "files")} (${parts}). Continue only if you want this.`,
  resume: "Continue",
  /** Makes the files of a delivery again that has expired. */
  makeAgain: "Make again",
  /** Opens the dialog for the folder. */
  download: "Download…",
  /** The texts of errors that mean something else than for other files. */
  downloadReasons: {
    "path-taken": "The folder of the delivery has another file of the same name",
    "unexpected-answer": "A downloaded file does not have the bytes of the delivery",
    "not-found": "A file of the delivery is missing at the service",
  },
  show: "Show folder",
  dragFolder: (folder: string) => `${folder}\nCan be dragged to other programs`,
  actionOf: (action: string, folder: string) => `${action}: ${folder}`,
};
