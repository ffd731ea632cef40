import type { Theme } from "../../../../preload/model";

const themes: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

/** The settings. */
export const settings = {
  title: "Settings",
  sections: "Sections",
  workspaces: "Workspaces",
  workspacesText: "Each has its own media gallery and its own queue.",
  uploads: "Uploads",
  uploadsText: "These hold for all workspaces and apply at once.",
  appearance: "Appearance",
  theme: "Theme",
  themes,
  themeHint: "“System” follows your desktop.",
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
  about: (version: string) => `Dubyard ${version}`,
};
