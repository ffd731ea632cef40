/** The screens that are opened with a large text size, and the data for all of them. */
import { addRequest, seedTables } from "./bulk-seed";
import { someEntries } from "./outbox-seed";
import { someUploads } from "./upload-seed";
import type { OpenOptions } from "./window";

/** Data for every screen. */
export const everyScreen: OpenOptions = {
  uploads: someUploads(),
  entries: someEntries(),
  seedApplication(application) {
    seedTables(application);
    addRequest(application, { id: "r1", name: "Season 1" });
  },
};

/** The URL fragment of every screen and every page of a project, by the name of its screenshot. */
export const zoomedScreens: Readonly<Record<string, string>> = {
  overview: "#/overview",
  projects: "#/projects",
  batches: "#/project/home/batches",
  casting: "#/project/home/casting",
  glossary: "#/project/home/glossary",
  team: "#/project/home/team",
  languages: "#/project/home/languages",
  "new-batch": "#/new-batch/home",
  batch: "#/batch/home/ep3",
  "bulk-drafts": "#/bulk/home",
  "bulk-table": "#/bulk/home/1",
  "bulk-request": "#/bulk/home?request=r1",
  media: "#/media?folder=season-2%2F",
  uploads: "#/uploads",
  "watch-folders": "#/watch-folders",
  outbox: "#/outbox",
  voices: "#/voices",
  users: "#/users",
  settings: "#/settings",
  help: "#/help/uploads",
};
