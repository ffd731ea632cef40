/** Projects: their list, changes of them, and their languages. */
import type { Handlers } from "../../../preload/contract";
import type { Project } from "../../../preload/model/resources";
import { checkProject, type Violation } from "../../../preload/facts/rules";
import { kindKey } from "../lists/list-definitions";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import { chunk, ignoreNotFound, throwIfInvalid, settleEach } from "../../common/bulk-operations";
import { createCatalogueLanguages } from "./catalogue-languages";
import { createLanguageTallies, tallyOf } from "./language-tallies";

export interface Projects {
  handlers: Handlers["projects"];
  get: Handlers["projects"]["get"];
  /** The language ids that the catalogue does not list; none while no catalogue is cached. */
  unknownLanguages(
    workspaceId: string,
    named: readonly { field: string; id: string }[],
  ): Violation[];
  /**
   * The code of a language by its id or code, in any case: what a request names as its language
   * code. The text itself if the catalogue does not list it, or is not cached: the service decides
   * then.
   */
  languageCode(workspaceId: string, text: string): string;
}

const projectsList = { kind: "projects" } as const;

export function createProjects(deps: ResourceDeps): Projects {
  const { lists, store, remote } = deps;
  const { unknownLanguages, languageCode } = createCatalogueLanguages(deps);
  const tally = createLanguageTallies(deps);
  const projectsOf = (workspaceId: string) => kindKey(workspaceId, "projects");
  const batchesOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "batches", projectId);
  function put(workspaceId: string, project: Project): Project {
    lists.put(projectsOf(workspaceId), [project]);
    lists.syncAfterWrite(workspaceId, projectsList);
    return project;
  }

  async function removeFromCache(workspaceId: string, projectId: string): Promise<void> {
    const own = store.ofProject(workspaceId, projectId);
    lists.remove(projectsOf(workspaceId), [projectId]);
    await lists.drop(own);
  }

  const handlers: Handlers["projects"] = {
    list({ workspaceId, type, isArchived, ...page }) {
      const key = projectsOf(workspaceId);
      const { items, total } = lists.page(
        key,
        toItemPage(page, { category: isArchived ? "archived" : "active", subtype: type }),
      );
      const { active = 0, archived = 0 } = lists.counts(key);
      return {
        projects: items,
        total,
        counts: { active, archived },
        freshness: lists.freshness(workspaceId, projectsList),
      };
    },
    async get({ workspaceId, projectId }) {
      const key = projectsOf(workspaceId);
      let project = lists.get(key, projectId);
      if (!project) {
        project = await remote(workspaceId).projects.get(projectId);
        lists.put(key, [project]);
      }
      return { project, freshness: lists.freshness(workspaceId, projectsList) };
    },
    async create({ workspaceId, ...draft }) {
      const named = draft.targetLanguages.map((id, index) => ({
        field: `targetLanguages[${index}]`,
        id,
      }));
      if (draft.sourceLanguage !== null)
        named.unshift({ field: "sourceLanguage", id: draft.sourceLanguage });
      throwIfInvalid([...checkProject(draft), ...unknownLanguages(workspaceId, named)]);
      const project = await remote(workspaceId)
        .projects.create(draft)
        .catch((error: unknown) => {
          // If the response was lost or unreadable, the project may exist.
          lists.syncAfterWrite(workspaceId, projectsList);
          throw error;
        });
      const languages = named.map(({ id }) => id);
      store.addProjectLanguages(workspaceId, project.id, languages);
      return put(workspaceId, project);
    },
    async rename({ workspaceId, projectId, name }) {
      return put(workspaceId, await remote(workspaceId).projects.change(projectId, { name }));
    },
    async setArchived({ workspaceId, projectIds, isArchived }) {
      const key = projectsOf(workspaceId);
      const status = isArchived ? "archived" : "active";
      try {
        for (const ids of chunk(projectIds)) {
          await remote(workspaceId).projects.setArchived(ids, isArchived);
          lists.put(
            key,
            ids.flatMap((id) => {
              const project = lists.get(key, id);
              return project ? [{ ...project, status }] : [];
            }),
          );
        }
      } finally {
        lists.syncAfterWrite(workspaceId, projectsList);
      }
    },
    async delete({ workspaceId, projectIds }) {
      const outcomes = await settleEach(
        projectIds,
        (id) => id,
        async (id) => {
          await ignoreNotFound(remote(workspaceId).projects.delete(id));
          await removeFromCache(workspaceId, id);
        },
      );
      lists.syncAfterWrite(workspaceId, projectsList);
      return outcomes;
    },
    async languages({ workspaceId, projectId }) {
      const tallies = await tally(batchesOf(workspaceId, projectId));
      const all = new Map(tallies);
      for (const id of store.addedLanguages(workspaceId, projectId)) tallyOf(all, id);
      const languages = [...all.values()]
        .sort((a, b) => (a.languageId < b.languageId ? -1 : 1))
        .map(({ percentages, ...rest }) => ({
          ...rest,
          completionPercentage: rest.batches === 0 ? 0 : percentages / rest.batches,
        }));
      return {
        languages,
        freshness: lists.freshness(workspaceId, { kind: "batches", projectId }),
      };
    },
    async addLanguages({ workspaceId, projectId, languages }) {
      const named = languages.map((id, index) => ({ field: `languages[${index}]`, id }));
      throwIfInvalid(unknownLanguages(workspaceId, named));
      await remote(workspaceId).projects.addLanguages(projectId, languages);
      store.addProjectLanguages(workspaceId, projectId, languages);
      deps.changed("projects");
    },
  };

  return {
    handlers,
    get: handlers.get,
    unknownLanguages,
    languageCode,
  };
}
