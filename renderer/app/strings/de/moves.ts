import type { MoveRefusal, MoveStep } from "../../../../preload/facts/move";
import { formatList, formatNumber } from "../../format";
import type { moves as english } from "../en/moves";
import { count } from "./count";

/** Why a workspace cannot be the target. */
const refusals: Record<MoveRefusal, string> = {
  offline: "Zurzeit nicht erreichbar",
  "no-right":
    "Braucht die Zugangsdaten eines Administrators: Verwenden Sie zuerst „Zugangsdaten ersetzen…“ in seinem Menü",
  "not-empty": "Ist nicht leer: Ein Arbeitsbereich zieht nur auf einen leeren Dienst um",
  "other-version": "Hat eine andere Version von Dubyard: Beide brauchen dieselbe",
  "in-other-move": "Ist an einem anderen Umzug beteiligt",
  unreadable: "Sein Zustand konnte nicht gelesen werden",
};
const steps: Record<MoveStep, string> = {
  rows: "Einträge werden kopiert",
  files: "Medien werden gesendet",
  takes: "Skripte und Takes werden gesendet",
  comparing: "Beide Arbeitsbereiche werden verglichen",
};
/** The tables of a workspace, as the progress names them. */
const tables: Readonly<Record<string, string>> = {
  files: "Medien",
  users: "Benutzer",
  projects: "Projekte",
  project_languages: "Sprachen",
  team: "Teams",
  characters: "Figuren",
  character_voices: "Stimmen",
  glossary: "Glossar",
  bulk_requests: "Sammelaufträge",
  bulk_rows: "Zeilen von Sammelaufträgen",
  batches: "Batches",
  translations: "Übersetzungen",
  assignments: "Zuweisungen",
  batch_characters: "Figuren von Batches",
  lines: "Zeilen",
  line_edits: "geänderte Zeilen",
  line_texts: "Texte",
  line_reviews: "Entscheidungen",
  line_history: "Verlauf",
  dubs: "Synchronfassungen",
  takes: "Takes",
  comments: "Kommentare",
  ignored_checks: "ignorierte Befunde",
  dub_folders: "Ordner von Synchronfassungen",
  tasks: "Arbeit",
  exports: "Auslieferungen",
  export_files: "Dateien von Auslieferungen",
  delivery_presets: "Vorlagen von Auslieferungen",
  scripts: "Skripte",
  external_engines: "externe Engines",
};

