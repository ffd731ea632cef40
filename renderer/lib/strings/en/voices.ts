import { count } from "./count";

export const voices = {
  title: "Voices",
  list: "Voices",
  group: "Voices",
  search: "Search voices",
  model: "Model",
  count: (number: number) => count(number, "voice", "voices"),
  columns: {
    name: "Voice",
    gender: "Gender",
    age: "Age",
    timbre: "Timbre",
    tag: "Tag",
    description: "Description",
  },
  /** A word that the service has for a gender, an age or a timbre: English as it comes. */
  word: (word: string) => word,
  filters: { gender: "Gender", age: "Age", timbre: "Timbre", voiceTag: "Tag" },
  any: { gender: "Any gender", age: "Any age", timbre: "Any timbre", voiceTag: "Any tag" },
  clearFilters: "Clear filters",
  emptyTitle: "This model has no voices",
  emptyText: "The service names none for it.",
  emptyFilterTitle: "No voice fits these filters",
  noModelsTitle: "No models",
  noModelsText: "Voices belong to a model, and the service names none.",
  copyName: "Copy name",
  copyNames: "Copy names",
  copied: (number: number) =>
    number === 1 ? "Name copied" : `${count(number, "name", "names")} copied`,
  selectFirst: "Select a voice first",
  toggleDetails: "Show or hide details",
  details: "Voice details",
  detailsHint: "Select one voice to see its details.",
  styles: "Styles of the model",
  stylesFor: "Styles it can speak in",
  noStyles: "The service names no styles for this model.",
};
