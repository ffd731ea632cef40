import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";

const characters = (number: number) =>
  `${formatNumber(number)} ${number === 1 ? "Figur" : "Figuren"}`;
const some = (names: readonly string[], more: number) =>
  formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names);

export const casting: Strings["casting"] = {
  title: "Besetzung",
  list: "Figuren",
  group: "Besetzung",
  search: "Figuren suchen",
  filter: "Anzeigen",
  filters: { all: "Alle", uncast: "Ohne Stimme" },
  columns: { name: "Figur", lines: "Zeilen", voice: "Stimme" },
  noVoice: "Noch keine Stimme",
  saving: (voice) => `${voice} · wird gespeichert…`,
  refused: (reason) => `Nicht gespeichert. ${reason}`,
  progress: (done, all) =>
    `${formatNumber(done)} von ${characters(all)} ${all === 1 ? "hat" : "haben"} eine Stimme`,
  uncast: (number) => `Noch ohne Stimme: ${formatNumber(number)}`,
  allCast: "Jede Figur hat eine Stimme",
  announced: (name, voice) => `${name}: ${voice}.`,
  keys: "Eingabetaste: Stimme suchen · tippen: filtern · ↓: wählen · Eingabetaste: zuweisen und weiter · Esc: zurück",

  emptyTitle: "Noch keine Figuren",
  emptyText:
    "Sie erscheinen, wenn ein Batch gelesen ist: aus seinem Skript, oder sobald sein Ausgangstext geprüft ist und ein Zielskript vorliegt.",
  emptyUncast: "Jede Figur hat eine Stimme",
  showAll: "Alle anzeigen",

  choose: "Stimme suchen",
  chooseFor: (number) => `Stimme für ${characters(number)} suchen`,
  next: "Nächste ohne Stimme",
  noneLeft: "Jede Figur hat eine Stimme",
  selectFirst: "Zuerst eine Figur auswählen",
  selectOne: "Genau eine Figur auswählen",
  undo: "Letzte Zuweisung rückgängig machen",
  nothingToUndo: "Hier wurde noch keine Stimme zugewiesen",
  assigned: (name, voice) => `${name} hat jetzt die Stimme ${voice}`,
  assignedSome: (number, voice) => `${characters(number)} haben jetzt die Stimme ${voice}`,
  copiedSome: (number) => `${characters(number)} besetzt`,
  failedSome: (number) => `Die Stimme konnte ${characters(number)} nicht zugewiesen werden`,
  undone: (name, voice) => `${name} hat wieder die Stimme ${voice}`,
  useVoiceOfAll: "Stimme für alle Sprachen verwenden",
  usesAll: (name) => `${name} hat die Stimme für alle Sprachen`,
  useAll: (number) =>
    `${characters(number)} ${number === 1 ? "hat" : "haben"} die Stimme für alle Sprachen`,
  noneOfLanguage: "Keine der ausgewählten Figuren hat in dieser Sprache eine eigene Stimme",
  inLanguage: {
    label: "Stimmen für",
    all: "Alle Sprachen",
    column: (language) => `Stimme für ${language}`,
    pane: (name, language) => `Stimme für ${name}, ${language}`,
    own: (language, voice) => `${language}: ${voice}`,
    only: (language) => `Nur für ${language}`,
    asAll: "Wie für alle Sprachen",
    state: (language, unspoken, assigned) => {
      if (unspoken > 0) return `Stimmen, die ${language} nicht sprechen: ${formatNumber(unspoken)}`;
      if (assigned === 0) return "Noch keine Stimme zugewiesen";
      return assigned === 1
        ? `Die zugewiesene Stimme spricht ${language}`
        : `Alle ${formatNumber(assigned)} zugewiesenen Stimmen sprechen ${language}`;
    },
    needsVoice: "Zuerst eine Stimme für alle Sprachen wählen",
  },
  undoneSome: (number) => `${characters(number)} haben wieder ihre vorherigen Stimmen`,
  noUndo: (names, more) =>
    `Vorher ohne Stimme: ${some(names, more)}. Der Dienst kann keine Stimme entfernen. Weisen Sie stattdessen eine andere zu.`,

  pane: {
    label: "Stimmen des Modells",
    none: "Stimmen",
    hint: "Wählen Sie links eine Figur aus.",
    for: (name) => `Stimme für ${name}`,
    forSome: (number) => `Eine Stimme für ${characters(number)}`,
    list: "Stimmen",
    search: "Stimmen suchen",
    assign: "Zuweisen",
    selectVoice: "Zuerst eine Stimme auswählen",
    current: "aktuelle Stimme",
    usedBy: (names, more) => `verwendet von ${some(names, more)}`,
    empty: "Dieses Modell hat keine Stimmen",
    emptyFilter: "Keine passenden Stimmen",
    refresh: "Aktualisieren",
  },

  copy: {
    action: "Aus anderem Projekt übernehmen…",
    title: "Besetzung aus einem anderen Projekt übernehmen",
    text: "Figuren mit demselben Namen erhalten die Stimme, die sie dort haben.",
    projects: "Projekte",
    searchProjects: "Projekte suchen",
    noProjects: "Keine anderen Projekte",
    state: "Anzeigen",
    active: "Aktiv",
    archived: "Archiviert",
    from: (name) => `Besetzung aus „${name}“ übernehmen`,
    kinds: {
      new: "Neu",
      changed: "Geändert",
      same: "Unverändert",
      "no-match": "Keine Entsprechung",
      "no-voice": "Stimme nicht verfügbar",
      "no-default": "Keine Stimme für alle Sprachen",
    },
    hints: {
      new: "Sie haben noch keine Stimme.",
      changed: "Ihre aktuelle Stimme wird ersetzt. Wählen Sie die zu ändernden Figuren aus.",
      same: "Sie haben diese Stimme bereits.",
      "no-voice": "Ihre Stimme gehört nicht zum Modell dieses Projekts.",
      "no-default": "Eine Stimme für eine Sprache braucht zuerst eine für alle Sprachen.",
    },
    noMatch: "Das andere Projekt hat keine Figur mit diesem Namen und einer Stimme.",
    empty: "Keine",
    search: "Figuren suchen",
    tick: "Alle auswählen",
    untick: "Keine auswählen",
    instead: (voice) => `statt ${voice}`,
    next: "Vergleichen",
    back: "Zurück",
    chooseFirst: "Zuerst ein Projekt wählen",
    apply: (number) =>
      number === 0
        ? "Stimmen übernehmen"
        : `${formatNumber(number)} ${number === 1 ? "Stimme" : "Stimmen"} übernehmen`,
    nothing: "Nichts ausgewählt",
    reading: "Wird verglichen…",
  },
  sheet: {
    menu: "Besetzungsliste",
    save: "Besetzungsliste speichern…",
    saved: (number) => `${characters(number)} gespeichert`,
    read: "Besetzungsliste lesen…",
    title: (name) => `Besetzung aus „${name}“`,
    noMatch: "Die Datei enthält keine Stimme für sie.",
    problems: (number) => `Hinweise und Probleme der Datei: ${formatNumber(number)}`,
    moreProblems: (number) => `und ${formatNumber(number)} weitere`,
    problem: {
      "casting-columns": "Eine der ersten 20 Zeilen braucht die Spalten Character und Voice",
      "casting-character-unknown": "Das Projekt hat keine solche Figur",
      "casting-character-twice":
        "Eine frühere Zeile der Datei ist für dieselbe Figur. Sie wird verwendet",
      "casting-character-changed": "Dieser Name ist anders geschrieben; er wurde erkannt",
      "casting-language-unknown":
        "Diese Stimmen sind für eine Sprache, in der die Figuren keine eigene haben können",
      "casting-language-several":
        "Dieser Name steht für mehrere Sprachen des Projekts. Bitte den Code einer davon angeben, z. B. en-gb",
    },
  },
  rename: {
    action: "Umbenennen…",
    title: "Figur umbenennen",
    name: "Name",
    renamed: (name) => `Figur in „${name}“ umbenannt`,
  },
  merge: {
    action: "Zusammenführen mit…",
    title: (name) => `„${name}“ mit einer anderen Figur zusammenführen`,
    text: (name, into) =>
      `Die Zeilen von „${name}“ werden „${into}“ zugeordnet; Name und Stimme von „${into}“ bleiben erhalten. „${name}“ wird entfernt. Das lässt sich nicht rückgängig machen.`,
    hint: "Wählen Sie die Figur, die erhalten bleibt.",
    list: "Figuren",
    search: "Figuren suchen",
    none: "Keine anderen Figuren",
    confirm: "Zusammenführen",
    chooseFirst: "Zuerst die Figur wählen, die erhalten bleibt",
    merged: (name, into) => `„${name}“ wurde mit „${into}“ zusammengeführt`,
  },
};
