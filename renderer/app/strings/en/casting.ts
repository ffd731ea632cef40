import type { CastingProblem } from "../../../../preload/facts/casting";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const characters = (number: number) => count(number, "character", "characters");

const problem: Record<CastingProblem, string> = {
  "casting-columns": "One of the first 20 rows needs the columns Character and Voice",
  "casting-character-unknown": "The project has no such character",
  "casting-character-twice": "An earlier row is for the same character. It is used",
  "casting-character-changed": "This name is written in another way; it was recognised",
  "casting-language-unknown":
    "These voices are for a language in which the characters can have none of their own",
  "casting-language-several":
    "This name stands for several languages of the project. Write the code of one, such as en-gb",
};

export const casting = {
  title: "Casting",
  list: "Characters",
  group: "Casting",
  search: "Search characters",
  filter: "Show",
  filters: { all: "All", uncast: "Without a voice" },
  columns: { name: "Character", lines: "Lines", voice: "Voice" },
  noVoice: "No voice yet",
  saving: (voice: string) => `${voice} · saving…`,
  refused: (reason: string) => `Not saved. ${reason}`,
  progress: (done: number, all: number) =>
    `${formatNumber(done)} of ${characters(all)} ${all === 1 ? "has" : "have"} a voice`,
  uncast: (number: number) => `Still without a voice: ${formatNumber(number)}`,
  allCast: "Every character has a voice",
  announced: (name: string, voice: string) => `${name}: ${voice}.`,
  keys: "Enter: find a voice · type to filter · ↓ to choose · Enter: assign and continue · Esc: back",

  emptyTitle: "No characters yet",
  emptyText:
    "They appear when a batch has been read: from its script, or once its source is reviewed and it has a target script.",
  emptyUncast: "Every character has a voice",
  showAll: "Show all",

  choose: "Find a voice",
  chooseFor: (number: number) => `Find a voice for ${characters(number)}`,
  next: "Next without a voice",
  noneLeft: "Every character has a voice",
  selectFirst: "Select a character first",
  selectOne: "Select one character",
  undo: "Undo the last assignment",
  nothingToUndo: "No voice was assigned here yet",
  assigned: (name: string, voice: string) => `${name} now has the voice ${voice}`,
  assignedSome: (number: number, voice: string) =>
    `${characters(number)} now have the voice ${voice}`,
  copiedSome: (number: number) => `${characters(number)} cast`,
  failedSome: (number: number) => `The voice could not be assigned to ${characters(number)}`,
  undone: (name: string, voice: string) => `${name} has the voice ${voice} again`,
  useVoiceOfAll: "Use the voice for all languages",
  usesAll: (name: string) => `${name} has the voice for all languages`,
  useAll: (number: number) =>
    `${characters(number)} ${number === 1 ? "has" : "have"} the voice for all languages`,
  noneOfLanguage: "None of the selected characters has a voice of its own in this language",
  /** A voice in one language. */
  inLanguage: {
    label: "Voices for",
    all: "All languages",
    column: (language: string) => `Voice in ${language}`,
    pane: (name: string, language: string) => `Voice for ${name} in ${language}`,
    own: (language: string, voice: string) => `${language}: ${voice}`,
    only: (language: string) => `Only in ${language}`,
    asAll: "As in all languages",
    /** `unspoken` of the `assigned` voices do not speak the language. */
    state: (language: string, unspoken: number, assigned: number) => {
      if (unspoken > 0) return `Voices that do not speak ${language}: ${formatNumber(unspoken)}`;
      if (assigned === 0) return "No voice is assigned yet";
      return assigned === 1
        ? `The assigned voice speaks ${language}`
        : `All ${formatNumber(assigned)} assigned voices speak ${language}`;
    },
    needsVoice: "Choose a voice for all languages first",
  },
  undoneSome: (number: number) => `${characters(number)} have their previous voices again`,
  noUndo: (names: readonly string[], more: number) =>
    `${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)} had no voice before. The service cannot remove a voice. Assign another one instead.`,

  pane: {
    label: "Voices of the model",
    none: "Voices",
    hint: "Select a character on the left.",
    for: (name: string) => `Voice for ${name}`,
    forSome: (number: number) => `One voice for ${characters(number)}`,
    list: "Voices",
    search: "Search voices",
    assign: "Assign",
    selectVoice: "Select a voice first",
    current: "current voice",
    usedBy: (names: readonly string[], more: number) =>
      `used by ${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)}`,
    empty: "This model has no voices",
    emptyFilter: "No matching voices",
    refresh: "Refresh",
  },

  copy: {
    action: "Copy from another project…",
    title: "Copy casting from another project",
    text: "Characters with the same name get the voice they have there.",
    projects: "Projects",
    searchProjects: "Search projects",
    noProjects: "No other projects",
    state: "Show",
    active: "Active",
    archived: "Archived",
    from: (name: string) => `Copy casting from “${name}”`,
    kinds: {
      new: "New",
      changed: "Changed",
      same: "Unchanged",
      "no-match": "No match",
      "no-voice": "Voice not available",
      "no-default": "No voice for all languages",
    },
    hints: {
      new: "They have no voice yet.",
      changed: "Their current voice will be replaced. Select the characters to change.",
      same: "They already have this voice.",
      "no-voice": "Their voice is not part of this project’s model.",
      "no-default": "A voice for one language needs a voice for all languages first.",
    },
    noMatch: "The other project has no character with this name and a voice.",
    empty: "None",
    search: "Search characters",
    tick: "Select all",
    untick: "Select none",
    instead: (voice: string) => `instead of ${voice}`,
    next: "Compare",
    back: "Back",
    chooseFirst: "Choose a project first",
    apply: (number: number) =>
      number === 0 ? "Copy voices" : `Copy ${count(number, "voice", "voices")}`,
    nothing: "Nothing is selected",
    reading: "Comparing…",
  },
  sheet: {
    menu: "Casting sheet",
    save: "Save casting sheet…",
    saved: (number: number) => `${characters(number)} saved`,
    read: "Read casting sheet…",
    title: (name: string) => `Casting from “${name}”`,
    noMatch: "The file has no voice for them.",
    problems: (number: number) => `Notes and problems of the file: ${formatNumber(number)}`,
    moreProblems: (number: number) => `and ${formatNumber(number)} more`,
    problem,
  },
  rename: {
    action: "Rename…",
    title: "Rename character",
    name: "Name",
    renamed: (name: string) => `Character renamed to “${name}”`,
  },
  merge: {
    action: "Merge into…",
    title: (name: string) => `Merge “${name}” into another character`,
    text: (name: string, into: string) =>
      `The lines of “${name}” move to “${into}”, which keeps its name and voice. “${name}” is removed. This cannot be undone.`,
    hint: "Choose the character to keep.",
    list: "Characters",
    search: "Search characters",
    none: "No other characters",
    confirm: "Merge",
    chooseFirst: "Choose the character to keep",
    merged: (name: string, into: string) => `“${name}” was merged into “${into}”`,
  },
};
