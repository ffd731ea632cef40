import type { Freshness, Voice } from "../../preload/model/resources";
import { api } from "../app/api";
import { dependOn } from "../app/track";
import { pagedList, type PagedList } from "../app/paged-list.svelte";
import { Selection } from "../app/selection.svelte";
import { t } from "../app/strings";

/** The filters of voices, in display order. */
export const voiceFilters = ["gender", "age", "timbre", "voiceTag"] as const;
export type VoiceFilter = (typeof voiceFilters)[number];

/** How a list of voices is shown; "" for no filter. A type, so that it can be remembered. */
export type VoiceView = Record<VoiceFilter, string> & { sort: "name" | "-name" };

/** A view with nothing filtered. */
export const plainVoiceView: VoiceView = {
  gender: "",
  age: "",
  timbre: "",
  voiceTag: "",
  sort: "name",
};

/** The voices of a model with search and filters, used by the voices screen and the casting. */
export class VoiceBrowser {
  search = $state("");
  freshness = $state.raw<Freshness>();
  options = $state.raw<Readonly<Record<VoiceFilter, readonly string[]>>>({
    gender: [],
    age: [],
    timbre: [],
    voiceTag: [],
  });
  readonly view: VoiceView;
  readonly list: PagedList<Voice>;
  readonly selection: Selection<Voice>;

  /** `model` is null while none is known; `view` is reactive, as rememberedView makes it. */
  constructor(workspaceId: string, model: () => string | null, view: VoiceView) {
    this.view = view;
    const keyOf = ({ name }: Voice) => name;
    this.list = pagedList<Voice>({
      topics: ["catalogue"],
      keyOf,
      inputs: () => [model(), ...this.#place],
      fetch: (offset, limit) => {
        const asked = model();
        return asked === null ? null : this.#fetch(workspaceId, asked, offset, limit);
      },
    });
    this.selection = new Selection(this.list, keyOf);
    $effect.pre(() => {
      dependOn(model(), ...this.#place);
      this.selection.clear();
    });
  }

  get #place(): readonly string[] {
    return [this.search, ...voiceFilters.map((filter) => this.view[filter]), this.view.sort];
  }

  /** Another value is another list. */
  get place(): string {
    return JSON.stringify(this.#place);
  }

  get isFiltered(): boolean {
    return voiceFilters.some((filter) => this.view[filter] !== "");
  }

  /** The filters with labels and options, for ui/FilterRow. */
  get filters() {
    return voiceFilters.map((id) => ({
      id,
      label: t.voices.filters[id],
      anyTitle: t.voices.any[id],
      options: this.options[id],
      value: this.view[id],
    }));
  }

  clearFilters(): void {
    for (const filter of voiceFilters) this.view[filter] = "";
  }

  async #fetch(workspaceId: string, model: string, offset: number, limit: number) {
    const { gender, age, timbre, voiceTag, sort } = this.view;
    const answer = await api.catalogue.voices({
      workspaceId,
      model,
      search: this.search,
      gender,
      age,
      timbre,
      voiceTag,
      sort,
      offset,
      limit,
    });
    const { genders, ages, timbres, voiceTags } = answer.facets;
    this.options = { gender: genders, age: ages, timbre: timbres, voiceTag: voiceTags };
    this.freshness = answer.freshness;
    return { items: answer.voices, total: answer.total };
  }
}
