import type { review as english } from "../en/review";
import { formatNumber } from "../../format";
import { checks } from "./review-checks";
import { history } from "./review-history";
import { lineEdit } from "./review-lines";
import { listening, picture, timeline, voice } from "./review-listening";
import { replace } from "./review-replace";
import { textsFile } from "./review-texts";
import { count } from "./count";

export const review: typeof english = {
  group: "Prüfung",
  open: "Prüfen",
  openOf: (language) => `${language} prüfen`,
  openFiltered: (language, lines) => `${language} prüfen: ${lines}`,
  toReview: (number) => `${formatNumber(number)} zu prüfen`,
  list: "Zeilen",
  search: "Zeilen suchen",
  state: "Zustand",
  anyState: "Alle Zustände",
  otherSound: {
    approved: "Dies ist nicht der Ton, der freigegeben wurde.",
    rejected: "Dies ist nicht der Ton, der abgelehnt wurde.",
  },
  anyCharacter: "Alle Figuren",
  shownLines: {
    open: "Zu prüfen",
    "not-approved": "Nicht freigegeben",
    commented: "Mit offenen Kommentaren",
  },
  filterLines: "Zeilen filtern",
  states: {
    generating: "In Arbeit",
    failed: "Fehlgeschlagen",
    pending: "Ohne Take",
    stale: "Veraltet",
    rejected: "Abgelehnt",
    approved: "Freigegeben",
    ready: "Offen",
  },
  stateWithCount: (state, number) => `${state} (${formatNumber(number)})`,
  checks,
  columns: { number: "Zeile", character: "Figur", texts: "Quelle und Text", state: "Zustand" },
  comments: (number) => count(number, "Kommentar", "Kommentare"),
  takeOf: (number, all) => `Take ${formatNumber(number)} von ${formatNumber(all)}`,
  failed: "Die Zeilen konnten nicht geladen werden",
  emptyTitle: "Keine Zeilen",
  emptyText: "Zeilen erscheinen, sobald das Skript des Batches gelesen ist.",
  emptyFilterTitle: "Keine Zeile passt",
  clearFilter: "Alle Zeilen zeigen",
  notOffered:
    "Dieser Dienst stellt keine Zeilen zur Prüfung bereit. Seine Ergebnisse können Sie in seiner Webanwendung anhören und herunterladen.",
  elsewhere:
    "Die Ergebnisse können Sie in der Webanwendung dieses Dienstes anhören und herunterladen.",
  details: "Zeile",
  detailsHint:
    "Wählen Sie eine Zeile, um sie anzuhören, zu bearbeiten und freizugeben oder abzulehnen.",
  selectedLines: (number) => `${formatNumber(number)} Zeilen sind ausgewählt.`,
  lineTitle: (number, character) => `Zeile ${formatNumber(number)} · ${character}`,
  source: "Quelle",
  glossary: "Aussprachen aus dem Glossar",
  spokenAs: (text) => `Gesprochen als: ${text}`,
  silentLine: "Diese Zeile hat keine Wörter. Sie bleibt stumm.",
  pronunciation: (word, as) => `${word}: ${as}`,
  pronouncedAs: (as) => `Glossar: ${as}`,
  target: "Text",
  shorten: "Kürzen",
  shortenHint: "Schlägt einen kürzeren Text vor, der noch nicht gespeichert ist",
  shortened: (number) =>
    `Zeile ${formatNumber(number)} hat einen kürzeren Text, der noch nicht gespeichert ist`,
  notShortened: (reason) => `Kein kürzerer Text: ${reason}`,
  save: "Speichern",
  saveAndMake: "Speichern und erzeugen",
  discard: "Änderungen verwerfen",
  emptyTarget: "Der Text darf nicht leer sein",
  unchanged: "Der Text ist unverändert",
  toggleDetails: "Zeile ein- oder ausblenden",
  takes: "Takes",
  noTakes: "Es gibt noch keinen Take.",
  playTake: (variant) => `Take ${variant} abspielen`,
  playFormerTake: (variant) => `Früheren Take ${variant} abspielen`,
  stop: "Anhalten",
  take: (variant) => `Take ${variant}`,
  formerTake: (variant) => `Früherer Take ${variant}`,
  chosen: "Verwendet",
  choose: "Verwenden",
  chooseTake: (variant) => `Take ${variant} verwenden`,
  outdated: "Veraltet",
  outdatedBy: {
    text: "Veraltet: Text",
    voice: "Veraltet: Stimme",
    fit: "Veraltet: Länge",
    other: "Veraltet",
  },
  making: "In Arbeit",
  takeFailed: "Fehlgeschlagen",
  removedTake: "Entfernter Take",
  noSuchTake: (variant) => `Die Zeile hat keinen Take ${variant}`,
  discardFailed: "Entfernen",
  discardTake: (variant) => `Take ${variant} entfernen`,
  discardLast: "Nur ein zusätzlicher Take am Ende kann entfernt werden",
  speed: (factor) => `${factor}×`,
  seconds: (seconds) => `${seconds} s`,
  approve: "Freigeben",
  reject: "Ablehnen",
  clear: "Entscheidung entfernen",
  makeTake: "Take erzeugen",
  edit: "Text bearbeiten",
  next: "Nächste Zeile prüfen",
  previous: "Vorige Zeile prüfen",
  undo: "Rückgängig",
  nothingToUndo: "Es gibt nichts rückgängig zu machen",
  noneOpen: "Alle Zeilen sind geprüft",
  noneUndecided: "Es gibt keine offenen Zeilen",
  selectLine: "Wählen Sie zuerst eine Zeile",
  noTake: "Die Zeile hat keinen Take",
  takeOutdated: "Der Take ist veraltet. Erzeugen Sie zuerst einen neuen",
  approveAll: "Alle offenen Zeilen freigeben",
  approveAllTitle: (number) => `${count(number, "Zeile", "Zeilen")} ohne Anhören freigeben?`,
  approveShownText: "Nur Zeilen, die der Filter zeigt, werden freigegeben.",
  noneToApproveShown: "Der Filter zeigt keine Zeile, die freigegeben werden kann",
  draft: "Entwurf",
  draftHint: "Was Sie zu dieser Zeile eingegeben haben, ist noch nicht gespeichert",
  approveAllText: "Abgelehnte und veraltete Zeilen und Zeilen ohne Take werden nicht geändert.",
  approved: (number) => `${count(number, "Zeile", "Zeilen")} freigegeben`,
  notApproved: (number) =>
    `${count(number, "Zeile wurde", "Zeilen wurden")} zwischenzeitlich geändert und nicht freigegeben`,
  decided: (decision, number) =>
    decision === null
      ? `${count(number, "Entscheidung", "Entscheidungen")} entfernt`
      : `${count(number, "Zeile", "Zeilen")} ${decision === "approved" ? "freigegeben" : "abgelehnt"}`,
  played: (never, all) =>
    never === 0
      ? "Die Takes von allen wurden auf diesem Computer abgespielt."
      : never === all
        ? "Keine davon wurde auf diesem Computer je abgespielt."
        : `${formatNumber(never)} davon ${never === 1 ? "wurde" : "wurden"} auf diesem Computer nie abgespielt.`,
  reviewer: {
    title: "Wer entscheidet?",
    text: "Ihr Name wird mit Ihren Entscheidungen und Kommentaren gespeichert und in Berichten genannt. Sie können ihn in den Einstellungen ändern.",
    save: "Namen speichern",
    saving: "Der Name wird gespeichert",
    without: "Ohne Namen fortfahren",
  },
  leaving: {
    title: (lines) =>
      lines === 1
        ? "Eine Zeile hat ungespeicherte Änderungen"
        : `${formatNumber(lines)} Zeilen haben ungespeicherte Änderungen`,
    text: "Was Sie eingegeben haben, bleibt hier als Entwurf, gehört aber erst zu den Zeilen, wenn Sie es speichern.",
    leave: "Verlassen",
  },
  notDecided: (number) =>
    `${count(number, "Zeile konnte", "Zeilen konnten")} nicht geändert werden`,
  makeOutdated: "Veraltete Takes der Liste neu erzeugen",
  noneOutdated: "Die Liste hat keine veralteten Takes",
  stopTakes: "Erzeugung von Takes abbrechen",
  noneGenerating: "Es werden keine Takes erzeugt",
  takesStopped: "Die Erzeugung von Takes wurde abgebrochen",
  cleaning: {
    open: "Alte veraltete Takes entfernen…",
    title: "Alte veraltete Takes entfernen?",
    text: "Die 20 neuesten veralteten Takes jeder Zeile bleiben erhalten, ebenso freigegebene und abgelehnte Takes. Das kann nicht rückgängig gemacht werden.",
    action: "Takes entfernen",
    removed: (takes, bytes) =>
      takes === 0
        ? "Es gibt keine alten veralteten Takes"
        : `${count(takes, "Take", "Takes")} entfernt, ${bytes} freigegeben`,
  },
  queued: (number) =>
    number === 0
      ? "Es sind keine Takes zu erzeugen"
      : `${count(number, "Take wird", "Takes werden")} erzeugt`,
  reason: "Grund",
  reasonHint: "Warum die Zeile abgelehnt wurde.",
  usualReasonsLabel: "Häufige Gründe",
  usualReasons: [
    "Falscher Text",
    "Falsche Aussprache",
    "Falsche Stimme",
    "Falsche Emotion oder Betonung",
    "Falsches Timing",
    "Schlechte Tonqualität",
  ],
  placement: "Platzierung",
  level: "Pegel in dB",
  levelError: "Eine Zahl von −12 bis 12 in Schritten von 0,5",
  offset: "Versatz in ms",
  offsetError: "Eine ganze Zahl von −10.000 bis 10.000",
  fit: "Länge",
  fits: { auto: "An die Zeile angepasst", natural: "Natürlich" },
  fitFactor: (factor) => `${factor}-fache Geschwindigkeit`,
  conflict: (by) =>
    by === ""
      ? "Die Zeile wurde inzwischen geändert. Ihre aktuellen Werte werden angezeigt."
      : `${by} hat die Zeile inzwischen geändert. Die aktuellen Werte werden angezeigt.`,
  personHere: (names) => `Jetzt an dieser Zeile: ${names}`,
  conflicts: {
    changedBy: (by) => `Geändert von ${by}.`,
    title: (number) => `Zeile ${formatNumber(number)} wurde inzwischen geändert`,
    description: "Wählen Sie, welcher Text gelten soll.",
    present: "Aktueller Text",
    own: "Ihr Text",
    keepPresent: "Aktuellen Text behalten",
    useOwn: "Ihren Text verwenden",
  },
  soundFailed: "Der Take konnte nicht abgespielt werden",
  newComment: "Neuer Kommentar",
  addComment: "Hinzufügen",
  resolve: "Erledigen",
  reopen: "Wieder öffnen",
  resolved: "Erledigt",
  removeComment: "Löschen",
  oneComment: {
    edit: "Bearbeiten",
    edited: "Kommentar",
    save: "Speichern",
    changed: "Der Kommentar wurde geändert",
    removed: "Der Kommentar wurde gelöscht",
    resolved: "Der Kommentar ist erledigt",
    reopened: "Der Kommentar ist wieder offen",
    conflict:
      "Eine andere Person hat diesen Kommentar geändert. Vergleichen Sie die Texte und speichern Sie erneut.",
    present: (text) => `Aktueller Text: ${text}`,
    filter: "Angezeigte Kommentare",
    all: "Alle",
    open: "Offen",
    done: "Erledigt",
    none: "Keine solchen Kommentare",
    resolvedBy: (by, age) => `Erledigt von ${by} ${age}`,
    resolvedAt: (age) => `Erledigt ${age}`,
    reopenedBy: (by, age) => `Wieder geöffnet von ${by} ${age}`,
    reopenedAt: (age) => `Wieder geöffnet ${age}`,
    reply: "Antworten",
    replyTo: (text) => `Antwort auf: ${text}`,
    replies: (text) => `Antworten auf: ${text}`,
    from: "Kommentar von",
    to: "Kommentar bis",
    timeError: "Eine Zeit wie 0:01.500 innerhalb der Zeile",
    orderError: "Das Ende muss nach dem Anfang liegen",
    wholeLine: "Ganze Zeile",
    removeThread: {
      title: (replies) =>
        `Den Kommentar und ${count(replies, "Antwort", "Antworten")} darauf löschen?`,
      text: "Sie können nicht wiederhergestellt werden.",
      confirm: "Löschen",
    },
  },
  lineEdit,
  listening,
  replace,
  textsFile,
  history,
  picture,
  timeline,
  voice,
  commentOf: (action, text) => `${action}: ${text}`,
};
