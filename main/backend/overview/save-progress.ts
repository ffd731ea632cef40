/** Saves the progress of all active projects as a table, with a row for what is not begun too. */
import type { Handlers } from "../../../preload/contract";
import type { Project } from "../../../preload/model/resources";
import type { Schedule } from "../../../preload/local-service/schedules";
import { writeWhole } from "../../common/files";
import { forEachLimit } from "../../common/for-each-limit";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";
import type { Dialogs } from "../ports";
import { progressTable, type ProgressRow } from "./progress-report";
import type { OverviewStore } from "./store";

export interface SaveProgressDeps extends ResourceDeps {
  overviewStore: Pick<OverviewStore, "readLongestAgo">;
  dialogs: Pick<Dialogs, "saveFile">;
  readSchedules: (workspaceId: string) => Promise<Schedule[]>;
}

const concurrentSyncs = 2;
/** Lists that were read within this time, in milliseconds, are not read again for a report. */
const maxAgeMs = 60_000;
/** The state of a project whose batches could not be read. */
const notRead = "not read";

const keyOf = (...parts: (string | null)[]) => JSON.stringify(parts);

export function createSaveProgress(
  deps: SaveProgressDeps,
): Pick<Handlers["overview"], "saveProgress"> {
  const { lists, store, extensions, remote } = deps;

  async function countLines(workspaceId: string) {
    const found = new Map<string, NonNullable<ProgressRow["counted"]>>();
    if (!extensions.offers(workspaceId, "review")) return found;
    for (const { languageId, batches = [] } of await remote(
      workspaceId,
    ).extensions.review.progressByBatch())
      for (const { batchId, ...counted } of batches)
        found.set(keyOf(batchId, languageId.toLowerCase()), counted);
    return found;
  }

  /** The rows of all active projects, by name. */
  async function rowsOf(workspaceId: string): Promise<ProgressRow[]> {
    await lists.refreshIfOlder(workspaceId, { kind: "projects" }, maxAgeMs);
    // A list that cannot be read is reported with what is known, or as not read.
    await forEachLimit(
      concurrentSyncs,
      deps.overviewStore.readLongestAgo(workspaceId),
      (projectId) =>
        lists
          .refreshIfOlder(workspaceId, { kind: "batches", projectId }, maxAgeMs)
          .catch(() => undefined),
    );
    const counts = await countLines(workspaceId);
    const schedules = new Map(
      (await deps.readSchedules(workspaceId)).map((one) => [
        keyOf(one.projectId, one.batchId),
        one,
      ]),
    );
    const plannedOf = (projectId: string, batchId: string | null) => {
      const { dueOn = null, note = "" } = schedules.get(keyOf(projectId, batchId)) ?? {};
      return { dueOn: dueOn ?? "", note };
    };

    async function rowsOfProject({ id: projectId, name: project }: Project) {
      const rows: ProgressRow[] = [];
      const languages = new Set<string>();
      const own = { project, ...plannedOf(projectId, null), counted: null };
      for await (const batches of lists.items(kindKey(workspaceId, "batches", projectId)))
        for (const { id: batchId, name: batch, status, translations } of batches) {
          const of = { project, batch, ...plannedOf(projectId, batchId) };
          const found = translations.flatMap(({ languageId, type, status: state }) => {
            languages.add(languageId.toLowerCase());
            const counted = counts.get(keyOf(batchId, languageId.toLowerCase())) ?? null;
            // A source is a row only if it is dubbed itself.
            const isRow = type !== "source" || counted !== null || translations.length === 1;
            return isRow ? [{ ...of, languageId, state, counted }] : [];
          });
          rows.push(
            ...(found.length > 0
              ? found
              : [{ ...of, languageId: "", state: status, counted: null }]),
          );
        }
      const isRead = lists.readAt(workspaceId, { kind: "batches", projectId }) !== null;
      const added = store
        .addedLanguages(workspaceId, projectId)
        .filter((languageId) => !languages.has(languageId.toLowerCase()));
      // What is planned for the project stands in a row of its own.
      const hasPlan = own.dueOn !== "" || own.note !== "";
      if (rows.length + added.length === 0 || hasPlan || !isRead)
        rows.unshift({ ...own, batch: "", languageId: "", state: isRead ? "" : notRead });
      for (const languageId of added)
        rows.push({ ...own, dueOn: "", note: "", batch: "", languageId, state: "" });
      return rows;
    }

    const all: ProgressRow[] = [];
    const projects = await lists.all(kindKey(workspaceId, "projects"));
    const active = new Set(deps.overviewStore.readLongestAgo(workspaceId));
    const sorted = projects
      .filter(({ id }) => active.has(id))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
    for (const project of sorted) all.push(...(await rowsOfProject(project)));
    return all;
  }

  return {
    async saveProgress({ workspaceId }) {
      const path = await deps.dialogs.saveFile({
        suggestedName: "Progress.xlsx",
        extensions: ["xlsx", "csv"],
      });
      if (path === null) return null;
      const table = progressTable(await rowsOf(workspaceId));
      const isCsv = path.toLowerCase().endsWith(".csv");
      await writeWhole(path, isCsv ? Buffer.from(toCsv(table)) : await toXlsx(table));
      return { path };
    },
  };
}
