import type { Voice } from "../../preload/model/resources";
import { api } from "../app/api";
import { t } from "../app/strings";

const voiceFilters = ["gender", "age", "timbre", "voiceTag"] as const;
type VoiceFilter = (typeof voiceFilters)[number];

/** The filters and the sort key of a list of voices; "" for no filter. A type, so that it can be stored as a preference. */
export type VoiceView = Record<VoiceFilter, string> & { sort: "name" | "-name" };

/** A view without filters. */
export const plainVoiceView: VoiceView = {
  gender: "",
  age: "",
  timbre: "",
  voiceTag: "",
  sort: "name",
};

/** The filters of a list of the voices of a model, for the voices screen and the casting. */
export class VoiceFilters {
  /** The values that each filter offers. */
  options = $state.raw<Readonly<Record<VoiceFilter, readonly string[]>>>({
    gender: [],
    age: [],
    timbre: [],
    voiceTag: [],
  });
  readonly view: VoiceView;
  #workspaceId: string;
  #model: () => string | null;

  /** `model` returns null while the model is unknown; `view` is reactive. */
  constructor(workspaceId: string, model: () => string | null, view: VoiceView) {
    this.#workspaceId = workspaceId;
    this.#model = model;
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
    const { gender, age, timbre, voiceTag, sort } = this.view;
    const filters = { gender, age, timbre, voiceTag, sort };
    const page = { workspaceId: this.#workspaceId, model, search, offset, limit };
    const { voices, total, freshness, facets } = await api.catalogue.voices({
      ...page,
      ...filters,
    });
    const { genders, ages, timbres, voiceTags } = facets;
    this.options = { gender: genders, age: ages, timbre: timbres, voiceTag: voiceTags };
    return { items: voices, total, freshness };
  }
}
