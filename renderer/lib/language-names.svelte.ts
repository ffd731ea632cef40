import type { Language } from "../../preload/resources";
import { api } from "./api";
import { formatLanguage } from "./format";
import { query } from "./query.svelte";
import { showLists } from "./shown-lists.svelte";

/** The languages of the service as this component shows them: by their names in the interface's language. */
export class LanguageNames {
  #answer;

  constructor(workspaceId: string) {
    showLists(() => [{ kind: "languages" }]);
    this.#answer = query(["catalogue"], () => api.catalogue.languages({ workspaceId }));
  }

  get all(): readonly Language[] {
    return this.#answer.data?.languages ?? [];
  }
  /** Why they cannot be told: never read, and then not readable. */
  get problem() {
    const { data, error } = this.#answer;
    return error ?? (data?.freshness.readAt === null ? data.freshness.problem : null);
  }

  /** "French (France)"; an id that is no language's as it is. */
  of(id: string): string {
    return formatLanguage(id, this.all.find((one) => one.id === id)?.name);
  }

  /** To choose from, sorted by name; the id is searched as well. */
  get options(): { value: string; title: string; note: string }[] {
    return this.all
      .map(({ id, name }) => ({ value: id, title: formatLanguage(id, name), note: id }))
      .sort((a, b) => a.title.localeCompare(b.title));
  }
}
