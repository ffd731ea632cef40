/** The facts about a project that the validation of a bulk draft requires. */
import { kindKey } from "../lists/list-definitions";
import type { Lists } from "../lists/lists";
import type { TargetProject } from "../outbox/requests/batch-rules";
import { nameKey } from "../outbox/sending/find-batches-by-name";
import type { OutboxStore } from "../outbox/store/outbox-store";

export interface ProjectFactsDeps {
  lists: Pick<Lists, "all" | "items">;
  outboxStore: Pick<OutboxStore, "pendingNames">;
  /** Rejects with "not-found" for a project that does not exist. */
  project: (workspaceId: string, projectId: string) => Promise<TargetProject>;
  /** Languages that were added to a project by this application. */
  addedLanguages: (workspaceId: string, projectId: string) => string[];
}

/** Ids and codes of languages; undefined where they are not known. */
export interface KnownLanguages {
  catalogue: string[] | undefined;
  project: string[] | undefined;
}

export type ProjectFacts = ReturnType<typeof createProjectFacts>;

export function createProjectFacts({ lists, ...deps }: ProjectFactsDeps) {
  return {
    project: deps.project,
    /**
     * The cached catalogue, and the project's languages where they are known: those added by this
     * application and those of its batches.
     */
    async languages(workspaceId: string, projectId: string): Promise<KnownLanguages> {
      const all = kindKey(workspaceId, "languages");
      const listed = await lists.all(all);
      const namesOf = ({ id, code }: { id: string; code: string }) => [id, code];
      const catalogue = listed.flatMap(namesOf);
      const given = deps.addedLanguages(workspaceId, projectId);
      const ofProject = new Set(given);
      // All languages are known only of a project that was created by this application.
      if (given.length > 0)
        for await (const page of lists.items(kindKey(workspaceId, "batches", projectId)))
          for (const { translations } of page)
            for (const { languageId } of translations) ofProject.add(languageId);
      return {
        catalogue: catalogue.length === 0 ? undefined : catalogue,
        project:
          ofProject.size === 0
            ? undefined
            : [...ofProject, ...listed.filter(({ id }) => ofProject.has(id)).flatMap(namesOf)],
      };
    },
    /**
     * Keys of the names of a project's cached and pending batches, without those of pending
     * requests that starting this draft would replace.
     */
    async namesTaken(
      workspaceId: string,
      projectId: string,
      draftId: number,
    ): Promise<ReadonlySet<string>> {
      const pending = deps.outboxStore.pendingNames(workspaceId, projectId, draftId);
      const names = new Set(pending.map(nameKey));
      for await (const page of lists.items(kindKey(workspaceId, "batches", projectId)))
        for (const { name } of page) names.add(nameKey(name));
      return names;
    },
  };
}
