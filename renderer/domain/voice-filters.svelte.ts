import type { Voice } from "../../preload/model/resources";
import { api } from "../app/api";
import { t } from "../app/strings";
import { LanguageNames } from "./language-names.svelte";

const voiceFilters = ["language", "gender", "age", "timbre", "voiceTag", "provider"] as const;
export type VoiceFilter = (typeof voiceFilters)[number];

/**
 * The filters and the sort key of a list of voices; "" for no filter. A type, so that it can be
 * stored as a preference.
 */
export type VoiceView = Record<VoiceFilter, string> & { sort: "name" | "-name" };

/** A view without filters. */
export const plainVoiceView: VoiceView = {
  language: "",
  gender: "",
  age: "",
  timbre: "",
  voiceTag: "",
  provider: "",
  sort: "name",
};

/** "female · adult · warm · French (France) · eSpeak NG" */
export function voiceFacts(voice: Voice, languages: Pick<LanguageNames, "of">): string {
  const { gender, age, timbre, provider = "" } = voice;
  return [
    ...[gender, age, timbre].map(t.voices.word),
    ...(voice.languages ?? []).map((id) => languages.of(id)),
    provider,
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

/** The filters of a list of the voices of a model, for the voices screen and the casting. */
export class VoiceFilters {
  /** The values that each filter offers. */
  options = $state.raw<Readonly<Record<VoiceFilter, readonly string[]>>>({
    language: [],
    gender: [],
    age: [],
    timbre: [],
    voiceTag: [],
    provider: [],
  });
  readonly view: VoiceView;
  #workspaceId: string;
  #model: () => string | null;
  #languages: LanguageNames;

  /** `model` returns null while the model is unknown; `view` is reactive. */
  constructor(workspaceId: string, model: () => string | null, view: VoiceView) {
    this.#workspaceId = workspaceId;
    this.#model = model;
    this.#languages = new LanguageNames(workspaceId);
    this.view = view;
  }

  get isActive(): boolean {
    return voiceFilters.some((filter) => this.view[filter] !== "");
  }

  /** The filters with labels and options, for ui/FilterRow. */
  get rows() {
    return voiceFilters.map((id) => ({
      id,
      label: t.voices.filters[id],
      anyTitle: t.voices.any[id],
      options: this.options[id],
      value: this.view[id],
      titleOf: id === "language" ? (value: string) => this.#languages.of(value) : t.voices.word,
    }));
  }

  clear(): void {
    for (const filter of voiceFilters) this.view[filter] = "";
  }

  /** What SearchableList and ListScreen need to list the filtered voices. */
  get source() {
    return {
      topics: ["catalogue"] as const,
      keyOf: ({ name }: Voice) => name,
      inputs: () => [this.#model(), ...voiceFilters.map((id) => this.view[id]), this.view.sort],
      fetch: (search: string, offset: number, limit: number) => {
        const model = this.#model();
        return model === null ? null : this.#fetch(model, search, offset, limit);
      },
    };
  }

  async #fetch(model: string, search: string, offset: number, limit: number) {
    const { language, gender, age, timbre, voiceTag, provider, sort } = this.view;
    const filters = { language, gender, age, timbre, voiceTag, provider, sort };
    const page = { workspaceId: this.#workspaceId, model, search, offset, limit };
    const { voices, total, freshness, facets } = await api.catalogue.voices({
      ...page,
      ...filters,
    });
    this.options = {
      language: facets.languages.toSorted((a, b) =>
        this.#languages.of(a).localeCompare(this.#languages.of(b)),
      ),
      gender: facets.genders,
      age: facets.ages,
      timbre: facets.timbres,
      voiceTag: facets.voiceTags,
      provider: facets.providers,
    };
    return { items: voices, total, freshness };
  }
}
