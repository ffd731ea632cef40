import type { ProjectType } from "../../../../preload/model/resources";
import type { ProjectTab } from "../../../../preload/routes";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const projectCount = (number: number) => count(number, "project", "projects");
const types: Record<ProjectType, { title: string; hint: string }> = {
  "line-dubbing": {
    title: "Line dubbing",
    hint: "A script with a source recording for each line, to be dubbed into the target languages.",
  },
  "media-dubbing": {
    title: "Media dubbing",
    hint: "A video, with or without a script, to be dubbed into the target languages.",
  },
  "audio-production": {
    title: "Audio production",
    hint: "A script to be spoken. A video is optional.",
  },
};
const statuses: Record<string, string> = { active: "Active", archived: "Archived" };
const tabs: Record<ProjectTab, string> = {
  batches: "Batches",
  casting: "Casting",
  glossary: "Glossary",
  team: "Team",
  languages: "Languages",
};
const some = (names: readonly string[], more: number) =>
  formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names);

export const projects = {
  title: "Projects",
  list: "Projects",
  group: "Projects",
  types,
  /** An unknown type is shown unchanged. */
  type: (type: string) => (Object.hasOwn(types, type) ? types[type as ProjectType].title : type),
  status: (status: string) => statuses[status] ?? status,
  search: "Search projects",
  state: "Show",
  active: "Active",
  archived: "Archived",
  typeFilter: "Type",
  allTypes: "All types",
  columns: {
    name: "Project",
    type: "Type",
    model: "Model",
    approved: "Approved",
    updated: "Updated",
    created: "Created",
  },
  emptyTitle: "No projects yet",
  emptyText:
    "A project contains the batches of one production: its languages, its cast and its team.",
  emptyArchive: "No archived projects",
  emptyArchiveText: "Archived projects move here from the list of active projects.",
  emptyActive: "No active projects",
  emptyActiveText: "All projects are archived. Unarchive one, or create a new one.",
  emptyType: (type: string) => `No projects of the type ${type}`,
  showAllTypes: "Show all types",
  showArchived: "Show archived",

  create: "New project…",
  open: "Open",
  rename: "Rename…",
  archive: "Archive",
  unarchive: "Unarchive",
  delete: "Delete…",
  copyId: "Copy ID",
  copyIds: (number: number) => `Copy ${formatNumber(number)} IDs`,
  idCopied: (number: number) => (number === 1 ? "ID copied" : `${formatNumber(number)} IDs copied`),
  selectOne: "Select one project",
  selectFirst: "Select projects first",
  archivedSome: (number: number) => `${projectCount(number)} archived`,
  unarchivedSome: (number: number) =>
    `${projectCount(number)} ${number === 1 ? "is" : "are"} active again`,
  nothingToArchive: "Nothing selected is active",
  nothingToUnarchive: "Nothing selected is archived",

  renameTitle: "Rename project",
  name: "Name",
  renamed: (name: string) => `Project renamed to “${name}”`,

  newTitle: "New project",
  newAction: "Create project",
  made: (name: string) => `“${name}” was created`,
  notMade: (name: string, why: string) => `“${name}” was not created. ${why}`,
  typeLabel: "Type",
  typeHint: "Cannot be changed later.",
  model: "Model",
  modelHint: "Determines the available voices. Cannot be changed later.",
  noModels: "The service offers no models",
  noModelsText: "A project needs a model. Contact the operator of the service.",
  sourceLanguage: "Source language",
  sourceHint: "The language of the originals",
  sourceOptional: "Optional for audio production",
  targetLanguages: "Target languages",
  targetHint: "More can be added later.",
  languageSearch: "Search languages",
  languageEmpty: "No language with this name",
  catalogueNeverRead: "The languages and models of this service have not been read yet.",

  deleteTitle: (number: number, name: string) =>
    number === 1 ? `Delete “${name}”?` : `Delete ${projectCount(number)}?`,
  deleteNames: (names: readonly string[], more: number) => some(names, more),
  /** What is deleted. `batches` is null where the number is not known. */
  deleteText: (number: number, batches: number | null) => {
    const own = number === 1 ? "The project" : `All ${formatNumber(number)} projects`;
    const with_ =
      batches === null || batches === 0 ? "batches" : count(batches, "batch", "batches");
    return `${own} with ${batches === null ? "all " : ""}${with_}, characters and casting, glossary and team will be deleted at the service. This cannot be undone. Files in the media gallery stay.`;
  },
  deleteType: (words: string) => `Type “${words}” to confirm`,
  deleteWords: projectCount,
  deleteAction: (number: number) =>
    number === 1 ? "Delete project" : `Delete ${projectCount(number)}`,
  deleteMismatch: "Type it exactly as shown.",
  notDeleted: (number: number) => `${projectCount(number)} could not be deleted`,
  deleted: (number: number, name: string) =>
    number === 1 ? `“${name}” was deleted` : `${projectCount(number)} deleted`,

  tabs,
  tabsLabel: "Pages of the project",
  pathLabel: "Path",
  goToTab: (tab: string) => `Go to ${tab} of this project`,
  uncast: (number: number) => `${formatNumber(number)} without a voice`,
  menu: "Project",
  archivedBanner: "This project is archived.",
  notFoundTitle: "This project no longer exists",
  notFoundText: "It was deleted, or it belongs to another workspace.",
  back: "Back to projects",
  failed: "The project could not be read",
};
