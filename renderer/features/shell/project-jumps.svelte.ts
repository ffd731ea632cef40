import Folder from "@lucide/svelte/icons/folder";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

const pauseMs = 150;
const limit = 6;

/** Actions of the command palette that open a project whose name contains the typed text. */
export class ProjectJumps {
  found = $state.raw<readonly Action[]>([]);
  #session: Session;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastSearch = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Clears the results and searches after a pause in typing. */
  search(text: string): void {
    const query = text.trim();
    const own = ++this.#lastSearch;
    clearTimeout(this.#timer);
    this.found = [];
    if (query.length < 2) return;
    this.#timer = setTimeout(() => {
      this.#find(query).then(
        (found) => {
          if (own === this.#lastSearch) this.found = found;
        },
        // On failure the palette shows only the other actions.
        () => undefined,
      );
    }, pauseMs);
  }

  async #find(search: string): Promise<Action[]> {
    const { workspaceId } = this.#session;
    if (workspaceId === null) return [];
    const { projects } = await api.projects.list({
      workspaceId,
      type: "all",
      isArchived: false,
      search,
      sort: "-updated",
      offset: 0,
      limit,
    });
    return projects.map(({ id, name }) => ({
      id: `project.jump.${id}`,
      title: name,
      icon: Folder,
      group: t.app.projectJumps,
      run: () => router.go({ screen: "project", projectId: id, tab: "batches" }),
    }));
  }
}
