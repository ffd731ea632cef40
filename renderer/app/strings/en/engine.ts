import type { PackKind, PackProblem } from "../../../../preload/facts/packs";
import { count } from "./count";

const kinds: Record<PackKind, string> = {
  voices: "Voices",
  transcription: "Transcription",
  translation: "Translation",
  speakers: "Recognition of speakers",
  "voice-activity": "Detection of speech",
};
const problems: Record<PackProblem, string> = {
  network: "The download was interrupted. Resume continues it.",
  replaced: "The publisher has replaced this pack. A newer version of Dubyard is required.",
  hash: "The file is not the one of the publisher, and was deleted.",
  archive: "The archive is damaged, or is not that of this pack.",
  "wrong-file": "The file or folder is not that of this pack.",
  "disk-full": "There is not enough space on the disk.",
  "in-use": "Another workspace is using or changing this pack.",
  other: "The installation failed.",
};

/** What is shown before a download. */
export interface InstallFacts {
  /** Size of what remains to be downloaded. */
  download: string;
  host: string;
  publisher: string;
  page: string;
  licence: string;
}

/** Engine of local workspaces: packs. */
export const engine = {
  title: "Engine",
  text: "For workspaces on this computer. Packs are models that run on it, without an account and without a network.",
  noWorkspace: "There is no workspace on this computer.",
  notRunning: "Packs are available when a workspace on this computer is running.",
  notOffered: "This version cannot use packs.",
  packs: "Packs",
  kinds,
  problems,
  /** A heading with the number and size of installed packs. */
  installedTotal: (number: number, size: string) =>
    `${count(number, "pack", "packs")} installed, ${size}`,
  noneInstalled: "No pack is installed. Nothing is downloaded before you install one.",
  languages: (number: number) => count(number, "language", "languages"),
  translation: (from: string, to: string) => `${from} → ${to}`,
  voices: (number: number) => count(number, "voice", "voices"),
  download: (size: string) => `${size} download`,
  onDisk: (size: string) => `${size} on disk`,
  licence: (licence: string) => `Licence ${licence}`,
  installed: "Installed",
  damaged: "Files are missing",
  install: "Install",
  installAgain: "Install again",
  resume: "Resume",
  retry: "Try again",
  /** Every download is confirmed. */
  installTitle: (name: string) => `Download and install “${name}”?`,
  installText: ({ download, host, publisher, page, licence }: InstallFacts) =>
    `${download} will be downloaded from ${host}. ` +
    `Licence: ${licence}. Publisher: ${publisher}, ${page}`,
  installConfirm: "Download",
  unusable: "This version of Dubyard has no program that runs this pack.",
  fromFile: "Install from a file…",
  fromFolder: "Install from a folder…",
  discard: (size: string) => `Discard the interrupted download (${size})`,
  cancel: "Cancel",
  remove: "Remove…",
  waiting: "Waiting for another installation",
  downloading: (percent: string) => `Downloading, ${percent}`,
  unpacking: (percent: string) => `Checking and unpacking, ${percent}`,
  progress: (name: string) => `Installation of ${name}`,
  actionOf: (action: string, name: string) => `${action}: ${name}`,
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeText: (size: string) =>
    `This frees ${size}. Workspaces on this computer can no longer use the pack; finished takes stay.`,
  removeConfirm: "Remove",
  removed: (name: string, size: string) => `${name} was removed, ${size} freed`,
};