/** Moves of workspaces to other services. */
export const moves: typeof english = {
  action: "Umziehen nach…",
  noRight: "Braucht die Zugangsdaten eines Administrators dieses Dienstes",
  notOnline: "Der Arbeitsbereich ist zurzeit nicht erreichbar",
  title: (name) => `Umzug von „${name}“`,
  contents: "Was umzieht",
  counting: "Wird gezählt…",
  figures: {
    projects: "Projekte",
    batches: "Batches",
    lines: "Zeilen",
    takes: "Takes",
    users: "Benutzer",
    files: "Medien",
    bytes: "Größe mit Skripten und Takes",
  },
  target: "Ziel",
  chooseTarget: "Wählen Sie zuerst das Ziel",
  noTarget:
    "Es ist kein Dienst für ein Team verbunden. Verbinden Sie zuerst den leeren Dienst mit den Zugangsdaten eines Administrators.",
  connect: "Verbinden…",
  newFolder: "Ein neuer Ordner auf diesem Computer",
  newFolderHint: "Wird ein Arbeitsbereich auf diesem Computer",
  refusals,
  readOnly:
    "Von Beginn an kann dieser Arbeitsbereich nur noch gelesen werden, auch von anderen. Er bleibt, wie er ist, bis Sie ihn löschen. Uploads und Anfragen, die auf diesem Computer noch warten, ziehen nicht mit um: Lassen Sie sie zuerst enden. Auch Dateien von Auslieferungen, die heruntergeladen werden, ziehen nicht mit um; sie können neu erstellt werden.",
  start: "Umziehen…",
  confirmTitle: (name) => `„${name}“ jetzt umziehen?`,
  confirmText: (target) =>
    `Der ganze Inhalt des Arbeitsbereichs wird mit allen IDs nach ${target} kopiert. Von jetzt an kann er nur noch gelesen werden.`,
  confirmFolder:
    "Der ganze Inhalt des Arbeitsbereichs wird mit allen IDs in einen neuen Ordner kopiert. Von jetzt an kann er nur noch gelesen werden. Wählen Sie als Nächstes den Ordner.",
  confirmWaiting: (uploads, requests) =>
    `Auf diesem Computer warten noch ${formatList([
      ...(uploads > 0 ? [count(uploads, "Upload", "Uploads")] : []),
      ...(requests > 0 ? [count(requests, "Anfrage", "Anfragen")] : []),
    ])}: Sie ziehen nicht mit um und schlagen später fehl.`,
  confirm: "Umziehen",
  confirmChoose: "Ordner wählen…",
  steps,
  tables,
  step: ({ step, table }) =>
    step === null
      ? "Der Umzug beginnt"
      : table === ""
        ? steps[step]
        : `${steps[step]}: ${tables[table] ?? table}`,
  done: (done, total) => `${formatNumber(done)} von ${formatNumber(total)}`,
  bytes: (part, whole) => `${part} von ${whole}`,
  progress: (name) => `Umzug von ${name}`,
  timeLeft: (duration) => `noch ${duration}`,
  inBackground:
    "Sie können dieses Fenster schließen: Der Umzug geht weiter, solange Dubyard läuft.",
  stop: "Umzug anhalten",
  stopping: "Wird angehalten…",
  interrupted: (other) =>
    `Der Umzug nach ${other} wurde unterbrochen. Dieser Arbeitsbereich kann nur gelesen werden, bis der Umzug vollständig oder verworfen ist.`,
  interruptedHint: "Was am Ziel ist, wird nicht noch einmal gesendet.",
  elsewhere: (other) =>
    `Dieser Arbeitsbereich zieht nach ${other} um, oder der Umzug wurde unterbrochen. Er kann nur gelesen werden, bis der Umzug vollständig oder verworfen ist.`,
  targetComplete: "Das Ziel ist vollständig. Setzen Sie den Umzug fort, um ihn zu beenden.",
  continue: "Umzug fortsetzen",
  targetUnknown:
    "Das Ziel ist nicht unter den Arbeitsbereichen dieses Computers. Verbinden Sie es, oder wählen Sie es unten.",
  discard: "Umzug verwerfen…",
  discardTitle: "Den Umzug verwerfen?",
  discardText: (target) =>
    `Was ${target} empfangen hat, wird dort gelöscht. Dieser Arbeitsbereich kann wieder geändert werden.`,
  discardTextUnknown:
    "Dieser Arbeitsbereich kann wieder geändert werden. Das Ziel behält, was es empfangen hat, weil es hier nicht verbunden ist.",
  discardConfirm: "Verwerfen",
  discarded: (name) => `„${name}“ kann wieder geändert werden`,
  moving: (other) => `Dieser Arbeitsbereich zieht nach ${other} um und kann nur gelesen werden.`,
  moved: (other) =>
    `Dieser Arbeitsbereich ist nach ${other} umgezogen. Hier kann er nur gelesen werden.`,
  receiving: (other) =>
    `${other} zieht hierher um. Dieser Arbeitsbereich kann verwendet werden, sobald der Umzug vollständig ist.`,
  completed: (other) => `Der Arbeitsbereich ist vollständig in ${other}`,
  report: ({ rows, files, takes }, size) =>
    `${count(rows, "Eintrag", "Einträge")}, ${count(files, "Datei", "Dateien")}, ${count(takes, "Skript oder Take", "Skripte und Takes")}; ${size} gesendet`,
  problems: "Fehlende und abweichende Dateien",
  problem: ({ name, problem }) =>
    problem === "missing" ? `${name}: hat keinen Inhalt` : `${name}: weicht von seinem Eintrag ab`,
  moreProblems: (number) =>
    `${count(number, "weitere Datei", "weitere Dateien")} hier nicht aufgeführt`,
  open: (name) => `${name} öffnen`,
  show: "Umzug anzeigen…",
  changeAgain: "Änderungen wieder erlauben…",
  changeAgainTitle: "Änderungen in diesem Arbeitsbereich wieder erlauben?",
  changeAgainText: (other) =>
    `Änderungen hier kommen nicht nach ${other}, und Änderungen dort kommen nicht hierher.`,
  changeAgainConfirm: "Änderungen erlauben",
};
