import type { Language } from "../../preload/model/resources";
import { api } from "../app/api";
import { formatLanguage } from "../app/format";
import { query } from "../app/query.svelte";
import { showLists } from "./visible-lists.svelte";
import { t } from "../app/strings";

/** A language as an option. */
export interface LanguageOption {
  value: string;
  title: string;
  /** The id, and what the service does not support for it. */
  note: string;
}

/** The languages as options, sorted by name. */
export function languageOptions(all: readonly Language[]): LanguageOption[] {
  return all
    .map(({ id, name, isTextSupported, isAudioSupported }) => ({
      value: id,
      title: formatLanguage(id, name),
      note: [
        id,
        ...(isTextSupported ? [] : [t.languages.noText]),
        ...(isAudioSupported ? [] : [t.languages.noAudio]),
      ].join(" · "),
    }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** A sentence naming the chosen languages without audio; undefined for none. */
export function withoutAudio(
  all: readonly Language[],
  chosen: readonly string[],
): string | undefined {
  const silent = all.filter(({ id, isAudioSupported }) => !isAudioSupported && chosen.includes(id));
  if (silent.length === 0) return undefined;
  return t.languages.withoutAudio(silent.map(({ id, name }) => formatLanguage(id, name)));
}

/** The languages of the service, by their names in the interface language. */
export class LanguageNames {
  #query;

  constructor(workspaceId: string) {
    showLists(() => [{ kind: "languages" }]);
    this.#query = query(["catalogue"], () => api.catalogue.languages({ workspaceId }));
  }

  get all(): readonly Language[] {
    return this.#query.data?.languages ?? [];
  }
  /** Why the languages are not available: they were never synced, and syncing them failed. */
  get problem() {
    const { data, error } = this.#query;
    return error ?? (data?.freshness.readAt === null ? data.freshness.problem : null);
  }

  /** "French (France)"; an unknown id is returned unchanged. */
  of(id: string): string {
    return formatLanguage(id, this.all.find((one) => one.id === id)?.name);
  }

  /** The options, sorted by name; the id is searched as well. */
  get options(): LanguageOption[] {
    return languageOptions(this.all);
  }
}
